import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { isEmpty } from './coerce';
import { choiceMessage } from './issues';
import {
	type FormIssue,
	type FormWalk,
	hasExpression,
	isExpression,
	type Place,
	storedIn,
} from './labels';
import { hasMark, isGroup } from './marks';
import { containsExpression } from './mistakes';

// Reports fields without a value, and values that are not meant.

const EMPTY_EXPRESSION = {
	message: 'is empty, because its expression returns no value',
	remedy: 'If some items need no value, send these items to another node without this field',
};

/** Whether a field, or a field in it, must have a value, although its expression returned none. */
const needsValue = (field: INodeProperties, stored: unknown): boolean =>
	hasMark(field, 'nonEmpty') ||
	hasMark(field, 'nonEmptyExpression') ||
	hasMark(field, 'needed') ||
	(field.type === 'collection' &&
		(field.options as INodeProperties[]).some((option) =>
			isExpression(stored) ? needsValue(option, stored) : hasMark(option, 'needed'),
		));

/** `added` is a field in a collection, which the user added, and `row` a field in a row. */
export type Presence = 'added' | 'row' | 'always';

/** Whether a value of a row is one that n8n has stored, because a row contains a value for each of its fields. */
export const isStartValue = (field: INodeProperties, value: unknown, { stored }: Place): boolean =>
	field.required !== true &&
	!hasMark(field, 'needed') &&
	!hasExpression(stored) &&
	value === field.default;

function emptyIssue(
	{ type, options = [] }: INodeProperties,
	presence: Presence,
): Omit<FormIssue, 'label'> {
	const or = presence === 'added' ? ', or remove the option' : '';
	if (type === 'collection') return { message: 'has no fields', remedy: `Add a field${or}` };
	if (type !== 'fixedCollection') {
		return { message: 'must not be empty', remedy: `Enter a value${or}` };
	}
	const [{ name } = { name: '' }] = options as INodePropertyCollection[];
	const remedy = `Add a row${or}. If you edit the workflow as JSON, put the rows in '${name}'`;
	return { message: 'has no rows', remedy };
}

/** Reports a field without a value, unless that means that the field is not set. */
export function checkEmpty(
	field: INodeProperties,
	raw: unknown,
	{ label, stored }: Place,
	walk: FormWalk,
	presence: Presence,
): void {
	if (isGroup(field)) return;
	if (hasExpression(stored)) {
		if (needsValue(field, stored)) walk.issues.push({ label, ...EMPTY_EXPRESSION });
	} else if (
		presence === 'added' ||
		(hasMark(field, 'nonEmpty') && raw !== undefined && raw !== null)
	) {
		walk.issues.push({ label, ...emptyIssue(field, presence) });
	}
}

/** Reports the entries of a list whose expressions return no value. */
export function checkEntries(
	field: INodeProperties,
	raw: unknown,
	{ label, stored }: Place,
	walk: FormWalk,
): void {
	if (!Array.isArray(stored) || !Array.isArray(raw) || !needsValue(field, stored)) return;
	stored.forEach((entry, index) => {
		if (!isExpression(entry) || !isEmpty(raw[index])) return;
		walk.issues.push({ label: `${label} > ${index + 1}`, ...EMPTY_EXPRESSION });
	});
}

/** A choice that only controls which fields are shown is not checked by a schema. */
export function checkChoice(
	field: INodeProperties,
	raw: unknown,
	place: Place,
	walk: FormWalk,
): void {
	const choices = (field.options as INodePropertyOptions[]).map(({ value }) => value);
	const isHidden = isEmpty(raw) && raw !== '' && !isExpression(place.stored);
	if (isHidden || choices.includes(raw as string)) return;
	walk.issues.push({ label: place.label, message: choiceMessage(choices, raw ?? '') });
}

/** Reports an expression as fixed text. Returns `false` if the text may be meant, so that it is only a hint. */
export function isNotEvaluated(
	field: INodeProperties,
	{ label, stored }: Place,
	{ issues, hints }: FormWalk,
): boolean {
	if (!containsExpression(field, stored)) return false;
	// Texts in several lines and JSON may contain braces that are not an expression.
	const allowsBraces =
		field.type === 'json' ||
		(field.typeOptions?.rows !== undefined &&
			!hasMark(field, 'urlList') &&
			!hasMark(field, 'lineList'));
	(allowsBraces ? hints : issues).push({
		label,
		message: 'contains an expression that n8n did not evaluate',
		remedy: 'Switch the field from Fixed to Expression',
	});
	return !allowsBraces;
}

/**
 * Reports rows that an expression in place of the rows has become: n8n replaces such an expression with one row of initial
 * values for each of its characters.
 */
export function checkInitial(
	rows: readonly unknown[],
	{ values }: INodePropertyCollection,
	{ label }: Place,
	walk: FormWalk,
): void {
	const isInitial = ([name, value]: [string, unknown]): boolean =>
		values.some(
			(field) => field.name === name && JSON.stringify(field.default) === JSON.stringify(value),
		);
	if (rows.length < 3) return;
	if (!rows.every((row) => Object.entries(row as object).every(isInitial))) return;
	walk.issues.push({
		label,
		message: 'contains only rows with initial values',
		remedy:
			"Change or remove these rows. To take rows from an expression, use a JSON field such as 'Additional Body Fields', because n8n cannot fill rows from one expression",
	});
}

/** Returns why a row cannot become a named value. */
export const missingPart = (name: string, value: unknown, stored: unknown): string | undefined => {
	if (name === '') return 'has no name';
	return value === undefined && isExpression(storedIn(stored, 'value'))
		? `has no value for '${name}', because its expression returned nothing`
		: undefined;
};
