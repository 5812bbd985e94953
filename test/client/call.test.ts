import { call } from '../../nodes/WebData/client/call';
import { afterStop } from '../../nodes/WebData/client/client';
import type { ApiRequest } from '../../nodes/WebData/client/request';
import { agentRoutes } from '../../nodes/WebData/resources/agent/service';
import { routes } from '../cases/routes';
import {
	answer,
	limiterWith,
	noAnswer,
	outcomeOf,
	scriptedClient,
	scriptedTransport,
	slowTransport,
	type Step,
} from '../support/scriptedTransport';
import { VirtualTime } from '../support/virtualTime';
import { type ClientScript, playClient } from './jobs/playJob';

const KEY = 'wd-s3cret-key';
const page = { success: true, data: { markdown: '# Hi' } };
const ok = answer(200, page);
const busy = answer(503, { success: false, error: 'Service Unavailable' });

const scrape: ApiRequest = {
	route: { ...routes.scrape, serviceTimeoutMs: 60_000 },
	body: { url: 'https://example.com' },
};

const play = (steps: Step[], request: Partial<ApiRequest> = {}, script: ClientScript = {}) =>
	playClient(steps, (client) => call({ ...scrape, ...request }, client), script);

describe('a request', () => {
	it.each(['..', '', 'a/../b', '/a', 'a?b'])('with the ID %j is not sent', async (id) => {
		const { result, requests } = await play([ok], { ids: [id] });
		expect(requests).toEqual([]);
		const cause = expect.stringContaining(`The ID '${id}'`) as string;
		expect(result).toMatchObject({ failure: { errorId: 'invalid', cause }, attempts: 0 });
	});

	it('contains the JSON body, the limits, and the signal', async () => {
		const { signal } = new AbortController();
		const stop = { signal, isByUser: () => false };
		const { requests } = await play([ok], {}, { client: { stop } });
		const json = 'application/json';
		expect(requests).toEqual([
			{
				...{ method: 'POST', url: 'https://api.example.com/v2/scrape' },
				headers: { accept: json, 'content-type': json, authorization: `Bearer ${KEY}` },
				body: '{"url":"https://example.com"}',
				...{ headTimeoutMs: 90_000, stallTimeoutMs: 60_000, maxResponseBytes: 100_000, signal },
			},
		]);
	});
});

const keyed: ApiRequest = {
	...{ ...scrape, route: { ...scrape.route, idempotency: 'keyed' } },
	headers: { 'x-request-id': 'run-1' },
};

it('a call returns the number of attempts and the reasons of the waits', async () => {
	const { result, sleeps } = await play([busy, busy, ok]);
	const wait = { httpCode: 503 };
	const waits = [2000, 4000].map((delayMs) => ({ ...wait, delayMs }));
	expect(result).toEqual({ ok: true, answer: page, attempts: 3, waits });
	expect(sleeps).toEqual([2000, 4000]);
});

it('a Retry-After longer than Max Retry Wait ends the call', async () => {
	const long = { 'retry-after': '601' };
	const { result, sleeps } = await play([answer(429, { error: 'Rate limit exceeded' }, long)]);
	const failure = { errorId: 'rateLimit', retryAfterMs: 601_000 };
	expect(result).toMatchObject({ stopReason: 'waitTooLong', attempts: 1, failure });
	expect(sleeps).toEqual([]);
});

it('a request after a stop uses its own connections, ignores rate limits, and is repeated for 10 seconds', async () => {
	const time = new VirtualTime();
	const [transport, stopTransport] = [scriptedTransport(), scriptedTransport(busy, busy, busy)];
	const stop = { signal: AbortSignal.abort(), isByUser: () => true };
	const settings = { maxTries: 1, maxWaitMs: 600_000, maxResponseBytes: 1000 };
	const limiter = limiterWith(() => Promise.resolve({ kind: 'waitTooLong' }));
	const connections = { transport, stopTransport, limiter };
	const client = scriptedClient({ runtime: time, ...connections, stop, settings });
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
		const { result, sleeps } = await play([limited, inFlight, ok], keyed);
		expect(result).toMatchObject({ ok: true, attempts: 3 });
		expect(sleeps).toEqual([2000, 4000]);
	});

	it.each([[[inFlight]], [[noAnswer('refused', false), inFlight]]])(
		'fails if no earlier attempt can have started the request',
		async (steps) => {
			const failure = { errorId: 'requestInFlight', chargeId: 'charge-1', requestId: 'run-1' };
			const { result } = await play(steps, keyed);
			expect(result).toMatchObject({ ok: false, stopReason: 'notRetryable', failure });
		},
	);
});

