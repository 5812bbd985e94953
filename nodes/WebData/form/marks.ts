import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/**
 * How a form field is read:
 * - `group`: a collection whose name is not part of the request
 * - `presence`: a collection that the request contains even if it is empty
 * - `formOnly`: a choice that only controls which other fields are shown
 * - `commaList`: a comma-separated list
 * - `lineList`: a list with one entry per line
 * - `urlList`: a list of URLs, with one URL per line or with separators
 * - `needed`: a field that must have a value if its collection is added
 * - `nonEmpty`: a field that must have a value if it is shown
 * - `nonEmptyExpression`: a field whose expression must return a value
 * - `emptyList`: a list whose expression may also return an empty list
 * - `optionalForModel`: a list for which a model may say that it wants no entries
 * - `reportedLater`: a required field whose empty value is reported with the output
 */
export type FieldMark =
	| 'group'
	| 'presence'
	| 'formOnly'
	| 'commaList'
	| 'lineList'
	| 'urlList'
	| 'needed'
	| 'nonEmpty'
	| 'nonEmptyExpression'
	| 'emptyList'
	| 'optionalForModel'
	| 'reportedLater';

/** A symbol key, which does not appear in the JSON that n8n sends to its editor. */
const MARKS = Symbol.for('n8n-nodes-web-data.fieldMarks');

type MarkedField = INodeProperties & { [MARKS]?: readonly FieldMark[] };

/** Returns the property with its previous marks and `marks`. */
export const withMarks = <Property extends object>(
	property: Property,
	...marks: readonly FieldMark[]
): Property => {
	const before = (property as Partial<MarkedField>)[MARKS] ?? [];
	return marks.length === 0 ? property : { ...property, [MARKS]: [...before, ...marks] };
};

export const hasMark = (field: INodeProperties, mark: FieldMark): boolean =>
	(field as MarkedField)[MARKS]?.includes(mark) === true;

const DETAILS = Symbol.for('n8n-nodes-web-data.details');

/** Sets the sentences that only the docs show. */
export const withDetails = <Property extends object>(
	property: Property,
	details: string | undefined,
): Property => ({ ...property, [DETAILS]: details });

export const detailsOf = (field: INodeProperties): string | undefined =>
	(field as { [DETAILS]?: string })[DETAILS];

export const isGroup = (field: INodeProperties): boolean => hasMark(field, 'group');

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
