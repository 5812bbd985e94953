import type { Failure } from '../../errors/row';
import { pageJobServiceRows } from '../../errors/rows/pageJob';
import { requestRows } from '../../errors/rows/scrape';
import { finiteNumber, isObject, type JsonObject, nonEmptyText, objectsIn } from '../../json/json';
import { call } from '../call';
import { abortedError, type Client, ServiceError, serviceError } from '../client';
import { list, type ListReader, type Query, queryOfNext } from '../lists';
import { type ApiRequest, defineRoute, type Route, SERVICE_TIMEOUT_MS } from '../request';
import { type FailedPage, failedPagesIn } from './failedPages';
import { forgetJob, jobFailure, type JobKind } from './job';

const DEFAULT_PAGE_SIZE = 100;
/** Maximum time for reading the failed pages of a job that has ended, without waits. */
const ERRORS_TIMEOUT_MS = 30_000;

const readWholeNumber = (value: unknown): number | undefined => {
	const number = typeof value === 'string' ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
};

/**
 * Returns the query for the next response, or undefined after the last one. A job that did not complete has `next` even
 * after its last page. The responses of a completed job may lead to more pages than it counts.
 */
export function nextSkip(response: JsonObject, query: Query): Query | undefined {
	const count = objectsIn(response.data).length;
	const skip = readWholeNumber(query.skip) ?? 0;
	const stated = readWholeNumber(queryOfNext(response.next)?.skip) ?? 0;
	const isStated = stated > skip;
	// A response omits pages whose content no longer exists, but the offset in the service's `next` counts these pages.
	const next = isStated ? stated : skip + count;
	const total = readWholeNumber(response.completed) ?? (isStated ? Infinity : 0);
	const leadsOn = response.status === 'completed' && isStated && count > 0;
	return next > skip && (next < total || leadsOn) ? { skip: String(next) } : undefined;
}

/** Range of a job's pages, in order of completion. */
export interface Slice {
	skip: number;
	/** Maximum number of pages. By default, the range has no end. */
	limit?: number;
}

/** Returns the query for the pages from `skip` up to `end`. */
const sliceQuery = (skip: number, end: number): Query => ({
	...(skip > 0 ? { skip: String(skip) } : {}),
	...(end - skip <= DEFAULT_PAGE_SIZE ? { limit: String(end - skip) } : {}),
});

/** What the routes of all page jobs have in common. */
export const pageJobFacts = {
	errors: [
		requestRows.zeroDataRetentionNotEnabled,
		requestRows.siteNotSupported,
		requestRows.threatProtectionRefused,
		requestRows.profileInUse,
		...Object.values(pageJobServiceRows),
	],
	rateClass: 'crawlStatus',
	credits: ['creditsUsed'],
	isRunning: ({ status }) => status === 'scraping',
	lowestPrice({ completed }) {
		const pages = finiteNumber(completed);
		return pages && Math.max(0, pages);
	},
} satisfies Partial<Route>;

interface PageJobRow extends Pick<JobKind, 'name' | 'findStarted'> {
	/** The paths of the other routes start with the path of this route. */
	start: Route;
	/** Whether URLs can be added to a completed job. The status of the job then stays `completed`. */
	mayGrow?: true;
	startFacts?: readonly string[];
}

/** Pages of a job, in order of completion. */
export interface ReadPages {
	pages: JsonObject[];
	/** Number of pages that the service counts as ready. */
	completed?: number;
	status: unknown;
	/** Whether the service did not return all pages of the range. */
	isIncomplete: boolean;
	/** Reason why the service refused to return a page. */
	unreadReason?: string;
}

export interface JobPages extends ReadPages {
	/** Empty if the failed pages are unknown. */
	failedPages: FailedPage[];
	/** Reason why the failed pages are unknown. */
	errorsUnknown?: string;
}

export interface PageJob extends JobKind<JobPages> {
	pages(jobId: string): ApiRequest;
	errors(jobId: string): ApiRequest;
	cancel(jobId: string): ApiRequest;
}

const isCount = (value: unknown): value is number => typeof value === 'number' && value > 0;

/** Returns the request for the first pages of a range. */
export const pagesRequest = (job: PageJob, jobId: string, slice: Slice): ApiRequest => ({
	...job.pages(jobId),
	query: sliceQuery(slice.skip, slice.skip + (slice.limit ?? Infinity)),
});

const pageReader = ({ skip, limit = Infinity }: Slice): ListReader => ({
	entriesIn: ({ data }) => objectsIn(data),
	nextIn: (response, query) => {
		const next = readWholeNumber(nextSkip(response, query)?.skip);
		const end = skip + limit;
		return next === undefined || next >= end ? undefined : sliceQuery(next, end);
	},
	// Responses may overlap if the service does not return `next`.
	idOf: ({ metadata }) => (isObject(metadata) ? metadata.scrapeId : undefined),
	maxEntries: limit,
	// A response is empty if the content of its pages no longer exists.
	maxEmptyResponses: 100,
});

/**
 * Returns the pages of a job in a range. Pages whose content no longer exists are omitted. If a response fails and a
 * retry cannot help, returns the pages of the responses before it.
 */
