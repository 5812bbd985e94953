import type { INodeProperties } from 'n8n-workflow';
import { showIf } from '../form/marks';
import type { Operation } from './operation';

/** n8n's display condition for a node that an AI agent uses as a tool. */
const IN_TOOL = '@tool';

/** If an expression contains this marker, n8n's editor lets the model fill in the field. */
const FILLED_BY_MODEL = '/*n8n-auto-generated-fromAI-override*/';

const onlyInTool = (field: INodeProperties): INodeProperties =>
	showIf({ [IN_TOOL]: [true] }, field);

const hiddenInTool = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { ...field.displayOptions, hide: { [IN_TOOL]: [true] } },
});

/** Without this field, n8n adds a 'Tool Description' field that contains only the operation's action. */
const toolDescriptionField = ({ toolDescription }: Operation): INodeProperties =>
	onlyInTool({
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 5 },
		default: toolDescription,
		description:
			'Text that the model reads to decide when to use this tool. Add details about your use case.',
	});

/** Converts a label to an argument name in the same way as n8n's editor. */
const argumentName = (label: string): string => label.replace(/[^a-zA-Z0-9-]/g, '_');

/** Required fields that the user, not the model, fills in. */
const chosenByUser: ReadonlySet<string> = new Set(['tool']);

const isForModel = ({ name, required, type, default: initial }: INodeProperties): boolean =>
	required === true &&
	!chosenByUser.has(name) &&
	((type === 'string' && initial === '') || type === 'resourceLocator');

/** n8n Agents let a model fill a resource locator only if it has no list. */
function filledByModel(field: INodeProperties): INodeProperties {
	const { type, displayName, description = '', modes } = field;
	const argument = `={{ ${FILLED_BY_MODEL} $fromAI('${argumentName(displayName)}', \`${description}\`, 'string') }}`;
	return onlyInTool(
		type === 'resourceLocator'
			? {
					...field,
					default: { mode: 'id', value: argument },
					modes: modes?.filter((mode) => mode.type !== 'list'),
				}
			: { ...field, default: argument },
	);
}

/** The field of the tool comes first, because n8n Agents check only the first field with a name. */
function withToolVariant(field: INodeProperties, { toolDefaults }: Operation): INodeProperties[] {
	if (isForModel(field)) return [filledByModel(field), hiddenInTool(field)];
	const toolDefault = toolDefaults?.[field.name];
	if (toolDefault === undefined) return [field];
	const description = `${field.description}. In a tool, the default is ${toolDefault}.`;
	return [
		hiddenInTool({ ...field, description }),
		onlyInTool({ ...field, description, default: toolDefault }),
	];
}

export const withToolFields = (
	operation: Operation,
	fields: readonly INodeProperties[],
): INodeProperties[] => [
	toolDescriptionField(operation),
	...fields.flatMap((field) => withToolVariant(field, operation)),
];

export const maxResultLengthField: INodeProperties = onlyInTool({
	displayName: 'Max Result Length',
	name: 'maxResultLength',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 100000,
	description:
		'Maximum length of the result passed to the model, in characters. Long texts and lists are truncated to equal lengths, and a message says how to get the rest. 0 turns off the limit.',
});
