import { isTooComplex } from './jsonLimits';

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

export type ParsedBody = { object: JsonObject } | { defect: ResponseDefect };

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const dataOf = ({ data }: JsonObject): JsonObject => (isObject(data) ? data : {});

export const omitUndefined = (record: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

/** Returns the trimmed string, or undefined if the value is blank or not a string. */
export const nonEmptyText = (value: unknown): string | undefined =>
	typeof value === 'string' ? value.trim() || undefined : undefined;

export const finiteNumber = (value: unknown): number | undefined =>
	typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/**
 * Returns a time in milliseconds since the epoch, from a date string or from a number of milliseconds. Returns
 * undefined for any other value.
 */
export const parseTime = (value: unknown): number | undefined =>
	finiteNumber(typeof value === 'string' ? Date.parse(value) : value);

const HTML_START = /^<(?:!doctype|html|\?xml|head|body|!--)/i;

const textDefect = (text: string): ResponseDefect => {
	if (HTML_START.test(text)) return 'html';
	return text.startsWith('{') || text.startsWith('[') ? 'cutOffJson' : 'notJson';
};

const valueDefect = (value: unknown): ResponseDefect => {
	if (value === null) return 'nothing';
	return Array.isArray(value) ? 'array' : 'scalar';
};

/** Parses a UTF-8 response body. Returns the kind of defect for any body other than a JSON object. Never throws. */
export function parseBody(body: Buffer): ParsedBody {
	if (isTooComplex(body)) return { defect: 'tooComplex' };
	let text = '';
	try {
		// `trim` also removes a byte order mark.
		text = body.toString('utf8').trim();
		if (text === '') return { defect: 'empty' };
		const value: unknown = JSON.parse(text);
		if (!isObject(value)) return { defect: valueDefect(value) };
		return { object: value };
	} catch {
		return { defect: textDefect(text) };
	}
}

/** An integer below this value may be an ID, so it must be parsed without loss of precision. */
const MAX_INTEGER = 1e21;

const isInexact = (value: unknown): boolean =>
	Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(Number(value)) < MAX_INTEGER;

export function hasInexactInteger(json: unknown): boolean {
	const pending: unknown[] = [json];
	while (pending.length > 0) {
		const value = pending.pop();
		if (isInexact(value)) return true;
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
