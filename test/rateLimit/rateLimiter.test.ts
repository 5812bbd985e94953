// Requests of many executions at one gate: who goes when, what a stop takes back, what is remembered.

import { answer } from '../support/scriptedTransport';
import { account, busy, gateStage, ok, settled } from '../support/rateLimiterStage';

/** What becomes of a request that is not sent, with what is left of the hold. */
const held = (retryAfterMs?: number, detail = 'Concurrency limit reached') => ({
	kind: 'failure',
	failure: 'held',
	possiblySent: false,
	detail,
	retryAfterMs,
});

const several = (name: string, count: number) =>
	Array.from({ length: count }, (_, index) => `${name}${index}`);

describe('an execution', () => {
	it('has no more on their way than its Max Concurrency, first come first served', async () => {
		const { enter, onTheirWay, answer: next } = gateStage();
		const { send } = enter({ maxConcurrency: 2 });
		const results = Promise.all(several('a', 4).map((name) => send(name)));
		expect(await onTheirWay()).toEqual(['a0', 'a1']);
		await next();
		expect(await onTheirWay()).toEqual(['a1', 'a2']);
		await next();
		await next();
		await next();
		expect(await results).toEqual([ok, ok, ok, ok]);
	});

	it('has its Max Concurrency over all of its accounts', async () => {
		const { enter, onTheirWay, answer: next } = gateStage();
		const { send } = enter({ maxConcurrency: 1 });
		void send('a');
		void send('b', undefined, { ...account, apiKey: 'another' });
		expect(await onTheirWay()).toEqual(['a']);
		await next();
		expect(await onTheirWay()).toEqual(['b']);
	});

	it('does not take from the Max Concurrency of another', async () => {
		const { enter, onTheirWay } = gateStage();
		const [first, second] = [enter({ maxConcurrency: 1 }), enter({ maxConcurrency: 3 })];
		several('a', 5).forEach((name) => void first.send(name));
		several('b', 5).forEach((name) => void second.send(name));
		expect(await onTheirWay()).toEqual(['a0', 'b0', 'b1', 'b2']);
	});
});

/** Two executions of an account that has been lowered to one request at a time. */
async function throttled() {
	const it = gateStage();
	const first = it.enter();
	void first.send('x');
	void first.send('y');
	await it.answer(busy());
	it.log.length = 0;
	return { ...it, first, second: it.enter() };
}

describe('executions that wait for the same account', () => {
	it('take turns', async () => {
		const { first, second, pass, answer: next, log } = await throttled();
		several('a', 4).forEach((name) => void first.send(name));
		several('b', 2).forEach((name) => void second.send(name));
		await pass(1000);
		for (let index = 0; index < 6; index++) await next();
		expect(log).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'a3']);
	});

	it('all wait as long as the service asks', async () => {
		const { enter, answer: next, pass, log } = gateStage();
		const [first, second] = [enter(), enter()];
		void first.send('a');
		await next(busy(7));
		void first.send('b');
		void second.send('c');
		await pass(6999);
		expect(log).toEqual(['a']);
		await pass(1);
		await next();
		await pass(1000);
		expect(log).toEqual(['a', 'b', 'c']);
	});

	it('do not wait for another account', async () => {
		const { enter, answer: next, log } = gateStage();
		const { send } = enter();
		void send('a');
		await next(busy(7));
		void send('b');
		void send('c', undefined, { ...account, baseUrl: 'https://other.example.com' });
		await settled();
		expect(log).toEqual(['a', 'c']);
	});
});

