import { failure, refuse, rowFailure, type Issue } from '../answer';
import { createJob, queuePage, type Job } from '../jobs/job';
import { launchJob, resumeJob } from '../jobs/runJob';
import { compileCheck, targetUrlIssues, withScheme } from '../schemas/check';
import { closedObject, flag, list, positive, sender, text, uuid } from '../schemas/parts';
import { crossedIssues, scrapeFields, type ScrapeOptions } from '../schemas/scrape';
import type { ServiceState } from '../state';
import { refuseRetention } from '../web/scrape';
import { webhookIssues, webhookSchema, withWebhookObject, type Webhook } from '../webhooks';
import { recordActivity } from './account';
import { endpoint } from './endpoint';

interface BatchBody extends ScrapeOptions {
	urls: string[];
	ignoreInvalidURLs?: boolean;
	appendToId?: string;
	maxConcurrency?: number;
	webhook?: Webhook;
}

const check = compileCheck(
	closedObject(
		{
			...scrapeFields,
			urls: list(text, { minItems: 1 }),
			ignoreInvalidURLs: flag,
			appendToId: uuid,
			maxConcurrency: positive,
			webhook: webhookSchema,
			zeroDataRetention: flag,
			...sender,
		},
		['urls'],
	),
);

export function batchIssues(raw: unknown): Issue[] {
	const details = check(raw);
	const body = raw as Partial<BatchBody> | null;
	const urls = Array.isArray(body?.urls) ? body.urls : [];
	const ofUrls =
		body?.ignoreInvalidURLs === true
			? []
			: urls.flatMap((url, index) => targetUrlIssues(url, ['urls', index]));
	if (details.length > 0) return [...details, ...ofUrls];
	return [...ofUrls, ...crossedIssues(raw as BatchBody), ...webhookIssues(body?.webhook)];
}

export const startBatch = endpoint('POST /v2/batch/scrape', async (request, state) => {
	const { team } = request;
	const body = checkedBody(request.body, state);
	const { urls, invalidURLs } = sortUrls(body);
	const [target] = urls;
	if (target === undefined) throw failure(400, 'No valid URLs provided');
	if (urls.length > state.account.remaining) throw rowFailure('insufficientCreditsScrape');
	const job = jobFor(body, team, state);
	const { id } = job;
	for (const url of urls) queuePage(job, url, body);
	recordActivity(request, { id, kind: 'batch_scrape', target }, state);
	await launchJob(job, state);
	const url = `${state.url}/v2/batch/scrape/${id}`;
	return { id, url, ...(body.ignoreInvalidURLs !== false && { invalidURLs }) };
});

function checkedBody(raw: unknown, state: ServiceState): BatchBody {
	const body = withWebhookObject(raw);
	refuse(batchIssues(body));
	const checked = body as BatchBody;
	refuseRetention(checked, state);
	return checked;
}

function sortUrls(body: BatchBody): { urls: string[]; invalidURLs: string[] } {
	const urls: string[] = [];
	const invalidURLs: string[] = [];
	for (const text of body.urls) {
		const url = withScheme(text);
		if (targetUrlIssues(text, []).length > 0) invalidURLs.push(text);
		else urls.push(url);
	}
	return { urls, invalidURLs };
}

function jobFor(body: BatchBody, team: string, state: ServiceState): Job {
	const { appendToId, webhook, maxConcurrency = Infinity, urls } = body;
	if (appendToId === undefined) {
		const concurrency = Math.min(maxConcurrency, state.settings.maxConcurrency);
		const [url = ''] = urls;
		return createJob({ kind: 'batch', team, url, body, webhook, concurrency }, state);
	}
	const job = state.jobs.all.find((one) => one.id === appendToId.toLowerCase());
	if (job?.kind !== 'batch' || job.team !== team) throw failure(404, 'Job not found');
	resumeJob(job, webhook, state.clock.now());
	return job;
}
