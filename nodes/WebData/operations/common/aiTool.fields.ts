// What the form has where a model uses the node as its tool: the description that the model chooses it by, and fields that the model fills.

import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../operation';

/** n8n's own condition: the node hangs on an agent instead of standing in the workflow. */
const IN_TOOL = '@tool';

/** The sign by which n8n's editor knows that the model fills a field; a click there takes it away. */
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

/** n8n adds a field of this name to every tool that has none; its automatic text is no more than the operation's action. */
const descriptionField = ({ toolDescription }: Operation): INodeProperties =>
	onlyInTool({
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 5 },
		default: toolDescription,
		description:
			'What the model reads to decide when to use this tool. Add what is special about your case.',
	});

/** As n8n's editor names the arguments that it makes. */
const argumentName = (label: string): string => label.replace(/[^a-zA-Z0-9-]/g, '_');

/** Where a person chooses what the tool is, and the model what to do with it. */
const chosenByPerson: ReadonlySet<string> = new Set(['tool']);

const isForModel = ({ name, required, type, default: first }: INodeProperties): boolean =>
	required === true &&
	!chosenByPerson.has(name) &&
	((type === 'string' && first === '') || type === 'resourceLocator');

function filledByModel(field: INodeProperties): INodeProperties {
	const { type, displayName, description = '' } = field;
	const argument = `={{ ${FILLED_BY_MODEL} $fromAI('${argumentName(displayName)}', \`${description}\`, 'string') }}`;
	const isLocator = type === 'resourceLocator';
	return onlyInTool({ ...field, default: isLocator ? { mode: 'id', value: argument } : argument });
}

/** A text that an operation cannot do without is the model's to give, until a person says otherwise. */
const withModelVariant = (field: INodeProperties): INodeProperties[] =>
	isForModel(field) ? [hiddenInTool(field), filledByModel(field)] : [field];

/** An operation's form with what a tool needs, and without change for everybody else. */
export const withToolFields = (
	operation: Operation,
	fields: readonly INodeProperties[],
): INodeProperties[] => [descriptionField(operation), ...fields.flatMap(withModelVariant)];

export const maxTextLengthField: INodeProperties = onlyInTool({
	displayName: 'Max Text Length',
	name: 'maxTextLength',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 50000,
	description:
		'Longest text that the model gets, in characters, such as the Markdown of a page. A longer one is cut, and says so at its end. 0 cuts nothing.',
});
