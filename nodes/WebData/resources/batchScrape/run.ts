import {
	abortedResult,
	type ApiRequest,
	type Client,
	type Endpoint,
	type FailedResult,
	failWith,
	type Result,
	succeedWith,
	totalEffort,
} from '../../client/client';
import { abortJob } from '../../client/jobs/end';
import { failureOfUrl } from '../../client/jobs/failedPages';
import { type FollowSettings, followStarted } from '../../client/jobs/follow';
import type { StartedJob, Job } from '../../client/jobs/job';
import { pageJob, pageJobEndpoint, type JobPages } from '../../client/jobs/pages';
import { startOnce } from '../../client/jobs/start';
import type { ReplayRecord, ReplayStore } from '../../client/replay';
import { defineServiceRows, type Failure } from '../../errors/row';

/** The error texts in these rows are those of the open-source server. */
export const batchScrapeRows = defineServiceRows({
	noValidUrls: {
		status: 400,
		pattern: /no valid urls/i,
		message: 'No valid URLs',
		cause: 'The service accepts none of the URLs, so it did not start the batch scrape.',
		remedy: 'Set {urls} to absolute URLs of public pages.|Use absolute URLs of public pages.',
	},
	batchCredits: {
		status: 402,
		message: 'Insufficient credits for the batch scrape',
		cause: 'The service starts a batch scrape only if at least one credit remains for each URL.',
		remedy: 'Send fewer URLs, turn on pay-as-you-go, or upgrade the plan.',
	},
});

export const batchScrapeEndpoint: Endpoint = {
	...pageJobEndpoint,
	errors: [...pageJobEndpoint.errors, ...Object.values(batchScrapeRows)],
};

export const batchScrapeJob = pageJob({
	name: 'batch scrape',
	endpoint: batchScrapeEndpoint,
	path: ['batch', 'scrape'],
	activity: 'batch_scrape',
	firstUrl: ({ urls }) => (Array.isArray(urls) ? (urls as unknown[])[0] : undefined),
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

const urlsOf = ({ body = {} }: ApiRequest): string[] =>
	(Array.isArray(body.urls) ? (body.urls as unknown[]) : []).filter(
		(url): url is string => typeof url === 'string',
	);

/** A job of a batch with its URLs. */
export type BatchPart<StartedOrEnded> = { urls: string[] } & (
	{ job: StartedOrEnded } | { failure: Failure }
);

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

interface PartRun<StartedOrEnded> {
	urls: string[];
	client: Client;
	result: Result<StartedOrEnded>;
}

/**
 * After a failed start request, the node does not send the remaining URLs. If the service may have executed that
 * request, the remaining URLs get a failure of their own, which says that the node did not send them.
 */
function failedStart(
	run: PartRun<StartedJob> & { result: FailedResult },
	unsent: readonly string[],
): PartRun<StartedJob>[] {
	if (unsent.length === 0) return [run];
	if (!run.result.failure.possiblyExecuted) return [{ ...run, urls: [...run.urls, ...unsent] }];
	const facts = { unsentUrls: unsent.length, firstUnsentUrl: unsent[0] };
	const failure = failureOfUrl(batchScrapeJob.name, 'urlNotSent', facts);
	return [run, { ...run, urls: [...unsent], result: failWith(abortedResult(), failure) }];
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
		const run = { urls: urlsOf(part), client: { ...client, replayStore } };
		const result = await startOnce(batchScrapeJob, part, run.client, cancelOnStop);
		if (!result.ok) {
			const unsent = requests.slice(index + 1).flatMap(urlsOf);
			return [...runs, ...failedStart({ ...run, result }, unsent)];
		}
		runs.push({ ...run, result });
	}
	return runs;
}

const isFailed = (result: Result<unknown>): result is FailedResult => !result.ok;

/** Combines the results of all parts of a batch into one result. */
function mergeParts<Answer>(runs: readonly PartRun<Answer>[]): Result<BatchPart<Answer>[]> {
	const results = runs.map(({ result }) => result);
	const failures = results.filter(isFailed);
	const aborted = failures.find(({ stopReason }) => stopReason === 'aborted');
	const failed = results.length === 1 ? failures[0] : undefined;
	const effort = totalEffort(results);
	const ended = aborted ?? failed;
	if (ended !== undefined) return { ...ended, ...effort };
	const parts = runs.map(({ urls, result }) =>
		result.ok ? { urls, job: result.answer } : { urls, failure: result.failure },
	);
	return succeedWith(effort, parts);
}

const jobIdOf = ({ result }: PartRun<StartedJob>): string | undefined =>
	result.ok ? result.answer.jobId : undefined;

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
): Promise<Result<BatchPart<StartedJob>[]>> {
	const runs = await startJobs(request, client, cancelOnStop);
	if (client.stop.signal?.aborted !== true) return mergeParts(joinAppended(runs));
	await Promise.all(
		runs.map(async ({ result, client: ofRun }) => {
			if (!result.ok) return;
			const { jobId, response } = result.answer;
			const cancels = cancelOnStop && response.recovered !== true;
			await abortJob({ kind: batchScrapeJob, jobId, client: ofRun }, cancels);
		}),
	);
	return runs.map(({ result }) => result).find(isFailed) ?? abortedResult();
}

/** Starts the jobs of a batch and polls until all jobs have ended. */
export async function runBatch(
	request: ApiRequest,
	client: Client,
	settings: FollowSettings,
): Promise<Result<BatchPart<Job<JobPages>>[]>> {
	const runs = joinAppended(await startJobs(request, client, settings.cancelOnStop));
	const followed = runs.map(async ({ result: started, ...run }) => {
		const result = started.ok
			? await followStarted(batchScrapeJob, started, run.client, settings)
			: started;
		return { ...run, result };
	});
	return mergeParts(await Promise.all(followed));
}
