// Requests of many executions at one gate: who goes when, what a stop takes back, what is remembered.

import type { Runtime } from '../../nodes/WebData/api/client';
import type { Account } from '../../nodes/WebData/api/request';
import { openGates, type Ceiling } from '../../nodes/WebData/host/gate';
import { shareSignals } from '../../nodes/WebData/transport/signals';
import type {
	Transport,
	TransportRequest,
	TransportResult,
} from '../../nodes/WebData/transport/transport';
import { answer } from '../support/scriptedTransport';

const account: Account = { baseUrl: 'https://api.example.com', apiKey: 'wd-s3cret-key' };
const ok = answer(200, { success: true });
const busy = (seconds?: number) =>
	answer(
		429,
		{ error: 'Concurrency limit reached' },
		seconds === undefined ? {} : { 'retry-after': String(seconds) },
	);

const settled = () => new Promise(setImmediate);

/** Gates on a clock that moves when the test says so, over a transport that answers when the test says so. */
function stage() {
	let nowMs = 1_000_000;
	let sleeping: { at: number; wake: () => void }[] = [];
	const onAbort = shareSignals();
	const runtime: Runtime = {
		now: () => nowMs,
		random: () => 0,
		onAbort,
		pause: (ms, signal) =>
			new Promise((resolve) => {
				const entry = { at: nowMs + ms, wake: resolve };
				sleeping.push(entry);
				onAbort(signal, () => {
					sleeping = sleeping.filter((each) => each !== entry);
					resolve();
				});
			}),
	};
	/** What is on its way, in the order of sending. */
	const sent: { name: string; answer: (result: TransportResult) => void }[] = [];
	const log: string[] = [];
	const transport: Transport = {
		send: ({ url }) =>
			new Promise((resolve) => {
				log.push(url);
				sent.push({ name: url, answer: resolve });
			}),
		close: () => Promise.resolve(),
	};
	const gates = openGates(runtime);

	return {
		gates,
		log,
		onTheirWay: async () => {
			await settled();
			return sent.map(({ name }) => name);
		},
		sleeps: async () => {
			await settled();
			return sleeping.map(({ at }) => at - nowMs);
		},
		enter(rest: Partial<Ceiling> = {}, of: Account = account) {
			const gate = gates.enter({ maxConcurrency: 50, maxWaitMs: 600_000, ...rest });
			const sendWith = (
				name: string,
				rest: Pick<TransportRequest, 'signal' | 'maxHoldMs'>,
				to = of,
			) =>
				gate.guard(transport, to).send({
					method: 'POST',
					url: name,
					headers: {},
					headTimeoutMs: 1,
					stallTimeoutMs: 1,
					maxResponseBytes: 1,
					...rest,
				});
			const send = (name: string, signal?: AbortSignal, to = of) => sendWith(name, { signal }, to);
			return { send, sendFor: (name: string, maxHoldMs: number) => sendWith(name, { maxHoldMs }) };
		},
		async answer(result: TransportResult = ok, count = 1) {
			await settled();
			sent.splice(0, count).forEach((each) => each.answer(result));
			await settled();
		},
		async pass(ms: number) {
			await settled();
			nowMs += ms;
			const due = sleeping.filter(({ at }) => at <= nowMs);
			sleeping = sleeping.filter(({ at }) => at > nowMs);
			due.forEach(({ wake }) => wake());
			await settled();
		},
	};
}

const several = (name: string, count: number) =>
	Array.from({ length: count }, (_, index) => `${name}${index}`);

describe('an execution', () => {
	it('has no more on their way than its Max Concurrency, first come first served', async () => {
		const { enter, onTheirWay, answer: next } = stage();
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
		const { enter, onTheirWay, answer: next } = stage();
		const { send } = enter({ maxConcurrency: 1 });
		void send('a');
		void send('b', undefined, { ...account, apiKey: 'another' });
		expect(await onTheirWay()).toEqual(['a']);
		await next();
		expect(await onTheirWay()).toEqual(['b']);
	});

	it('does not take from the Max Concurrency of another', async () => {
		const { enter, onTheirWay } = stage();
		const [first, second] = [enter({ maxConcurrency: 1 }), enter({ maxConcurrency: 3 })];
		several('a', 5).forEach((name) => void first.send(name));
		several('b', 5).forEach((name) => void second.send(name));
		expect(await onTheirWay()).toEqual(['a0', 'b0', 'b1', 'b2']);
	});
});

