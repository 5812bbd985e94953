// In Node.js 20 and 22, `URL.canParse` can return false for a valid URL whose host contains an umlaut. The cause is a
// bug in Node.js that appears only after V8 has optimized the call.

export function canParse(text: string, base?: string): boolean {
	try {
		return new URL(text, base).href !== '';
	} catch {
		return false;
	}
}
