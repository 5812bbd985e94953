import type { ServiceState } from '../state';
import { totalOf, type Job, type JobKind } from './job';
import { jobStatusOf } from './jobStatus';

/** A job as tests see it. Times are milliseconds since the epoch on the clock of the service. */
export interface JobReport {
	id: string;
	kind: JobKind;
	/** `main`, or `other` for the key of the second team. */
	team: string;
	/** Start URL of a crawl, or first URL of a batch scrape. */
	url: string;
	/** Body of the start request. */
	body: object;
	createdAt: number;
	/** null while the job is running. */
	endedAt: number | null;
	status: string;
	completed: number;
	total: number;
	failed: number;
	credits: number;
	/** Times of the status requests. */
	polls: number[];
	/** Times of the cancel requests, including rejected requests. */
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
