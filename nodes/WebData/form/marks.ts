import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/**
 * How a form field is read:
 * - `group`: a collection whose name is not part of the request
 * - `presence`: a collection that the request contains even if it is empty
 * - `uiOnly`: a field that only controls which other fields are shown
 * - `commaList`: a comma-separated list
 * - `textList`: a list with one entry per line
 * - `nonEmpty`: a field that must have a value if it is shown
 * - `nonEmptyExpression`: a field that must have a value if it contains an expression. For limits of costs, and for
 *   schemas: without the value, the service would still execute the paid request
 */
export type FieldMark =
	'group' | 'presence' | 'uiOnly' | 'commaList' | 'textList' | 'nonEmpty' | 'nonEmptyExpression';

/** A symbol key, which does not appear in the JSON that n8n sends to its editor. */
const MARK = Symbol.for('n8n-nodes-web-data.fieldMark');

type MarkedField = INodeProperties & { [MARK]?: FieldMark };

export const withMark = <Property extends object>(
	property: Property,
	mark: FieldMark,
): Property => ({
	...property,
	[MARK]: mark,
});

export const markOf = (field: INodeProperties): FieldMark | undefined =>
	(field as MarkedField)[MARK];

export const isGroup = (field: INodeProperties): boolean => markOf(field) === 'group';

/** Adds conditions after those that a property has. */
export const showIf = <Property extends Pick<INodeProperties, 'displayOptions'>>(
	show: NonNullable<IDisplayOptions['show']>,
	property: Property,
): Property => ({
	...property,
	displayOptions: {
		...property.displayOptions,
		show: { ...property.displayOptions?.show, ...show },
	},
});
