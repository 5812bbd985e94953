// Each job endpoint accepts both crawl IDs and batch scrape IDs.
import { randomUUID } from 'node:crypto';
import { failure, jsonAnswer, mergePatch, rowFailure } from '../answer';
import { baseDomain } from '../crawl/crawlSource';
import { totalOf, type Job } from '../jobs/job';
import { cancelJob, settle } from '../jobs/runJob';
import type { Document } from '../scrape/runScrape';
import type { ServiceState } from '../state';
import { endpoint, isUuid, type ApiRequest, type Endpoint } from './endpoint';

const RESULT_LIFETIME_MS = 86_400_000;
const DEFAULT_LIMIT = 100;

/** Returns undefined if the job is unknown or expired. */
async function lookUpJob({ id }: ApiRequest, state: ServiceState): Promise<Job | undefined> {
	const job = state.jobs.all.find((one) => one.id === id.toLowerCase());
	if (!job || isExpired(job, state.clock.now())) return undefined;
	await settle(job, state);
	return job;
}

/** Each poll extends the time for which the service stores the results. */
function isExpired({ endedAt, polls }: Job, now: number): boolean {
	if (endedAt === undefined) return false;
	return now >= Math.max(endedAt, polls.at(-1) ?? 0) + RESULT_LIFETIME_MS;
}

function checkJobId({ id }: ApiRequest): void {
	if (!isUuid(id)) throw rowFailure('invalidJobId');
}

export function jobLocation(path: string, { headers }: ApiRequest, state: ServiceState): string {
	const { protocol, host } = new URL(state.url);
	return `${protocol}//${headers.host ?? host}${path}`;
}

export function jobStatusOf({ plan, polls, isCancelled, endedAt, completedBefore }: Job): string {
	if (plan.kickoffError !== undefined) return 'failed';
	if (isCancelled) return 'cancelled';
	if ((endedAt ?? completedBefore) !== undefined) return plan.endStatus ?? 'completed';
	const statuses = plan.statuses ?? ['scraping'];
	return statuses[Math.min(polls.length, statuses.length) - 1] ?? statuses[0] ?? 'scraping';
}

interface PageQuery {
	skip: number;
	limit: number | undefined;
}

function pageQueryOf({ searchParams }: URL): PageQuery {
	const [skip, limit] = ['skip', 'limit'].map((name) => {
		const text = searchParams.get(name);
		const count = Number.parseInt(text ?? '0', 10);
		if (count >= 0) return text === null ? undefined : count;
		// The public service responds with the same error.
		const error = `An error occurred. Please check your logs for more details. Error ID: ${randomUUID()}`;
		throw failure(500, error, { code: 'UNKNOWN_ERROR' });
	});
	return { skip: skip ?? 0, limit };
}

/**
 * Returns at least one document, even if the document is larger than `maxBytes`. `end` is the position after the last
 * finished web page, including web pages without a document.
 */
function documentsOf(
	job: Job,
	{ skip, limit = DEFAULT_LIMIT }: PageQuery,
	maxBytes: number,
): { documents: Document[]; end: number } {
	const documents: Document[] = [];
	let end = skip;
	let size = 0;
	for (const { document, bytes } of job.done.slice(skip, skip + limit)) {
		size += bytes;
		if (document && documents.length > 0 && size > maxBytes) break;
		end += 1;
		if (document) documents.push(document);
	}
	return { documents, end };
}

function statusBody(job: Job, request: ApiRequest, state: ServiceState): Record<string, unknown> {
	const { plan, createdAt } = job;
	const query = pageQueryOf(request.url);
	const now = state.clock.now();
	job.polls.push(now);
	const status = jobStatusOf(job);
	const { documents, end } = documentsOf(job, query, state.settings.jobPageBytes);
	const hasNext = status !== 'completed' || end < totalOf(job) || plan.endlessNext;
	const endedAt = job.endedAt ?? job.completedBefore;
	const expiresAt = Math.floor((now + RESULT_LIFETIME_MS) / 1000) * 1000;
	return mergePatch(
		{
			success: plan.kickoffError === undefined,
			status,
			...(plan.kickoffError !== undefined && { error: plan.kickoffError }),
			completed: job.done.length,
			total: totalOf(job),
			creditsUsed: state.settings.jobCreditsKnown ? job.credits : -1,
			expiresAt: new Date(expiresAt).toISOString(),
			...(hasNext && { next: nextUrl(job, end, query, request, state) }),
			data: documents,
			createdAt: new Date(createdAt).toISOString(),
			...(endedAt !== undefined && { completedAt: new Date(endedAt).toISOString() }),
			duration: ((endedAt ?? now) - createdAt) / 1000,
			...warningOf(job),
		},
		plan.patch ?? {},
	);
}

function nextUrl(
	{ plan }: Job,
	skip: number,
	{ limit }: PageQuery,
	request: ApiRequest,
	state: ServiceState,
): string {
	const { origin, pathname } = new URL(jobLocation(request.url.pathname, request, state));
	const end = limit === undefined ? '' : `&limit=${limit}`;
	return `${plan.nextOrigin ?? origin}${pathname}?skip=${skip}${end}`;
}

function warningOf({ kind, url, endedAt, plan, done }: Job): { warning?: string } {
	const isFinished = endedAt !== undefined && plan.kickoffError === undefined;
	if (kind !== 'crawl' || !isFinished || done.length > 1) return {};
	const domain = baseDomain(url);
	const warning = `Only ${done.length} result(s) found. For broader coverage, try crawling with crawlEntireDomain=true or start from a higher-level path like ${domain}`;
	return { warning };
}

const get: Endpoint['serve'] = async (request, state) => {
	checkJobId(request);
	const job = await lookUpJob(request, state);
	if (!job || job.team !== request.team) throw failure(404, 'Job not found');
	return jsonAnswer(200, statusBody(job, request, state));
};

const cancel: Endpoint['serve'] = async (request, state) => {
	checkJobId(request);
	const job = await lookUpJob(request, state);
	if (!job || job.team !== request.team) return jsonAnswer(404, { error: 'Job not found' });
	job.cancels.push(state.clock.now());
	const hasCompleted = (job.endedAt ?? job.completedBefore) !== undefined;
	if (hasCompleted && !job.isCancelled) {
		return jsonAnswer(409, { error: 'Crawl is already completed' });
	}
	if (!job.isCancelled) cancelJob(job, state);
	return jsonAnswer(200, { status: 'cancelled' });
};

const getErrors: Endpoint['serve'] = async (request, state) => {
	// Only the crawl endpoint checks the format of the ID.
	if (request.url.pathname.startsWith('/v2/crawl/')) checkJobId(request);
	const job = await lookUpJob(request, state);
	if (!job) throw failure(404, 'Job not found');
	if (job.team !== request.team) throw failure(403, 'Forbidden');
	return jsonAnswer(200, { errors: job.errors, robotsBlocked: job.robotsBlocked });
};

export const jobEndpoints: readonly Endpoint[] = (['crawl', 'batch/scrape'] as const).flatMap(
	(name) => [
		endpoint(`GET /v2/${name}/:id`, get),
		endpoint(`DELETE /v2/${name}/:id`, cancel),
		endpoint(`GET /v2/${name}/:id/errors`, getErrors),
	],
);
