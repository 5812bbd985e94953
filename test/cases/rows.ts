import type { ErrorRow } from '../../nodes/WebData/api/errors/errorRow';
import { creditRows } from '../../nodes/WebData/api/errors/rows/credits';
import { fallbackRows } from '../../nodes/WebData/api/errors/rows/fallback';
import { pageRows } from '../../nodes/WebData/api/errors/rows/page';
import { failedPageRows } from '../../nodes/WebData/api/errors/rows/pageJob';
import { rateLimitRows } from '../../nodes/WebData/api/errors/rows/rateLimit';
import { responseRows } from '../../nodes/WebData/api/errors/rows/response';
import { transportRows } from '../../nodes/WebData/api/errors/rows/transport';
import { jobRowsFor, withJobName } from '../../nodes/WebData/api/jobs/jobRows';

export type Texts = Pick<ErrorRow, 'message' | 'cause' | 'remedy'> & { status?: number };

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
