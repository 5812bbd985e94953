/**
 * Returns undefined for an invalid URL. In Node.js 20 and 22, the optimized version of `URL.canParse` rejects hosts
 * with non-ASCII letters. Therefore, `parseUrl` does not call `URL.canParse`.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}
