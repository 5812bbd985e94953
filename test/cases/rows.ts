import type { JsonObject } from '../../nodes/WebData/json/json';
import type { AnyRow, ErrorRow, Remedy } from '../../nodes/WebData/errors/row';
import { creditRows, rateLimitRows } from '../../nodes/WebData/errors/rows/limits';
import { fallbackRows, responseRows } from '../../nodes/WebData/errors/rows/response';
import { pageRows } from '../../nodes/WebData/errors/rows/page';
import { failedPageRows } from '../../nodes/WebData/errors/rows/pageJob';
import { transportRows } from '../../nodes/WebData/errors/rows/transport';
import { type JobErrorId, jobRows, withJobName } from '../../nodes/WebData/errors/rows/job';

export type Texts = Pick<ErrorRow, 'message' | 'cause' | 'remedy'> & { status?: number };

/** Returns the texts of a remedy with references to fields such as `{url}`, with the first of alternatives. */
const everything = (remedy: Remedy): string =>
	[remedy]
		.flat()
		.map((sentence) => (typeof sentence === 'object' ? sentence.either[0] : sentence))
		.filter(Boolean)
		.join(' ');

/** Returns the advice after a request with the body `sent`, with references to fields such as `{url}`. */
export const adviceOf = (
	remedy: AnyRow['remedy'],
	sent: JsonObject = {},
	say: (remedy: Remedy) => string = everything,
): string => say(typeof remedy === 'function' ? remedy(sent) : remedy);

/** Matches a remedy in an expected failure. */
export const adviceLike = (pattern: RegExp) => ({
	asymmetricMatch: (remedy: Remedy): boolean => pattern.test(adviceOf(remedy)),
});

/** Bodies on which the advice of an error can depend. */
export const sentBodies: readonly JsonObject[] = [
	{},
	{ url: 'https://example.com' },
	{
		...{ actions: [{ type: 'scrape' }], domainTools: true, fastMode: true, headers: { a: 'b' } },
		...{ minAge: 60_000, schema: { type: 'object' }, waitFor: 500 },
	},
];

/** Errors that every operation can return. */
export const commonRows: Record<string, Texts> = {
	...Object.fromEntries(Object.values(fallbackRows).map((row) => [row.id, row])),
	...responseRows,
	...transportRows,
	...rateLimitRows,
	...creditRows,
};

/** Scrape errors that searches, file parsing, and monitor operations cannot return. */
export const ofOtherFormats = [
	'audioNotSupported',
	'brandingNotSupported',
	'mediaAccessDenied',
	'unsupportedFile',
	'videoNotSupported',
];

/** Returns the error rows of a kind of job. */
export const jobRowsFor = (job: string) =>
	Object.fromEntries(
		Object.entries(jobRows).map(([errorId, row]) => [errorId, withJobName(row, job)]),
	) as Record<JobErrorId, ErrorRow>;

/** Returns the errors of the start and of the end of a crawl or batch scrape. */
export function pageJobRows(job: string, neverFails: readonly string[]) {
	const { startNotFound, startUnsettled, noJobId, jobGone, ...ends } = jobRowsFor(job);
	const pages = Object.entries(failedPageRows)
		.filter(([id]) => !neverFails.includes(id))
		.map(([id, row]) => [id, withJobName(row, job)]);
	const start: Record<string, Texts> = { startNotFound, startUnsettled, noJobId };
	const end: Record<string, Texts> = {
		...ends,
		...pageRows,
		...(Object.fromEntries(pages) as Record<string, Texts>),
	};
	return { start, end, run: { ...start, jobGone, ...end } };
}
