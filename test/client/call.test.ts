import { call } from '../../nodes/WebData/client/call';
import type { Client, Limiter } from '../../nodes/WebData/client/client';
import { afterStop } from '../../nodes/WebData/client/jobs/job';
import type { ApiRequest, Route } from '../../nodes/WebData/client/request';
import { agentRoutes } from '../../nodes/WebData/resources/agent/service';
import { routes } from '../cases/routes';
import {
	answer,
	noAnswer,
	outcomeOf,
	scriptedClient,
	scriptedTransport,
	slowTransport,
	type Step,
} from '../support/scriptedTransport';
import { VirtualTime } from '../support/virtualTime';

const KEY = 'wd-s3cret-key';
const page = { success: true, data: { markdown: '# Hi' } };
const ok = answer(200, page);
const busy = answer(503, { success: false, error: 'Service Unavailable' });

interface Script {
	route?: Partial<Route>;
	request?: Partial<ApiRequest>;
	settings?: Partial<Client['settings']>;
	runtime?: VirtualTime;
	signal?: AbortSignal;
	limiter?: Limiter;
	send?: typeof call;
	service?: Client['service'];
	knownJobs?: Client['knownJobs'];
}

async function play(steps: Step[], script: Script = {}) {
	const transport = scriptedTransport(...steps);
	const runtime = script.runtime ?? new VirtualTime({ skipSleeps: true });
	const client = scriptedClient({
		transport,
		runtime,
		settings: { maxTries: 5, maxWaitMs: 600_000, maxResponseBytes: 1000, ...script.settings },
		signal: script.signal,
		service: script.service,
		knownJobs: script.knownJobs,
		...(script.limiter && { limiter: script.limiter }),
	});
	const work = (script.send ?? call)(
		{
			route: { ...routes.scrape, serviceTimeoutMs: 60_000, ...script.route },
			body: { url: 'https://example.com' },
			...script.request,
		},
		client,
	);
	const result = await outcomeOf(work, client);
	return { result, requests: transport.requests, pauses: runtime.sleeps };
}

describe('a request', () => {
	it.each(['..', '', 'a/../b', '/a', 'a?b'])('with the ID %j is not sent', async (id) => {
		const { result, requests } = await play([ok], { request: { ids: [id] } });
		expect(requests).toEqual([]);
		const cause = expect.stringContaining(`The ID '${id}'`) as string;
		expect(result).toMatchObject({ failure: { errorId: 'invalid', cause }, attempts: 0 });
	});

	it('contains the JSON body, the limits, and the signal', async () => {
		const { signal } = new AbortController();
		const { requests } = await play([ok], { signal });
		const json = 'application/json';
		expect(requests).toEqual([
			{
				...{ method: 'POST', url: 'https://api.example.com/v2/scrape' },
				headers: { accept: json, 'content-type': json, authorization: `Bearer ${KEY}` },
				body: '{"url":"https://example.com"}',
				...{ headTimeoutMs: 90_000, stallTimeoutMs: 60_000, maxResponseBytes: 1000, signal },
			},
		]);
	});
});

const keyed = {
	route: { idempotency: 'keyed' },
	request: { headers: { 'x-request-id': 'run-1' } },
} as const;

const startedAt = (startMs: number) => new VirtualTime({ startMs, skipSleeps: true });

it('a call returns the number of attempts and the reasons of the waits', async () => {
	const { result, pauses } = await play([busy, busy, ok]);
	const wait = { errorId: 'serviceUnavailable', httpCode: 503 };
	const waits = [2000, 4000].map((delayMs) => ({ ...wait, delayMs }));
	expect(result).toEqual({ ok: true, answer: page, attempts: 3, waits });
	expect(pauses).toEqual([2000, 4000]);
});

