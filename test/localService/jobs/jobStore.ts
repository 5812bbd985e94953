import { newJob, type Job, type NewJob } from './job';
import type { JobPlan } from './jobPlan';

export interface JobStore {
	readonly all: Job[];
	create(job: NewJob): Job;
	planNext(plans: readonly JobPlan[]): void;
	/** Returns false if the idempotency key was already used. */
	useKey(key: string): boolean;
	clear(): void;
}

export function createJobStore(now: () => number): JobStore {
	const all: Job[] = [];
	const usedKeys = new Set<string>();
	let planned: JobPlan[] = [];
	return {
		all,
		create(values) {
			const job = newJob(values, planned.shift() ?? {}, now());
			all.push(job);
			return job;
		},
		planNext: (plans) => void planned.push(...plans),
		useKey(key) {
			if (usedKeys.has(key)) return false;
			usedKeys.add(key);
			return true;
		},
		clear() {
			// Stops each job that is in progress.
			for (const job of all) job.endedAt = 0;
			all.length = 0;
			usedKeys.clear();
			planned = [];
		},
	};
}
