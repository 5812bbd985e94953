import { isObject, nonEmptyText, type JsonObject } from '../http/response';
import { cutText, MAX_NAME_LENGTH } from './bounds';
import type { FieldIssue } from './failure';
import { resolveUnion, stepsOf } from './unionIssue';

const MAX_ISSUES = 50;
const MAX_PATH_STEPS = 20;
const MAX_ISSUE_LENGTH = 500;

const isAboutRequest = (status: number): boolean => status >= 400 && status < 500;

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const issuePath = (path: unknown): string =>
	stepsOf(path)
		.slice(0, MAX_PATH_STEPS)
		.filter((step) => typeof step === 'string' || typeof step === 'number')
		.map((step) => cutText(String(step), MAX_NAME_LENGTH))
		.join('.');

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
	nonEmptyText(isObject(entry) ? entry.message : entry);

const detailIssue = (entry: unknown, status: number): FieldIssue | undefined => {
	const message = entryMessage(entry);
	const path = isObject(entry) ? entry.path : undefined;
	if (message === undefined && path === undefined) return undefined;
	const issue = {
		path: issuePath(path),
		message: cutText(message ?? 'not accepted', MAX_ISSUE_LENGTH),
	};
	return issue.path !== '' || isAboutRequest(status) ? issue : undefined;
};

export interface ParsedDetails {
	issues?: FieldIssue[];
	complete: boolean;
}

/** Reads up to 50 issues from the `details` of an error response. See "Error response shape" in the specification. */
export function parseDetails(details: unknown, status: number): ParsedDetails {
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
	const rest = Object.entries(body).filter(
		([name, value]) => !names.includes(name) && isShallow(value),
	);
	return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}