describe('a Retry-After', () => {
	it('longer than Max Retry Wait ends the call', async () => {
		const long = { 'retry-after': '601' };
		const { result, pauses } = await play([answer(429, { error: 'Rate limit exceeded' }, long)]);
		const failure = { errorId: 'rateLimit', retryAfterMs: 601_000 };
		expect(result).toMatchObject({ stopReason: 'waitTooLong', attempts: 1, failure });
		expect(pauses).toEqual([]);
	});

	it('in the past keeps the back-off', async () => {
		const wait = { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' };
		const refused = answer(503, { success: false, error: 'No' }, wait);
		const runtime = startedAt(Date.UTC(2026, 10, 20));
		const read = { runtime, route: { idempotency: 'read' } } as const;
		const { pauses } = await play([refused, refused, refused, ok], read);
		expect(pauses).toEqual([2000, 4000, 8000]);
	});
});

describe('a request that is not sent because its account is rate limited', () => {
	const retryAfterMs = 86_400_000;
	const paused: Limiter = {
		open: () => ({
			excused: 0,
			acquire: () =>
				Promise.resolve({ kind: 'waitTooLong', retryAfterMs, message: 'Daily limit.' }),
			release: () => undefined,
			close: () => undefined,
		}),
	};

	it('is sent anyway after a stop', async () => {
		const send: typeof call = (request, client) =>
			afterStop(client, (ending) => call(request, ending));
		const { result } = await play([ok], { send, limiter: paused });
		expect(result).toMatchObject({ ok: true, attempts: 1 });
	});
});

it('a request after a stop uses its own connections, and is repeated for 10 seconds', async () => {
	const time = new VirtualTime();
	const [transport, stopTransport] = [scriptedTransport(), scriptedTransport(busy, busy, busy)];
	const stop = { signal: AbortSignal.abort(), isByUser: () => true };
	const settings = { maxTries: 1, maxWaitMs: 600_000, maxResponseBytes: 1000 };
	const client = scriptedClient({ runtime: time, transport, stopTransport, stop, settings });
	const request = { route: agentRoutes.cancel, ids: ['run-1'] };
	const ended = outcomeOf(afterStop(client, (ending) => call(request, ending)));
	expect(await time.runUntilSettled(ended)).toBe(10_000);
	expect(await ended).toMatchObject({ ok: false, stopReason: 'aborted', attempts: 3 });
	expect(transport.requests).toEqual([]);
});

describe('409 request_in_flight', () => {
	const code = 'request_in_flight';
	const inFlight = answer(409, { success: false, error: 'No', code, chargeId: 'charge-1' });
	const limited = answer(429, { error: 'Rate limit exceeded' });

	it('waits for an attempt that was answered with 429', async () => {
		const { result, pauses } = await play([limited, inFlight, ok], keyed);
		expect(result).toMatchObject({ ok: true, attempts: 3 });
		expect(pauses).toEqual([2000, 4000]);
	});

	it('fails if no earlier attempt can have started the request', async () => {
		for (const steps of [[inFlight], [noAnswer('refused', false), inFlight]]) {
			const { result } = await play(steps, keyed);
			expect(result).toMatchObject({
				ok: false,
				stopReason: 'notRetryable',
				failure: { errorId: 'requestInFlight', chargeId: 'charge-1', requestId: 'run-1' },
			});
		}
	});
});

describe('a keyed call whose first response was lost', () => {
	const maybeExecuted = { possiblyExecuted: true };
	const lost = noAnswer('closed', true);

	it('is possibly executed if the node ends while the next attempt waits for its turn', async () => {
		const runtime = new VirtualTime({ skipSleeps: true });
		let attempts = 0;
		const limiter: Limiter = {
			open: () => ({
				excused: 0,
				acquire: () =>
					Promise.resolve(attempts++ === 0 ? { kind: 'start', pausedMs: 0 } : { kind: 'aborted' }),
				release: () => undefined,
				close: () => undefined,
			}),
		};
		const { result } = await play([lost], { ...keyed, runtime, limiter });
		expect(result).toMatchObject({ ok: false, stopReason: 'aborted', failure: maybeExecuted });
	});

	it('is possibly executed if the node ends during the delay', async () => {
		const stopped = new AbortController();
		const first: Step = () => {
			stopped.abort();
			return lost;
		};
		const { result } = await play([first], { ...keyed, signal: stopped.signal });
		expect(result).toMatchObject({ ok: false, stopReason: 'aborted', failure: maybeExecuted });
	});
});

describe('a call that fails several times', () => {
	const timeout = answer(408, { success: false, code: 'SCRAPE_TIMEOUT', error: 'Timed out' });
	const refused = noAnswer('refused', false);
	const five = (step: Step) => Array.from({ length: 5 }, () => step);

	it.each<[string, Step[], string, string, number, number[]]>([
		[
			'a page that always times out',
			five(timeout),
			'processingContinues',
			'timedOutTwice',
			2,
			[2000],
		],
		['a port that is always closed', five(refused), 'refused', 'unreached', 2, [2000]],
	])('%s', async (_call, steps, errorId, stopReason, attempts, delays) => {
		const { result, pauses } = await play(steps, { service: { responded: false } });
		expect(result).toMatchObject({ stopReason, attempts, failure: { errorId } });
		expect(pauses).toEqual(delays);
	});

	it('is repeated after a timeout that follows another error', async () => {
		const { result } = await play([busy, timeout, ok]);
		expect(result).toMatchObject({ ok: true, attempts: 3 });
	});

	it('waits for the restart of a service that closed its connection', async () => {
		const steps = [noAnswer('closed', true), refused, refused, ok];
		const { result } = await play(steps, { service: { responded: false } });
		expect(result).toMatchObject({ ok: true, attempts: 4 });
	});
});

describe('a stop while a request that must not be repeated is in flight', () => {
	/** Stops the execution after 1 second. The response arrives after `answerMs`. */
	async function stopped(answerMs: number, rest: Partial<ApiRequest>, isByUser: boolean) {
		const runtime = new VirtualTime();
		const stop = new AbortController();
		const transport = slowTransport(runtime, () => ({ ms: answerMs, result: ok }));
		const request = { route: routes.interact, ids: ['id'], ...rest };
		const client = { transport, runtime, stop: { signal: stop.signal, isByUser: () => isByUser } };
		const ended = outcomeOf(call(request, scriptedClient(client)));
		await runtime.runUntil(1000);
		stop.abort();
		const atMs = 1000 + (await runtime.runUntilSettled(ended));
		expect(runtime.pending()).toEqual([]);
		return { ok: (await ended).ok, atMs };
	}

	it.each<[string, number, Partial<ApiRequest>, boolean, object]>([
		['waits for its answer after another item failed', 8000, {}, false, { ok: true, atMs: 8000 }],
		['waits for at most 10 seconds', 60_000, {}, false, { ok: false, atMs: 11_000 }],
		['ends at once if a user stops it', 8000, {}, true, { ok: false, atMs: 1000 }],
		[
			'waits if the node cancels what was started',
			...([8000, { cancelOnStop: true }, true, { ok: true, atMs: 8000 }] as const),
		],
		[
			'ends at once if it can be repeated',
			...([8000, { route: routes.catalog }, false, { ok: false, atMs: 1000 }] as const),
		],
	])('%s', async (_rule, answerMs, request, isByUser, expected) => {
		expect(await stopped(answerMs, request, isByUser)).toEqual(expected);
	});
});

describe('a read of a job that the service does not find', () => {
	const notFound = answer(404, { success: false, error: 'Job not found' });
	// The first 48 bits are the milliseconds since the epoch.
	const jobId = '01a201b9-1843-727f-82ea-4b655d25dce5';
	const createdAt = 0x01a201b91843;
	const read = (id: string): ApiRequest => ({ route: agentRoutes.trace, ids: [id] });
	const withoutTime = '7b5ad2d4-1a2b-4c3d-9e8f-112233445566';

	it.each<[string, number, ApiRequest, number]>([
		['is repeated if its ID was created less than a minute ago', 5000, read(jobId), 3],
		['fails if the ID is older', 60_000, read(jobId), 1],
		['fails if the ID contains no time', 0, read(withoutTime), 1],
		['fails if the request does not read', 5000, { route: routes.stopInteract, ids: [jobId] }, 1],
	])('%s', async (_rule, ageMs, request, requests) => {
		const runtime = startedAt(createdAt + ageMs);
		const played = await play([notFound, notFound, ok], { runtime, request });
		expect(played.requests).toHaveLength(requests);
		expect(played.result.ok).toBe(requests === 3);
	});

	it('fails if not the service, but another server does not find it', async () => {
		const runtime = startedAt(createdAt + 5000);
		const { requests } = await play([answer(404, '<html>Not Found</html>')], {
			runtime,
			request: read(jobId),
		});
		expect(requests).toHaveLength(1);
	});

	it('is repeated if this process has just started the job', async () => {
		const runtime = startedAt(1_000_000);
		const knownJobs = new Map([['job-1', runtime.now()]]);
		const steps = [notFound, ok];
		const { result } = await play(steps, { runtime, knownJobs, request: read('job-1') });
		expect(result).toMatchObject({ ok: true, attempts: 2 });
	});
});

it('a read waits 15, 30, and then 60 seconds for its answer', async () => {
	const request = { route: agentRoutes.trace, ids: ['run-1'] };
	const lost = noAnswer('headTimeout', true);
	const { requests } = await play([lost, lost, lost, lost, ok], { request });
	expect(requests.map((sent) => sent.headTimeoutMs)).toEqual([
		15_000, 30_000, 60_000, 60_000, 60_000,
	]);
});
