import { jsonAnswer } from '../answer';
import type { Job } from '../jobs/job';
import { settle } from '../jobs/runJob';
import type { ServiceState } from '../state';
import type { ApiRequest, Endpoint } from './endpoint';

export const queueStatus: Endpoint = {
	method: 'GET',
	path: /^\/v2\/team\/queue-status$/,
	rateClass: 'account',
	async serve(request, state) {
		const running = await runningJobs(request, state);
		const active = countPages(running, 'active');
		const waiting = countPages(running, 'queue');
		return jsonAnswer(200, {
			success: true,
			jobsInQueue: active + waiting,
			activeJobsInQueue: active,
			waitingJobsInQueue: waiting,
			maxConcurrency: state.settings.maxConcurrency,
			mostRecentSuccess: lastSuccess(request, state),
		});
	},
};

export const concurrencyCheck: Endpoint = {
	method: 'GET',
	path: /^\/v2\/concurrency-check$/,
	rateClass: 'crawlStatus',
	async serve(request, state) {
		const concurrency = countPages(await runningJobs(request, state), 'active');
		const { maxConcurrency } = state.settings;
		return jsonAnswer(200, { success: true, concurrency, maxConcurrency });
	},
};

async function runningJobs({ team }: ApiRequest, state: ServiceState): Promise<Job[]> {
	const jobs = state.jobs.all.filter((job) => job.team === team);
	await Promise.all(jobs.map((job) => settle(job, state)));
	return jobs.filter(({ endedAt }) => endedAt === undefined);
}

function countPages(jobs: readonly Job[], list: 'active' | 'queue'): number {
	return jobs.reduce((sum, job) => sum + job[list].length, 0);
}

function lastSuccess({ team }: ApiRequest, { jobs }: ServiceState): string | null {
	const times = jobs.all
		.filter((job) => job.team === team && job.done.length > 0)
		.map(({ reachedAt }) => reachedAt);
	return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
}
