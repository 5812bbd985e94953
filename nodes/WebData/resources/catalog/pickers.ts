import type { ResourceMapperField } from 'n8n-workflow';
import { call } from '../../client/call';
import { ServiceError, serviceError } from '../../client/client';
import { failureOfRow } from '../../errors/row';
import { scrapeRows } from '../../errors/rows/scrape';
import {
	dataOf,
	isObject,
	type JsonObject,
	listOf,
	nonEmptyText,
	objectsIn,
	omitUndefined,
} from '../../json/json';
import {
	type FieldList,
	type ListSearch,
	MAX_CHOICE_LENGTH,
	type PickerContext,
	truncateLine,
} from '../../operation/pickers';
import { toolId, toolIdOf, type ToolName } from './form';
import {
	callRows,
	catalogEntries,
	catalogRoutes,
	entryError,
	failureOfCatalogCall,
	formatCredits,
} from './service';

/** A tool, and what the service says about it. */
interface ListedTool extends ToolName {
	facts: JsonObject;
}

interface ToolPage {
	tools: ListedTool[];
	nextOffset?: number;
}

/** The public service calls the description of a tool or an option `about`. */
const descriptionOf = ({ description, about }: JsonObject): string | undefined =>
	nonEmptyText(description) ?? nonEmptyText(about);

/**
 * Returns the groups of options of which a call must contain at least one. Reads one group as a list of names, or several
 * groups as a list of lists.
 */
function optionGroups(value: unknown): string[][] {
	const list = listOf(value);
	const groups = list.some(Array.isArray) ? list.filter(Array.isArray) : [list];
	return groups.map((group) => group.filter((name) => typeof name === 'string'));
}

function parseTool(facts: JsonObject): ListedTool[] {
	const names = isObject(facts.execute) ? facts.execute : facts;
	const [provider, capability] = [nonEmptyText(names.provider), nonEmptyText(names.capability)];
	return provider === undefined || capability === undefined
		? []
		: [{ provider, capability, facts }];
}

/** Returns the tools in a response to a request from `offset`. Throws the error that the response reports. */
export function parseToolPage(answer: JsonObject, offset = 0): ToolPage {
	const [entry] = catalogEntries(answer)?.entries ?? [];
	const error = entry === undefined ? undefined : entryError(entry);
	if (error !== undefined) throw new ServiceError(failureOfCatalogCall(error));
	const data = dataOf(entry ?? {});
	const tools = objectsIn(data.items).flatMap(parseTool);
	const next = isObject(data.next) && isObject(data.next.options) ? data.next.options : {};
	const nextOffset = Number(next.offset);
	return { tools, nextOffset: nextOffset > offset ? nextOffset : undefined };
}

/** Maximum length of an option's label. The editor truncates longer labels and shows no tooltip. */
const MAX_OPTION_LABEL_LENGTH = 45;

/**
 * Requests a page of tools from one provider after another, until the service recognizes a provider. `remedy` says what to
 * do if it recognizes none.
 */
async function queryTools(
	{ client }: PickerContext,
	query: JsonObject & { offset?: number },
	remedy: string,
): Promise<ToolPage> {
	const options = { level: 'tools', limit: 50, ...omitUndefined(query) };
	let unknown: ServiceError | undefined;
	for (const provider of ['catalog', 'firecrawl']) {
		try {
			const body = { catalog: [{ provider, capability: 'find-tools', options }] };
			const answer = await call({ route: catalogRoutes.findTools, body }, client);
			return parseToolPage(answer, query.offset);
		} catch (thrown) {
			unknown = serviceError(thrown);
			if (unknown.failure.errorId !== scrapeRows.unknownProvider.id) throw unknown;
		}
	}
	const message = 'The service does not list its tools';
	const cause =
		'The service provides none of the tools that this node can use to list the catalog.';
	throw new ServiceError({ ...(unknown as ServiceError).failure, message, cause, remedy });
}