it('a keyed call whose first response was lost is possibly executed if the node ends before its next attempt', async () => {
	const ended = { ok: false, stopReason: 'aborted', failure: { possiblyExecuted: true } };
	const lost = noAnswer('closed', true);
	expect((await play([lost], keyed, { stopInSleep: 1 })).result).toMatchObject(ended);
	let attempts = 0;
	const limiter = limiterWith(() =>
		Promise.resolve(attempts++ === 0 ? { kind: 'start', pausedMs: 0 } : { kind: 'aborted' }),
	);
	expect((await play([lost], keyed, { client: { limiter } })).result).toMatchObject(ended);
});

describe('a call that fails several times', () => {
	const timeout = answer(408, { success: false, code: 'SCRAPE_TIMEOUT', error: 'Timed out' });
	const refused = noAnswer('refused', false);
	const newService = () => ({ client: { service: { responded: false } } });

	it.each<[string, Step, string, string]>([
		['a page that times out', timeout, 'processingContinues', 'timedOutTwice'],
		['a port that is closed', refused, 'refused', 'unreached'],
	])('has two attempts: %s', async (_call, step, errorId, stopReason) => {
		const { result, sleeps } = await play([step, step], {}, newService());
		expect(result).toMatchObject({ stopReason, attempts: 2, failure: { errorId } });
		expect(sleeps).toEqual([2000]);
	});

	it('is repeated after a timeout that follows another error', async () => {
		const { result } = await play([busy, timeout, ok]);
		expect(result).toMatchObject({ ok: true, attempts: 3 });
	});

	it('waits for the restart of a service that closed its connection', async () => {
		const steps = [noAnswer('closed', true), refused, refused, ok];
		const { result } = await play(steps, {}, newService());
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
	const at = (ageMs: number): ClientScript => ({ startMs: createdAt + ageMs });

	it.each<[string, number, ApiRequest, number]>([
		['is repeated if its ID was created less than a minute ago', 5000, read(jobId), 3],
		['fails if the ID is older', 60_000, read(jobId), 1],
		['fails if the ID contains no time', 0, read(withoutTime), 1],
		['fails if the request does not read', 5000, { route: routes.stopInteract, ids: [jobId] }, 1],
	])('%s', async (_rule, ageMs, request, attempts) => {
		const { sent, result } = await play([notFound, notFound, ok], request, at(ageMs));
		expect([sent.length, result.ok]).toEqual([attempts, attempts === 3]);
	});

	it('fails if not the service, but another server does not find it', async () => {
		const { sent } = await play([answer(404, '<html>Not Found</html>')], read(jobId), at(5000));
		expect(sent).toHaveLength(1);
	});

	it('is repeated if this process has just started the job', async () => {
		const client = { knownJobs: new Map([['job-1', createdAt]]) };
		const { result } = await play([notFound, ok], read('job-1'), { ...at(0), client });
		expect(result).toMatchObject({ ok: true, attempts: 2 });
	});
});

it('a read waits 15, 30, and then 60 seconds for its answer', async () => {
	const lost = noAnswer('headTimeout', true);
	const request = { route: agentRoutes.trace, ids: ['run-1'] };
	const { requests } = await play([lost, lost, lost, lost, ok], request);
	const timeouts = requests.map(({ headTimeoutMs }) => headTimeoutMs);
	expect(timeouts).toEqual([15_000, 30_000, 60_000, 60_000, 60_000]);
});
