import type { Client } from '../../../nodes/WebData/client/client';
import { findInActivity } from '../../../nodes/WebData/client/jobs/find';
import { followJob, type FollowSettings, runJob } from '../../../nodes/WebData/client/jobs/follow';
import type { Job, JobKind } from '../../../nodes/WebData/client/jobs/job';
import { pageJob } from '../../../nodes/WebData/client/jobs/pages';
import type { ReplayRecord } from '../../../nodes/WebData/client/replay';
import type { ApiRequest } from '../../../nodes/WebData/client/request';
import { agentJob } from '../../../nodes/WebData/resources/agent/job';
import { routes } from '../../cases/routes';
import {
	answer,
	outcomeOf,
	type ClientParts,
	scriptedClient,
	scriptedTransport,
	type Step,
} from '../../support/scriptedTransport';
import { VirtualTime } from '../../support/virtualTime';

export const jobId = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';
export const started = answer(200, { success: true, id: jobId });
export const processing = answer(200, { success: true, status: 'processing' });
export const completed = answer(200, { success: true, status: 'completed', data: { total: 3 } });
export const unavailable = answer(503, { success: false, error: 'Service Unavailable' });
export const notFound = answer(404, { success: false, error: 'Agent job not found' });

export const crawl = pageJob({
	...{ name: 'crawl', start: routes.crawl },
	findStarted: ({ body }, client, start) =>
		findInActivity('crawl', { ...start, url: String(body?.url) }, client),
});

export const crawlStart = { route: routes.crawl, body: { url: 'https://example.com/' } };

export const crawlId = '01a201b9-1843-727f-82ea-4b655d25dce5';

export const startRequest: ApiRequest = { route: routes.agent, body: { prompt: 'Summarize' } };

export interface ClientScript {
	/** Record of an earlier attempt. */
	record?: ReplayRecord;
	maxTries?: number;
	startMs?: number;
	/** One-based number of the sleep during which the execution is stopped. */
	stopInSleep?: number;
	/** Replaces parts of the client. */
	client?: ClientParts;
}

/** Runs work with a client whose requests get `steps` as responses, and returns what the work sent and stored. */
export async function playClient<T>(
	steps: Step[],
	work: (client: Client) => Promise<T>,
	{ record = {}, maxTries = 5, startMs, stopInSleep, client: replaced }: ClientScript = {},
) {
	const stop = new AbortController();
	const transport = scriptedTransport(...steps);
	const runtime = new VirtualTime({ skipSleeps: true, startMs });
	runtime.duringSleep(() => {
		if (runtime.sleeps.length === stopInSleep) stop.abort();
	});
	const stored: ReplayRecord[] = [];
	const replayStore = {
		get: () => stored.at(-1) ?? record,
		set: (next: ReplayRecord) => void stored.push(next),
	};
	const settings = { maxTries, maxWaitMs: 600_000, maxResponseBytes: 100_000 };
	const { signal } = stop;
	const scripted = { transport, runtime, replayStore, settings, signal, ...replaced };
	const client = scriptedClient(scripted);
	const result = await outcomeOf(work(client), client);
	const { requests } = transport;
	const sent = requests.map(({ method, url }) => {
		const { pathname, search } = new URL(url);
		return `${method} ${pathname}${search}`;
	});
	return { result, requests, sent, stored, sleeps: runtime.sleeps, endedMs: runtime.now() };
}

export const followSettings = (rest: Partial<FollowSettings> = {}): FollowSettings => ({
	...{ intervalMs: 10_000, maxWaitMs: 600_000, cancelOnStop: true, onTimeout: 'error' },
	...rest,
});

interface JobScript extends Pick<ClientScript, 'client' | 'stopInSleep'> {
	kind?: JobKind;
	settings?: Partial<FollowSettings>;
	/** Starts the job, or continues with the record of an earlier attempt. */
	startWith?: ReplayRecord;
}

export async function playJob(
	steps: Step[],
	{ kind = agentJob, settings, startWith, ...script }: JobScript = {},
) {
	const follow = followSettings(settings);
	const work = (client: Client): Promise<Job> =>
		startWith
			? runJob(kind, startRequest, client, follow)
			: followJob({ kind, jobId, client }, kind.poll(jobId), follow);
	return await playClient(steps, work, { record: startWith, ...script });
}

type Played = Awaited<ReturnType<typeof playJob>>;

/** `answer` and `failure` are parts of the result. All other values are exact. */
interface Ending extends Partial<Omit<Played, 'result'>> {
	answer?: object;
	failure?: object;
	stopReason?: string;
}

/** A row of a table: what the test shows, the responses of the service, how the job ends, and the settings. */
export type JobCase = [name: string, steps: Step[], ending: Ending, script?: JobScript];

export async function expectEnding(...[, steps, ending, script]: JobCase): Promise<void> {
	const { answer: ok, failure, stopReason, ...exact } = ending;
	const { result, ...played } = await playJob(steps, script);
	if (ok !== undefined) expect(result).toMatchObject({ ok: true, answer: ok });
	if (failure !== undefined) expect(result).toMatchObject({ ok: false, failure });
	if (stopReason !== undefined) expect(result).toMatchObject({ stopReason });
	expect(played).toEqual({ ...played, ...exact });
}
