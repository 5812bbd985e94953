import type { ResourceMapperField } from 'n8n-workflow';
import { call } from '../../client/call';
import { ServiceError, serviceError } from '../../client/client';
import type { ApiRequest } from '../../client/request';
import { failureOfRow } from '../../errors/row';
import { scrapeRows } from '../../errors/rows/scrape';
import { dataOf, isObject, type JsonObject, nonEmptyText, objectsIn } from '../../json/json';
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

interface ToolQuery {
	query?: string;
	offset?: number;
	/** If set, the response lists only this tool and the tool's options. */
	only?: ToolName;
}

interface ToolOption {
	name: string;
	type?: string;
	required: boolean;
	description?: string;
	/** Allowed values, or undefined if the service does not list them. */
	choices?: (string | number | boolean)[];
}

interface ListedTool extends ToolName {
	description?: string;
	creditsCost?: number;
	options?: ToolOption[];
	/** A call must contain at least one option of each group. */
	requiresOneOf: string[][];
}

interface ToolPage {
	tools: ListedTool[];
	nextOffset?: number;
}

/** Returns the request for one page of tools. */
function toolsRequest(provider: string, { query, offset, only }: ToolQuery): ApiRequest {
	const options = {
		level: 'tools',
		limit: 50,
		...(query && { query }),
		...(offset !== undefined && { offset }),
		...(only && {
			providers: [only.provider],
			capabilities: [only.capability],
			expand: ['options'],
		}),
	};
	const body = { catalog: [{ provider, capability: 'find-tools', options }] };
	return { route: catalogRoutes.findTools, body };
}

/** The public service calls the description of a tool or an option `about`. */
const descriptionOf = ({ description, about }: JsonObject): string | undefined =>
	nonEmptyText(description) ?? nonEmptyText(about);

/** Reads one group as a list of names, or several groups as a list of lists. */
function optionGroups(value: unknown): string[][] {
	const list: unknown[] = Array.isArray(value) ? value : [];
	const groups = list.some(Array.isArray) ? list.filter(Array.isArray) : [list];
	return groups.map((group) => group.filter((name) => typeof name === 'string'));
}

function parseOption(option: JsonObject): ToolOption[] {
	const name = nonEmptyText(option.name);
	if (name === undefined) return [];
	const values: unknown[] = [option.enum, option.values, option.choices].find(Array.isArray) ?? [];
	const choices = values.filter(
		(value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean',
	);
	return [
		{
			name,
			type: nonEmptyText(option.type)?.toLowerCase(),
			required: option.required === true,
			description: descriptionOf(option),
			choices: choices.length > 0 ? choices : undefined,
		},
	];
}

const parseTool = (item: JsonObject): ListedTool[] => {
	const names = isObject(item.execute) ? item.execute : item;
	const [provider, capability] = [nonEmptyText(names.provider), nonEmptyText(names.capability)];
	if (provider === undefined || capability === undefined) return [];
	return [
		{
			provider,
			capability,
			description: descriptionOf(item),
			creditsCost: typeof item.creditsCost === 'number' ? item.creditsCost : undefined,
			options: Array.isArray(item.options)
				? objectsIn(item.options).flatMap(parseOption)
				: undefined,
			requiresOneOf: optionGroups(item.requiresOneOf),
		},
	];
};

/** Returns the tools in a response. Throws the error that the response reports. */
export function parseToolPage(answer: JsonObject, query: ToolQuery): ToolPage {
	const [entry] = catalogEntries(answer)?.entries ?? [];
	const error = entry === undefined ? undefined : entryError(entry);
	if (error !== undefined) throw new ServiceError(failureOfCatalogCall(error));
	const data = dataOf(entry ?? {});
	const tools = objectsIn(data.items).flatMap(parseTool);
	const next = isObject(data.next) && isObject(data.next.options) ? data.next.options : {};
	const offset = Number(next.offset);
	return { tools, nextOffset: offset > (query.offset ?? 0) ? offset : undefined };
}

/** Maximum length of an option's label. The editor truncates longer labels and shows no tooltip. */
const MAX_OPTION_LABEL_LENGTH = 45;

/**
 * Requests the tool list from one provider after another, until the service recognizes a provider. `remedy` says what to
 * do if it recognizes none.
 */
async function queryTools(
	{ client }: PickerContext,
	query: ToolQuery,
	remedy: string,
): Promise<ToolPage> {
	let unknown: ServiceError | undefined;
	for (const provider of ['catalog', 'firecrawl']) {
		try {
			return parseToolPage(await call(toolsRequest(provider, query), client), query);
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
		{ query: filter.trim(), offset },
		"Select 'By ID' and enter provider/capability as listed in the service's documentation.",
	);
	const choices = page.tools.map((tool) => {
		const { description, creditsCost } = tool;
		const value = toolIdOf(tool);
		const cost = creditsCost === undefined ? '' : ` (${formatCredits(creditsCost)})`;
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
function optionLabel({ name, description }: ToolOption, groups: readonly string[][]): string {
	const group = groups.find((names) => names.includes(name)) ?? [];
	const others = group.filter((other) => other !== name);
	const label = others.length === 0 ? name : `${name} (or ${others.join(', ')})`;
	return description === undefined
		? label
		: truncateLine(`${label}: ${description}`, Math.max(MAX_OPTION_LABEL_LENGTH, label.length));
}

/** Returns a tool's options as form fields, required options first. */
export function toolFields({ options = [], requiresOneOf }: ListedTool): ResourceMapperField[] {
	const sorted = [...options].sort((a, b) => Number(b.required) - Number(a.required));
	return sorted.map((option) => {
		const { name, required, choices, type = '' } = option;
		const valueType = type.endsWith('[]') ? 'array' : fieldTypes.get(type);
		return {
			id: name,
			displayName: optionLabel(option, requiresOneOf),
			required,
			defaultMatch: false,
			canBeUsedToMatch: false,
			display: true,
			type: choices === undefined ? valueType : 'options',
			options: choices?.map((value) => ({ name: String(value), value })),
			defaultValue: null,
		};
	});
}

export const toolOptions: FieldList = {
	name: 'toolOptions',
	async load(context) {
		const selected = toolId.safeParse(context.textIn('tool'));
		if (!selected.success) return { fields: [], notice: "Select a 'Tool' to see its options." };
		const { provider, capability } = selected.data;
		const page = await queryTools(
			context,
			{ only: selected.data },
			"Select 'Using JSON' in 'Specify Tool Options' and enter the options as listed in the service's documentation.",
		);
		const tool = page.tools.find(
			(listed) => listed.provider === provider && listed.capability === capability,
		);
		if (tool === undefined) {
			const message = `Tool '${toolIdOf(selected.data)}' not found in the catalog`;
			throw new ServiceError({ ...failureOfRow(callRows.toolNotFound), message });
		}
		const fields = toolFields(tool);
		if (fields.length > 0) return { fields };
		const notice = tool.options
			? 'This tool has no options.'
			: 'The service does not list the options of this tool. Enter the options as JSON.';
		return { fields, notice };
	},
};
