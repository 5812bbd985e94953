// Says in plain words what a value breaks, for the person who filled in the form.

import type { ZodError, ZodIssue } from 'zod';

export interface ContractIssue {
	/** Names and 0-based indexes, from the outside in. */
	path: (string | number)[];
	/** Completes "'Field' …": starts with a verb, has no full stop. */
	message: string;
}

const valueAt = (input: unknown, path: (string | number)[]): unknown =>
	path.reduce<unknown>(
		(value, key) => (value as Record<string | number, unknown> | null | undefined)?.[key],
		input,
	);

const shown = (value: unknown): string => {
	const text = typeof value === 'string' ? `"${value}"` : String(JSON.stringify(value));
	return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

const kinds: Record<string, string> = {
	string: 'text',
	number: 'a number',
	integer: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'a JSON object',
};

const entries = (count: number): string => `${count} ${count === 1 ? 'entry' : 'entries'}`;

const bound = (issue: ZodIssue & { code: 'too_small' | 'too_big' }, value: unknown): string => {
	const [word, limit] =
		issue.code === 'too_small'
			? ['at least', Number(issue.minimum)]
			: ['at most', Number(issue.maximum)];
	if (Array.isArray(value)) return `must have ${word} ${entries(limit)} (it has ${value.length})`;
	if (typeof value !== 'string') return `must be ${word} ${limit} (it is ${shown(value)})`;
	// One character is missing in an empty text, and in one of spaces where those around it do not count.
	if (issue.code === 'too_small' && limit === 1) return 'must not be empty';
	return `must be ${word} ${limit} characters long (it is ${value.length})`;
};

const oneOf = (choices: readonly unknown[], value: unknown): string =>
	value === undefined
		? 'is required'
		: `must be ${choices.length > 1 ? 'one of ' : ''}${choices.join(', ')} (it is ${shown(value)})`;

/** What a type check expected: a kind, or the choices of an enum as zod lists them. */
const mismatch = (expected: string, value: unknown): string =>
	expected.startsWith("'")
		? oneOf(expected.replaceAll("'", '').split(' | '), value)
		: `must be ${kinds[expected] ?? expected} (it is ${shown(value)})`;

const messageOf = (issue: ZodIssue, input: unknown): string => {
	const value = valueAt(input, issue.path);
	switch (issue.code) {
		case 'too_small':
		case 'too_big':
			return bound(issue, value);
		case 'invalid_type':
			return value === undefined ? 'is required' : mismatch(issue.expected, value);
		case 'invalid_enum_value':
		case 'invalid_union_discriminator':
			return oneOf(issue.options, value);
		case 'invalid_literal':
			return oneOf([issue.expected], value);
		case 'unrecognized_keys':
			return `must not hold ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
		default:
			return issue.message;
	}
};

/** One issue for each thing that is wrong, in the order of the contract. `input` is what was checked. */
export function issuesOf(error: ZodError, input: unknown): ContractIssue[] {
	return error.issues.map((issue) => ({
		path: issue.path,
		message: messageOf(issue, input),
	}));
}
