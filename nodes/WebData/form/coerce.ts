import { parse, type ParseError } from 'jsonc-parser';
import { isObject, type JsonObject, objectsIn } from '../json/json';
import { characterName } from './mistakes';
import { childPlace, type Place, report } from './stored';

/**
 * Whether a value is a `Date`, or a Luxon `DateTime` such as `$now`. n8n evaluates expressions in a sandbox with its own
 * classes, so `instanceof` does not match.
 */
const isDateObject = (value: unknown): value is { toJSON(): unknown } =>
	isObject(value) && typeof value.toJSON === 'function';

export const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(Array.isArray(value) && value.length === 0) ||
	(isObject(value) && !isDateObject(value) && Object.keys(value).length === 0);

/** Whether a value is an empty list, or a list of empty lists, as the expressions in its entries return them. */
export const isEmptyList = (value: unknown): boolean =>
	Array.isArray(value) && value.every(isEmptyList);

const toList = (value: unknown): unknown[] =>
	(Array.isArray(value) ? value : [value]).flat().filter((entry) => !isEmpty(entry));

/** Returns the rows of a collection, which may be one object. */
export const rowsIn = (entries: unknown): unknown[] =>
	Array.isArray(entries) ? entries : isEmpty(entries) ? [] : [entries];

export function readBoolean(value: unknown): unknown {
	const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
	if (text === 'true') return true;
	return text === 'false' ? false : value;
}

/** Converts numbers and booleans to strings, and dates to ISO 8601 strings. Other values remain unchanged. */
export function readText(value: unknown): unknown {
	if (isDateObject(value)) return value.toJSON() ?? 'Invalid Date';
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/** Returns undefined for a list of other values, because `[1,2]` is also a pattern. */
function parseJsonList(text: string): unknown[] | undefined {
	const json = text.trim();
	if (!json.startsWith('[')) return undefined;
	try {
		const entries = toList(JSON.parse(json));
		return entries.every((entry) => typeof entry === 'string') ? entries : undefined;
	} catch {
		return undefined;
	}
}

const readList = (value: unknown, splitLine: (line: string) => string[]): unknown[] =>
	toList(
		toList(value).flatMap((entry) =>
			typeof entry === 'string'
				? (parseJsonList(entry) ??
					entry
						.split(/[\r\n]+/)
						.flatMap(splitLine)
						.map((part) => part.trim()))
				: entry,
		),
	).map(readText);

/**
 * Returns the entries of a list. The list can be an array, text with one entry per line, a JSON array as text, or a mix
 * of these.
 */
export const readLineList = (value: unknown): unknown[] => readList(value, (line) => [line]);

/** Like `readLineList`, but every comma separates two entries. */
export const readCommaList = (value: unknown): unknown[] =>
	readList(value, (line) => line.split(','));

/** Splits a text such as `a.com,b.com`, because a host cannot contain a separator either. */
function splitHosts(text: string): string[] {
	const host = /(?:https?:\/\/)?[^\s/?#,;|]*[,;|]/iy;
	const parts: string[] = [];
	let start = 0;
	while (host.test(text)) {
		parts.push(text.slice(start, host.lastIndex - 1));
		start = host.lastIndex;
	}
	return [...parts, text.slice(start)];
}

/** Like `readLineList`, but for URLs, which may also be numbered, or separated by other characters. */
export function readUrlList(value: unknown): unknown[] {
	// A model may begin an entry with `1. ` or `- `.
	const bullet = /^\s*(?:[-*•–]|\d+[.)])\s+/;
	// A URL may contain a comma, a semicolon, or a vertical bar, but not at its end and not before another URL.
	const separator = /[,;|](?:\s|$)|[,;|\s](?=https?:\/\/)/i;
	return readList(value, (line) => line.replace(bullet, '').split(separator).flatMap(splitHosts));
}

/** n8n keeps the value of a list if the user changes to a resource whose field with the same name is a text field. */
export const isLocator = (value: unknown): boolean => isObject(value) && value.__rl === true;

export const locatorValue = (value: unknown): unknown =>
	isObject(value) && 'value' in value ? value.value : value;

/**
 * Returns the 1-based line and column of the first error in a text that is not strict JSON, and the name of a character
 * there that may look like another one.
 */
function jsonErrorPosition(text: string): string {
	const errors: ParseError[] = [];
	parse(text, errors, { disallowComments: true, allowTrailingComma: false });
	const offset = errors[0]?.offset ?? text.length;
	const before = text.slice(0, offset).split('\n');
	const rest = text.slice(offset);
	const named = /^\P{ASCII}/u.test(rest) ? `, at the character ${characterName(rest)}` : '';
	return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}${named}`;
}

export function readJson(value: unknown, place: Place): unknown {
	if (typeof value !== 'string') return value;
	if (value.trim() === '') return undefined;
	const written = value.replace(/^\uFEFF/, '');
	// Models often write JSON in a code block of Markdown.
	const text = /^```[^\n]*(\n[^]*)```$/.exec(written.trim())?.[1] ?? written;
	try {
		return JSON.parse(text);
	} catch {
		report(place, { message: `is not valid JSON at ${jsonErrorPosition(text)}` });
		return undefined;
	}
}

/** Returns the number in a text. `1.000` may be a thousand, and JavaScript rounds integers with more than 15 digits. */
export function numberIn(text: string): number | undefined {
	const number = Number(text);
	const isGrouped = /^\s*[1-9]\d{0,2}(?:\.\d{3})+\s*$/.test(text);
	const isExact = !Number.isInteger(number) || Number.isSafeInteger(number);
	return text.trim() !== '' && Number.isFinite(number) && isExact && !isGrouped
		? number
		: undefined;
}

/** JSON cannot contain NaN or Infinity: the service would receive null. */
export function readFinite(value: unknown, place: Place): unknown {
	const number = typeof value === 'string' ? (numberIn(value) ?? value) : value;
	const isOtherNumber = typeof number === 'string' && Number.isFinite(Number(number));
	if (isOtherNumber) {
		report(place, {
			message: `must be a number of up to 15 digits without thousands separators (it is "${number}")`,
		});
		return undefined;
	}
	if (typeof number !== 'number' || Number.isFinite(number)) return number;
	report(place, { message: `must be a finite number (it is ${number})` });
	return undefined;
}

function readMappedField(type: unknown, value: unknown, place: Place): unknown {
	if (type === 'number') return readFinite(value, place);
	if (type === 'boolean') return readBoolean(value);
	if (type === 'string') return readText(value);
	return type === 'array' || type === 'object' ? readJson(value, place) : value;
}

export function readMapped(value: unknown, place: Place): unknown {
	const mapper: JsonObject = isObject(value) && 'mappingMode' in value ? value : { value };
	const { value: mapped, schema } = mapper;
	if (!isObject(mapped)) return readJson(mapped, place);
	const types = new Map(objectsIn(schema).map(({ id, type }) => [id, type]));
	const entries = Object.entries(mapped).map(([name, entry]) => {
		const child = childPlace(place, name);
		if (isEmpty(entry)) return [name, undefined] as const;
		return [name, readMappedField(types.get(name), entry, child)] as const;
	});
	return Object.fromEntries(entries.filter(([, entry]) => !isEmpty(entry)));
}
