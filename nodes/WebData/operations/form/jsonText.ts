import { parse, type ParseError } from 'jsonc-parser';

export type ParsedJson = { value: unknown } | { line: number; column: number };

/** Parses strict JSON. For invalid JSON, returns the 1-based line and column of the first error. */
export function parseJsonText(entered: string): ParsedJson {
	const text = entered.replace(/^\uFEFF/, '');
	try {
		return { value: JSON.parse(text) };
	} catch {
		const errors: ParseError[] = [];
		parse(text, errors, { disallowComments: true, allowTrailingComma: false });
		const before = text.slice(0, errors[0]?.offset ?? text.length).split('\n');
		return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
	}
}
