import { randomUUID } from 'node:crypto';
import type { Webhook } from '../schemas/webhook';
import type { Document, ScrapedPage } from '../scrape/runScrape';
import type { ScrapeOptions } from '../scrape/scrapeRequest';
import type { JobPlan } from './jobPlan';

export type JobKind = 'batch' | 'crawl';

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

export interface DonePage {
	document: Document | null;
	/** Size of the document as JSON, in bytes. */
	bytes: number;
}

export interface JobError {
	id: string;
	timestamp: string;
	url: string;
	code: string;
	error: string;
}

export interface Job {
	id: string;
	kind: JobKind;
	team: string;
	/** Start URL of a crawl, or first URL of a batch scrape. */
	url: string;
	body: object;
	plan: JobPlan;
	webhook: Webhook | undefined;
	concurrency: number;
	delayMs: number;
	createdAt: number;
	reachedAt: number;
	/** Time of the next event of the job, or Infinity if no event is due. */
	dueAt: number;
	endedAt: number | undefined;
	/** Time of the job's first completion. Status responses contain this time while the job reads appended pages. */
	completedBefore: number | undefined;
	isRunning: boolean;
	isCancelled: boolean;
	queue: QueuedPage[];
	active: ActivePage[];
	done: DonePage[];
	errors: JobError[];
	robotsBlocked: string[];
	pageCount: number;
	credits: number;
	polls: number[];
	cancels: number[];
	/** Finds the pages of a crawl. Undefined for a batch scrape. */
	source: PageSource | undefined;
}

export interface PageSource {
	prepare(): Promise<void>;
	denialOf(page: QueuedPage): string | undefined;
	follow(page: QueuedPage, scraped: ScrapedPage): void;
}

export interface NewJob {
	kind: JobKind;
	team: string;
	url: string;
	body: object;
	webhook: Webhook | undefined;
	concurrency: number;
	delayMs?: number;
}

export function newJob(values: NewJob, plan: JobPlan, now: number): Job {
	return {
		delayMs: 0,
		...values,
		id: randomUUID(),
		plan,
		createdAt: now,
		reachedAt: now,
		dueAt: Infinity,
		endedAt: undefined,
		completedBefore: undefined,
		isRunning: false,
		isCancelled: false,
		queue: [],
		active: [],
		done: [],
		errors: [],
		robotsBlocked: [],
		pageCount: 0,
		credits: 0,
		polls: [],
		cancels: [],
		source: undefined,
	};
}

export function queuePage(job: Job, url: string, options: ScrapeOptions, depth = 0): void {
	job.queue.push({ id: randomUUID(), url, depth, index: job.pageCount++, options });
}

/** Returns the number of pages, excluding failed pages. */
export function totalOf({ done, active, queue }: Job): number {
	return done.length + active.length + queue.length;
}