describe('a request that is aborted', () => {
	it('while it waits is never sent, and the next has its turn', async () => {
		const { enter, answer: next, onTheirWay } = gateStage();
		const { send } = enter({ maxConcurrency: 1 });
		const stop = new AbortController();
		void send('a');
		const stopped = send('b', stop.signal);
		void send('c');
		stop.abort();
		expect(await stopped).toMatchObject({ failure: 'aborted', possiblySent: false });
		await next();
		expect(await onTheirWay()).toEqual(['c']);
	});

	it('while it waits is never sent, whatever may end it once it has left', async () => {
		const { enter, answer: next, pass, log } = gateStage();
		const { send, sendWith } = enter();
		const stop = new AbortController();
		const { signal } = new AbortController();
		void send('a');
		await next(busy(7));
		const stopped = sendWith('b', { signal, queueSignal: stop.signal });
		stop.abort();
		expect(await stopped).toMatchObject({ failure: 'aborted', possiblySent: false });
		await pass(7000);
		expect(log).toEqual(['a']);
	});

	it('when it has just been let through is not sent either, and takes no place', async () => {
		const { enter, log } = gateStage();
		const { send, sendWith } = enter({ maxConcurrency: 1 });
		const stop = new AbortController();
		const { signal } = new AbortController();
		const stopped = sendWith('a', { signal, queueSignal: stop.signal });
		stop.abort();
		expect(await stopped).toMatchObject({ failure: 'aborted', possiblySent: false });
		void send('b');
		await settled();
		expect(log).toEqual(['b']);
	});

	it('once it has left is for its own signal to end', async () => {
		const { enter, answer: next } = gateStage();
		const stop = new AbortController();
		const { signal } = new AbortController();
		const sent = enter().sendWith('a', { signal, queueSignal: stop.signal });
		await settled();
		stop.abort();
		await next();
		expect(await sent).toEqual(ok);
	});

	it('before is never sent', async () => {
		const { enter, log } = gateStage();
		expect(await enter().send('a', AbortSignal.abort())).toMatchObject({ failure: 'aborted' });
		expect(log).toEqual([]);
	});

	it('as the last that waits leaves no timer', async () => {
		const { enter, answer: next, sleeps } = gateStage();
		const { send } = enter();
		const stop = new AbortController();
		void send('a');
		await next(busy(7));
		const stopped = send('b', stop.signal);
		expect(await sleeps()).toEqual([7000]);
		stop.abort();
		await stopped;
		expect(await sleeps()).toEqual([]);
	});
});

describe('a wait that the service asks for', () => {
	it('and that is longer than Max Retry Wait is not waited: the others are told for how long', async () => {
		const { enter, answer: next, pass, log } = gateStage();
		const { send } = enter({ maxConcurrency: 1, maxWaitMs: 60_000 });
		const results = Promise.all(several('a', 3).map((name) => send(name)));
		await next(busy(120));
		expect(await results).toEqual([busy(120), held(120_000), held(120_000)]);
		await pass(50_000);
		expect(await send('b')).toEqual(held(70_000));
		expect(log).toEqual(['a0']);
	});

	it('is the longest that a burst asks for', async () => {
		const { enter, answer: next } = gateStage();
		const { send } = enter({ maxWaitMs: 60_000 });
		void send('a');
		void send('b');
		await next(busy(120));
		await next(answer(429, { error: 'Rate limit exceeded' }, { 'retry-after': '3' }));
		expect(await send('c')).toEqual(held(120_000));
	});

	it('has one timer for all that wait', async () => {
		const { enter, answer: next, sleeps } = gateStage();
		const { send } = enter();
		void send('a');
		await next(busy(7));
		several('b', 100).forEach((name) => void send(name));
		expect(await sleeps()).toEqual([7000]);
	});
});

