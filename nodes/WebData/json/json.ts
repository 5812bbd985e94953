import { createHash } from 'node:crypto';

/** Reason why a response cannot be used. */
export type ResponseDefect =
	| 'html'
	| 'notJson'
	| 'cutOffJson'
	| 'empty'
	| 'nothing'
	| 'array'
	| 'scalar'
	| 'noData'
	| 'tooComplex';

export type JsonObject = Record<string, unknown>;

/** Names and 0-based indexes, from the outermost to the innermost level of a value. */
export type Path = readonly (string | number)[];

/** What is wrong with a value. */
export interface Issue {
	/** Empty for the whole value. */
	path: Path;
	/** Rest of a sentence that begins with the label of the field, such as `must not be empty`. */
	message: string;
	/** What to do, without the final period. By default, to correct the value. */
	remedy?: string;
	/** Whether the value may be meant. The value is then sent, and the issue is shown as a hint. */
	isHint?: boolean;
}

export const isHint = ({ isHint }: Issue): boolean => isHint === true;

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the entries of a list, and no entries for any other value. */
export const listOf = (list: unknown): unknown[] => (Array.isArray(list) ? list : []);

/** Returns the objects in a list, and no objects for any other value. */
export const objectsIn = (list: unknown): JsonObject[] => listOf(list).filter(isObject);

/** Returns the values with the same key, in order. */
export function groupBy<Value>(
	values: readonly Value[],
	keyOf: (value: Value) => string,
): Map<string, [Value, ...Value[]]> {
	const groups = new Map<string, [Value, ...Value[]]>();
	for (const value of values) {
		const key = keyOf(value);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [value]);
		else group.push(value);
	}
	return groups;
}

export const dataOf = ({ data }: JsonObject): JsonObject => (isObject(data) ? data : {});

export const omitUndefined = (record: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

/** Returns the trimmed string, or undefined if the value is blank or not a string. */
export const nonEmptyText = (value: unknown): string | undefined =>
	typeof value === 'string' ? value.trim() || undefined : undefined;

/** Whether a value is null, blank text, or an empty object. An empty list has content, because it can be an answer. */
export const hasNoContent = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && value.trim() === '') ||
	(isObject(value) && Object.keys(value).length === 0);

export const finiteNumber = (value: unknown): number | undefined =>
	typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/**
 * Returns a time in milliseconds since the epoch, from a date string or from a number of milliseconds. Returns
 * undefined for any other value.
 */
export const parseTime = (value: unknown): number | undefined =>
	finiteNumber(typeof value === 'string' ? Date.parse(value) : value);

/**
 * Returns undefined for an invalid URL. `URL.canParse` is not used, because it rejects some valid hosts with non-ASCII
 * letters in Node.js 20 and 22.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}

/**
 * Parses a UTF-8 response body. Returns the kind of defect for any body other than a JSON object, or a list if there is a
 * `listField`, the name of the field that gets the list. Never throws.
 */
export function parseBody(body: Buffer, listField?: string): JsonObject | ResponseDefect {
	if (isTooComplex(body)) return 'tooComplex';
	let text = '';
	try {
		// `trim` also removes a byte order mark.
		text = body.toString('utf8').trim();
		if (text === '') return 'empty';
		const value: unknown = JSON.parse(text);
		if (listField !== undefined && Array.isArray(value)) return { [listField]: value };
		if (isObject(value)) return value;
		if (value === null) return 'nothing';
		return Array.isArray(value) ? 'array' : 'scalar';
	} catch {
		if (/^<(?:!doctype|html|\?xml|head|body|!--)/i.test(text)) return 'html';
		return text.startsWith('{') || text.startsWith('[') ? 'cutOffJson' : 'notJson';
	}
}

/** An integer below this value may be an ID, so it must be parsed without loss of precision. */
const MAX_INTEGER = 1e21;

export function hasInexactInteger(json: unknown): boolean {
	const pending: unknown[] = [json];
	while (pending.length > 0) {
		const value = pending.pop();
		const isInexact = Number.isInteger(value) && !Number.isSafeInteger(value);
		if (isInexact && Math.abs(Number(value)) < MAX_INTEGER) return true;
		if (typeof value === 'object' && value !== null) {
			// With 200,000 names, `Object.values` takes twice as long.
			for (const name of Object.keys(value)) {
				const inner = (value as JsonObject)[name];
				if (typeof inner === 'object' || typeof inner === 'number') pending.push(inner);
			}
		}
	}
	return false;
}

export const keepText = (text: string): string => text;

/**
 * Returns a copy in which `mapText` has replaced all strings, and `mapName` all property names. Avoids recursion, because
 * external JSON may be too deeply nested.
 */
export function mapTexts<Json>(
	json: Json,
	mapText: (text: string) => string,
	mapName = keepText,
): Json {
	const result = { json: undefined as unknown };
	const pending: { source: object; copy: object }[] = [];
	const add = (target: object, name: string, source: unknown): void => {
		let value = typeof source === 'string' ? mapText(source) : source;
		if (typeof source === 'object' && source !== null) {
			const copy = Array.isArray(source) ? [] : {};
			pending.push({ source, copy });
			value = copy;
		}
		// Also adds a property with the name `__proto__`.
		const attributes = { writable: true, enumerable: true, configurable: true };
		Object.defineProperty(target, name, { value, ...attributes });
	};
	add(result, 'json', json);
	for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
		const { source, copy } = next;
		const isList = Array.isArray(source);
		for (const [name, value] of Object.entries(source)) {
			add(copy, isList ? name : mapName(name), value);
		}
	}
	return result.json as Json;
}

