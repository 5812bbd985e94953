import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { hasInexactInteger, type Issue } from '../json/json';
import { isEmpty, isEmptyList } from './coerce';
import { choiceMessage } from './issues';
import { hasMark, isGroup } from './marks';
import { brokenValue, containsExpression, isFromModel, missingPartOfUrl } from './mistakes';
import { childPlace, hasExpression, isExpression, type Place, report, storedIn } from './stored';

// Reports fields without a value, and values that are not meant.

/** Returns the issue with an expression that returns no value. A model can only give a value, or ask. */
function emptyExpression(
	{ type, typeOptions, required }: INodeProperties,
	raw: unknown,
	stored: unknown,
): Omit<Issue, 'path'> {
	if (isFromModel(stored)) {
		const isList = typeOptions?.multipleValues === true || type === 'multiOptions';
		const value = type === 'number' ? 'a number' : isList ? 'at least one entry' : 'a value';
		return { message: 'has no value', remedy: `Give ${value}, or ask the user` };
	}
	const nothing = isEmptyList(raw) ? 'an empty list' : 'no value';
	return {
		message: `is empty, because its expression returns ${nothing}`,
		remedy:
			required === true
				? 'Correct the expression, or remove the items without a value before this node'
				: 'If some items need no value, send these items to another node without this field',
	};
}

/** Whether a field, or a field in it, must have a value, although its expression returned none. */
const needsValue = (field: INodeProperties, stored: unknown): boolean =>
	(field.required === true && !hasMark(field, 'reportedLater')) ||
	hasMark(field, 'nonEmpty') ||
	hasMark(field, 'nonEmptyExpression') ||
	hasMark(field, 'needed') ||
	(field.type === 'collection' &&
		(field.options as INodeProperties[]).some((option) =>
			isExpression(stored) ? needsValue(option, stored) : hasMark(option, 'needed'),
		));

/** Whether an empty value is meant. */
const isMeantEmpty = (field: INodeProperties, raw: unknown, stored: unknown): boolean =>
	(hasMark(field, 'emptyList') && isEmptyList(raw)) ||
	(hasMark(field, 'optionalForModel') && isFromModel(stored));

/** `added` is a field in a collection, which the user added, and `row` a field in a row. */
export type Presence = 'added' | 'row' | 'always';

/** Whether a value of a row is one that n8n has stored, because a row contains a value for each of its fields. */
export const isStartValue = (field: INodeProperties, value: unknown, { stored }: Place): boolean =>
	field.required !== true &&
	!hasMark(field, 'needed') &&
	!hasExpression(stored) &&
	value === field.default;

function emptyIssue(
	{ name, type, typeOptions, required, options = [] }: INodeProperties,
	presence: Presence,
): Omit<Issue, 'path'> {
	const or = presence === 'added' ? ', or remove the option' : '';
	if (type === 'collection') return { message: 'has no fields', remedy: `Add a field${or}` };
	if (type !== 'fixedCollection') {
		const message = required === true ? 'is required' : 'must not be empty';
		const verb = type === 'options' || type === 'resourceLocator' ? 'Select' : 'Enter';
		const inJson = `. If you edit the workflow as JSON, write the row as an object with '${name}'`;
		const isKind = presence === 'row' && type === 'options';
		return { message, remedy: `${verb} a value${or}${isKind ? inJson : ''}` };
	}
	const [group] = options as INodePropertyCollection[];
	const isList = typeOptions?.multipleValues === true;
	const put = (parts: string) =>
		`. If you edit the workflow as JSON, put the ${parts} in '${group?.name}'`;
	return isList
		? { message: 'has no rows', remedy: `Add a row${or}${put('rows')}` }
		: { message: 'is required', remedy: `Enter a value${or}${put('fields')}` };
}

/** Reports a field without a value, unless that means that the field is not set. */
export function reportEmpty(
	field: INodeProperties,
	raw: unknown,
	place: Place,
	presence: Presence,
): void {
	if (isGroup(field)) return;
	const { stored } = place;
	const isGiven = raw !== undefined && raw !== null;
	if (hasExpression(stored)) {
		if (!needsValue(field, stored) || isMeantEmpty(field, raw, stored)) return;
		report(place, emptyExpression(field, raw, stored));
	} else if (
		presence === 'added' ||
		(isGiven && (field.required === true || hasMark(field, 'nonEmpty')))
	) {
		report(place, emptyIssue(field, presence));
	}
}

