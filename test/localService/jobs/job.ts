import { randomUUID } from 'node:crypto';
import type { ScrapeOptions } from '../schemas/scrape';
import type { ServiceState } from '../state';
import type { Document, ScrapedPage } from '../web/scrape';
import type { Webhook } from '../webhooks';

export interface QueuedPage {
	id: string;
	url: string;
	depth: number;
	index: number;
	options: ScrapeOptions;
}

export type PageResult = ScrapedPage | { code: string; error: string };

export interface ActivePage extends QueuedPage {
	/** All times of a job are in milliseconds since the epoch. */
	finishAt: number;
	result: Promise<PageResult>;
}

export interface NewJob {
	kind: 'batch' | 'crawl';
	team: string;
	/** Start URL of a crawl, or first URL of a batch scrape. */
	url: string;
	body: object;
	webhook: Webhook | undefined;
	concurrency: number;
	delayMs?: number;
}

export type Job = ReturnType<typeof newJob>;

export interface PageSource {
	prepare(): void;
	follow(page: QueuedPage, scraped: ScrapedPage): void;
}

export function queuePage(job: Job, url: string, options: ScrapeOptions, depth = 0): void {
	job.queue.push({ id: randomUUID(), url, depth, index: job.pageCount++, options });
}

export function recordError(
	job: Job,
	{ id, url }: Pick<QueuedPage, 'id' | 'url'>,
	{ code, error }: { code: string; error: string },
	at: number,
): void {
	job.errors.push({ id, timestamp: new Date(at).toISOString(), url, code, error });
}

/** Returns the number of pages, excluding failed pages. */
export function totalOf({ done, active, queue }: Job): number {
	return done.length + active.length + queue.length;
}

export interface JobPlan {
	pageMs?: number;
	/** Duration or failure of pages. */
	pages?: { url: string; ms?: number; error?: { code?: string; error?: string } }[];
	/** Whether the job keeps the status `scraping` after all pages have finished. */
	neverEnds?: boolean;
}

export const newJobState = () => ({
	all: new Array<Job>(),
	planned: new Array<JobPlan>(),
});

function newJob(values: NewJob, plan: JobPlan, now: number) {
	return {
		delayMs: 0,
		...values,
		id: randomUUID(),
		plan,
		createdAt: now,
		reachedAt: now,
		/** Time of the next event of the job, or Infinity if no event is due. */
		dueAt: Infinity,
		endedAt: undefined as number | undefined,
		/** Time of the first completion, which status responses contain while the job reads appended pages. */
		completedBefore: undefined as number | undefined,
		isRunning: false,
		isCancelled: false,
		queue: new Array<QueuedPage>(),
		active: new Array<ActivePage>(),
		/** Finished pages. `bytes` is the size of the document as JSON. */
		done: new Array<{ document: Document; bytes: number }>(),
		errors: new Array<Record<'id' | 'timestamp' | 'url' | 'code' | 'error', string>>(),
		robotsBlocked: new Array<string>(),
		pageCount: 0,
		credits: 0,
		polls: new Array<number>(),
		cancels: new Array<number>(),
		/** Finds the pages of a crawl. Undefined for a batch scrape. */
		source: undefined as PageSource | undefined,
	};
}

export function createJob(values: NewJob, { jobs, clock }: ServiceState): Job {
	const job = newJob(values, jobs.planned.shift() ?? {}, clock.now());
	jobs.all.push(job);
	return job;
}
