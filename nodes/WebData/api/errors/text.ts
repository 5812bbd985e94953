import { nonEmptyText, type JsonObject } from '../http/response';
import { cutText, MAX_TEXT_LENGTH } from './bounds';

/** Fields that may contain the text of a failure, in order of preference. */
export const textFields = ['error', 'message', 'stderr'] as const;

/** The service's own text of a failure, truncated. */
export function serviceText(body: JsonObject): string | undefined {
	for (const name of textFields) {
		const value = body[name];
		const text =
			typeof value === 'string' ? nonEmptyText(cutText(value, MAX_TEXT_LENGTH)) : undefined;
		if (text !== undefined) return text;
	}
	return undefined;
}

/** Texts that only repeat the status. */
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

/** Whether a text of the service only repeats its status and code. */
export const isStockText = (text: string): boolean =>
	stockTexts.has(withoutFullStop(text).toLowerCase()) || CONSTANT_NAME.test(text);

export const MAX_MESSAGE_LENGTH = 120;
const MAX_SERVICE_TEXT = 300;

const shorten = (text: string): string =>
	text.length <= MAX_SERVICE_TEXT ? text : `${cutText(text, MAX_SERVICE_TEXT).trimEnd()}…`;

interface Headline {
	message: string;
	/** The beginning of the service's own text, if it adds to the message. */
	serviceMessage?: string;
}

/** The message of a failure: the service's text if it is `preferred`, short and specific, otherwise `message`. */
export function headline(message: string, text: string | undefined, preferred: boolean): Headline {
	if (text === undefined || isStockText(text)) return { message };
	if (preferred && text.length <= MAX_MESSAGE_LENGTH && !text.includes('\n')) {
		return { message: text };
	}
	return withoutFullStop(text).toLowerCase() === message.toLowerCase()
		? { message }
		: { message, serviceMessage: shorten(text) };
}

/** Host names are in lowercase; a path of field names with a capital letter is not an address. */
const ADDRESS = /(?<![\w.-])(?:\w+:\/\/\S+|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[:/?#]\S*|(?![\w-])))/g;

/** The text without URLs and host names, which come from the user and explain nothing. */
export const removeAddresses = (text: string): string => text.replace(ADDRESS, ' ');
