// Reads the bytes of an answer: JSON object or the way in which it is none.

import type { ResponseDefect } from '../errors/rows/response';

export type JsonObject = Record<string, unknown>;

export type ParsedBody = { object: JsonObject } | { defect: ResponseDefect };

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The trimmed text; `undefined` if the value is blank or not a text. */
export const nonEmptyText = (value: unknown): string | undefined =>
	typeof value === 'string' ? value.trim() || undefined : undefined;

const textDefect = (text: string): ResponseDefect => {
	if (/^\s*<(!doctype|html|\?xml|head|body|!--)/i.test(text)) return 'html';
	return /^\s*[[{]/.test(text) ? 'cutOffJson' : 'notJson';
};

const valueDefect = (value: unknown): ResponseDefect => {
	if (value === null) return 'nothing';
	return Array.isArray(value) ? 'array' : 'scalar';
};

/**
 * Parses an answer's body (UTF-8). Every answer of the service is a JSON object
 * (specification: Endpoints); anything else comes back as its defect, never as an exception.
 */
export function parseBody(body: Buffer): ParsedBody {
	let text = '';
	try {
		text = body.toString('utf8');
		if (text.trim() === '') return { defect: 'empty' };
		const value: unknown = JSON.parse(text);
		return isObject(value) ? { object: value } : { defect: valueDefect(value) };
	} catch {
		return { defect: textDefect(text) };
	}
}
