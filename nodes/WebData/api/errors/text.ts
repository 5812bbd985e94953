import { nonEmptyText, type JsonObject } from '../http/response';
import { cutText, MAX_TEXT_LENGTH } from './bounds';

/** Response fields that may contain the error text, in order of preference. */
export const textFields = ['error', 'message', 'stderr'] as const;

/** Returns the error text of a response, truncated. */
export function serviceText(body: JsonObject): string | undefined {
	for (const name of textFields) {
		const value = body[name];
		const text =
			typeof value === 'string' ? nonEmptyText(cutText(value, MAX_TEXT_LENGTH)) : undefined;
		if (text !== undefined) return text;
	}
	return undefined;
}

/** Error texts that only repeat the HTTP status. */
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

/** Whether an error text only repeats the HTTP status or the error code. */
export const isStockText = (text: string): boolean =>
	stockTexts.has(withoutFullStop(text).toLowerCase()) || CONSTANT_NAME.test(text);

export const MAX_MESSAGE_LENGTH = 120;
const MAX_SERVICE_TEXT = 300;

const shorten = (text: string): string =>
	text.length <= MAX_SERVICE_TEXT ? text : `${cutText(text, MAX_SERVICE_TEXT).trimEnd()}…`;

interface Headline {
	message: string;
	/** Beginning of the service's text, if the text adds information to `message`. */
	serviceMessage?: string;
}

/**
 * Returns the message of a failure. The service's text replaces `message` if the text is `preferred`, short and
 * specific. Otherwise, a specific text is returned as `serviceMessage`.
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

/** Matches URLs and host names. Does not match dotted field paths whose last name contains a capital letter. */
const ADDRESS = /(?<![\w.-])(?:\w+:\/\/\S+|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[:/?#]\S*|(?![\w-])))/g;

/** Removes URLs and host names, which come from the user and do not explain the error. */
export const removeAddresses = (text: string): string => text.replace(ADDRESS, ' ');
