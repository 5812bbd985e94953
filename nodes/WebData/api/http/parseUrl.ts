// Reads a URL without `URL.canParse`, which in Node 20 and 22 refuses hosts with umlauts once V8 has optimized it.

/** The URL that a text is, relative to `base` where there is one; none where it is no URL. */
export function parseUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}
