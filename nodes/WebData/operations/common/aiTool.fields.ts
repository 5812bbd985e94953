import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../operation';

/** n8n's condition for a node that is a tool of an AI agent. */
const IN_TOOL = '@tool';

/** Because of this comment, n8n's editor shows that the model fills the field, and offers to turn that off. */
const FILLED_BY_MODEL = '/*n8n-auto-generated-fromAI-override*/';

const onlyInTool = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: {
		...field.displayOptions,
		show: { ...field.displayOptions?.show, [IN_TOOL]: [true] },
	},
});

const hiddenInTool = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { ...field.displayOptions, hide: { [IN_TOOL]: [true] } },
});

/** n8n adds a field with this name to tools that have none, with only the action of the operation as its text. */
const toolDescriptionField = ({ toolDescription }: Operation): INodeProperties =>
	onlyInTool({
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 5 },
		default: toolDescription,
		description:
			'What the model reads to decide when to use this tool. Add what is special about your use case.',
	});

/** The names that n8n's editor gives to arguments. */
const argumentName = (label: string): string => label.replace(/[^a-zA-Z0-9-]/g, '_');

/** The user selects the tool, the model its input. */
const chosenByUser: ReadonlySet<string> = new Set(['tool']);

const isForModel = ({ name, required, type, default: initial }: INodeProperties): boolean =>
	required === true &&
	!chosenByUser.has(name) &&
	((type === 'string' && initial === '') || type === 'resourceLocator');

function filledByModel(field: INodeProperties): INodeProperties {
	const { type, displayName, description = '' } = field;
	const argument = `={{ ${FILLED_BY_MODEL} $fromAI('${argumentName(displayName)}', \`${description}\`, 'string') }}`;
	const isLocator = type === 'resourceLocator';
	return onlyInTool({ ...field, default: isLocator ? { mode: 'id', value: argument } : argument });
}

/** The field with its variant for tools: the model fills required texts, unless the user turns that off. */
function withToolVariant(field: INodeProperties, { toolDefaults }: Operation): INodeProperties[] {
	if (isForModel(field)) return [hiddenInTool(field), filledByModel(field)];
	const toolDefault = toolDefaults?.[field.name];
	return toolDefault === undefined
		? [field]
		: [hiddenInTool(field), onlyInTool({ ...field, default: toolDefault })];
}

/** Adds the fields of a tool to the form of an operation. They are shown only if the node is a tool. */
export const withToolFields = (
	operation: Operation,
	fields: readonly INodeProperties[],
): INodeProperties[] => [
	toolDescriptionField(operation),
	...fields.flatMap((field) => withToolVariant(field, operation)),
];

export const maxTextLengthField: INodeProperties = onlyInTool({
	displayName: 'Max Text Length',
	name: 'maxTextLength',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 50000,
	description:
		'Maximum length of each text that the model gets, in characters. A longer text, such as the Markdown of a page, is cut, with a note at its end. 0 turns this off.',
});
