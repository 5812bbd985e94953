import { badRequest } from '../answer';
import type { Job } from '../jobs/job';
import { settle } from '../jobs/runJob';
import type { ServiceState } from '../state';
import { endpoint, type ApiRequest } from './endpoint';

const DAY_MS = 86_400_000;

const kinds = [
	...(['scrape', 'crawl', 'batch_scrape', 'search', 'extract', 'llmstxt'] as const),
	...(['deep_research', 'map', 'agent', 'browser', 'interact'] as const),
];

export interface Activity {
	id: string;
	team: string;
	kind: (typeof kinds)[number];
	createdAt: number;
	/** The URL or the query, or null if the activity has no target. */
	target: string | null;
}

export function recordActivity(
	{ team }: ApiRequest,
	activity: Pick<Activity, 'id' | 'kind' | 'target'>,
	{ activities, clock }: ServiceState,
): void {
	activities.push({ ...activity, team, createdAt: clock.now() });
}

const creditUsage = endpoint('GET /v2/team/credit-usage', (_, { account, clock }) => ({
	data: {
		remainingCredits: account.remaining,
		planCredits: 100_000,
		billingPeriodStart: monthStart(clock.now(), 0),
		billingPeriodEnd: monthStart(clock.now(), 1),
	},
}));

const creditHistory = endpoint(
	'GET /v2/team/credit-usage/historical',
	({ url }, { account, clock }) => {
		const apiKey = url.searchParams.get('byApiKey') === 'true' && { apiKey: 'Default' };
		const periods = [1200, 850, account.charged].map((creditsUsed, index) => ({
			startDate: monthStart(clock.now(), index - 2),
			endDate: monthStart(clock.now(), index - 1),
			...apiKey,
			creditsUsed,
		}));
		return { periods };
	},
);

function monthStart(now: number, offset: number): string {
	const today = new Date(now);
	return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + offset)).toISOString();
}

/** Returns the running jobs of the team, with the number of their pages. */
async function queueOf({ team }: ApiRequest, state: ServiceState) {
	const jobs = state.jobs.all.filter((job) => job.team === team);
	await Promise.all(jobs.map((job) => settle(job, state)));
	const count = (pages: (job: Job) => unknown[]): number =>
		jobs.filter(({ endedAt }) => endedAt === undefined).flatMap(pages).length;
	return { jobs, active: count((job) => job.active), waiting: count((job) => job.queue) };
}

const queueStatus = endpoint('GET /v2/team/queue-status', async (request, state) => {
	const { jobs, active, waiting } = await queueOf(request, state);
	const ends = jobs.filter(({ done }) => done.length > 0).map(({ reachedAt }) => reachedAt);
	return {
		jobsInQueue: active + waiting,
		activeJobsInQueue: active,
		waitingJobsInQueue: waiting,
		maxConcurrency: state.settings.maxConcurrency,
		mostRecentSuccess: ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString(),
	};
});

const concurrency = endpoint('GET /v2/concurrency-check', async (request, state) => {
	const { maxConcurrency } = state.settings;
	const { active } = await queueOf(request, state);
	return { concurrency: active, maxConcurrency };
});

/** The cursor is the position of the next activity. */
const activity = endpoint('GET /v2/team/activity', ({ url: { searchParams }, team }, state) => {
	const kind = searchParams.get('endpoint');
	const limit = Number(searchParams.get('limit') ?? 50);
	const start = Number(searchParams.get('cursor') ?? 0);
	const invalid = [
		kind !== null && !kinds.some((name) => name === kind) && 'endpoint',
		!(Number.isInteger(limit) && limit >= 1 && limit <= 100) && 'limit',
		Number.isNaN(start) && 'cursor',
	].filter((name) => name !== false);
	if (invalid.length > 0) {
		throw badRequest(invalid.map((name) => ({ path: [name], message: `Invalid ${name}` })));
	}
	const oldest = state.clock.now() - DAY_MS;
	const all = state.activities
		.filter((one) => one.team === team && one.createdAt > oldest)
		.filter((one) => kind === null || one.kind === kind)
		.reverse();
	const shown = all.slice(start, start + limit);
	const has_more = start + shown.length < all.length;
	const data = shown.map(({ id, kind: name, createdAt, target }) => ({
		...{ id, endpoint: name, api_version: 'v2', target },
		created_at: new Date(createdAt).toISOString(),
	}));
	const cursor = has_more ? String(start + limit) : null;
	return { data, cursor, has_more };
});

export const accountEndpoints = [creditUsage, creditHistory, queueStatus, concurrency, activity];