/** Reports the entries of a list whose expressions return no value. */
export function reportEntries(field: INodeProperties, raw: unknown, place: Place): void {
	const { stored } = place;
	if (!Array.isArray(stored) || !Array.isArray(raw) || !needsValue(field, stored)) return;
	stored.forEach((entry, index) => {
		const value: unknown = raw[index];
		if (!isExpression(entry) || !isEmpty(value) || isMeantEmpty(field, value, entry)) return;
		report(childPlace(place, index), emptyExpression(field, value, entry));
	});
}

/** A choice that only controls which fields are shown is not checked by a schema. */
export function reportChoice(field: INodeProperties, raw: unknown, place: Place): void {
	const choices = (field.options as INodePropertyOptions[]).map(({ value }) => value);
	const isHidden = isEmpty(raw) && raw !== '' && !isExpression(place.stored);
	if (isHidden || choices.includes(raw as string)) return;
	report(place, { message: choiceMessage(choices, raw ?? '') });
}

/** Reports an expression that was entered as fixed text. Returns `false` if it may be meant, so that it is only a hint. */
export function reportUnevaluated(field: INodeProperties, place: Place): boolean {
	if (!containsExpression(field, place.stored)) return false;
	// Texts in several lines and JSON may contain braces that are not an expression.
	const allowsBraces =
		field.type === 'json' ||
		(field.typeOptions?.rows !== undefined &&
			!hasMark(field, 'urlList') &&
			!hasMark(field, 'lineList'));
	report(place, {
		message: 'contains an expression that n8n did not evaluate',
		remedy: 'Switch the field from Fixed to Expression',
		isHint: allowsBraces,
	});
	return !allowsBraces;
}

/**
 * Reports rows that an expression in place of the rows has become: n8n replaces such an expression with one row of initial
 * values for each of its characters.
 */
export function reportInitial(
	rows: readonly unknown[],
	{ values }: INodePropertyCollection,
	place: Place,
): void {
	const isInitial = ([name, value]: [string, unknown]): boolean =>
		values.some(
			(field) => field.name === name && JSON.stringify(field.default) === JSON.stringify(value),
		);
	if (rows.length < 3) return;
	if (!rows.every((row) => Object.entries(row as object).every(isInitial))) return;
	report(place, {
		message: 'contains only rows with initial values',
		remedy:
			"Change or remove these rows. To take rows from an expression, use a JSON field such as 'Additional Body Fields', because n8n cannot fill rows from one expression",
	});
}

/** Reports a value that no one means. Returns `false` if the value may be meant, so that it is only a hint. */
export function reportBroken(raw: unknown, place: Place): boolean {
	const { stored } = place;
	const broken = hasExpression(stored) ? brokenValue(raw, stored) : undefined;
	if (broken === undefined) return false;
	report(place, broken);
	return !broken.isHint;
}

/** Reports integers that JavaScript rounds, such as IDs. A schema or an example only describes data. */
export function reportIntegers({ name }: INodeProperties, value: unknown, place: Place): void {
	if (name.startsWith('schema') || !hasInexactInteger(value)) return;
	report(place, {
		message: 'contains an integer with too many digits, which JavaScript would round',
		remedy: 'Put the integer in quotes, so that it is sent as text',
	});
}

/** Reports a URL in which a part is probably missing. */
export function reportUrl(value: unknown, place: Place): void {
	const part = missingPartOfUrl(value);
	if (part === undefined) return;
	const message = `contains ${part}, which may stand for a missing value`;
	report(place, { message, remedy: 'Check the URL', isHint: true });
}

/** Reports a number of milliseconds that is probably meant in seconds. */
export function reportUnit(
	{ displayName, default: initial }: INodeProperties,
	value: unknown,
	place: Place,
): void {
	const isFew = typeof value === 'number' && value > 0 && value < 100 && value !== initial;
	if (!isFew || !displayName.endsWith('(Ms)')) return;
	const remedy = `If you mean seconds, enter ${value * 1000}`;
	report(place, { message: `is ${value} milliseconds`, remedy, isHint: true });
}

/** Returns why a row cannot become a named value. */
export const missingPart = (name: string, value: unknown, stored: unknown): string | undefined => {
	if (name === '') return 'has no name';
	return value === undefined && isExpression(storedIn(stored, 'value'))
		? `has no value for '${name}', because its expression returned nothing`
		: undefined;
};
