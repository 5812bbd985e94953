// In Node.js 20 and 22, `URL.canParse` returns false for hosts with umlauts after V8 has optimized
// the call.

export function canParse(text: string, base?: string): boolean {
	try {
		return new URL(text, base).href !== '';
	} catch {
		return false;
	}
}
