import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { detailsOf, hasMark, showIf, withDetails } from '../form/marks';
import type { Operation } from './operation';

/** n8n's display condition for a node that an AI agent uses as a tool. */
const IN_TOOL = '@tool';

/** If an expression contains this marker, n8n's editor lets the model fill in the field. */
const FILLED_BY_MODEL = '/*n8n-auto-generated-fromAI-override*/';

const onlyInTool = (field: INodeProperties): INodeProperties =>
	showIf({ [IN_TOOL]: [true] }, field);

const hiddenInTool = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: {
		...field.displayOptions,
		hide: { ...field.displayOptions?.hide, [IN_TOOL]: [true] },
	},
});

/**
 * Returns a text field, because n8n Agents refuse to let a model fill a field that has a list. n8n's type definition omits
 * a default that contains a line break, so that other nodes do not copy it.
 */
function filledByModel({
	modes: _modes,
	required: _required,
	...field
}: INodeProperties): INodeProperties {
	const texts = [field.description ?? '', detailsOf(field) ?? []].flat();
	// A description of several sentences already ends with a period.
	const description = texts.join('. ').replace('.. ', '. ');
	// n8n's editor converts a label to an argument name in the same way.
	const name = field.displayName.replace(/[^a-zA-Z0-9-]/g, '_');
	const argument = `={{ ${FILLED_BY_MODEL} $fromAI('${name}', \`${description}\`, 'string')\n}}`;
	return onlyInTool({ ...field, type: 'string', default: argument });
}

/** Returns a list of rows whose fields have the defaults of the tool. */
function withToolRows(field: INodeProperties, operation: Operation): INodeProperties {
	const { toolDefaults = {} } = operation;
	if (field.type !== 'fixedCollection') return field;
	const options = (field.options as INodePropertyCollection[]).map((group) => ({
		...group,
		values: group.values.flatMap((value) =>
			value.name in toolDefaults ? withToolVariant(value, operation) : value,
		),
	}));
	return { ...field, options };
}

/**
 * Returns a field as a node shows it, and if a tool needs another form of it, as a tool shows it.
 *
 * n8n's type definition describes the first field with a name, so a required text comes before the text of the tool, which
 * has an initial value. A list comes after it, because n8n Agents refuse to let a model fill a name that is first a list.
 * n8n's type definition shows a list as optional in any case, because its initial value is an object.
 */
function withToolVariant(field: INodeProperties, operation: Operation): INodeProperties[] {
	const { name, type, default: initial } = field;
	const startsEmpty = (type === 'string' && initial === '') || type === 'resourceLocator';
	// The user, not the model, selects the tool of a catalog.
	if (field.required === true && startsEmpty && name !== 'tool') {
		const fields = [hiddenInTool(field), filledByModel(field)];
		return type === 'resourceLocator' ? fields.reverse() : fields;
	}
	const { minRequiredFields, ...typeOptions } = field.typeOptions ?? {};
	if (type === 'fixedCollection' && (minRequiredFields === 1 || hasMark(field, 'nonEmpty'))) {
		// n8n does not let a user or a workflow builder leave this list empty. Its type definition would contain a row of
		// the list twice, but describes only the first field with a name.
		const list = withToolRows({ ...field, typeOptions }, operation);
		const nonEmpty = { ...list, typeOptions: { ...typeOptions, minRequiredFields: 1 } };
		return [onlyInTool(list), hiddenInTool(nonEmpty)];
	}
	const toolDefault = operation.toolDefaults?.[name];
	if (toolDefault === undefined) return [withToolRows(field, operation)];
	const description = `${field.description?.replace(/\.$/, '')}. In AI tools, the default is ${toolDefault}.`;
	return [
		hiddenInTool({ ...field, description }),
		onlyInTool({ ...field, description, default: toolDefault }),
	];
}

/** Without the field *Tool Description*, n8n adds one that contains only the operation's action. */
export const withToolFields = (
	operation: Operation,
	fields: readonly INodeProperties[],
): INodeProperties[] => [
	onlyInTool(
		withDetails(
			{
				displayName: 'Tool Description',
				name: 'toolDescription',
				type: 'string',
				typeOptions: { rows: 5 },
				// One line per sentence, because n8n's type definition repeats a default of one line.
				default: operation.toolDescription.replaceAll('. ', '.\n'),
				description: 'When to use the tool',
			},
			'The model uses this description to decide when to use the tool. Add details about your use case.',
		),
	),
	...fields.flatMap((field) => withToolVariant(field, operation)),
];

export const maxResultLengthField: INodeProperties = onlyInTool(
	withDetails(
		{
			displayName: 'Max Result Length',
			name: 'maxResultLength',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 0 },
			default: 40000,
			description: 'Max characters per result',
		},
		'Each non-Latin character counts as 3. The longest texts and lists are shortened, and a message says how to get the rest. Set to 0 to turn off the limit.',
	),
);
