import { isObject, type JsonObject, keepText, mapTexts } from '../json/json';
import type { Failure } from './row';

export const MASK = '***';
/** Minimum length of an API key that is masked even within a longer word. */
const MIN_SUBSTRING_LENGTH = 8;
/** Minimum length of an API key that is masked in successful responses. */
const MIN_UNIQUE_LENGTH = 16;

function encodedForms(apiKey: string): string[] {
	// The conversion to bytes replaces lone surrogates, for which `encodeURIComponent` throws an error.
	const bytes = Buffer.from(apiKey);
	const hex = bytes.toString('hex');
	// Without the characters that depend on surrounding bytes.
	const base64 = [0, 1, 2].map((offset) => {
		const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
		const wholeCharacters = Math.floor(((offset + bytes.length) * 8) / 6);
		return encoded.slice(Math.ceil((offset * 8) / 6), wholeCharacters);
	});
	const forms = [
		apiKey,
		encodeURIComponent(bytes.toString()),
		...base64,
		...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
		hex,
		hex.toUpperCase(),
	];
	return [...new Set(forms)];
}

function openMask(apiKey: string): (text: string) => string {
	if (apiKey.length < MIN_SUBSTRING_LENGTH) {
		const escaped = apiKey.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
		const word = new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, 'g');
		return (text) => text.replace(word, MASK);
	}
	const forms = encodedForms(apiKey);
	return (text) => forms.reduce((masked, form) => masked.replaceAll(form, MASK), text);
}

export const maskText = (text: string, apiKey: string): string =>
	apiKey === '' ? text : openMask(apiKey)(text);

/** A short key may also be an ordinary name. */
function maskAll<Json>(json: Json, apiKey: string): Json {
	const mask = openMask(apiKey);
	return mapTexts(json, mask, apiKey.length < MIN_SUBSTRING_LENGTH ? keepText : mask);
}

/** Masks the API key in a failure, because any text from the service may repeat the key. */
export function maskFailure(failure: Failure, apiKey: string): Failure {
	const { errorId, retry, facts, ...texts } = failure;
	return {
		...mapTexts(texts, openMask(apiKey)),
		facts: facts && maskAll(facts, apiKey),
		errorId,
		retry,
	};
}

/** Uses a loop, because external JSON may be too deeply nested for recursion. */
function containsText(json: JsonObject, texts: readonly string[]): boolean {
	const occursIn = (text: string): boolean => texts.some((each) => text.includes(each));
	const pending: unknown[] = [json];
	while (pending.length > 0) {
		const value = pending.pop();
		if (typeof value === 'string') {
			if (occursIn(value)) return true;
		} else if (Array.isArray(value)) {
			for (const entry of value) pending.push(entry);
		} else if (isObject(value)) {
			for (const name of Object.keys(value)) {
				if (occursIn(name)) return true;
				pending.push(value[name]);
			}
		}
	}
	return false;
}

/**
 * Returns a copy without the API key, or the same object if it does not contain the key. Must be called before texts are
 * truncated, because the start of a key at the end of a truncated text is not recognized.
 */
export function maskJson<Json extends JsonObject>(json: Json, apiKey: string): Json {
	return apiKey === '' || !containsText(json, encodedForms(apiKey)) ? json : maskAll(json, apiKey);
}

/** Like `maskJson`, for a successful response. A short key may also be an ordinary word of the content. */
export function maskResponse(answer: JsonObject, apiKey: string, body: Buffer): JsonObject {
	if (apiKey.length < MIN_UNIQUE_LENGTH) return answer;
	// Searching the bytes of a large response takes much less time than visiting each of its texts. JSON can write any
	// character as a Unicode escape, and the slash of Base64 as `\/`.
	const needsEscape = JSON.stringify(apiKey) !== `"${apiKey}"`;
	const forms = ['\\u', '\\/', ...encodedForms(apiKey)];
	const mayContainKey = needsEscape || forms.some((form) => body.includes(form));
	return mayContainKey ? maskJson(answer, apiKey) : answer;
}
