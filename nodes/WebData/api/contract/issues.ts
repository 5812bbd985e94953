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

const units: Record<string, string> = { string: ' characters long', array: ' entries' };

const kinds: Record<string, string> = {
	string: 'text',
	number: 'a number',
	integer: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'a JSON object',
};

const bound = (issue: ZodIssue & { code: 'too_small' | 'too_big' }, value: unknown): string => {
	const [word, limit] =
		issue.code === 'too_small' ? ['at least', issue.minimum] : ['at most', issue.maximum];
	const isText = issue.type === 'string';
	if (isText && issue.code === 'too_small' && value === '') return 'must not be empty';
	const is = isText ? `${String((value as string).length)}` : shown(value);
	const actual = issue.type === 'array' ? `${(value as unknown[]).length}` : is;
	return `must be ${word} ${String(limit)}${units[issue.type] ?? ''} (it is ${actual})`;
};

const messageOf = (issue: ZodIssue, input: unknown): string => {
	const value = valueAt(input, issue.path);
	switch (issue.code) {
		case 'too_small':
		case 'too_big':
			return bound(issue, value);
		case 'invalid_type':
			return value === undefined
				? 'is required'
				: `must be ${kinds[issue.expected] ?? issue.expected} (it is ${shown(value)})`;
		case 'invalid_enum_value':
			return `must be one of ${issue.options.join(', ')} (it is ${shown(value)})`;
		case 'invalid_union_discriminator':
			return `must be one of ${issue.options.join(', ')} (it is ${shown(value)})`;
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
