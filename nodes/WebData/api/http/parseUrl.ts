/**
 * Parses a URL, relative to `base` if set. Returns undefined for an invalid URL. Does not use `URL.canParse`, which
 * rejects hosts with non-ASCII letters in Node.js 20 and 22 after V8 has optimized that function.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}
