import { type ZodError, type ZodIssue, ZodOptional, type ZodTypeAny } from 'zod';
import type { Issue, JsonObject } from '../json/json';
import type { FormType } from './form';

const formatValue = (value: unknown): string => {
	const text = typeof value === 'string' ? `"${value}"` : String(JSON.stringify(value));
	return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

const typeNames: Record<string, string> = {
	string: 'text',
	number: 'a number',
	integer: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'a JSON object',
};

const limitMessage = (
	issue: ZodIssue & { code: 'too_small' | 'too_big' },
	value: unknown,
): string => {
	const [word, limit] =
		issue.code === 'too_small'
			? ['at least', Number(issue.minimum)]
			: ['at most', Number(issue.maximum)];
	if (Array.isArray(value)) {
		const entries = limit === 1 ? 'entry' : 'entries';
		return `must contain ${word} ${limit} ${entries} (it contains ${value.length})`;
	}
	if (issue.type !== 'string' || typeof value !== 'string')
		return `must be ${word} ${limit} (it is ${formatValue(value)})`;
	if (issue.code === 'too_small' && limit === 1) return 'must not be empty';
	return `must be ${word} ${limit} characters long (it is ${value.length})`;
};

/** Returns the message for a value of another type. */
export const typeMessage = (expectedTypes: readonly string[], value: unknown): string =>
	value === undefined
		? 'is required'
		: `must be ${expectedTypes.join(' or ')} (it is ${formatValue(value)})`;

/** Returns the message for a value that is not one of `choices`. */
export const choiceMessage = (choices: readonly unknown[], value: unknown): string =>
	typeMessage([choices.length > 1 ? `one of: ${choices.join(', ')}` : String(choices[0])], value);

/** For an enum, zod lists the values, such as `'a' | 'b'`, instead of a type. */
const expectedType = (expected: string): string =>
	expected.startsWith("'")
		? `one of: ${expected.replaceAll("'", '').replaceAll(' | ', ', ')}`
		: (typeNames[expected] ?? expected);

/** Returns the issue of a union branch that does not accept the type of the value. */
const typeIssueOf = (branch: ZodError, union: ZodIssue) =>
	branch.issues.find(
		(each) => each.code === 'invalid_type' && each.path.length === union.path.length,
	) as (ZodIssue & { code: 'invalid_type' }) | undefined;

const zodMessage = (issue: ZodIssue, input: unknown): string => {
	const value = issue.path.reduce<unknown>(
		(parent, key) => (parent as Record<string | number, unknown> | null | undefined)?.[key],
		input,
	);
	switch (issue.code) {
		case 'too_small':
		case 'too_big':
			return limitMessage(issue, value);
		case 'invalid_type':
			return typeMessage([expectedType(issue.expected)], value);
		case 'invalid_union':
			return typeMessage(
				issue.unionErrors.map((error) =>
					expectedType(typeIssueOf(error, issue)?.expected ?? 'unknown'),
				),
				value,
			);
		case 'invalid_enum_value':
		case 'invalid_union_discriminator':
			return choiceMessage(issue.options, value);
		case 'invalid_literal':
			return choiceMessage([issue.expected], value);
		case 'unrecognized_keys':
			return `must not contain ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
		default:
			return issue.message;
	}
};

/** Returns the issues of the first union branch that accepts the type of the value. */
const unionIssues = (issue: ZodIssue): ZodIssue[] => {
	if (issue.code !== 'invalid_union') return [issue];
	const branch = issue.unionErrors.find((error) => typeIssueOf(error, issue) === undefined);
	return branch === undefined ? [issue] : branch.issues.flatMap(unionIssues);
};

export const issuesOf = (issues: readonly ZodIssue[], input: unknown): Issue[] =>
	issues
		.flatMap(unionIssues)
		.map((issue) => ({ path: issue.path, message: zodMessage(issue, input) }));

/** The first value of each type, before and after the check, because most fields have one value for all items. */
export type CheckedValues = Map<ZodTypeAny, { entered: unknown; value: unknown }>;

/**
 * Returns the values of a form, or the issues with them, as `safeParse` of the type would. Skips optional fields that are
 * not set: `safeParse` visits all fields of a form, which takes half of the time that reading an item takes.
 */
export function validateFields<Values>(
	{ shape }: FormType<Values>,
	entered: JsonObject,
	checked?: CheckedValues,
): { values: Values } | { issues: Issue[] } {
	const values: JsonObject = {};
	const issues: ZodIssue[] = [];
	for (const name of Object.keys(shape)) {
		const type = shape[name];
		const isLeftOut = entered[name] === undefined && type instanceof ZodOptional;
		if (type === undefined || isLeftOut) continue;
		const before = checked?.get(type);
		if (before !== undefined && before.entered === entered[name]) {
			values[name] = before.value;
			continue;
		}
		const { data, error } = type.safeParse(entered[name], { path: [name] });
		if (error !== undefined) {
			error.issues.forEach((issue) => issues.push(issue));
			continue;
		}
		values[name] = data;
		if (before === undefined) checked?.set(type, { entered: entered[name], value: data });
	}
	const keys = Object.keys(entered).filter((name) => !Object.hasOwn(shape, name));
	if (keys.length > 0) issues.push({ code: 'unrecognized_keys', keys, path: [], message: '' });
	return issues.length > 0 ? { issues: issuesOf(issues, entered) } : { values: values as Values };
}
