// A field's value as an expression or a model may give it, made into the kind that the field has. What does not fit stays, for the contract to refuse.

import { isObject } from '../../api/http/response';

/** A date of an expression. n8n's sandbox has classes of its own, so the class is asked by name. */
const isDate = (value: unknown): value is Date =>
	Object.prototype.toString.call(value) === '[object Date]';

/** Not set: empty text, list or object, or nothing at all. */
export const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(Array.isArray(value) && value.length === 0) ||
	(isObject(value) && !isDate(value) && Object.keys(value).length === 0);

export const listOf = (value: unknown): unknown[] =>
	(Array.isArray(value) ? value : [value]).flat().filter((entry) => !isEmpty(entry));

export const readNumber = (value: unknown): unknown =>
	typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
		? Number(value)
		: value;

const booleans = new Map([
	['true', true],
	['false', false],
]);

export const readBoolean = (value: unknown): unknown =>
	typeof value === 'string' ? (booleans.get(value.trim().toLowerCase()) ?? value) : value;

/** As n8n writes them: dates in ISO, what is no date as text. */
export function readText(value: unknown): unknown {
	if (isDate(value)) return value.toJSON() ?? String(value);
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/** Choices from an expression or a model may come as one text with commas. */
export const readChoices = (value: unknown): unknown[] =>
	listOf(typeof value === 'string' ? value.split(',').map((choice) => choice.trim()) : value);

/** What was chosen in a resource locator. A text in its place is the value itself. */
export const locatorValue = (value: unknown): unknown =>
	isObject(value) && 'value' in value ? value.value : value;

export interface MapperValue {
	given: unknown;
	/** n8n's kind of the field with this name when it was mapped. */
	kindOf(name: string): unknown;
}

/** What was mapped in a resource mapper. An object or text in its place is the mapped object itself. */
export function mapperValue(value: unknown): MapperValue {
	if (!isObject(value) || !('mappingMode' in value)) {
		return { given: value, kindOf: () => undefined };
	}
	const schema: unknown[] = Array.isArray(value.schema) ? value.schema : [];
	const kinds = new Map(schema.filter(isObject).map(({ id, type }) => [id, type]));
	return { given: value.value, kindOf: (name) => kinds.get(name) };
}
