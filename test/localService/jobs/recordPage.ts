import { creditsOf } from '../scrape/runScrape';
import type { ServiceState } from '../state';
import type { ActivePage, Job, PageResult, QueuedPage } from './job';
import { pagePlanFor } from './jobPlan';

export const CANCELLED_ERROR =
	'An unexpected internal error occurred while processing your request. Error details: "This scrape was not completed because the parent crawl or batch scrape was cancelled."';

export function recordPage(
	job: Job,
	page: ActivePage,
	result: PageResult,
	{ account }: ServiceState,
): void {
	if (!('document' in result)) return recordError(job, page, result, page.finishAt);
	const { document } = result;
	const isMissing = pagePlanFor(job.plan, page.url)?.isMissing ?? false;
	const bytes = isMissing ? 0 : Buffer.byteLength(JSON.stringify(document));
	job.done.push({ document: isMissing ? null : document, bytes });
	job.credits += creditsOf(document);
	account.charge(creditsOf(document));
}

export function recordError(
	job: Job,
	{ id, url }: QueuedPage,
	{ code, error }: { code: string; error: string },
	at: number,
): void {
	job.errors.push({ id, timestamp: new Date(at).toISOString(), url, code, error });
}

export function recordCancelled(job: Job, at: number): void {
	for (const page of job.active) {
		recordError(job, page, { code: 'UNKNOWN_ERROR', error: CANCELLED_ERROR }, at);
	}
	job.active = [];
}
