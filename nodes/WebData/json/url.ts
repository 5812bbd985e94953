import { parseUrl } from './json';

/** Matches a UUID that is not part of a longer ID. */
const uuid =
	/(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi;

/** Returns the UUID after `/${segment}/` in a URL, or the only UUID in the text, in lowercase. */
export function uuidIn(text: string, segment: string): string | undefined {
	const inUrl = new RegExp(`/${segment}/(${uuid.source})`, 'i').exec(text)?.[1];
	const all = new Set(text.match(uuid)?.map((id) => id.toLowerCase()));
	return inUrl?.toLowerCase() ?? (all.size === 1 ? [...all][0] : undefined);
}

const MAX_PATH_ID_LENGTH = 200;

/** Also rejects lone surrogates (`Cs`), which cannot be encoded in a URL. */
export const isPathId = (text: string): boolean =>
	text.length > 0 &&
	text.length <= MAX_PATH_ID_LENGTH &&
	!/[\s\p{Cc}\p{Cs}/\\?#%]/u.test(text) &&
	text !== '.' &&
	text !== '..';

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

/** Whether a URL is empty, or leads to the machine of the client. */
export function isLoopbackUrl(url: string): boolean {
	const loopbackHost = /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$|\.localhost$/;
	return url === '' || loopbackHost.test(parseUrl(url)?.hostname ?? '');
}

/** Whether a URL cannot be reached from other networks. */
export function isLocalUrl(url: string): boolean {
	// Single-label names, private domains, and private, shared, and link-local addresses (RFC 1918, 4193, 6598, 6762, 8375).
	const localHost =
		/^[^.:]+$|\.(local|internal|home\.arpa)$|^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(\.\d+){2,3}$|^\[(f[cd]|fe[89ab])/;
	return isLoopbackUrl(url) || localHost.test(parseUrl(url)?.hostname ?? '');
}
