import { failure, jsonAnswer, rowFailure } from '../answer';
import { createJob, queuePage, type Job } from '../jobs/job';
import { launchJob, resumeJob } from '../jobs/runJob';
import { batchIssues, type BatchBody } from '../schemas/batch';
import { invalidBody } from '../schemas/details';
import { targetUrlIssues, withScheme } from '../schemas/targetUrl';
import { withWebhookObject } from '../schemas/webhook';
import { blockedUrl } from '../scrape/threats';
import type { ServiceState } from '../state';
import { endpoint } from './endpoint';
import { jobLocation } from './jobs';

export const startBatch = endpoint('POST /v2/batch/scrape', 'scrape', async (request, state) => {
	const { team } = request;
	const body = checkedBody(request.body, state);
	const { urls, invalidURLs } = sortUrls(body);
	const [target] = urls;
	if (target === undefined) throw failure(400, 'No valid URLs provided');
	if (urls.length > state.account.remainingCredits()) throw rowFailure('insufficientCredits');
	const job = jobFor(body, team, state);
	const { id } = job;
	const { urls: _urls, ignoreInvalidURLs, appendToId, maxConcurrency, webhook, ...rest } = body;
	const { origin, integration, ...options } = rest;
	for (const url of urls) queuePage(job, url, options);
	state.activity.record({ id, team, endpoint: 'batch_scrape', target });
	await launchJob(job, state);
	const url = jobLocation(`/v2/batch/scrape/${id}`, request, state);
	const listed = ignoreInvalidURLs === false ? {} : { invalidURLs };
	return jsonAnswer(200, { success: true, id, url, ...listed });
});

function checkedBody(raw: unknown, state: ServiceState): BatchBody {
	const body = withWebhookObject(raw);
	const details = batchIssues(body);
	if (details.length > 0) throw invalidBody(details);
	const checked = body as BatchBody;
	if (checked.zeroDataRetention && !state.allowsZeroDataRetention) {
		throw failure(403, 'Zero Data Retention (ZDR) is not enabled for your team.');
	}
	return checked;
}

function sortUrls(body: BatchBody): { urls: string[]; invalidURLs: string[] } {
	const urls: string[] = [];
	const invalidURLs: string[] = [];
	for (const text of body.urls) {
		const url = withScheme(text.trim());
		const isInvalid = targetUrlIssues(text, []).length > 0;
		const blocked = isInvalid ? undefined : blockedUrl(body.threatProtection, url);
		if (blocked && body.ignoreInvalidURLs === false) throw blocked;
		if (isInvalid || blocked) invalidURLs.push(text);
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
