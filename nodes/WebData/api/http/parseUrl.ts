/**
 * Returns undefined for an invalid URL. In Node.js 20 and 22, the optimized `URL.canParse` rejects hosts with non-ASCII
 * letters, so this function does not call `URL.canParse`.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}
