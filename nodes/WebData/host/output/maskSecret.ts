// Keeps the key out of what people read.

import { isObject, type JsonObject } from '../../api/http/response';
import type { Failure } from '../../api/errors/failure';

const MASK = '***';
/** A shorter key may be a word or a number that texts have by themselves: it is masked where it stands alone. */
const MIN_SUBSTRING_LENGTH = 8;
/** No text has so many characters in common with a key by chance. */
const MIN_UNIQUE_LENGTH = 16;

/** The key as texts may hold it: as it is, in an address, in a header of basic authentication. */
function encodedForms(apiKey: string): string[] {
	const bytes = Buffer.from(apiKey);
	// By way of its bytes: half a character in a key has no address, and must not cost the error.
	return [...new Set([apiKey, encodeURIComponent(bytes.toString()), bytes.toString('base64')])];
}

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const maskText = (text: string, apiKey: string): string =>
	apiKey.length < MIN_SUBSTRING_LENGTH
		? text.replace(new RegExp(`(?<![\\w-])${escapeRegExp(apiKey)}(?![\\w-])`, 'g'), MASK)
		: encodedForms(apiKey).reduce((masked, writing) => masked.replaceAll(writing, MASK), text);

/** The same JSON with the key masked in its texts; in its names, too, unless they may have it by themselves. */
function maskJson(value: unknown, apiKey: string): unknown {
	if (typeof value === 'string') return maskText(value, apiKey);
	if (Array.isArray(value)) return value.map((each: unknown) => maskJson(each, apiKey));
	if (!isObject(value)) return value;
	const nameOf = (name: string): string =>
		apiKey.length < MIN_UNIQUE_LENGTH ? name : maskText(name, apiKey);
	return Object.fromEntries(
		Object.entries(value).map(([name, each]) => [nameOf(name), maskJson(each, apiKey)]),
	);
}

/** The service's words may repeat the key that it does not like, in any place. Nobody who reads an error is to learn it. */
export function maskFailure(failure: Failure, apiKey: string): Failure {
	const { errorId, retry, ...said } = failure;
	return { ...(maskJson(said, apiKey) as typeof said), errorId, retry };
}

const containsSecret = (value: unknown, writings: readonly string[]): boolean => {
	if (typeof value === 'string') return writings.some((writing) => value.includes(writing));
	if (Array.isArray(value)) return value.some((each: unknown) => containsSecret(each, writings));
	return (
		isObject(value) &&
		Object.entries(value)
			.flat()
			.some((each) => containsSecret(each, writings))
	);
};

/** An answer that is a success, with the key masked should the service repeat it; the same object where it does not. */
export function maskResponse(answer: JsonObject, apiKey: string): JsonObject {
	if (apiKey.length < MIN_UNIQUE_LENGTH || !containsSecret(answer, encodedForms(apiKey)))
		return answer;
	return maskJson(answer, apiKey) as JsonObject;
}
