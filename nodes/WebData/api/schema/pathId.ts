import { uuidIn } from './uuid';

const MAX_ID_LENGTH = 200;

/** In a URL these segments are relative steps, not names. */
const urlSteps: ReadonlySet<string> = new Set(['.', '..']);

/** Half of a surrogate pair cannot be encoded in a URL. */
const canBeEncoded = (text: string): boolean => !/\p{Cs}/u.test(text);

/** Whether a string can be a segment of a path. */
export const isPathId = (text: string): boolean =>
	text.length > 0 &&
	text.length <= MAX_ID_LENGTH &&
	!/[\s\p{Cc}/\\?#%]/u.test(text) &&
	!urlSteps.has(text) &&
	canBeEncoded(text);

/** The string, or the UUID in it if only punctuation surrounds it. */
function readId(text: string): string | undefined {
	const uuid = uuidIn(text, '');
	const rest = uuid === undefined ? text : text.toLowerCase().replace(uuid, '');
	if (uuid !== undefined && !/[\p{L}\p{N}]/u.test(rest)) return uuid;
	return isPathId(text) ? text : undefined;
}

/**
 * Returns the ID in a text: the text without surrounding spaces and quotes, otherwise what follows `/${segment}/` in a
 * URL, otherwise the only UUID, in lowercase. Returns undefined if there is none, or several.
 */
export function pathIdIn(text: string, segment: string): string | undefined {
	const id = readId(text.trim().replace(/^["'`]|["'`]$/g, ''));
	if (id !== undefined) return id;
	const inUrl = new RegExp(`/${segment}/([^/?#\\s"'\`]+)`, 'i').exec(text)?.[1];
	return inUrl === undefined ? uuidIn(text, segment) : (readId(inUrl) ?? uuidIn(inUrl, segment));
}
