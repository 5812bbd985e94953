// Keeps the key out of what people read.

import { isObject, type JsonObject } from '../api/answer';
import type { Failure } from '../api/failures/failure';

const MASK = '***';
/** A shorter key may be a word or a number that texts have by themselves: it is masked where it stands alone. */
const TELLING_LENGTH = 8;
/** No text has so many characters in common with a key by chance. */
const UNMISTAKABLE_LENGTH = 16;

/** The key as texts may hold it: as it is, in an address, in a header of basic authentication. */
function writingsOf(apiKey: string): string[] {
	const bytes = Buffer.from(apiKey);
	// By way of its bytes: half a character in a key has no address, and must not cost the error.
	return [...new Set([apiKey, encodeURIComponent(bytes.toString()), bytes.toString('base64')])];
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const maskIn = (text: string, apiKey: string): string =>
	apiKey.length < TELLING_LENGTH
		? text.replace(new RegExp(`(?<![\\w-])${escaped(apiKey)}(?![\\w-])`, 'g'), MASK)
		: writingsOf(apiKey).reduce((masked, writing) => masked.replaceAll(writing, MASK), text);

/** The same JSON with the key masked in its texts; in its names, too, unless they may have it by themselves. */
function masked(value: unknown, apiKey: string): unknown {
	if (typeof value === 'string') return maskIn(value, apiKey);
	if (Array.isArray(value)) return value.map((each: unknown) => masked(each, apiKey));
	if (!isObject(value)) return value;
	const nameOf = (name: string): string =>
		apiKey.length < UNMISTAKABLE_LENGTH ? name : maskIn(name, apiKey);
	return Object.fromEntries(
		Object.entries(value).map(([name, each]) => [nameOf(name), masked(each, apiKey)]),
	);
}

/** The service's words may repeat the key that it does not like, in any place. Nobody who reads an error is to learn it. */
export function withoutSecret(failure: Failure, apiKey: string): Failure {
	const { row, retry, ...said } = failure;
	return { ...(masked(said, apiKey) as typeof said), row, retry };
}

const holds = (value: unknown, writings: readonly string[]): boolean => {
	if (typeof value === 'string') return writings.some((writing) => value.includes(writing));
	if (Array.isArray(value)) return value.some((each: unknown) => holds(each, writings));
	return (
		isObject(value) &&
		Object.entries(value)
			.flat()
			.some((each) => holds(each, writings))
	);
};

/** An answer that is a success, with the key masked should the service repeat it; the same object where it does not. */
export function answerWithoutSecret(answer: JsonObject, apiKey: string): JsonObject {
	if (apiKey.length < UNMISTAKABLE_LENGTH || !holds(answer, writingsOf(apiKey))) return answer;
	return masked(answer, apiKey) as JsonObject;
}
