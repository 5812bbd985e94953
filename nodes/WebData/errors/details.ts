import {
	type Issue,
	isObject,
	type JsonObject,
	listOf,
	nonEmptyText,
	objectsIn,
} from '../json/json';
import { cutText, MAX_NAME_LENGTH } from './text';

// Each list is cut before its entries are copied or combined, so that the work grows only with the size of the response.
const MAX_BRANCHES = 50;
const MAX_CHOICES = 30;
const MAX_NESTED_UNIONS = 3;
const MAX_ISSUES = 50;
const MAX_PATH_STEPS = 20;

type Branch = readonly JsonObject[];

const branchesOf = (errors: unknown): Branch[] =>
	listOf(errors)
		.slice(0, MAX_BRANCHES)
		.map(objectsIn)
		.filter((branch) => branch.length > 0);

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const stepsOf = (path: unknown): unknown[] =>
	path === undefined ? [] : asList(path).slice(0, MAX_PATH_STEPS);

const literalOf = ({ code, values }: JsonObject): unknown =>
	code === 'invalid_value' && Array.isArray(values) && values.length === 1 ? values[0] : undefined;

/** Whether a branch describes values of another type, or with another literal. */
const isOtherKind = (branch: Branch): boolean =>
	branch.some((issue) => {
		// For unknown keys, zod also reports an issue with an empty path.
		const isWrongType = stepsOf(issue.path).length === 0 && issue.code !== 'unrecognized_keys';
		return isWrongType || literalOf(issue) !== undefined;
	});

/** Returns the issues of the union branch that best matches the value. */
function resolveUnion(issue: JsonObject, levels = MAX_NESTED_UNIONS): JsonObject[] {
	const branches = branchesOf(issue.errors);
	if (branches.length === 0 || levels === 0) return [issue];
	const fitting = branches.filter((branch) => !isOtherKind(branch));
	const literals = branches.flat().map(literalOf);
	const choices = literals.filter((each) => typeof each === 'string' || typeof each === 'number');
	if (fitting.length === 0 && choices.length > 0) {
		const listed = choices.slice(0, MAX_CHOICES).join(', ');
		return [{ path: issue.path, message: `must be one of: ${listed}` }];
	}
	const [first, ...others] = fitting.length > 0 ? fitting : branches;
	const best = others.reduce(
		(shortest, branch) => (branch.length < shortest.length ? branch : shortest),
		first ?? [],
	);
	return best
		.slice(0, MAX_ISSUES)
		.flatMap((inner) => {
			const path = [...stepsOf(issue.path), ...stepsOf(inner.path)];
			return resolveUnion({ ...inner, path }, levels - 1);
		})
		.slice(0, MAX_ISSUES);
}

const MAX_ISSUE_LENGTH = 500;

/** Reads the result of zod's `flatten()`: messages about the whole value, and messages by field name. */
const flattenedEntries = ([name, value]: [string, unknown]): unknown[] => {
	if (name === 'formErrors') return asList(value);
	if (name !== 'fieldErrors' || !isObject(value)) return [undefined];
	return Object.entries(value)
		.slice(0, MAX_ISSUES)
		.flatMap(([path, texts]) =>
			asList(texts)
				.slice(0, MAX_ISSUES)
				.map((message) => ({ path, message })),
		);
};

/** zod reports all unknown keys of an object in one issue. */
const unknownKeys = (entry: JsonObject): JsonObject[] =>
	entry.code === 'unrecognized_keys' && Array.isArray(entry.keys) && entry.keys.length > 0
		? entry.keys.slice(0, MAX_ISSUES).map((key: unknown) => ({
				path: [...stepsOf(entry.path), key],
				message: 'Unrecognized key',
			}))
		: [entry];

const detailEntries = (details: unknown): unknown[] => {
	const entries = isObject(details)
		? Object.entries(details).flatMap(flattenedEntries)
		: asList(details);
	return entries
		.slice(0, MAX_ISSUES)
		.flatMap((entry) => (isObject(entry) ? resolveUnion(entry).flatMap(unknownKeys) : [entry]))
		.slice(0, MAX_ISSUES);
};

const entryMessage = (entry: unknown): string | undefined =>
	nonEmptyText(isObject(entry) ? (entry.message ?? entry.msg) : entry);

/** FastAPI names the place of an issue in `loc`, which begins with the part of the request. */
const pathOfLoc = (loc: unknown): unknown => (Array.isArray(loc) ? loc.slice(1) : undefined);

/** Returns no step for a value that is not a name or an index. */
function toStep(step: unknown): string | number | [] {
	if (typeof step === 'number') return step;
	if (typeof step !== 'string' || step === '') return [];
	return /^\d{1,9}$/.test(step) ? Number(step) : cutText(step, MAX_NAME_LENGTH);
}

const detailIssue = (entry: unknown, status: number): Issue | undefined => {
	const message = entryMessage(entry);
	const path = isObject(entry) ? (entry.path ?? pathOfLoc(entry.loc)) : undefined;
	if (message === undefined && path === undefined) return undefined;
	const issue = {
		path: stepsOf(
			typeof path === 'string' ? cutText(path, MAX_NAME_LENGTH).split('.') : path,
		).flatMap(toStep),
		message: cutText(message ?? 'not accepted', MAX_ISSUE_LENGTH),
	};
	const isAboutRequest = status >= 400 && status < 500;
	return issue.path.length > 0 || isAboutRequest ? issue : undefined;
};

/**
 * Reads up to 50 issues from the `details` of an error response, or from `detail`, as FastAPI names them. See "Error
 * response shape" in the specification.
 */
export function parseDetails(
	details: unknown,
	status: number,
): { issues?: Issue[]; complete: boolean } {
	const entries = detailEntries(details);
	const issues = entries.flatMap((entry) => detailIssue(entry, status) ?? []);
	return {
		issues: issues.length > 0 ? issues : undefined,
		complete:
			issues.length === entries.length &&
			entries.every((entry) => entryMessage(entry) !== undefined),
	};
}

/** `JSON.stringify` overflows the stack if a value is nested too deeply. */
const MAX_WRITABLE_DEPTH = 100;

const isShallow = (value: unknown, levels = MAX_WRITABLE_DEPTH): boolean =>
	typeof value !== 'object' ||
	value === null ||
	(levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)));

/** Removes the named fields and deeply nested fields. Returns undefined if no fields remain. */
export function omitFields(body: JsonObject, names: readonly string[]): JsonObject | undefined {
	const omitted = new Set(names);
	const rest = Object.entries(body).filter(
		([name, value]) => !omitted.has(name) && isShallow(value),
	);
	return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}
