import type { JsonObject } from '../../nodes/WebData/json/json';
import { type ErrorRow, type Remedy, type Say, sayRemedy } from '../../nodes/WebData/errors/row';
import { creditRows, rateLimitRows } from '../../nodes/WebData/errors/rows/limits';
import { fallbackRows, responseRows } from '../../nodes/WebData/errors/rows/response';
import { pageRows } from '../../nodes/WebData/errors/rows/page';
import { failedPageRows } from '../../nodes/WebData/errors/rows/pageJob';
import { transportRows } from '../../nodes/WebData/errors/rows/transport';
import { jobRowsFor, withJobName } from '../../nodes/WebData/errors/rows/job';

export type Texts = Pick<ErrorRow, 'message' | 'cause' | 'remedy'> & { status?: number };

/** Says every sentence, with references to fields such as `{url}`. */
const everything: Say = (...given) => given.filter(Boolean).join(' ');

/** Returns the advice with references to fields such as `{url}`. */
export const adviceOf = (remedy: Remedy, sent?: JsonObject, say = everything): string =>
	sayRemedy(remedy, say, sent);

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
