import type { RateLimitSignal } from '../../nodes/WebData/client/attempt';
import type { LimiterSlot } from '../../nodes/WebData/client/client';
import { ExecutionLimit } from '../../nodes/WebData/limiter/queue';
import { RateLimiter, RateLimiters } from '../../nodes/WebData/limiter/rateLimiter';
import { answer } from '../support/scriptedTransport';
import { nextTurn, VirtualTime } from '../support/virtualTime';
import { limited, names, none, ok, stage } from './stage';

it('an account without limits has 200 requests in flight within a second, and sends the next one when one ends', async () => {
	const { run, pass, end, started } = stage();
	names('a', 300).forEach((name) => void run(name));
	await pass(1000);
	expect(started).toHaveLength(200);
	await end(ok);
	await end(none);
	await pass(1);
	expect(started.slice(200)).toEqual(['a200', 'a201']);
});

const scrape = {
	execution: new ExecutionLimit(),
	rateClass: 'scrape',
	usesBrowser: true,
} as const;

describe('the number of requests in flight', () => {
	it('grows by one after 30 successes per slot, and again after a refused test', async () => {
		const { run, pass, end, inFlight } = stage();
		for (const name of ['a', 'b', 'refused', 'refused too']) void run(name);
		await pass(100);
		await end(limited('concurrency', 600_000), 'refused', 'refused too');
		names('c', 300).forEach((name) => void run(name));
		const tests: number[] = [];
		for (let successes = 0; successes < 200; successes++) {
			await pass(100);
			const [, , third] = inFlight();
			if (third !== undefined) tests.push(successes);
			if (third !== undefined) await end(limited('concurrency', 600_000), third);
			await end(ok);
		}
		expect(tests).toEqual([60, 120, 180]);
	});

	it('follows the number that the service runs at a time, if the service reports its queue', async () => {
		const { run, pass, end, inFlight } = stage();
		names('a', 2000).forEach((name) => void run(name));
		await pass(1000);
		for (let round = 0; round < 200; round++) {
			const all = inFlight();
			const queuedMs = Math.max(0, 1000 - 5000 / all.length);
			const metadata = { concurrencyLimited: true, concurrencyQueueDurationMs: queuedMs };
			await end(answer(200, { success: true, data: { metadata } }), ...all);
			await pass(1000);
		}
		expect(inFlight()).toHaveLength(6);
	});
});

describe('the ceiling of an execution', () => {
	it('bounds its requests to all accounts together', async () => {
		const limiters = new RateLimiters(new VirtualTime());
		const options = { ...scrape, execution: new ExecutionLimit(1) };
		const [first, second] = [
			limiters.of('first').open(options),
			limiters.of('second').open(options),
		];
		await first.acquire(0);
		const waiting = second.acquire(0);
		expect(await Promise.race([waiting, nextTurn()])).toBeUndefined();
		first.release({ kind: 'ok' });
		expect(await waiting).toMatchObject({ kind: 'start' });
	});

	it('does not count a request that waits for its next attempt', async () => {
		const { run, pass, end, started } = stage();
		const execution = new ExecutionLimit(1);
		void run('a', { execution });
		void run('b', { execution });
		await pass(0);
		await end(limited('rate', 60_000));
		await pass(30);
		expect(started).toEqual(['a', 'b']);
	});
});

it('a refusal of one request while others are accepted delays the others only until one of them is accepted', async () => {
	const { run, pass, end, started } = stage();
	const refused = run('refused');
	await pass(0);
	names('a', 20).forEach((name) => void run(name));
	await pass(10);
	await end(limited('rate', 2000), 'refused');
	await pass(1000);
	expect(started).toHaveLength(21);
	names('a', 20).forEach((name) => void end(ok, name));
	for (let attempt = 2; attempt <= 5; attempt++) {
		await pass(2000);
		await end(limited('rate', 2000), 'refused');
	}
	expect(await refused).toMatchObject({ stopReason: 'maxTriesReached', attempts: 5 });
});

it('a refused request is repeated after the back-off if the service states no time', async () => {
	const { run, pass, end, started, time } = stage();
	void run('a');
	await pass(0);
	await end(limited());
	expect(time.pending()).toEqual([2000]);
	await pass(2000);
	await end(limited());
	expect(time.pending()).toEqual([4000]);
	expect(started).toEqual(['a', 'a']);
});

