/**
 * Returns undefined for an invalid URL. In Node.js 20 and 22, `URL.canParse` wrongly rejects hosts with non-ASCII
 * letters.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}
