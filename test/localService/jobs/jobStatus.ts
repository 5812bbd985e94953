import { mergePatch } from '../answer';
import { baseDomain } from '../crawl/pageLinks';
import type { ServiceState } from '../state';
import { totalOf, type Job } from './job';
import { documentsOf, type PageQuery } from './jobPaging';

const RESULT_LIFETIME_MS = 86_400_000;

/** Each poll extends the time for which the service stores the results. */
export function isExpired(job: Job, now: number): boolean {
	if (job.endedAt === undefined) return false;
	return now >= Math.max(job.endedAt, job.polls.at(-1) ?? 0) + RESULT_LIFETIME_MS;
}

export function jobStatusOf(job: Job): string {
	const { plan } = job;
	if (plan.kickoffError !== undefined) return 'failed';
	if (job.isCancelled) return 'cancelled';
	if (finishedAt(job) !== undefined) return plan.endStatus ?? 'completed';
	const statuses = plan.statuses ?? ['scraping'];
	return statuses[Math.min(job.polls.length, statuses.length) - 1] ?? statuses[0] ?? 'scraping';
}

function finishedAt({ endedAt, completedBefore }: Job): number | undefined {
	return endedAt ?? completedBefore;
}

export function jobStatusBody(
	job: Job,
	query: PageQuery,
	location: string,
	state: ServiceState,
): Record<string, unknown> {
	const now = state.clock.now();
	const status = jobStatusOf(job);
	const { documents, entries } = documentsOf(job, query, state.settings.jobPageBytes);
	const skip = query.skip + entries;
	const hasNext = status !== 'completed' || skip < totalOf(job) || job.plan.endlessNext;
	const ended = finishedAt(job);
	const times = ended !== undefined && { completedAt: isoTime(ended) };
	return mergePatch(
		{
			success: job.plan.kickoffError === undefined,
			status,
			...(job.plan.kickoffError !== undefined && { error: job.plan.kickoffError }),
			completed: job.done.length,
			total: totalOf(job),
			creditsUsed: state.settings.jobCreditsKnown ? job.credits : -1,
			expiresAt: isoSeconds(now + RESULT_LIFETIME_MS),
			...(hasNext && { next: nextUrl(job, skip, query, location) }),
			data: documents,
			createdAt: isoTime(job.createdAt),
			...times,
			duration: ((ended ?? now) - job.createdAt) / 1000,
			...warningOf(job),
		},
		job.plan.patch ?? {},
	);
}

function nextUrl({ plan }: Job, skip: number, { limit }: PageQuery, location: string): string {
	const { origin, pathname } = new URL(location);
	const end = limit === undefined ? '' : `&limit=${limit}`;
	return `${plan.nextOrigin ?? origin}${pathname}?skip=${skip}${end}`;
}

function warningOf({ kind, url, endedAt, plan, done }: Job): { warning?: string } {
	const isFinished = endedAt !== undefined && plan.kickoffError === undefined;
	if (kind !== 'crawl' || !isFinished || done.length > 1) return {};
	const domain = baseDomain(new URL(url).hostname);
	const warning = `Only ${done.length} result(s) found. For broader coverage, try crawling with crawlEntireDomain=true or start from a higher-level path like ${domain}`;
	return { warning };
}

function isoTime(time: number): string {
	return new Date(time).toISOString();
}

function isoSeconds(time: number): string {
	return isoTime(Math.floor(time / 1000) * 1000);
}
