import type { ResourceMapperField } from 'n8n-workflow';
import type { Failure } from '../../errors/row';
import {
	type Choice,
	type FieldList,
	type ListSearch,
	MAX_CHOICE_LENGTH,
	type PickerContext,
	truncateLine,
} from '../../operation/pickers';
import { toolId, toolIdOf } from './form';
import { formatCredits } from './service';
import {
	findTools,
	isUnknownProvider,
	type ListedTool,
	parseToolPage,
	toolListProviders,
	toolListUnsupported,
	toolNotFound,
	type ToolOption,
	type ToolPage,
	type ToolQuery,
} from './tools';

/** Maximum length of an option's label. The editor truncates longer labels and shows no tooltip. */
const MAX_OPTION_LABEL_LENGTH = 45;

const USE_ID =
	"Select 'By ID' and enter provider/capability as listed in the service's documentation.";
const USE_JSON =
	"Select 'Using JSON' in 'Specify Tool Options' and enter the options as listed in the service's documentation.";

/** Requests the tool list from one provider after another, until the service recognizes a provider. */
async function queryTools(
	{ ask }: PickerContext,
	query: ToolQuery,
	remedy: string,
): Promise<ToolPage | { failure: Failure }> {
	let unknown: Failure | undefined;
	for (const provider of toolListProviders) {
		const response = await ask(findTools(provider, query));
		const page = 'failure' in response ? response : parseToolPage(response.answer, query);
		if (!('failure' in page) || !isUnknownProvider(page.failure)) return page;
		unknown = page.failure;
	}
	return { failure: toolListUnsupported(unknown as Failure, remedy) };
}

function toolChoice(tool: ListedTool): Choice {
	const { description, creditsCost } = tool;
	const value = toolIdOf(tool);
	const cost = creditsCost === undefined ? '' : ` (${formatCredits(creditsCost)})`;
	const about = description === undefined ? '' : `: ${description}`;
	return { name: truncateLine(`${value}${cost}${about}`, MAX_CHOICE_LENGTH), value, description };
}

/** Lists one page of catalog tools. The service applies the filter. */
export const searchTools: ListSearch = async (context, filter, from) => {
	const offset = from === undefined ? undefined : Number(from);
	const page = await queryTools(context, { query: filter.trim(), offset }, USE_ID);
	if ('failure' in page) return page;
	const { tools, nextOffset } = page;
	return { choices: tools.map(toolChoice), next: nextOffset?.toString() };
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

const fieldType = ({ type = '', choices }: ToolOption): ResourceMapperField['type'] => {
	if (choices !== undefined) return 'options';
	return type.endsWith('[]') ? 'array' : fieldTypes.get(type);
};

/** The label contains the description, because n8n's form shows no other help text. */
function optionLabel({ name, description }: ToolOption, oneOf: readonly string[]): string {
	const others = oneOf.includes(name) ? oneOf.filter((other) => other !== name) : [];
	const label = others.length === 0 ? name : `${name} (or ${others.join(', ')})`;
	return description === undefined
		? label
		: truncateLine(`${label}: ${description}`, Math.max(MAX_OPTION_LABEL_LENGTH, label.length));
}

/** Returns a tool's options as form fields, required options first. */
export function toolFields({ options = [], requiresOneOf }: ListedTool): ResourceMapperField[] {
	const sorted = [
		...options.filter(({ required }) => required),
		...options.filter(({ required }) => !required),
	];
	return sorted.map((option) => ({
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

const emptyNotice = ({ options }: ListedTool): string =>
	options === undefined
		? 'The service does not list the options of this tool. Enter the options as JSON.'
		: 'This tool has no options.';

export const toolOptions: FieldList = {
	name: 'toolOptions',
	async load(context) {
		const selected = toolId.safeParse(context.textIn('tool'));
		if (!selected.success) return { fields: [], notice: "Select a 'Tool' to see its options." };
		const { provider, capability } = selected.data;
		const page = await queryTools(context, { only: selected.data }, USE_JSON);
		if ('failure' in page) return page;
		const tool = page.tools.find(
			(listed) => listed.provider === provider && listed.capability === capability,
		);
		if (tool === undefined) return { failure: toolNotFound(selected.data) };
		const fields = toolFields(tool);
		return fields.length === 0 ? { fields, notice: emptyNotice(tool) } : { fields };
	},
};
