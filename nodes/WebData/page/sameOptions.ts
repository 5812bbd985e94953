import { isObject, parseUrl } from '../json/json';

const normalize = (text: string): string => (parseUrl(text)?.href ?? text).replace(/\/$/, '');

/** The service stores a format name as an object: `links` becomes `{ type: 'links' }`. */
const expand = (value: unknown): unknown => (typeof value === 'string' ? { type: value } : value);

/** The service adds the format `markdown` to the formats of every target. */
function containsFormats(stored: unknown, requested: readonly unknown[]): boolean {
	if (!Array.isArray(stored)) return false;
	const formats = stored as unknown[];
	const allowed = [...requested, 'markdown'];
	return (
		requested.every((format) => formats.some((each) => contains(each, format))) &&
		formats.every((each) => allowed.some((format) => contains(each, format)))
	);
}

/** Whether a stored value contains every requested value. The service may add defaults and IDs to a stored value. */
export function contains(stored: unknown, requested: unknown): boolean {
	if (typeof stored === 'string' && typeof requested === 'string') {
		return stored === requested || normalize(stored) === normalize(requested);
	}
	if (Array.isArray(requested)) {
		return (
			Array.isArray(stored) &&
			stored.length === requested.length &&
			requested.every((entry, index) => contains(stored[index], entry))
		);
	}
	const [object, fields] = [expand(stored), expand(requested)];
	if (isObject(object) && isObject(fields)) {
		return Object.entries(fields).every(([name, value]) =>
			name === 'formats' && Array.isArray(value)
				? containsFormats(object[name], value)
				: contains(object[name], value),
		);
	}
	return stored === requested;
}