describe('a refusal of a request and another one', () => {
	const [failed, refused] = [{ kind: 'none' }, { kind: 'limited', limit: 'rate' }] as const;

	/**
	 * Sends a request with the given results, each followed by a refusal of another request if `together`, and by ten
	 * accepted requests. Returns whether the account's limit then counts as the cause of a refusal.
	 */
	async function isExcused(results: readonly RateLimitSignal[], together: boolean) {
		const time = new VirtualTime();
		const limiter = new RateLimiter(time);
		const attempt = async (slot: LimiterSlot, signal: RateLimitSignal): Promise<void> => {
			const acquired = slot.acquire(600_000);
			await time.runUntil(time.now() + 10_000);
			expect(await acquired).toMatchObject({ kind: 'start' });
			slot.release(signal);
		};
		const attemptOther = (signal: RateLimitSignal) => attempt(limiter.open(scrape), signal);
		const slot = limiter.open(scrape);
		for (const result of results) {
			await attempt(slot, result);
			if (together && result === refused) await attemptOther(refused);
			for (let count = 0; count < 10; count++) await attemptOther({ kind: 'ok' });
		}
		const excusedBefore = slot.excused;
		await attempt(slot, refused);
		await attemptOther(refused);
		return slot.excused > excusedBefore;
	}

	it.each([
		['after a 5xx', [failed], false, true],
		['after a refusal of both and a 5xx', [refused, failed], true, true],
		['after a refusal of only this request', [refused], false, false],
		['after a refusal of only this request and a 5xx', [refused, failed], false, false],
	])('%s', async (_condition, results, together, excused) => {
		expect(await isExcused(results, together)).toBe(excused);
	});
});

/** Refuses each attempt 10 ms after its start. */
async function refuseFor({ pass, end, inFlight }: ReturnType<typeof stage>, ms: number) {
	for (let passed = 0; passed < ms; passed += 10) {
		for (const name of inFlight()) await end(limited(), name);
		await pass(10);
	}
}

describe('an account that refuses everything', () => {
	/** Creates a limiter that is paused after two refused requests. Other requests wait. */
	async function closed(retryAfterMs?: number, limit: 'rate' | 'concurrency' = 'rate') {
		const it = stage();
		names('a', 30).forEach((name) => void it.run(name));
		await it.pass(10);
		await it.end(limited(limit, retryAfterMs), 'a0', 'a1');
		it.started.length = 0;
		return it;
	}

	it.each(['rate', 'concurrency'] as const)(
		'waits for the time in Retry-After (%s)',
		async (limit) => {
			const { pass, started } = await closed(7000, limit);
			await pass(6999);
			expect(started).toEqual([]);
			await pass(1);
			expect(started).toHaveLength(1);
		},
	);

	it('waits for the longest Retry-After of simultaneous refusals', async () => {
		const { run, pass, end, started } = stage();
		names('a', 30).forEach((name) => void run(name));
		await pass(100);
		await end(limited('rate', 5000), 'a0');
		await end(limited('rate', 9000), 'a1');
		await end(limited('rate', 7000), 'a2');
		started.length = 0;
		await pass(8999);
		expect(started).toEqual([]);
		await pass(1);
		expect(started).toHaveLength(1);
	});

	it('counts no pause that has ended toward the longest wait of a request', async () => {
		const { run, pass, end, inFlight } = stage();
		const calls = names('a', 3).map((name) => run(name, { maxWaitMs: 10_000 }));
		await pass(1000);
		for (let pause = 1; pause <= 2; pause++) {
			await end(limited('rate', 7000), ...inFlight());
			await pass(7000);
			await end(ok);
			await pass(1000);
		}
		await end(ok);
		expect(await Promise.all(calls)).toMatchObject(calls.map(() => ({ ok: true })));
	});

	it('sends only another probe after a probe without a response, and the other requests after it', async () => {
		const { pass, end, started } = await closed(7000);
		await pass(7000);
		await end(none, ...started);
		// The next probe follows after 6% of the pause.
		await pass(410);
		expect(started).toHaveLength(1);
		await pass(20);
		expect(started).toHaveLength(2);
		await pass(1000);
		expect(started).toHaveLength(30);
	});

	it('sends different requests as probes at most 2 seconds apart if the service states no time', async () => {
		const it = await closed();
		for (let second = 0; second < 120; second += 2) {
			const before = it.started.length;
			await refuseFor(it, 2200);
			expect(it.started.length).toBeGreaterThan(before);
		}
		expect(new Set(it.started).size).toBe(30);
	});

	it('ends requests that would wait too long, and reports the length of the pause', async () => {
		const { run, pass } = await closed(120_000);
		const cause = expect.stringContaining('(Rate limit exceeded)') as string;
		expect(await run('b', { maxWaitMs: 119_999 })).toMatchObject({
			...{ stopReason: 'waitTooLong', attempts: 0, failure: { cause, retryAfterMs: 120_000 } },
		});
		await pass(50_000);
		expect(await run('c', { maxWaitMs: 60_000 })).toMatchObject({
			failure: { retryAfterMs: 70_000 },
		});
	});

	it('ends requests that have waited too long if the service states no time', async () => {
		const it = await closed();
		const scheduled = it.run('b', { maxWaitMs: 5000 });
		await refuseFor(it, 6000);
		expect(await scheduled).toMatchObject({ stopReason: 'waitTooLong' });
	});

	it('sends one probe per minute during a long pause', async () => {
		const { run, pass, end, started } = await closed(86_400_000);
		const patient = { maxWaitMs: Infinity };
		names('b', 3).forEach((name) => void run(name, patient));
		await pass(59_999);
		expect(started).toEqual([]);
		await pass(1);
		expect(started).toEqual(['b0']);
		await end(limited('rate', 86_340_000));
		await pass(60_000);
		expect(started).toEqual(['b0', 'b1']);
		await end(ok, 'b1');
		await pass(1000);
		expect(started).toContain('b2');
	});

	it('does not delay other classes of endpoints', async () => {
		const { run, pass, started } = await closed(60_000);
		void run('poll', { rateClass: 'extractStatus', usesBrowser: false });
		await pass(0);
		expect(started).toEqual(['poll']);
	});
});

