// Each job endpoint accepts both crawl IDs and batch scrape IDs.
import { failure, jsonAnswer, rowFailure } from '../answer';
import { baseDomain } from '../jobs/crawlSource';
import { totalOf, type Job } from '../jobs/job';
import { cancelJob, settle } from '../jobs/runJob';
import type { ServiceState } from '../state';
import type { Document } from '../web/scrape';
import { endpoint, isUuid, type ApiRequest, type Endpoint, type Serve } from './endpoint';

const RESULT_LIFETIME_MS = 86_400_000;

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

export function jobStatusOf({ isCancelled, endedAt, completedBefore }: Job): string {
	if (isCancelled) return 'cancelled';
	return (endedAt ?? completedBefore) === undefined ? 'scraping' : 'completed';
}

/** Returns at least one document, even if the document is larger than `maxBytes`. */
function documentsOf(pages: Job['done'], maxBytes: number): Document[] {
	const documents: Document[] = [];
	let size = 0;
	for (const { document, bytes } of pages) {
		size += bytes;
		if (documents.length > 0 && size > maxBytes) break;
		documents.push(document);
	}
	return documents;
}

function statusBody(job: Job, request: ApiRequest, state: ServiceState): Record<string, unknown> {
	const { createdAt } = job;
	const { pathname, searchParams } = request.url;
	const limit = searchParams.get('limit');
	const skip = Number(searchParams.get('skip') ?? 0);
	const now = state.clock.now();
	job.polls.push(now);
	const status = jobStatusOf(job);
	const pages = job.done.slice(skip, skip + Number(limit ?? 100));
	const data = documentsOf(pages, state.settings.jobPageBytes);
	const end = skip + data.length;
	const hasNext = status !== 'completed' || end < totalOf(job);
	const next = `${state.url}${pathname}?skip=${end}${limit === null ? '' : `&limit=${limit}`}`;
	const endedAt = job.endedAt ?? job.completedBefore;
	const expiresAt = Math.floor((now + RESULT_LIFETIME_MS) / 1000) * 1000;
	return {
		...{ status, completed: job.done.length, total: totalOf(job) },
		creditsUsed: state.settings.jobCreditsKnown ? job.credits : -1,
		expiresAt: new Date(expiresAt).toISOString(),
		...(hasNext && { next }),
		...{ data, createdAt: new Date(createdAt).toISOString() },
		...(endedAt !== undefined && { completedAt: new Date(endedAt).toISOString() }),
		duration: ((endedAt ?? now) - createdAt) / 1000,
		...warningOf(job),
	};
}

function warningOf({ kind, url, endedAt, done }: Job): { warning?: string } {
	if (kind !== 'crawl' || endedAt === undefined || done.length > 1) return {};
	const warning = `Only ${done.length} result(s) found. For broader coverage, try crawling with crawlEntireDomain=true or start from a higher-level path like ${baseDomain(url)}`;
	return { warning };
}

const get: Serve = async (request, state) => {
	checkJobId(request);
	const job = await lookUpJob(request, state);
	if (!job || job.team !== request.team) throw failure(404, 'Job not found');
	return statusBody(job, request, state);
};

const cancel: Serve = async (request, state) => {
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

const getErrors: Serve = async (request, state) => {
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
