import { uuidIn } from './uuid';

const MAX_ID_LENGTH = 200;

const urlSteps: ReadonlySet<string> = new Set(['.', '..']);

/** A lone surrogate cannot be encoded in a URL. */
const canBeEncoded = (text: string): boolean => !/\p{Cs}/u.test(text);

export const isPathId = (text: string): boolean =>
	text.length > 0 &&
	text.length <= MAX_ID_LENGTH &&
	!/[\s\p{Cc}/\\?#%]/u.test(text) &&
	!urlSteps.has(text) &&
	canBeEncoded(text);

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