export async function readPages(
	job: PageJob,
	request: ApiRequest,
	client: Client,
	slice: Slice,
): Promise<ReadPages> {
	const read: ReadPages = { pages: [], status: undefined, isIncomplete: false };
	const reading = async (): Promise<void> => {
		for await (const { response, entries, hasNext } of list(request, client, pageReader(slice))) {
			for (const page of entries) read.pages.push(page);
			read.completed = readWholeNumber(response.completed) ?? read.completed;
			read.status = job.statusOf(response);
			// The service may return no new pages although the list continues.
			read.isIncomplete = hasNext;
		}
	};
	const error = await reading().catch(serviceError);
	if (error === undefined) return read;
	const { failure, isAborted } = error;
	if (failure.retry !== 'never' || isAborted || read.pages.length === 0) throw error;
	return { ...read, isIncomplete: true, unreadReason: error.text };
}

async function fetchPages(
	job: PageJob,
	jobId: string,
	status: JsonObject,
	client: Client,
): Promise<JobPages> {
	const all = { skip: 0 };
	const read = await readPages(job, pagesRequest(job, jobId, all), client, all);
	// The pages cost credits, so they must neither be lost nor wait long if the job's errors cannot be read.
	const request = { ...job.errors(jobId), totalTimeoutMs: ERRORS_TIMEOUT_MS };
	const errors = await call(request, client).catch(serviceError);
	const ended: JobPages = { ...read, status: status.status, failedPages: [] };
	if (!(errors instanceof ServiceError)) ended.failedPages = failedPagesIn(errors);
	else if (errors.isAborted) throw abortedError();
	else ended.errorsUnknown = errors.text;
	const hasPages = isCount(ended.completed) || ended.pages.length > 0;
	// A job without successful pages costs no credits, so a retry may start another job.
	if (!hasPages && ended.failedPages.length > 0) forgetJob(client);
	return ended;
}

/** The `error` text of a failed job becomes the message. */
function failureOf(job: PageJob, jobId: string, response: JsonObject): Failure {
	const { data: _data, error, success: _success, ...facts } = response;
	const { status, completed, total } = facts;
	if (status === 'cancelled') {
		return jobFailure(job, 'jobCancelled', { jobId, status, completed, total });
	}
	const failure = jobFailure(job, 'jobFailed', { ...facts, jobId });
	return { ...failure, message: nonEmptyText(error) ?? failure.message };
}

const isGrowing = ({ status, completed, total }: JsonObject): boolean =>
	status === 'completed' &&
	typeof total === 'number' &&
	typeof completed === 'number' &&
	completed < total;

function readyPagesAdvice({ completed, total }: JsonObject): string | undefined {
	if (!isCount(completed)) return undefined;
	const count = isCount(total) ? `${completed} of ${total} pages are` : `${completed} pages are`;
	return `${count} ready. To read these pages, use the Get Pages operation, or set 'When Max Wait Is Over' to 'Cancel and Return Pages'.`;
}

function routesOf({ path, errors }: Route) {
	const facts = { ...pageJobFacts, errors };
	const ofJob = `${path}/{jobId}`;
	// If a job failed to start, the status response contains `success: false`.
	const status = defineRoute('GET', ofJob, { ...facts, statusField: 'status' });
	const long = { serviceTimeoutMs: SERVICE_TIMEOUT_MS };
	const ending = { rateClass: 'cancel', mayBeEmpty: true, endsJob: true } as const;
	return {
		status,
		pages: { ...status, ...long },
		errors: defineRoute('GET', `${ofJob}/errors`, { ...facts, ...long }),
		cancel: defineRoute('DELETE', ofJob, { ...facts, ...ending }),
	};
}

export function pageJob(row: PageJobRow): PageJob {
	const { name, start, findStarted, startFacts = [], mayGrow } = row;
	const routes = routesOf(start);
	const job: PageJob = {
		poll: (jobId) => ({ route: routes.status, ids: [jobId], query: { limit: '1' } }),
		pages: (jobId) => ({ route: routes.pages, ids: [jobId] }),
		errors: (jobId) => ({ route: routes.errors, ids: [jobId] }),
		cancel: (jobId) => ({ route: routes.cancel, ids: [jobId] }),
		name,
		phases: { scraping: 'running', completed: 'completed', failed: 'failed', cancelled: 'failed' },
		statusOf: (response) => (mayGrow && isGrowing(response) ? 'scraping' : response.status),
		hasEnded: ({ completedAt }) => completedAt !== undefined && completedAt !== null,
		partialFields: ['data', 'next'],
		hasPartialResult: ({ completed }) => isCount(completed),
		partialResultAdvice: readyPagesAdvice,
		fetchResult: (jobId, response, client) => fetchPages(job, jobId, response, client),
		failureOf: (jobId, response) => Promise.resolve(failureOf(job, jobId, response)),
		findStarted,
		startFacts: ['recovered', ...startFacts],
		goneErrorId: pageJobServiceRows.pageJobNotFound.id,
		cancelOutcomes: { [pageJobServiceRows.pageJobEnded.id]: 'alreadyFinished' },
	};
	return job;
}