describe('a request that may be held only for so long', () => {
	it('is not held at all where the account is held for longer, and the others wait on', async () => {
		const { enter, answer: next, pass, sleeps, log } = gateStage();
		const { send, sendFor } = enter();
		void send('a');
		await next(busy(7));
		expect(await sendFor('b', 6999)).toEqual(held(7000));
		expect(await sleeps()).toEqual([]);
		void send('c');
		expect(await sendFor('d', 0)).toEqual(held(7000));
		await pass(7000);
		expect(log).toEqual(['a', 'c']);
	});

	it('is sent once the hold is over where that is soon enough', async () => {
		const { enter, answer: next, pass, onTheirWay } = gateStage();
		const { send, sendFor } = enter();
		void send('a');
		await next(busy(7));
		void sendFor('b', 7000);
		await pass(7000);
		expect(await onTheirWay()).toEqual(['b']);
	});

	it('is let go when the service asks for more than that while it waits', async () => {
		const { enter, answer: next, pass } = gateStage();
		const { send, sendFor } = enter();
		void send('x');
		void send('y');
		await next(busy(7));
		const waiting = sendFor('b', 10_000);
		await pass(6000);
		await next(busy(5));
		expect(await waiting).toEqual(held(5000));
	});

	it('is let go when its time is over and nothing may start before another ends', async () => {
		const { first, second, answer: next, pass, sleeps, onTheirWay } = await throttled();
		await pass(1000);
		const waiting = second.sendFor('b', 5000);
		void first.send('c');
		expect(await sleeps()).toEqual([5000]);
		await pass(5000);
		expect(await waiting).toEqual(held());
		await next();
		expect(await onTheirWay()).toEqual(['c']);
	});

	it('is told the refusal that holds it where that names no time, too', async () => {
		const { enter, answer: next } = gateStage();
		const { send, sendFor } = enter();
		const tooFast = answer(429, { error: 'Rate limit exceeded' });
		void send('a');
		await next(tooFast);
		expect(await sendFor('b', 1999)).toEqual(held(2000, 'Rate limit exceeded'));
	});

	it("has its place among its execution's own requests, however long that takes", async () => {
		const { enter, answer: next, pass, onTheirWay } = gateStage();
		const { send, sendFor } = enter({ maxConcurrency: 1 });
		void send('a');
		void sendFor('b', 0);
		await pass(60_000);
		await next();
		expect(await onTheirWay()).toEqual(['b']);
	});
});

describe('an account', () => {
	it('is forgotten when its last request has ended', async () => {
		const { enter, answer: next, gates } = gateStage();
		void enter().send('a');
		expect(gates.size).toBe(1);
		await next();
		expect(gates.size).toBe(0);
	});

	it('that was throttled is remembered for five minutes, without a timer', async () => {
		const { enter, answer: next, pass, gates, sleeps } = gateStage();
		void enter().send('a');
		await next(busy(7));
		expect(gates.size).toBe(1);
		expect(await sleeps()).toEqual([]);
		await pass(299_999);
		expect(gates.size).toBe(1);
		await pass(1);
		expect(gates.size).toBe(0);
	});

	it('that was forgotten begins anew with its next request', async () => {
		const { enter, answer: next, pass, log } = gateStage();
		const { send } = enter();
		void send('a');
		await next(busy());
		await pass(300_000);
		several('b', 5).forEach((name) => void send(name));
		await settled();
		expect(log).toHaveLength(6);
	});
});

describe('a clock that is set back', () => {
	const DAY_MS = 86_400_000;

	it('holds nobody longer than the service asked', async () => {
		const { enter, answer: next, pass, setClock, log } = gateStage();
		const { send } = enter();
		void send('a');
		await next(busy(7));
		void send('b');
		setClock(-DAY_MS);
		void send('c');
		await pass(7000);
		expect(log).toEqual(['a', 'b']);
	});

	it('does not lengthen a wait that nobody waited for', async () => {
		const { enter, answer: next, pass, setClock, log } = gateStage();
		const { send } = enter();
		void send('a');
		await next(busy(50));
		setClock(-DAY_MS);
		void enter({ maxWaitMs: 1000 }).send('b');
		await pass(50_000);
		void send('c');
		await settled();
		expect(log).toEqual(['a', 'c']);
	});

	it('is the one that dates of the service are held against', async () => {
		const { enter, answer: next, setClock, nowMs } = gateStage();
		const { send } = enter();
		void send('a');
		await next();
		void send('b');
		void send('c');
		await next(busy(7));
		setClock(-DAY_MS);
		const until = new Date(nowMs() + 120_000).toUTCString();
		await next(answer(429, { error: 'Concurrency limit reached' }, { 'retry-after': until }));
		expect(await enter({ maxWaitMs: 60_000 }).send('d')).toEqual(held(120_000));
	});
});
