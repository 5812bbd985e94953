// A field's value as an expression or a model may give it, made into the kind that the field has. What does not fit stays, for the contract to refuse.

import { isObject } from '../api/answer';

/** Not set: empty text, list or object, or nothing at all. */
export const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(Array.isArray(value) && value.length === 0) ||
	(isObject(value) && Object.keys(value).length === 0);

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

export const readText = (value: unknown): unknown =>
	typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;

/** Choices from an expression or a model may come as one text with commas. */
export const readChoices = (value: unknown): unknown[] =>
	listOf(typeof value === 'string' ? value.split(',').map((choice) => choice.trim()) : value);
