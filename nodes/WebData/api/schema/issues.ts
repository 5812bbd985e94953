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
	if (issue.type !== 'string' || typeof value !== 'string')
		return `must be ${word} ${limit} (it is ${shown(value)})`;
	// One character is missing in an empty text, and in one of spaces where those around it do not count.
	if (issue.code === 'too_small' && limit === 1) return 'must not be empty';
	return `must be ${word} ${limit} characters long (it is ${value.length})`;
};

const isNot = (kindsOfValue: readonly string[], value: unknown): string =>
	value === undefined
		? 'is required'
		: `must be ${kindsOfValue.join(' or ')} (it is ${shown(value)})`;

const oneOf = (choices: readonly unknown[], value: unknown): string =>
	isNot([choices.length > 1 ? `one of ${choices.join(', ')}` : String(choices[0])], value);

/** What a type check expected: a kind, or the choices of an enum as zod lists them. */
const kindOf = (expected: string): string =>
	expected.startsWith("'")
		? `one of ${expected.replaceAll("'", '').replaceAll(' | ', ', ')}`
		: (kinds[expected] ?? expected);

type UnionIssue = ZodIssue & { code: 'invalid_union' };

const kindIssueOf = (form: ZodError, union: UnionIssue) =>
	form.issues.find(
		(each) => each.code === 'invalid_type' && each.path.length === union.path.length,
	) as (ZodIssue & { code: 'invalid_type' }) | undefined;

const messageOf = (issue: ZodIssue, input: unknown): string => {
	const value = valueAt(input, issue.path);
	switch (issue.code) {
		case 'too_small':
		case 'too_big':
			return bound(issue, value);
		case 'invalid_type':
			return isNot([kindOf(issue.expected)], value);
		case 'invalid_union':
			return isNot(
				issue.unionErrors.map((form) => kindOf(kindIssueOf(form, issue)?.expected ?? 'unknown')),
				value,
			);
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

/** A value that may have several forms is held against the first that is of its kind. */
const resolved = (issue: ZodIssue): ZodIssue[] => {
	if (issue.code !== 'invalid_union') return [issue];
	const near = issue.unionErrors.find((form) => kindIssueOf(form, issue) === undefined);
	return near === undefined ? [issue] : near.issues.flatMap(resolved);
};

/** One issue for each thing that is wrong, in the order of the contract. `input` is what was checked. */
export function issuesOf(error: ZodError, input: unknown): ContractIssue[] {
	return error.issues.flatMap(resolved).map((issue) => ({
		path: issue.path,
		message: messageOf(issue, input),
	}));
}
