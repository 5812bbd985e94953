// A job reads several pages at a time, so several pages can finish during one advance of the clock.
import { setTimeout as pause } from 'node:timers/promises';
import { AnswerError } from '../answer';
import type { ServiceState } from '../state';
import { creditsOf, scrapePage } from '../web/scrape';
import { sendTo, type Webhook, type WebhookEvent } from '../webhooks';
import { recordError, type ActivePage, type Job, type PageResult, type QueuedPage } from './job';

/** Different factors for page durations, so that pages do not finish in order. */
const durations = [1, 0.6, 0.8];

const LONGEST_SETTLE_MS = 3000;
const ALL_FAILED = 'All scraping engines failed to retrieve content from this URL.';
const CANCELLED = {
	code: 'UNKNOWN_ERROR',
	error:
		'An unexpected internal error occurred while processing your request. Error details: "This scrape was not completed because the parent crawl or batch scrape was cancelled."',
};

export async function launchJob(job: Job, state: ServiceState): Promise<void> {
	if (job.isCancelled) return;
	await sendEvent(job, 'started', { success: true, data: [] }, state);
	if (job.isRunning) return;
	job.isRunning = true;
	run(job, state)
		.catch((error: unknown) => console.error(error))
		.finally(() => {
			job.isRunning = false;
			job.dueAt = Infinity;
		});
}

/** Resumes a completed job to read appended pages. Does nothing for a canceled job. */
export function resumeJob(job: Job, webhook: Webhook | undefined, now: number): void {
	if (job.isCancelled) return;
	job.webhook = webhook;
	job.reachedAt = Math.max(job.reachedAt, now);
	job.completedBefore = job.endedAt ?? job.completedBefore;
	job.endedAt = undefined;
}

export function cancelJob(job: Job, state: ServiceState): void {
	const now = state.clock.now();
	job.isCancelled = true;
	job.endedAt = now;
	for (const page of [...job.active, ...job.queue]) void sendPage(job, page, CANCELLED, state);
	for (const page of job.active) recordError(job, page, CANCELLED, now);
	job.active = [];
	void sendCompleted(job, state);
}

/** Waits up to 3 seconds for the job to process all due events. */
export async function settle(job: Job, { clock }: ServiceState): Promise<void> {
	const isLate = (): boolean =>
		job.isRunning && job.endedAt === undefined && job.dueAt <= clock.now();
	const end = performance.now() + LONGEST_SETTLE_MS;
	while (isLate() && performance.now() < end) await pause(1);
}

async function run(job: Job, state: ServiceState): Promise<void> {
	job.dueAt = job.reachedAt;
	job.source?.prepare();
	while (job.endedAt === undefined) {
		await readPages(job, state);
		if (job.endedAt !== undefined || job.plan.neverEnds) return;
		job.endedAt = job.reachedAt;
		job.completedBefore = undefined;
		void sendCompleted(job, state);
	}
}

async function readPages(job: Job, state: ServiceState): Promise<void> {
	for (;;) {
		startPages(job, state);
		const [page] = [...job.active].sort((a, b) => a.finishAt - b.finishAt);
		if (!page) return;
		job.dueAt = page.finishAt;
		const result = await page.result;
		await reach(job, page.finishAt, state);
		if (job.endedAt !== undefined) return;
		finishPage(job, page, result, state);
	}
}

async function reach(job: Job, time: number, { clock }: ServiceState): Promise<void> {
	job.dueAt = time;
	await clock.wait(time - clock.now());
	job.reachedAt = Math.max(job.reachedAt, time);
}

function startPages(job: Job, state: ServiceState): void {
	const pageMs = job.plan.pageMs ?? state.settings.jobPageMs;
	while (job.active.length < job.concurrency) {
		const page = job.queue.shift();
		if (!page) return;
		const { url, index } = page;
		const ms = planFor(job, url)?.ms ?? pageMs * (durations[index % durations.length] ?? 1);
		const finishAt = job.reachedAt + (index === 0 ? 0 : job.delayMs) + ms;
		job.active.push({ ...page, finishAt, result: readPage(job, page, state) });
	}
}

const planFor = ({ plan }: Job, url: string) => plan.pages?.find((page) => page.url === url);

async function readPage(job: Job, page: QueuedPage, state: ServiceState): Promise<PageResult> {
	const planned = planFor(job, page.url)?.error;
	if (planned) return { code: 'SCRAPE_ALL_ENGINES_FAILED', error: ALL_FAILED, ...planned };
	try {
		return await scrapePage({ ...page.options, url: page.url }, state);
	} catch (error) {
		if (!(error instanceof AnswerError)) throw error;
		const { code = 'UNKNOWN_ERROR', error: text } = error.body;
		return { code, error: code === 'SCRAPE_TIMEOUT' ? 'Scrape timed out' : text };
	}
}

function finishPage(job: Job, page: ActivePage, result: PageResult, state: ServiceState): void {
	job.active = job.active.filter((one) => one !== page);
	if (job.completedBefore !== undefined) job.completedBefore = job.reachedAt;
	void sendPage(job, page, result, state);
	if (!('document' in result)) return recordError(job, page, result, page.finishAt);
	job.source?.follow(page, result);
	const { document } = result;
	job.done.push({ document, bytes: Buffer.byteLength(JSON.stringify(document)) });
	job.credits += creditsOf(document);
	state.account.charge(creditsOf(document));
}

async function sendEvent(
	{ webhook, kind, id }: Job,
	name: string,
	content: Pick<WebhookEvent, 'success' | 'data' | 'error'>,
	state: ServiceState,
): Promise<void> {
	const prefix = kind === 'batch' ? 'batch_scrape' : 'crawl';
	await sendTo(webhook, name, { ...content, type: `${prefix}.${name}`, id }, state);
}

function sendCompleted(job: Job, state: ServiceState): Promise<void> {
	return sendEvent(job, 'completed', { success: true, data: [] }, state);
}

function sendPage(job: Job, page: QueuedPage, result: PageResult, state: ServiceState) {
	const failed = { success: false, data: [{ metadata: { sourceURL: page.url } }] };
	const content =
		'document' in result
			? { success: true, data: [result.document] }
			: { ...failed, error: result.error };
	return sendEvent(job, 'page', content, state);
}
