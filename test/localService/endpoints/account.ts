import { badRequest, jsonAnswer } from '../answer';
import type { Job } from '../jobs/job';
import { settle } from '../jobs/runJob';
import type { ServiceState } from '../state';
import { endpoint, type ApiRequest, type Endpoint } from './endpoint';

const PLAN_CREDITS = 100_000;
const DAY_MS = 86_400_000;
const EARLIER_CREDITS = [1200, 850];

export function createAccount(startCredits = PLAN_CREDITS) {
	let remaining = startCredits;
	let charged = 0;
	return {
		charge(credits: number): void {
			remaining -= credits;
			charged += credits;
		},
		setRemaining(credits: number): void {
			remaining = credits;
		},
		remainingCredits: () => remaining,
		charged: () => charged,
	};
}

const activityEndpoints = [
	'scrape',
	'crawl',
	'batch_scrape',
	'search',
	'extract',
	'llmstxt',
	'deep_research',
	'map',
	'agent',
	'browser',
	'interact',
] as const;

interface Activity {
	id: string;
	team: string;
	endpoint: (typeof activityEndpoints)[number];
	createdAt: number;
	/** The URL or the query, or null if the activity has no target. */
	target: string | null;
}

export function createActivityLog(now: () => number) {
	const all: Activity[] = [];
	const record = (activity: Omit<Activity, 'createdAt'>): void =>
		void all.push({ ...activity, createdAt: now() });
	return { all, record };
}

const creditUsage = endpoint('GET /v2/team/credit-usage', (_, { account, clock }) => {
	const data = {
		remainingCredits: account.remainingCredits(),
		planCredits: PLAN_CREDITS,
		billingPeriodStart: monthStart(clock.now(), 0),
		billingPeriodEnd: monthStart(clock.now(), 1),
	};
	return jsonAnswer(200, { success: true, data });
});

const creditHistory = endpoint(
	'GET /v2/team/credit-usage/historical',
	({ url }, { account, clock }) => {
		const apiKey = url.searchParams.get('byApiKey') === 'true' && { apiKey: 'Default' };
		const periods = [...EARLIER_CREDITS, account.charged()].map((creditsUsed, index) => ({
			startDate: monthStart(clock.now(), index - EARLIER_CREDITS.length),
			endDate: monthStart(clock.now(), index + 1 - EARLIER_CREDITS.length),
			...apiKey,
			creditsUsed,
		}));
		return jsonAnswer(200, { success: true, periods });
	},
);

function monthStart(now: number, offset: number): string {
	const today = new Date(now);
	return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + offset)).toISOString();
}

async function jobsOf({ team }: ApiRequest, state: ServiceState): Promise<Job[]> {
	const jobs = state.jobs.all.filter((job) => job.team === team);
	await Promise.all(jobs.map((job) => settle(job, state)));
	return jobs;
}

function countPages(jobs: readonly Job[], list: 'active' | 'queue'): number {
	const running = jobs.filter(({ endedAt }) => endedAt === undefined);
	return running.reduce((sum, job) => sum + job[list].length, 0);
}

const queueStatus = endpoint('GET /v2/team/queue-status', async (request, state) => {
	const jobs = await jobsOf(request, state);
	const active = countPages(jobs, 'active');
	const waiting = countPages(jobs, 'queue');
	const successes = jobs.filter(({ done }) => done.length > 0).map(({ reachedAt }) => reachedAt);
	const last = successes.length === 0 ? null : new Date(Math.max(...successes)).toISOString();
	return jsonAnswer(200, {
		success: true,
		jobsInQueue: active + waiting,
		activeJobsInQueue: active,
		waitingJobsInQueue: waiting,
		maxConcurrency: state.settings.maxConcurrency,
		mostRecentSuccess: last,
	});
});

const concurrency = endpoint('GET /v2/concurrency-check', async (request, state) => {
	const { maxConcurrency } = state.settings;
	const active = countPages(await jobsOf(request, state), 'active');
	return jsonAnswer(200, { success: true, concurrency: active, maxConcurrency });
});

const activity = endpoint('GET /v2/team/activity', ({ url, team }, state) => {
	const { kind, limit, start } = activityQuery(url);
	const oldest = state.clock.now() - DAY_MS;
	const all = state.activity.all
		.filter((one) => one.team === team && one.createdAt > oldest)
		.filter((one) => kind === null || one.endpoint === kind)
		.reverse();
	const data = all.slice(start, start + limit).map(({ id, endpoint: name, createdAt, target }) => ({
		id,
		endpoint: name,
		api_version: 'v2',
		created_at: new Date(createdAt).toISOString(),
		target,
	}));
	const end = start + data.length;
	const has_more = end < all.length;
	const cursor = has_more ? Buffer.from(`position ${end}`).toString('base64url') : null;
	return jsonAnswer(200, { success: true, data, cursor, has_more });
});

function activityQuery({ searchParams }: URL): {
	kind: string | null;
	limit: number;
	start: number;
} {
	const kind = searchParams.get('endpoint');
	const limit = Number(searchParams.get('limit') ?? 50);
	const cursor = searchParams.get('cursor') ?? Buffer.from('position 0').toString('base64url');
	const start = /^position (\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
	const invalid = [
		kind !== null && !activityEndpoints.some((name) => name === kind) && 'endpoint',
		!(Number.isInteger(limit) && limit >= 1 && limit <= 100) && 'limit',
		start === undefined && 'cursor',
	].filter((name) => name !== false);
	if (invalid.length > 0) {
		throw badRequest(invalid.map((name) => ({ path: [name], message: `Invalid ${name}` })));
	}
	return { kind, limit, start: Number(start) };
}

export const accountEndpoints: readonly Endpoint[] = [
	creditUsage,
	creditHistory,
	queueStatus,
	concurrency,
	activity,
];