/** Returns a copy of a JSON value. Unlike `structuredClone`, shares the texts, which take most of the memory of a page. */
export const copyJson = <Json>(json: Json): Json => mapTexts(json, keepText);

export const BYTES_PER_MB = 1024 * 1024;

/** Returns 32 hexadecimal digits. */
export const fingerprint = (json: JsonObject): string =>
	createHash('sha256').update(JSON.stringify(json)).digest('hex').slice(0, 32);

/** Matches a UUID that is not part of a longer ID. */
const uuid =
	/(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi;

/** Returns the UUID after `/${segment}/` in a URL, or the only UUID in the text, in lowercase. */
export function uuidIn(text: string, segment: string): string | undefined {
	const inUrl = new RegExp(`/${segment}/(${uuid.source})`, 'i').exec(text)?.[1];
	const all = new Set(text.match(uuid)?.map((id) => id.toLowerCase()));
	return inUrl?.toLowerCase() ?? (all.size === 1 ? [...all][0] : undefined);
}

const MAX_PATH_ID_LENGTH = 200;

/** Also rejects lone surrogates (`Cs`), which cannot be encoded in a URL. */
export const isPathId = (text: string): boolean =>
	text.length > 0 &&
	text.length <= MAX_PATH_ID_LENGTH &&
	!/[\s\p{Cc}\p{Cs}/\\?#%]/u.test(text) &&
	text !== '.' &&
	text !== '..';

function readId(text: string): string | undefined {
	const uuid = uuidIn(text, '');
	const rest = uuid === undefined ? text : text.toLowerCase().replace(uuid, '');
	if (uuid !== undefined && !/[\p{L}\p{N}]/u.test(rest)) return uuid;
	return isPathId(text) ? text : undefined;
}

/**
 * Returns the ID that a string contains, or undefined if the string contains no ID or several IDs. The function looks
 * for the ID in these places, in this order:
 * - the whole string, without surrounding spaces and quotes
 * - the segment after `/${segment}/` in a URL
 * - the only UUID in the string, in lowercase
 */
export function pathIdIn(text: string, segment: string): string | undefined {
	const id = readId(text.trim().replace(/^["'`]|["'`]$/g, ''));
	if (id !== undefined) return id;
	const inUrl = new RegExp(`/${segment}/([^/?#\\s"'\`]+)`, 'i').exec(text)?.[1];
	return inUrl === undefined ? uuidIn(text, segment) : (readId(inUrl) ?? uuidIn(inUrl, segment));
}

/** Whether a URL is empty, or leads to the machine of the client. */
export function isLoopbackUrl(url: string): boolean {
	const loopbackHost = /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$|\.localhost$/;
	return url === '' || loopbackHost.test(parseUrl(url)?.hostname ?? '');
}

/** Whether a URL cannot be reached from other networks. */
export function isLocalUrl(url: string): boolean {
	// Single-label names, private domains, and private, shared, and link-local addresses (RFC 1918, 4193, 6598, 6762, 8375).
	const localHost =
		/^[^.:]+$|\.(local|internal|home\.arpa)$|^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(\.\d+){2,3}$|^\[(f[cd]|fe[89ab])/;
	return isLoopbackUrl(url) || localHost.test(parseUrl(url)?.hostname ?? '');
}

/** Parsed values can use 50 times as much memory as their text. */
const MAX_VALUES = 1_000_000;
/** n8n cannot store an item with more than about 4,100 nested levels. */
const MAX_LEVELS = 4_000;

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);

/** Change of the nesting level, and number of values that begin after a byte, by byte. */
const levelChange = new Int8Array(256);
const valueStarts = new Uint8Array(256);
for (const code of Buffer.from('[{')) levelChange[code] = 1;
for (const code of Buffer.from(']}')) levelChange[code] = -1;
for (const code of Buffer.from('[{,:')) valueStarts[code] = 1;

function endOfString(body: Buffer, from: number): number {
	for (let end = body.indexOf(QUOTE, from); end !== -1; end = body.indexOf(QUOTE, end + 1)) {
		let before = end - 1;
		while (body[before] === BACKSLASH) before--;
		const isEscaped = (end - 1 - before) % 2 === 1;
		if (!isEscaped) return end;
	}
	return body.length;
}

/** Whether a JSON text has too many values, or too many nested levels. Reads the text without parsing it. */
function isTooComplex(body: Buffer): boolean {
	let values = 0;
	let level = 0;
	for (let index = 0; index < body.length; index++) {
		const byte = body[index] ?? 0;
		if (byte === QUOTE) {
			index = endOfString(body, index + 1);
			continue;
		}
		values += valueStarts[byte] ?? 0;
		level += levelChange[byte] ?? 0;
		if (values > MAX_VALUES || level > MAX_LEVELS) return true;
	}
	return false;
}
