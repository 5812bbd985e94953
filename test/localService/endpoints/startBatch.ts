import { failure, jsonAnswer, rowFailure, type ServiceAnswer } from '../answer';
import { queuePage, type Job } from '../jobs/job';
import { jobLocation } from '../jobs/jobLocation';
import { launchJob, resumeJob } from '../jobs/runJob';
import { batchIssues, type BatchBody } from '../schemas/batch';
import { invalidBody } from '../schemas/details';
import { targetUrlIssues, withScheme } from '../schemas/targetUrl';
import { withWebhookObject } from '../schemas/webhook';
import { blockedUrl } from '../scrape/threats';
import type { ScrapeOptions } from '../scrape/scrapeRequest';
import type { ServiceState } from '../state';
import type { ApiRequest, Endpoint } from './endpoint';

export const startBatch: Endpoint = {
	method: 'POST',
	path: /^\/v2\/batch\/scrape$/,
	rateClass: 'scrape',
	async serve(request, state) {
		const body = checkedBody(request.body, state);
		const { urls, invalidURLs } = sortUrls(body);
		if (urls.length === 0) throw failure(400, 'No valid URLs provided');
		if (urls.length > state.account.remainingCredits()) throw rowFailure('insufficientCredits');
		const job = jobFor(body, request, state);
		for (const url of urls) queuePage(job, url, optionsOf(body));
		state.activity.record({
			id: job.id,
			team: request.team,
			endpoint: 'batch_scrape',
			target: urls[0] ?? null,
		});
		await launchJob(job, state);
		return started(job, body, invalidURLs, request, state);
	},
};

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

interface SortedUrls {
	urls: string[];
	invalidURLs: string[];
}

function sortUrls(body: BatchBody): SortedUrls {
	const sorted: SortedUrls = { urls: [], invalidURLs: [] };
	for (const text of body.urls) {
		const url = withScheme(text.trim());
		const isInvalid = targetUrlIssues(text, []).length > 0;
		const blocked = isInvalid ? undefined : blockedUrl(body.threatProtection, url);
		if (blocked && body.ignoreInvalidURLs === false) throw blocked;
		if (isInvalid || blocked) sorted.invalidURLs.push(text);
		else sorted.urls.push(url);
	}
	return sorted;
}

function jobFor(body: BatchBody, { team }: ApiRequest, state: ServiceState): Job {
	const { appendToId, webhook, maxConcurrency = Infinity } = body;
	if (appendToId !== undefined) return existingJob(body, team, state);
	const concurrency = Math.min(maxConcurrency, state.settings.maxConcurrency);
	const [url = ''] = body.urls;
	return state.jobs.create({ kind: 'batch', team, url, body, webhook, concurrency });
}

function existingJob(
	{ appendToId = '', webhook }: BatchBody,
	team: string,
	{ jobs, clock }: ServiceState,
): Job {
	const wanted = appendToId.toLowerCase();
	const batches = jobs.all.filter((job) => job.kind === 'batch' && job.team === team);
	const job = batches.find(({ id }) => id === wanted);
	if (!job) throw failure(404, 'Job not found');
	resumeJob(job, webhook, clock.now());
	return job;
}

function optionsOf(body: BatchBody): ScrapeOptions {
	const {
		urls,
		ignoreInvalidURLs,
		appendToId,
		maxConcurrency,
		webhook,
		origin,
		integration,
		...options
	} = body;
	return options;
}

function started(
	job: Job,
	body: BatchBody,
	invalidURLs: string[],
	request: ApiRequest,
	state: ServiceState,
): ServiceAnswer {
	const url = jobLocation(`/v2/batch/scrape/${job.id}`, request, state);
	const listed = body.ignoreInvalidURLs === false ? {} : { invalidURLs };
	return jsonAnswer(200, { success: true, id: job.id, url, ...listed });
}
