// What an answer holds beside its words: what is wrong with which field, and all that has no place of its own in a failure.

import { isObject, nonEmptyText, type JsonObject } from '../http/response';
import type { FieldIssue } from './failure';

/** Whether a status finds fault with the request itself: words that name no field are then about its body. */
const isAboutRequest = (status: number): boolean => status >= 400 && status < 500;

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Names of path segments as the service sends them: an array, or a text with dots. */
const detailPath = (path: unknown): string =>
	toList(path)
		.filter((step) => typeof step === 'string' || typeof step === 'number')
		.join('.');

/** The names of zod's `flatten()`: words about the whole, and words for each field under its name. What has another name is no issue. */
const flattenedEntries = ([name, said]: [string, unknown]): unknown[] => {
	if (name === 'formErrors') return toList(said);
	if (name !== 'fieldErrors' || !isObject(said)) return [undefined];
	return Object.entries(said).flatMap(([path, words]) =>
		toList(words).map((message) => ({ path, message })),
	);
};

const detailEntries = (details: unknown): unknown[] =>
	isObject(details) ? Object.entries(details).flatMap(flattenedEntries) : toList(details);

const entryMessage = (entry: unknown): string | undefined =>
	nonEmptyText(isObject(entry) ? entry.message : entry);

const detailIssue = (entry: unknown, status: number): FieldIssue | undefined => {
	const words = entryMessage(entry);
	const path = isObject(entry) ? entry.path : undefined;
	if (words === undefined && path === undefined) return undefined;
	const issue = { path: detailPath(path), message: words ?? 'not accepted' };
	return issue.path !== '' || isAboutRequest(status) ? issue : undefined;
};

/** What `details` come to. */
export interface ParsedDetails {
	issues?: FieldIssue[];
	/** Whether the issues say all that the details say. */
	areTold: boolean;
}

/**
 * Reads the `details` of an answer: a list of issues (`path`, `message`) or of texts, one text, or what zod's
 * `flatten()` makes. Specification: Error response shape, "any; structured per-field validation errors".
 */
export function parseDetails(details: unknown, status: number): ParsedDetails {
	const entries = detailEntries(details);
	const issues = entries.flatMap((entry) => detailIssue(entry, status) ?? []);
	return {
		issues: issues.length > 0 ? issues : undefined,
		areTold:
			issues.length === entries.length &&
			entries.every((entry) => entryMessage(entry) !== undefined),
	};
}

/** Levels below each other that are kept: what goes deeper than some thousand can be written by nobody. */
const MAX_DEPTH = 100;

const isShallow = (value: unknown, levels = MAX_DEPTH): boolean =>
	typeof value !== 'object' ||
	value === null ||
	(levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)));

/** An answer as a fact of a failure, without the names that have a place of their own there; `undefined` where nothing is left. */
export function omitFields(body: JsonObject, names: readonly string[]): JsonObject | undefined {
	const rest = Object.entries(body).filter(
		([name, value]) => !names.includes(name) && isShallow(value),
	);
	return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}
