// `URL.canParse` of Node 20 and 22 returns false for hosts with umlauts once V8 has optimized the call.

export function canParse(text: string, base?: string): boolean {
	try {
		return new URL(text, base).href !== '';
	} catch {
		return false;
	}
}
