import { newJob, type Job, type NewJob } from './job';
import type { JobPlan } from './jobPlan';

export interface JobStore {
	readonly all: Job[];
	create(job: NewJob): Job;
	/** Plans for the next jobs, one for each. */
	planNext(plans: readonly JobPlan[]): void;
	clear(): void;
}

export function createJobStore(now: () => number): JobStore {
	const all: Job[] = [];
	let planned: JobPlan[] = [];
	return {
		all,
		create(values) {
			const job = newJob(values, planned.shift() ?? {}, now());
			all.push(job);
			return job;
		},
		planNext: (plans) => void planned.push(...plans),
		clear() {
			// Prevents the next page.
			for (const job of all) job.endedAt = 0;
			all.length = 0;
			planned = [];
		},
	};
}
