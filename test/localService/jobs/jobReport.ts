import type { ServiceState } from '../state';
import { totalOf, type Job, type JobKind } from './job';
import { jobStatusOf } from './jobStatus';

/** All times are in milliseconds since the epoch, on the clock of the service. */
export interface JobReport {
	id: string;
	kind: JobKind;
	team: string;
	url: string;
	body: object;
	createdAt: number;
	endedAt: number | null;
	status: string;
	completed: number;
	total: number;
	failed: number;
	credits: number;
	polls: number[];
	cancels: number[];
}

export function jobReports({ jobs }: ServiceState): JobReport[] {
	return jobs.all.map(jobReport);
}

function jobReport(job: Job): JobReport {
	const { id, kind, team, url, body, createdAt, endedAt = null, credits, polls, cancels } = job;
	const counts = {
		completed: job.done.length,
		total: totalOf(job),
		failed: job.errors.length,
		credits,
	};
	const status = jobStatusOf(job);
	return { id, kind, team, url, body, createdAt, endedAt, status, ...counts, polls, cancels };
}