/** Lists one page of catalog tools. The service applies the filter. */
export const searchTools: ListSearch = async (context, filter, from) => {
	const offset = from === undefined ? undefined : Number(from);
	const page = await queryTools(
		context,
		{ query: nonEmptyText(filter), offset },
		"Select 'By ID' and enter provider/capability as listed in the service's documentation.",
	);
	const choices = page.tools.map(({ facts, ...tool }) => {
		const { creditsCost } = facts;
		const value = toolIdOf(tool);
		const description = descriptionOf(facts);
		const cost = typeof creditsCost === 'number' ? ` (${formatCredits(creditsCost)})` : '';
		const about = description === undefined ? '' : `: ${description}`;
		return { name: truncateLine(`${value}${cost}${about}`, MAX_CHOICE_LENGTH), value, description };
	});
	return { choices, next: page.nextOffset?.toString() };
};

/** Maps option types in tool lists to n8n's field types. */
const fieldTypes = new Map<string, ResourceMapperField['type']>([
	['string', 'string'],
	['text', 'string'],
	['url', 'string'],
	['date', 'string'],
	['number', 'number'],
	['integer', 'number'],
	['float', 'number'],
	['boolean', 'boolean'],
	['bool', 'boolean'],
	['array', 'array'],
	['list', 'array'],
	['object', 'object'],
]);

/** The label contains the description, because n8n's form shows no other help text. */
function optionLabel(name: string, description: string | undefined, groups: string[][]): string {
	const group = groups.find((names) => names.includes(name)) ?? [];
	const others = group.filter((other) => other !== name);
	const label = others.length === 0 ? name : `${name} (or ${others.join(', ')})`;
	return description === undefined
		? label
		: truncateLine(`${label}: ${description}`, Math.max(MAX_OPTION_LABEL_LENGTH, label.length));
}

/** Returns the allowed values of an option. Empty if the service does not list them. */
const choicesOf = (option: JsonObject): ResourceMapperField['options'] & object =>
	listOf([option.enum, option.values, option.choices].find(Array.isArray))
		.filter(
			(value) =>
				typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean',
		)
		.map((value) => ({ name: String(value), value }));

/** Returns a tool's options as form fields, required options first. */
export function toolFields({ options, requiresOneOf }: JsonObject): ResourceMapperField[] {
	const groups = optionGroups(requiresOneOf);
	const fields = objectsIn(options).flatMap((option): ResourceMapperField[] => {
		const id = nonEmptyText(option.name);
		if (id === undefined) return [];
		const type = nonEmptyText(option.type)?.toLowerCase() ?? '';
		const valueType = type.endsWith('[]') ? 'array' : fieldTypes.get(type);
		const choices = choicesOf(option);
		return [
			{
				id,
				displayName: optionLabel(id, descriptionOf(option), groups),
				required: option.required === true,
				defaultMatch: false,
				canBeUsedToMatch: false,
				display: true,
				type: choices.length === 0 ? valueType : 'options',
				options: choices.length === 0 ? undefined : choices,
				defaultValue: null,
			},
		];
	});
	return fields.sort((a, b) => Number(b.required) - Number(a.required));
}

export const toolOptions: FieldList = {
	name: 'toolOptions',
	async load(context) {
		const selected = toolId.safeParse(context.textIn('tool'));
		if (!selected.success) return { fields: [], notice: "Select a 'Tool' to see its options." };
		const { provider, capability } = selected.data;
		const page = await queryTools(
			context,
			{ providers: [provider], capabilities: [capability], expand: ['options'] },
			"Select 'Using JSON' in 'Specify Tool Options' and enter the options as listed in the service's documentation.",
		);
		const tool = page.tools.find(
			(listed) => listed.provider === provider && listed.capability === capability,
		);
		if (tool === undefined) {
			const message = `Tool '${toolIdOf(selected.data)}' not found in the catalog`;
			throw new ServiceError({ ...failureOfRow(callRows.toolNotFound), message });
		}
		const fields = toolFields(tool.facts);
		if (fields.length > 0) return { fields };
		const notice = Array.isArray(tool.facts.options)
			? 'This tool has no options.'
			: 'The service does not list the options of this tool. Enter the options as JSON.';
		return { fields, notice };
	},
};