it('an aborted request ends at once while it waits for its next attempt', async () => {
	const { run, pass, end, time } = stage();
	const stop = new AbortController();
	const scheduled = run('a', { signal: stop.signal });
	await pass(0);
	await end(limited('rate', 60_000));
	stop.abort();
	expect(await scheduled).toMatchObject({ stopReason: 'aborted', attempts: 1 });
	expect(time.pending()).toEqual([]);
});

it.each([-86_400_000, 900_000])(
	'a clock that is set by %i ms does not change a pause',
	async (byMs) => {
		const { run, pass, end, started, time } = stage();
		names('a', 3).forEach((name) => void run(name));
		await pass(10);
		await end(limited('rate', 7000), 'a0', 'a1');
		time.setClock(byMs);
		await pass(7000);
		expect(started).toEqual(['a0', 'a1', 'a2']);
	},
);

describe('RateLimiters', () => {
	it('forgets an account whose requests have all ended a minute ago, without a timer', async () => {
		const time = new VirtualTime();
		const limiters = new RateLimiters(time);
		const limiter = limiters.of('account');
		const slot = limiter.open(scrape);
		await slot.acquire(0);
		slot.release({ kind: 'ok' });
		expect(limiters.of('other')).not.toBe(limiter);
		expect(time.pending()).toEqual([]);
		time.advance(60_000);
		expect(limiters.of('account')).toBe(limiter);
		slot.close();
		time.advance(59_999);
		expect(limiters.of('account')).toBe(limiter);
		time.advance(1);
		expect(limiters.of('account')).not.toBe(limiter);
	});
});

it.each([
	['a deletion first', ['delete', 'scrape']],
	['a scrape first', ['scrape', 'delete']],
])('a request without a browser does not wait for those with one: %s', async (_order, order) => {
	const { run, pass, end, started } = stage();
	const rateClass = 'browserExecute';
	for (const name of order) void run(name, { rateClass, usesBrowser: name === 'scrape' });
	names('s', 3).forEach((name) => void run(name, { rateClass, usesBrowser: true }));
	await pass(200);
	await end(limited('concurrency'), 's2');
	await end(ok, 'delete');
	await pass(200);
	started.length = 0;
	void run('s3', { rateClass, usesBrowser: true });
	void run('delete 2', { rateClass, usesBrowser: false });
	await pass(0);
	expect(started).toContain('delete 2');
	expect(started).not.toContain('s3');
});
