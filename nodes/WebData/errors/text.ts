import { type JsonObject, nonEmptyText } from '../json/json';
import type { Failure } from './row';

/**
 * Maximum length in characters of a string from a response. Longer strings are truncated before any pattern is applied.
 */
export const MAX_TEXT_LENGTH = 10_000;
export const MAX_NAME_LENGTH = 200;

const MAX_DEPTH = 20;
/** Maximum size of a truncated value: its characters plus `VALUE_SIZE` for each nested value. */
const MAX_TOTAL = 50_000;
const VALUE_SIZE = 10;

/** Truncates a string without splitting a surrogate pair. */
export const cutText = (text: string, length: number): string =>
	text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

/** Returns the first `max` texts and the number of the others, such as `a, b, and 3 more`. */
export function listSome(texts: readonly string[], max: number, separator = ', '): string {
	const listed = texts.slice(0, max).join(separator);
	const others = texts.length - max;
	return others > 0 ? `${listed}${separator}and ${others} more` : listed;
}

/** Returns a copy with fewer and shorter values if the value is large or deeply nested. */
export function cutJson(json: unknown): unknown {
	let left = MAX_TOTAL;
	const cut = (value: unknown, depth: number): unknown => {
		left -= VALUE_SIZE;
		if (typeof value === 'string') {
			const text = cutText(value, Math.min(MAX_TEXT_LENGTH, Math.max(left, 0)));
			left -= text.length;
			return text;
		}
		if (typeof value !== 'object' || value === null) return value;
		if (depth === 0) return undefined;
		const kept: [string, unknown][] = [];
		for (const [name, inner] of Object.entries(value)) {
			if (left <= 0) break;
			const shortName = cutText(name, MAX_NAME_LENGTH);
			left -= shortName.length;
			kept.push([shortName, cut(inner, depth - 1)]);
		}
		return Array.isArray(value) ? kept.map(([, inner]) => inner) : Object.fromEntries(kept);
	};
	return cut(json, MAX_DEPTH);
}

export const textFields = ['error', 'message', 'detail', 'stderr'] as const;

/** Returns the trimmed and truncated string, or undefined if the value is blank or not a string. */
export function shortText(value: unknown, length = MAX_NAME_LENGTH): string | undefined {
	const text = nonEmptyText(value);
	return text === undefined ? undefined : cutText(text, length);
}

/** Returns the truncated error text of a response, or undefined if the response contains no text. */
export const serviceText = (body: JsonObject): string | undefined =>
	textFields
		.map((name) => shortText(body[name], MAX_TEXT_LENGTH))
		.find((text) => text !== undefined);

const stockTexts: ReadonlySet<string> = new Set([
	'bad gateway',
	'bad request',
	'conflict',
	'error',
	'forbidden',
	'gateway timeout',
	'gone',
	'internal server error',
	'invalid input',
	'invalid request',
	'invalid request body',
	'not found',
	'not implemented',
	'payload too large',
	'request timeout',
	'service unavailable',
	'too many requests',
	'unauthorized',
	'unprocessable entity',
	'unrecognized key in body -- please review the v2 api documentation for request body changes',
]);

export const withoutFullStop = (text: string): string =>
	text.endsWith('.') ? text.slice(0, -1) : text;

const MAX_REASON_LENGTH = 500;

export const toReason = (text: string): string =>
	withoutFullStop(cutText(text, MAX_REASON_LENGTH).trim());

/** Returns the cause, with the reason in parentheses if there is one. */
export const withReason = (cause: string, reason: string): string =>
	reason === '' ? cause : `${withoutFullStop(cause)} (${reason}).`;

/** Whether a text says nothing about the request. Such a text may also be the name of a constant. */
export const isStockText = (text: string): boolean =>
	stockTexts.has(withoutFullStop(text).toLowerCase()) || /^[A-Z][A-Z0-9]*_[A-Z0-9_]*$/.test(text);

export const MAX_MESSAGE_LENGTH = 120;
const MAX_SERVICE_TEXT = 300;

/**
 * Returns the message of a failure. If the service's error text is specific, it replaces `message` or becomes
 * `serviceMessage`.
 */
export function headline(
	message: string,
	text: string | undefined,
	preferred: boolean,
): Pick<Failure, 'message' | 'serviceMessage'> {
	if (text === undefined || isStockText(text)) return { message };
	if (preferred && text.length <= MAX_MESSAGE_LENGTH && !text.includes('\n')) {
		return { message: text };
	}
	if (withoutFullStop(text).toLowerCase() === message.toLowerCase()) return { message };
	const isShort = text.length <= MAX_SERVICE_TEXT;
	const serviceMessage = isShort ? text : `${cutText(text, MAX_SERVICE_TEXT).trimEnd()}…`;
	return { message, serviceMessage };
}

/**
 * Removes URLs and host names, because they come from the user and do not explain the error. Field paths such as
 * `options.maxAge` remain.
 */
export function removeAddresses(text: string): string {
	const address =
		/(?<![\w.-])(?:\w+:\/\/\S+|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[:/?#]\S*|(?![\w-])))/g;
	return text.replace(address, ' ');
}
