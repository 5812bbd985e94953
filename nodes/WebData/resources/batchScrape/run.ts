import { abortedError, type Client, ServiceError, serviceError } from '../../client/client';
import { failureOfUrl } from '../../client/jobs/failedPages';
import { findInActivity } from '../../client/jobs/find';
import { type FollowSettings, followStarted } from '../../client/jobs/follow';
import { abortJob, type Job, type StartedJob } from '../../client/jobs/job';
import { type JobPages, pageJob, pageJobFacts } from '../../client/jobs/pages';
import { startOnce } from '../../client/jobs/start';
import type { ReplayRecord, ReplayStore } from '../../client/replay';
import { type ApiRequest, defineRoute } from '../../client/request';
import { defineServiceRows, either } from '../../errors/row';
import { listOf } from '../../json/json';
import { throwOnlyError } from '../../operation/operation';
import { pagesPrice } from '../../page/price';

/** The error texts in these rows are those of the open-source server. */
export const batchScrapeRows = defineServiceRows({
	noValidUrls: {
		status: 400,
		pattern: /no valid urls/i,
		message: 'No valid URLs',
		cause: 'The service accepts none of the URLs, so it did not start the batch scrape.',
		remedy: either(
			'Set {urls} to absolute URLs of public pages.',
			'Use absolute URLs of public pages.',
		),
	},
	batchCredits: {
		status: 402,
		message: 'Insufficient credits for the batch scrape',
		cause: 'The service starts a batch scrape only if at least one credit remains for each URL.',
		remedy: 'Send fewer URLs, turn on pay-as-you-go, or upgrade the plan.',
	},
});

export const batchScrapeRoute = defineRoute('POST', 'batch/scrape', {
	...pageJobFacts,
	errors: [...pageJobFacts.errors, ...Object.values(batchScrapeRows)],
	// The service counts starts as scrapes.
	rateClass: 'scrape',
	idempotency: 'unsafe',
	price: (request) => pagesPrice(urlsOf(request), request.body ?? {}),
	// The job counts with its price, so its start counts nothing.
	lowestPrice: (answer) => pageJobFacts.lowestPrice(answer) ?? 0,
});

export const batchScrapeJob = pageJob({
	name: 'batch scrape',
	start: batchScrapeRoute,
	async findStarted({ body = {} }, client, start) {
		const [url] = listOf(body.urls);
		return typeof url === 'string'
			? await findInActivity('batch_scrape', { ...start, url }, client)
			: {};
	},
	mayGrow: true,
	startFacts: ['invalidURLs'],
});

const MAX_URLS_PER_JOB = 10_000;
/** The service accepts request bodies up to 10 MB. */
const MAX_URL_CHARACTERS = 8_000_000;

export function groupUrls(urls: readonly string[]): string[][] {
	const groups: string[][] = [];
	let characters = 0;
	for (const url of urls) {
		characters += url.length;
		const group = groups.at(-1);
		if (
			group === undefined ||
			group.length >= MAX_URLS_PER_JOB ||
			characters > MAX_URL_CHARACTERS
		) {
			groups.push([url]);
			characters = url.length;
		} else group.push(url);
	}
	return groups;
}

const urlsOf = ({ body = {} }: Pick<ApiRequest, 'body'>): string[] =>
	listOf(body.urls).filter((url) => typeof url === 'string');

/** A job of a batch with its URLs. */
export interface BatchPart<StartedOrEnded> {
	urls: string[];
	job: StartedOrEnded | ServiceError;
}

function partStore(store: ReplayStore, part: number): ReplayStore {
	const records = (): Record<string, ReplayRecord> => {
		const record = store.get();
		return 'parts' in record ? record.parts : {};
	};
	return {
		get: () => records()[part] ?? {},
		set: (record) => store.set({ ...store.get(), parts: { ...records(), [part]: record } }),
	};
}

/** A job of a batch while it runs, with the client that follows it. */
interface PartRun<StartedOrEnded> extends BatchPart<StartedOrEnded> {
	client: Client;
}

/**
 * After a failed start request, the node does not send the remaining URLs. If the service may have executed that
 * request, the remaining URLs get a failure of their own, which says that the node did not send them.
 */
