/**
 * Returns undefined for an invalid URL. `URL.canParse` is not used, because it rejects some valid hosts with non-ASCII
 * letters in Node.js 20 and 22.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}
