// A batch or a crawl, and its pages from the queue to their results.
import { randomUUID } from 'node:crypto';
import type { Webhook } from '../schemas/webhook';
import type { Document, ScrapedPage } from '../scrape/runScrape';
import type { ScrapeOptions } from '../scrape/scrapeRequest';
import type { JobPlan } from './jobPlan';

export type JobKind = 'batch' | 'crawl';

export interface QueuedPage {
	/** Also the id of the page in `/errors`. */
	id: string;
	url: string;
	/** The number of links from the start URL to the page. */
	depth: number;
	/** The position among all pages of the job, in the order in which they were found. */
	index: number;
	options: ScrapeOptions;
}

/** The page, or the error that it failed with. */
export type PageResult = ScrapedPage | { code: string; error: string };

export interface ActivePage extends QueuedPage {
	/** Milliseconds since the epoch, like all times here. */
	finishAt: number;
	result: Promise<PageResult>;
}

export interface DonePage {
	/** null if the document is missing. */
	document: Document | null;
	/** The size of the document as JSON. */
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
	/** The start URL of a crawl, or the first URL of a batch. */
	url: string;
	/** The body of the start request. */
	body: object;
	plan: JobPlan;
	webhook: Webhook | undefined;
	/** The number of pages read at the same time. */
	concurrency: number;
	/** Milliseconds between two pages. */
	delayMs: number;
	createdAt: number;
	/** The moment on the clock up to which the job has advanced. */
	reachedAt: number;
	/** The next moment at which something happens to the job; Infinity if there is none. */
	dueAt: number;
	endedAt: number | undefined;
	/** Set while pages that were appended to a completed batch are read: when its last page was finished. */
	completedBefore: number | undefined;
	isRunning: boolean;
	isCancelled: boolean;
	queue: QueuedPage[];
	active: ActivePage[];
	/** In the order in which they finished. */
	done: DonePage[];
	errors: JobError[];
	robotsBlocked: string[];
	pageCount: number;
	credits: number;
	polls: number[];
	cancels: number[];
	/** Finds the pages of a crawl; the pages of a batch are known from the start. */
	source: PageSource | undefined;
}

export interface PageSource {
	/** Queues the first pages. */
	prepare(): Promise<void>;
	/** Why a page that was read is an error, or undefined. */
	denialOf(page: QueuedPage): string | undefined;
	/** Queues the pages that this one links to. */
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

/** Failed pages do not count. */
export function totalOf({ done, active, queue }: Job): number {
	return done.length + active.length + queue.length;
}
