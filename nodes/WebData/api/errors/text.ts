import { nonEmptyText, type JsonObject } from '../http/response';
import { cutText, MAX_TEXT_LENGTH } from './bounds';

export const textFields = ['error', 'message', 'stderr'] as const;

/** Returns the truncated error text of a response, or undefined if the response contains no text. */
export function serviceText(body: JsonObject): string | undefined {
	for (const name of textFields) {
		const value = body[name];
		const text =
			typeof value === 'string' ? nonEmptyText(cutText(value, MAX_TEXT_LENGTH)) : undefined;
		if (text !== undefined) return text;
	}
	return undefined;
}

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

const CONSTANT_NAME = /^[A-Z][A-Z0-9]*_[A-Z0-9_]*$/;

export const isStockText = (text: string): boolean =>
	stockTexts.has(withoutFullStop(text).toLowerCase()) || CONSTANT_NAME.test(text);

export const MAX_MESSAGE_LENGTH = 120;
const MAX_SERVICE_TEXT = 300;

const shorten = (text: string): string =>
	text.length <= MAX_SERVICE_TEXT ? text : `${cutText(text, MAX_SERVICE_TEXT).trimEnd()}…`;

interface Headline {
	message: string;
	serviceMessage?: string;
}

/**
 * Returns the message of a failure. If the service's error text is specific, it replaces `message` or becomes
 * `serviceMessage`.
 */
export function headline(message: string, text: string | undefined, preferred: boolean): Headline {
	if (text === undefined || isStockText(text)) return { message };
	if (preferred && text.length <= MAX_MESSAGE_LENGTH && !text.includes('\n')) {
		return { message: text };
	}
	return withoutFullStop(text).toLowerCase() === message.toLowerCase()
		? { message }
		: { message, serviceMessage: shorten(text) };
}

/** Matches URLs and host names, but not field paths such as `options.maxAge`. */
const ADDRESS = /(?<![\w.-])(?:\w+:\/\/\S+|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[:/?#]\S*|(?![\w-])))/g;

/** URLs and host names are removed, because they come from the user and do not explain the error. */
export const removeAddresses = (text: string): string => text.replace(ADDRESS, ' ');
