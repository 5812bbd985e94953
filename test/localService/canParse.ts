// In Node.js 20 and 22, `URL.canParse` can return false for a host that contains an umlaut. This
// error occurs only after V8 has optimized the call.

export function canParse(text: string, base?: string): boolean {
	try {
		return new URL(text, base).href !== '';
	} catch {
		return false;
	}
}
