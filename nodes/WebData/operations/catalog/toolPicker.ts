// The list of the catalog's tools to choose from, and the form of the tool that was chosen.

import type { ResourceMapperField } from 'n8n-workflow';
import {
	toolListProviders,
	findTools,
	isUnknownProvider,
	toolListUnsupported,
	toolNotFound,
	parseToolPage,
	type ListedTool,
	type ToolOption,
	type ToolPage,
	type ToolQuery,
} from '../../api/catalog/findTools';
import { toolId, toolIdOf } from '../../api/catalog/toolId';
import type { Failure } from '../../api/errors/failure';
import {
	truncateLine,
	type PickerContext,
	type Choice,
	type FieldList,
	type ListSearch,
} from '../common/picker';

const MAX_CHOICE_LENGTH = 100;

/** What a person does whose service does not list its tools. */
const byId =
	"Choose 'By ID' and enter provider/capability as the service's documentation names them.";
const asJson =
	"Choose 'Using JSON' in 'Specify Tool Options' and enter them as the service's documentation names them.";

const MAX_HINT_LENGTH = 60;

/** Asks whoever of the known providers this service has. */
async function queryTools(
	{ ask }: PickerContext,
	query: ToolQuery,
	wayOut: string,
): Promise<ToolPage | { failure: Failure }> {
	let unknown: Failure | undefined;
	for (const provider of toolListProviders) {
		const answered = await ask(findTools(provider, query));
		const found = 'failure' in answered ? answered : parseToolPage(answered.answer, query);
		if (!('failure' in found) || !isUnknownProvider(found.failure)) return found;
		unknown = found.failure;
	}
	return { failure: toolListUnsupported(unknown as Failure, wayOut) };
}

const formatCredits = (credits: number): string =>
	`${credits} ${credits === 1 ? 'credit' : 'credits'}`;

function choiceOf(tool: ListedTool): Choice {
	const { description, creditsCost } = tool;
	const value = toolIdOf(tool);
	const cost = creditsCost === undefined ? '' : ` (${formatCredits(creditsCost)})`;
	const about = description === undefined ? '' : `: ${description}`;
	return { name: truncateLine(`${value}${cost}${about}`, MAX_CHOICE_LENGTH), value, description };
}

/** The catalog's tools; the service itself searches. */
export const searchTools: ListSearch = async (asking, filter, from) => {
	const offset = from === undefined ? undefined : Number(from);
	const found = await queryTools(asking, { query: filter.trim(), offset }, byId);
	if ('failure' in found) return found;
	const { tools, nextOffset } = found;
	return { choices: tools.map(choiceOf), next: nextOffset?.toString() };
};

/** n8n's kinds of fields by the words that contracts have for kinds of values. A word that is not here is any value. */
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

const fieldType = ({ type = '', choices }: ToolOption): ResourceMapperField['type'] => {
	if (choices !== undefined) return 'options';
	return type.endsWith('[]') ? 'array' : fieldTypes.get(type);
};

/** n8n's form has no place for an explanation but the label. */
const optionLabel = ({ name, description }: ToolOption, oneOf: readonly string[]): string => {
	const hints = [
		description === undefined ? undefined : truncateLine(description, MAX_HINT_LENGTH),
		oneOf.includes(name) ? `one of ${oneOf.join(', ')} is required` : undefined,
	].filter((hint) => hint !== undefined);
	return hints.length === 0 ? name : `${name} (${hints.join('; ')})`;
};

/**
 * The fields of a tool's contract, those that must be there first. None has a value before a person gives
 * it one: a switch that nobody touched would travel as false.
 */
export function toolFields({ options = [], requiresOneOf }: ListedTool): ResourceMapperField[] {
	const inOrder = [
		...options.filter(({ required }) => required),
		...options.filter(({ required }) => !required),
	];
	return inOrder.map((option) => ({
		id: option.name,
		displayName: optionLabel(option, requiresOneOf),
		required: option.required,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: fieldType(option),
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
		const found = await queryTools(asking, { only: chosen.data }, asJson);
		if ('failure' in found) return found;
		const tool = found.tools.find(
			(each) => each.provider === provider && each.capability === capability,
		);
		if (tool === undefined) return { failure: toolNotFound(chosen.data) };
		const fields = toolFields(tool);
		const notice =
			tool.options === undefined
				? 'The service does not say which options this tool takes. Enter them as JSON.'
				: 'This tool takes no options.';
		return fields.length === 0 ? { fields, notice } : { fields };
	},
};
