// A job reads several pages at a time, so several pages can finish during one advance of the clock.
import { setTimeout as pause } from 'node:timers/promises';
import type { Webhook } from '../schemas/webhook';
import type { ServiceState } from '../state';
import type { ActivePage, Job, PageResult } from './job';
import { pagePlanFor } from './jobPlan';
import { sendCompleted, sendPage, sendStarted } from './jobEvents';
import { readJobPage } from './readJobPage';
import { CANCELLED_ERROR, recordCancelled, recordPage } from './recordPage';

/** Different factors for page durations, so that pages do not finish in order. */
const durations = [1, 0.6, 0.8];

const LONGEST_SETTLE_MS = 3000;

export async function launchJob(job: Job, state: ServiceState): Promise<void> {
	if (job.isCancelled) return;
	if (job.plan.kickoffError !== undefined) return failAtStart(job, state);
	await sendStarted(job, state);
	if (!job.isRunning) startJob(job, state);
}

function failAtStart(job: Job, { clock }: ServiceState): void {
	job.queue = [];
	job.endedAt = clock.now();
}

function startJob(job: Job, state: ServiceState): void {
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
	job.isCancelled = true;
	job.endedAt = state.clock.now();
	for (const page of [...job.active, ...job.queue]) {
		void sendPage(job, page, { code: 'UNKNOWN_ERROR', error: CANCELLED_ERROR }, state);
	}
	recordCancelled(job, job.endedAt);
	void sendCompleted(job, state);
}

/** Waits up to 3 seconds for the job to process all due events. */
export async function settle(job: Job, state: ServiceState): Promise<void> {
	const end = performance.now() + LONGEST_SETTLE_MS;
	while (isLate(job, state.clock.now()) && performance.now() < end) await pause(1);
}

function isLate(job: Job, now: number): boolean {
	return job.isRunning && job.endedAt === undefined && job.dueAt <= now;
}

async function run(job: Job, state: ServiceState): Promise<void> {
	job.dueAt = job.reachedAt;
	await job.source?.prepare();
	while (job.endedAt === undefined) {
		await readPages(job, state);
		if (job.endedAt !== undefined || job.plan.neverEnds) return;
		await reach(job, job.reachedAt + (job.plan.finishMs ?? state.settings.jobFinishMs), state);
		const isDone = job.queue.length === 0 && job.endedAt === undefined;
		if (!isDone) continue;
		job.endedAt = job.reachedAt;
		job.completedBefore = undefined;
		void sendCompleted(job, state);
	}
}

async function readPages(job: Job, state: ServiceState): Promise<void> {
	for (;;) {
		startPages(job, state);
		const page = firstToFinish(job.active);
		if (!page) return;
		job.dueAt = page.finishAt;
		const result = await page.result;
		await reach(job, page.finishAt, state);
		if (job.endedAt !== undefined) return;
		finishPage(job, page, result, state);
	}
}

async function reach(job: Job, time: number, state: ServiceState): Promise<void> {
	job.dueAt = time;
	await state.clock.wait(time - state.clock.now());
	job.reachedAt = Math.max(job.reachedAt, time);
}

function startPages(job: Job, state: ServiceState): void {
	while (job.active.length < job.concurrency) {
		const page = job.queue.shift();
		if (!page) return;
		const wait = page.index === 0 ? 0 : job.delayMs;
		const finishAt = job.reachedAt + wait + durationOf(job, page, state);
		job.active.push({ ...page, finishAt, result: readJobPage(job, page, state) });
	}
}

function durationOf(
	{ plan }: Job,
	{ url, index }: { url: string; index: number },
	state: ServiceState,
): number {
	const planned = pagePlanFor(plan, url)?.ms;
	if (planned !== undefined) return planned;
	const share = durations[index % durations.length] ?? 1;
	return (plan.pageMs ?? state.settings.jobPageMs) * share;
}

function firstToFinish(pages: readonly ActivePage[]): ActivePage | undefined {
	return [...pages].sort((a, b) => a.finishAt - b.finishAt)[0];
}

function finishPage(job: Job, page: ActivePage, result: PageResult, state: ServiceState): void {
	job.active = job.active.filter((one) => one !== page);
	const denial = 'document' in result ? job.source?.denialOf(page) : undefined;
	const outcome = denial ? { code: 'CRAWL_DENIAL', error: denial } : result;
	recordPage(job, page, outcome, state);
	if (job.completedBefore !== undefined) job.completedBefore = job.reachedAt;
	void sendPage(job, page, outcome, state);
	if ('document' in result) job.source?.follow(page, result);
}
