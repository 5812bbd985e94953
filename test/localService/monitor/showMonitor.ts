import type { Check, CheckPage, Monitor, PageStatus } from './monitorStore';
import { runsPerMonth } from './schedule';

type Json = Record<string, unknown>;

const iso = (time: number | null): string | null =>
	time === null ? null : new Date(time).toISOString();

const isJudged = ({ body }: Monitor): boolean => body.judgeEnabled ?? Boolean(body.goal);

/**
 * Returns the maximum cost of one check, in credits: the cost if all pages change and the service judges every change.
 */
export function estimatedCredits(monitor: Monitor): number {
	const perPage = isJudged(monitor) ? 2 : 1;
	return monitor.targets.reduce((sum, { type, urls = [], crawlOptions, maxResults = 10 }) => {
		if (type === 'search') return sum + 2 * Math.ceil(maxResults / 10) + maxResults;
		return sum + perPage * (type === 'scrape' ? urls.length : (crawlOptions?.limit ?? 100));
	}, 0);
}

export function summaryOf(pages: readonly CheckPage[]): Json {
	const count = (status: PageStatus): number =>
		pages.filter((page) => page.status === status).length;
	return {
		totalPages: pages.length,
		same: count('same'),
		changed: count('changed'),
		new: count('new'),
		removed: count('removed'),
		error: count('error'),
	};
}

export function showMonitor(monitor: Monitor, now: number): Json {
	const { id, body, status, schedule, targets, currentCheckId, checks } = monitor;
	const last = checks.findLast((check) => check.finishedAt !== null);
	return {
		id,
		name: body.name,
		status,
		schedule,
		nextRunAt: iso(monitor.nextRunAt),
		lastRunAt: iso(monitor.lastRunAt),
		currentCheckId,
		targets,
		webhook: body.webhook ?? null,
		notification: body.notification ?? {},
		retentionDays: body.retentionDays ?? 30,
		estimatedCreditsPerMonth: runsPerMonth(schedule, now) * estimatedCredits(monitor),
		lastCheckSummary: last ? summaryOf(last.pages) : null,
		goal: body.goal ?? null,
		judgeEnabled: isJudged(monitor),
		createdAt: iso(monitor.createdAt),
		updatedAt: iso(monitor.updatedAt),
	};
}

export function showCheck(check: Check, monitor: Monitor): Json {
	const { pages, createdAt, startedAt, finishedAt, ...rest } = check;
	return {
		...rest,
		scheduledFor: check.trigger === 'scheduled' ? iso(createdAt) : null,
		startedAt: iso(startedAt),
		finishedAt: iso(finishedAt),
		estimatedCredits: estimatedCredits(monitor),
		reservedCredits: estimatedCredits(monitor),
		billingStatus: finishedAt === null ? 'reserved' : 'confirmed',
		summary: summaryOf(pages),
		targetResults: null,
		createdAt: iso(createdAt),
		updatedAt: iso(finishedAt ?? startedAt ?? createdAt),
	};
}
