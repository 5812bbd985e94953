// JSON text from a form, with the place of what is wrong in it.

import { parse, type ParseError } from 'jsonc-parser';

export type ParsedJson = { value: unknown } | { line: number; column: number };

/** Parses strict JSON. Where it is none, 1-based line and column of the first fault: engines differ in telling it. */
export function parseJsonText(text: string): ParsedJson {
	try {
		return { value: JSON.parse(text) };
	} catch {
		const faults: ParseError[] = [];
		parse(text, faults, { disallowComments: true, allowTrailingComma: false });
		const before = text.slice(0, faults[0]?.offset ?? text.length).split('\n');
		return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
	}
}
