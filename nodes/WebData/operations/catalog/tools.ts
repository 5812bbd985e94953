// The list of the catalog's tools to choose from, and the form of the tool that was chosen.

import type { ResourceMapperField } from 'n8n-workflow';
import {
	discoverers,
	findTools,
	isUnknownProvider,
	notListed,
	toolNotFound,
	toolsIn,
	type ListedTool,
	type ToolOption,
	type ToolPage,
	type ToolQuery,
} from '../../api/discovery';
import { toolId, toolIdOf } from '../../api/contract/toolId';
import type { Failure } from '../../api/failures/failure';
import { shortened, type Asking, type Choice, type FieldList, type ListSearch } from '../picker';

const LONGEST_NAME = 100;

/** What a person does whose service does not list its tools. */
const byId =
	"Choose 'By ID' and enter provider/capability as the service's documentation names them.";
const asJson =
	"Choose 'Using JSON' in 'Specify Tool Options' and enter them as the service's documentation names them.";

const LONGEST_HINT = 60;

/** Asks whoever of the known providers this service has. */
async function discover(
	{ ask }: Asking,
	query: ToolQuery,
	wayOut: string,
): Promise<ToolPage | { failure: Failure }> {
	let unknown: Failure | undefined;
	for (const provider of discoverers) {
		const answered = await ask(findTools(provider, query));
		const found = 'failure' in answered ? answered : toolsIn(answered.answer, query);
		if (!('failure' in found) || !isUnknownProvider(found.failure)) return found;
		unknown = found.failure;
	}
	return { failure: notListed(unknown as Failure, wayOut) };
}

const price = (credits: number): string => `${credits} ${credits === 1 ? 'credit' : 'credits'}`;

function choiceOf(tool: ListedTool): Choice {
	const { description, creditsCost } = tool;
	const value = toolIdOf(tool);
	const cost = creditsCost === undefined ? '' : ` (${price(creditsCost)})`;
	const about = description === undefined ? '' : `: ${description}`;
	return { name: shortened(`${value}${cost}${about}`, LONGEST_NAME), value, description };
}

/** The catalog's tools; the service itself searches. */
export const searchTools: ListSearch = async (asking, filter, from) => {
	const offset = from === undefined ? undefined : Number(from);
	const found = await discover(asking, { query: filter.trim(), offset }, byId);
	if ('failure' in found) return found;
	const { tools, nextOffset } = found;
	return { choices: tools.map(choiceOf), next: nextOffset?.toString() };
};

/** n8n's kinds of fields by the words that contracts have for kinds of values. A word that is not here is any value. */
const kinds = new Map<string, ResourceMapperField['type']>([
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

const kindOf = ({ type = '', choices }: ToolOption): ResourceMapperField['type'] => {
	if (choices !== undefined) return 'options';
	return type.endsWith('[]') ? 'array' : kinds.get(type);
};

/** n8n's form has no place for an explanation but the label. */
const labelOf = ({ name, description }: ToolOption, oneOf: readonly string[]): string => {
	const hints = [
		description === undefined ? undefined : shortened(description, LONGEST_HINT),
		oneOf.includes(name) ? `one of ${oneOf.join(', ')} is required` : undefined,
	].filter((hint) => hint !== undefined);
	return hints.length === 0 ? name : `${name} (${hints.join('; ')})`;
};

/**
 * The fields of a tool's contract, those that must be there first. None has a value before a person gives
 * it one: a switch that nobody touched would travel as false.
 */
export function fieldsOf({ options = [], requiresOneOf }: ListedTool): ResourceMapperField[] {
	const inOrder = [
		...options.filter(({ required }) => required),
		...options.filter(({ required }) => !required),
	];
	return inOrder.map((option) => ({
		id: option.name,
		displayName: labelOf(option, requiresOneOf),
		required: option.required,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: kindOf(option),
		options: option.choices?.map((value) => ({ name: String(value), value })),
		defaultValue: null,
	}));
}

export const toolOptions: FieldList = {
	name: 'toolOptions',
	async load(asking) {
		const chosen = toolId.safeParse(asking.textIn('tool'));
		if (!chosen.success) {
			return { fields: [], notice: "Choose a 'Tool', and its options appear here." };
		}
		const { provider, capability } = chosen.data;
		const found = await discover(asking, { only: chosen.data }, asJson);
		if ('failure' in found) return found;
		const tool = found.tools.find(
			(each) => each.provider === provider && each.capability === capability,
		);
		if (tool === undefined) return { failure: toolNotFound(chosen.data) };
		const fields = fieldsOf(tool);
		const notice =
			tool.options === undefined
				? 'The service does not say which options this tool takes. Enter them as JSON.'
				: 'This tool takes no options.';
		return fields.length === 0 ? { fields, notice } : { fields };
	},
};
