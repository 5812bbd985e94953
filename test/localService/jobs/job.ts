// A batch scrape or a crawl, and the state of its pages.
import { randomUUID } from 'node:crypto';
import type { Webhook } from '../schemas/webhook';
import type { Document, ScrapedPage } from '../scrape/runScrape';
import type { ScrapeOptions } from '../scrape/scrapeRequest';
import type { JobPlan } from './jobPlan';

export type JobKind = 'batch' | 'crawl';

export interface QueuedPage {
	/** ID of the page. `/errors` returns the same ID. */
	id: string;
	url: string;
	/** Number of links from the start URL to the page. */
	depth: number;
	/** Position among all pages of the job, in the order of discovery. */
	index: number;
	options: ScrapeOptions;
}

/** The scraped page, or its error. */
export type PageResult = ScrapedPage | { code: string; error: string };

export interface ActivePage extends QueuedPage {
	/** Milliseconds since the epoch, like all times of a job. */
	finishAt: number;
	result: Promise<PageResult>;
}

export interface DonePage {
	/** null for a missing document. */
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
	/** Body of the start request. */
	body: object;
	plan: JobPlan;
	webhook: Webhook | undefined;
	/** Maximum number of pages that are read at the same time. */
	concurrency: number;
	/** Wait before each page except the first, in milliseconds. */
	delayMs: number;
	createdAt: number;
	/** Time up to which the job has been advanced. */
	reachedAt: number;
	/** Time of the job's next event. Infinity if no event is due. */
	dueAt: number;
	endedAt: number | undefined;
	/**
	 * Time at which the last page finished before pages were appended. Set while the appended pages
	 * are read.
	 */
	completedBefore: number | undefined;
	isRunning: boolean;
	isCancelled: boolean;
	queue: QueuedPage[];
	active: ActivePage[];
	/** Finished pages, in the order in which they finished. */
	done: DonePage[];
	errors: JobError[];
	robotsBlocked: string[];
	pageCount: number;
	credits: number;
	polls: number[];
	cancels: number[];
	/**
	 * Finds the pages of a crawl. Undefined for a batch scrape, whose pages are known from the
	 * start.
	 */
	source: PageSource | undefined;
}

export interface PageSource {
	/** Queues the first pages. */
	prepare(): Promise<void>;
	/** Returns the reason if a page that was read counts as an error, otherwise undefined. */
	denialOf(page: QueuedPage): string | undefined;
	/** Queues the pages that a page links to. */
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

/** Number of pages, excluding failed pages. */
export function totalOf({ done, active, queue }: Job): number {
	return done.length + active.length + queue.length;
}
