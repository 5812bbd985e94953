/**
 * Parses a URL, relative to `base` if it is set. Returns `undefined` if it is invalid. Not `URL.canParse`: Node.js 20
 * and 22 reject hosts with non-ASCII letters once V8 has optimized it.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}
