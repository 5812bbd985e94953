import type { Failure } from '../errors/failure';
import { callApi, type CallResult, type Session } from '../http/call';
import { SERVICE_TIMEOUT_MS, type ApiRequest } from '../http/request';
import type { JsonObject } from '../http/response';
import { findInActivity } from './findStarted';
import { errorText, failureOfStatus, jobFailure, type JobKind } from './job';
import { collectPages, type Slice } from './jobPages';

/** The differences between the kinds of jobs that return pages. */
export interface PageJobRow {
	/** Used in messages, for example `batch scrape`. */
	name: string;
	endpoint: 'crawl' | 'batchScrape';
	/** Segments after `/v2` of the request that starts a job. */
	path: readonly string[];
	/** Name of the kind in the account's activity. */
	activity: string;
	/** The first URL of the body that starts a job. */
	firstUrl(body: JsonObject): unknown;
	/** Whether URLs can be appended to a job that has completed. Its status stays `completed` while they are scraped. */
	mayGrow?: true;
	/** Fields of the response to a start that belong to the result of the job. */
	startFacts?: readonly string[];
}

/** A kind of job that returns pages. */
export interface PageJob extends JobKind {
	/** Starts a job. A repeated request would start and charge another job. */
	start(body: JsonObject): ApiRequest;
	/** The status with finished pages. */
	pages(jobId: string): ApiRequest;
	errors(jobId: string): ApiRequest;
	fetchResult: NonNullable<JobKind['fetchResult']>;
}

const isCount = (value: unknown): value is number => typeof value === 'number' && value > 0;

/**
 * The pages in a slice of a job, in the order in which they were finished: `data`, `completed`, the number of pages that
 * it had finished, and its `status`. `isIncomplete` is set if the service did not return all of them.
 */
export async function readPages(
	job: PageJob,
	jobId: string,
	session: Session,
	slice?: Slice,
): Promise<CallResult> {
	const read = await collectPages(job.pages(jobId), session, slice);
	if (!read.ok) return read;
	const { items: data, completed, last = {}, end, attempts, waits } = read;
	const status = job.statusOf(last);
	const isIncomplete = end === 'noProgress' || undefined;
	return { ok: true, answer: { data, completed, status, isIncomplete, jobId }, attempts, waits };
}

/** The result of a job that has ended: its pages, and the failed ones in `errors` and `robotsBlocked`. */
async function fetchPages(
	job: PageJob,
	jobId: string,
	status: JsonObject,
	session: Session,
): Promise<CallResult> {
	const pages = await readPages(job, jobId, session);
	if (!pages.ok) return pages;
	const failed = await callApi(job.errors(jobId), session);
	// The pages were paid for, so they are returned without the errors.
	const errors = failed.ok ? failed.answer : { errorsUnknown: errorText(failed.failure) };
	return { ...pages, answer: { ...status, ...pages.answer, status: status.status, ...errors } };
}

function failureOf(job: PageJob, jobId: string, response: JsonObject): Failure {
	const { status, completed, total } = response;
	return status === 'cancelled'
		? jobFailure(job, 'jobCancelled', { jobId, status, completed, total })
		: failureOfStatus(job, jobId, response);
}

const isGrowing = ({ status, completed, total }: JsonObject): boolean =>
	status === 'completed' &&
	typeof total === 'number' &&
	typeof completed === 'number' &&
	completed < total;

type PageJobRequests = Pick<PageJob, 'start' | 'poll' | 'pages' | 'errors' | 'cancel'>;

/** The requests about jobs of one kind. */
function pageJobRequests({ endpoint, path }: PageJobRow): PageJobRequests {
	const read = (jobId: string, ...rest: string[]): ApiRequest => ({
		endpoint,
		method: 'GET',
		path: [...path, jobId, ...rest],
		idempotency: 'read',
		serviceTimeoutMs: SERVICE_TIMEOUT_MS,
	});
	// A job that could not begin is reported by `success: false` with a status.
	const pages = (jobId: string): ApiRequest => ({ ...read(jobId), statusField: 'status' });
	return {
		start: (body) => ({
			endpoint,
			method: 'POST',
			path,
			body,
			idempotency: 'unsafe',
			serviceTimeoutMs: SERVICE_TIMEOUT_MS,
		}),
		poll: (jobId) => ({ ...pages(jobId), query: { limit: '1' } }),
		pages,
		errors: (jobId) => read(jobId, 'errors'),
		cancel: (jobId) => ({ ...read(jobId), method: 'DELETE', mayBeEmpty: true }),
	};
}

/** Creates a kind of job from its row. */
export function pageJob(row: PageJobRow): PageJob {
	const { name, activity, firstUrl, startFacts = [], mayGrow } = row;
	const job: PageJob = {
		...pageJobRequests(row),
		name,
		phases: {
			scraping: 'running',
			completed: 'completed',
			failed: 'failed',
			cancelled: 'failed',
		},
		statusOf: (response) => (mayGrow && isGrowing(response) ? 'scraping' : response.status),
		hasEnded: ({ completedAt }) => completedAt !== undefined && completedAt !== null,
		partialFields: ['data', 'next'],
		hasPartialResult: ({ completed }) => isCount(completed),
		fetchResult: (jobId, response, session) => fetchPages(job, jobId, response, session),
		failureOf: (jobId, response) => Promise.resolve(failureOf(job, jobId, response)),
		findStarted: async ({ body = {} }, session, start) => {
			const url = firstUrl(body);
			if (typeof url !== 'string') return {};
			return await findInActivity({ ...start, activity, url }, session);
		},
		startFacts: ['recovered', ...startFacts],
		goneErrorId: 'pageJobNotFound',
		cancelOutcomes: { pageJobEnded: 'alreadyFinished' },
	};
	return job;
}