function failedStart(
	run: PartRun<StartedJob>,
	error: ServiceError,
	unsent: readonly string[],
): PartRun<StartedJob>[] {
	if (unsent.length === 0) return [run];
	if (!error.failure.possiblyExecuted) return [{ ...run, urls: [...run.urls, ...unsent] }];
	const facts = { unsentUrls: unsent.length, firstUnsentUrl: unsent[0] };
	const failure = failureOfUrl(batchScrapeJob.name, 'urlNotSent', facts);
	return [run, { ...run, urls: [...unsent], job: new ServiceError(failure, { attempts: 0 }) }];
}

async function startJobs(
	request: ApiRequest,
	client: Client,
	cancelOnStop: boolean,
): Promise<PartRun<StartedJob>[]> {
	const requests = groupUrls(urlsOf(request)).map((urls) => ({
		...request,
		body: { ...request.body, urls },
	}));
	const runs: PartRun<StartedJob>[] = [];
	for (const [index, part] of requests.entries()) {
		const replayStore =
			requests.length === 1 ? client.replayStore : partStore(client.replayStore, index);
		const ofPart = { ...client, replayStore };
		const starting = startOnce(batchScrapeJob, part, ofPart, cancelOnStop);
		const job = await starting.catch(serviceError);
		const run = { urls: urlsOf(part), client: ofPart, job };
		if (job instanceof ServiceError) {
			return [...runs, ...failedStart(run, job, requests.slice(index + 1).flatMap(urlsOf))];
		}
		runs.push(run);
	}
	return runs;
}

/** Returns the parts of a batch. Throws if the only part has failed, or if the execution was stopped. */
function endedParts<Ended>(runs: readonly PartRun<Ended>[]): BatchPart<Ended>[] {
	throwOnlyError(runs.map(({ job }) => job));
	return runs.map(({ urls, job }) => ({ urls, job }));
}

const jobIdOf = ({ job }: PartRun<StartedJob>): string | undefined =>
	job instanceof ServiceError ? undefined : job.jobId;

/** Merges parts with the same job ID. Several start requests can append URLs to the same job. */
function joinAppended(runs: readonly PartRun<StartedJob>[]): PartRun<StartedJob>[] {
	const joined: PartRun<StartedJob>[] = [];
	for (const run of runs) {
		const jobId = jobIdOf(run);
		const same = joined.find((other) => jobId !== undefined && jobIdOf(other) === jobId);
		if (same === undefined) joined.push({ ...run });
		else same.urls = same.urls.concat(run.urls);
	}
	return joined;
}

/** Starts one job, or several jobs if one request cannot contain all URLs. */
export async function startBatch(
	request: ApiRequest,
	client: Client,
	cancelOnStop: boolean,
): Promise<BatchPart<StartedJob>[]> {
	const runs = await startJobs(request, client, cancelOnStop);
	if (client.stop.signal?.aborted !== true) return endedParts(joinAppended(runs));
	const stopping = runs.map(({ job, client: ofRun }) => {
		if (job instanceof ServiceError) return job;
		const { jobId, response } = job;
		const cancels = cancelOnStop && response.recovered !== true;
		return abortJob({ kind: batchScrapeJob, jobId, client: ofRun }, cancels).catch(serviceError);
	});
	const errors = await Promise.all(stopping);
	throw errors.find(({ isAborted }) => !isAborted) ?? abortedError();
}

/** Starts the jobs of a batch and polls until all jobs have ended. */
export async function runBatch(
	request: ApiRequest,
	client: Client,
	settings: FollowSettings,
): Promise<BatchPart<Job<JobPages>>[]> {
	const runs = joinAppended(await startJobs(request, client, settings.cancelOnStop));
	// A job that fails must not abandon the other jobs, which cost credits.
	const ended = runs.map(async ({ job, ...run }) => {
		if (job instanceof ServiceError) return { ...run, job };
		const following = followStarted(batchScrapeJob, job, run.client, settings);
		return { ...run, job: await following.catch(serviceError) };
	});
	return endedParts(await Promise.all(ended));
}