/** Two executions of an account that has been lowered to one request at a time. */
async function throttled() {
	const it = stage();
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
		const { enter, answer: next, pass, log } = stage();
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
		const { enter, answer: next, log } = stage();
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
		const { enter, answer: next, onTheirWay } = stage();
		const { send } = enter({ maxConcurrency: 1 });
		const stop = new AbortController();
		void send('a');
		const stopped = send('b', stop.signal);
		void send('c');
		stop.abort();
		expect(await stopped).toMatchObject({ failure: 'aborted', mayHaveBeenSent: false });
		await next();
		expect(await onTheirWay()).toEqual(['c']);
	});

	it('before is never sent', async () => {
		const { enter, log } = stage();
		expect(await enter().send('a', AbortSignal.abort())).toMatchObject({ failure: 'aborted' });
		expect(log).toEqual([]);
	});

	it('as the last that waits leaves no timer', async () => {
		const { enter, answer: next, sleeps } = stage();
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
	it('and that is longer than Max Retry Wait is not waited: the refusal is handed on', async () => {
		const { enter, answer: next, log } = stage();
		const { send } = enter({ maxConcurrency: 1, maxWaitMs: 60_000 });
		const results = Promise.all(several('a', 3).map((name) => send(name)));
		await next(busy(120));
		expect(await results).toEqual([busy(120), busy(120), busy(120)]);
		expect(await send('b')).toEqual(busy(120));
		expect(log).toEqual(['a0']);
	});

	it('is the longest that a burst asks for', async () => {
		const { enter, answer: next } = stage();
		const { send } = enter({ maxWaitMs: 60_000 });
		void send('a');
		void send('b');
		await next(busy(120));
		await next(busy(3));
		expect(await send('c')).toEqual(busy(120));
	});

	it('has one timer for all that wait', async () => {
		const { enter, answer: next, sleeps } = stage();
		const { send } = enter();
		void send('a');
		await next(busy(7));
		several('b', 100).forEach((name) => void send(name));
		expect(await sleeps()).toEqual([7000]);
	});
});

describe('a request that may be held only for so long', () => {
	it('is not held at all where the account is held for longer, and the others wait on', async () => {
		const { enter, answer: next, pass, sleeps, log } = stage();
		const { send, sendFor } = enter();
		void send('a');
		await next(busy(7));
		expect(await sendFor('b', 6999)).toEqual(busy(7));
		expect(await sleeps()).toEqual([]);
		void send('c');
		expect(await sendFor('d', 0)).toEqual(busy(7));
		await pass(7000);
		expect(log).toEqual(['a', 'c']);
	});

	it('is sent once the hold is over where that is soon enough', async () => {
		const { enter, answer: next, pass, onTheirWay } = stage();
		const { send, sendFor } = enter();
		void send('a');
		await next(busy(7));
		void sendFor('b', 7000);
		await pass(7000);
		expect(await onTheirWay()).toEqual(['b']);
	});

	it('is let go when the service asks for more than that while it waits', async () => {
		const { enter, answer: next, pass } = stage();
		const { send, sendFor } = enter();
		void send('x');
		void send('y');
		await next(busy(7));
		const held = sendFor('b', 10_000);
		await pass(6000);
		await next(busy(5));
		expect(await held).toEqual(busy(5));
	});

	it('is let go when its time is over and nothing may start before another ends', async () => {
		const { first, second, answer: next, pass, sleeps, onTheirWay } = await throttled();
		await pass(1000);
		const held = second.sendFor('b', 5000);
		void first.send('c');
		expect(await sleeps()).toEqual([5000]);
		await pass(5000);
		expect(await held).toEqual(busy());
		await next();
		expect(await onTheirWay()).toEqual(['c']);
	});

	it('is told the refusal that holds it where that names no time, too', async () => {
		const { enter, answer: next } = stage();
		const { send, sendFor } = enter();
		const tooFast = answer(429, { error: 'Rate limit exceeded' });
		void send('a');
		await next(tooFast);
		expect(await sendFor('b', 1999)).toEqual(tooFast);
	});

	it("has its place among its execution's own requests, however long that takes", async () => {
		const { enter, answer: next, pass, onTheirWay } = stage();
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
		const { enter, answer: next, gates } = stage();
		void enter().send('a');
		expect(gates.size).toBe(1);
		await next();
		expect(gates.size).toBe(0);
	});

	it('that was throttled is remembered for five minutes, without a timer', async () => {
		const { enter, answer: next, pass, gates, sleeps } = stage();
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
		const { enter, answer: next, pass, log } = stage();
		const { send } = enter();
		void send('a');
		await next(busy());
		await pass(300_000);
		several('b', 5).forEach((name) => void send(name));
		await settled();
		expect(log).toHaveLength(6);
	});
});

it('does not wait for a clock that stands still or goes back', async () => {
	const { enter, answer: next, pass, log } = stage();
	const { send } = enter();
	void send('a');
	await next(busy(7));
	void send('b');
	await pass(-3_600_000);
	void send('c');
	await pass(3_607_000);
	expect(log).toEqual(['a', 'b']);
});
