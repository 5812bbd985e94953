import { isObject } from '../http/response';

/** Characters of a text of the service that are read; the rest is dropped before any pattern sees it. */
export const MAX_TEXT_LENGTH = 10_000;
/** Characters of an id, a code or a field name. */
export const MAX_NAME_LENGTH = 200;

const MAX_DEPTH = 20;
const MAX_ENTRIES = 200;

/** The first `length` characters, without half of a surrogate pair at the end. */
export const cutText = (text: string, length: number): string =>
	text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

/** The same JSON with long texts and lists cut and deep levels left out, so that an error stays small. */
export function cutJson(value: unknown, depth = MAX_DEPTH): unknown {
	if (typeof value === 'string') return cutText(value, MAX_TEXT_LENGTH);
	if (typeof value !== 'object' || value === null) return value;
	if (depth === 0) return undefined;
	if (Array.isArray(value)) {
		return value.slice(0, MAX_ENTRIES).map((entry: unknown) => cutJson(entry, depth - 1));
	}
	if (!isObject(value)) return undefined;
	return Object.fromEntries(
		Object.entries(value)
			.slice(0, MAX_ENTRIES)
			.map(([name, inner]) => [cutText(name, MAX_NAME_LENGTH), cutJson(inner, depth - 1)]),
	);
}
