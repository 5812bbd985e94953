/**
 * The URL that a text is, relative to `base` if there is one, or `undefined`. `URL.canParse` cannot replace it:
 * Node.js 20 and 22 reject hosts with non-ASCII letters once V8 has optimized it.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}
