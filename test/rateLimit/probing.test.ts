// An account that is held for long: once a minute one request goes ahead and sees whether it still is.

import { answer } from '../support/scriptedTransport';
import { busy, gateStage, ok, settled } from '../support/rateLimiterStage';

const DAY_SECONDS = 86_400;
const dayLimit = answer(
	429,
	{ error: 'Daily limit of agent runs' },
	{ 'retry-after': String(DAY_SECONDS) },
);
const isHeld = { failure: 'held', detail: 'Daily limit of agent runs' };

/** An account that the service has just told to wait for a day. */
async function heldForADay(retryAfter = dayLimit) {
	const it = gateStage();
	const execution = it.enter({ maxConcurrency: 3 });
	void execution.send('start');
	await it.answer(retryAfter);
	it.log.length = 0;
	return { ...it, execution, send: execution.send };
}

describe('a hold of more than a minute', () => {
	it('lets nobody through in its first minute', async () => {
		const { send, pass, log } = await heldForADay();
		await pass(59_999);
		expect(await send('a')).toMatchObject(isHeld);
		expect(log).toEqual([]);
	});

	it('lets one through after it, and the others wait for what that one learns', async () => {
		const { send, pass, answer: next, log } = await heldForADay();
		await pass(60_000);
		const others = [send('a'), send('b'), send('c')];
		await settled();
		expect(log).toEqual(['a']);
		await next();
		for (let second = 0; second < 4; second++) {
			await pass(1000);
			await next();
		}
		expect(log).toEqual(['a', 'b', 'c']);
		expect(await Promise.all(others)).toEqual([ok, ok, ok]);
	});

	it('goes on where that one is refused, too, and lets the next through a minute later', async () => {
		const { send, pass, answer: next, log } = await heldForADay();
		await pass(60_000);
		const [scout, other] = [send('a'), send('b')];
		await next(busy());
		expect(await scout).toEqual(busy());
		const leftMs = DAY_SECONDS * 1000 - 60_000;
		expect(await other).toMatchObject({ failure: 'held', retryAfterMs: leftMs });
		await pass(59_999);
		expect(await send('c')).toMatchObject({ failure: 'held' });
		await pass(1);
		void send('d');
		await settled();
		expect(log).toEqual(['a', 'd']);
	});

	it('goes on where that one gets no answer, and the next may see at once', async () => {
		const { send, pass, answer: next, log } = await heldForADay();
		await pass(60_000);
		void send('a');
		void send('b');
		await next(answer(503, { error: 'Service Unavailable' }));
		expect(log).toEqual(['a', 'b']);
		await next(answer(404, { error: 'Not Found' }));
		void send('c');
		await pass(2000);
		expect(log).toEqual(['a', 'b', 'c']);
	});

	it('and that was over before its time is forgotten: the next refusal counts for itself', async () => {
		const { send, pass, answer: next, log } = await heldForADay();
		await pass(60_000);
		void send('a');
		await next();
		await pass(60_000);
		void send('b');
		await next(busy(7));
		void send('c');
		await pass(7000);
		expect(log).toEqual(['a', 'b', 'c']);
	});

	it('is waited by those who wait so long, a minute each at the most before they may see', async () => {
		const { send, pass, answer: next, log, sleeps } = await heldForADay(busy(300));
		void send('a');
		expect(await sleeps()).toEqual([60_000]);
		await pass(60_000);
		expect(log).toEqual(['a']);
		await next(busy(240));
		void send('b');
		expect(await sleeps()).toEqual([60_000]);
	});

	it('does not slow the account down with each that is refused', async () => {
		const { send, pass, answer: next, log } = await heldForADay();
		for (let minute = 0; minute < 30; minute++) {
			await pass(60_000);
			void send(`scout ${minute}`);
			await next(dayLimit);
		}
		await pass(60_000);
		void send('a');
		await next();
		log.length = 0;
		void send('b');
		await pass(1000);
		await next();
		void send('c');
		await pass(1000);
		expect(log).toEqual(['b', 'c']);
	});

	it('of a minute has no scout: it is over then', async () => {
		const { send, pass, answer: next, log } = await heldForADay(busy(60));
		void send('a');
		await pass(59_999);
		expect(log).toEqual([]);
		await pass(1);
		await next();
		expect(log).toEqual(['a']);
	});
});

describe('a request with a time of its own', () => {
	it('waits for its turn to see where that comes in time, however long the hold is', async () => {
		const { execution, pass, onTheirWay } = await heldForADay();
		const tooShort = execution.sendFor('a', 59_999);
		void execution.sendFor('b', 60_000);
		expect(await tooShort).toMatchObject(isHeld);
		await pass(60_000);
		expect(await onTheirWay()).toEqual(['b']);
	});

	it('waits for the one that went ahead no longer than that', async () => {
		const { execution, send, pass } = await heldForADay();
		await pass(60_000);
		void send('a');
		const waiting = execution.sendFor('b', 5000);
		await pass(5000);
		expect(await waiting).toMatchObject(isHeld);
	});
});

describe('what frees something at the service', () => {
	it('does not wait for what the others were refused', async () => {
		const { execution, onTheirWay } = await heldForADay();
		void execution.sendWith('cancel', { pacing: 'apart' });
		expect(await onTheirWay()).toEqual(['cancel']);
	});

	it('waits for what its own kind was refused, and has its place in Max Concurrency', async () => {
		const { execution, answer: next, pass, log } = await heldForADay();
		for (const name of ['a', 'b', 'c', 'd']) void execution.sendWith(name, { pacing: 'apart' });
		await settled();
		expect(log).toEqual(['a', 'b', 'c']);
		await next(busy(7));
		await next(ok, 2);
		await pass(6999);
		expect(log).toEqual(['a', 'b', 'c']);
		await pass(1);
		expect(log).toEqual(['a', 'b', 'c', 'd']);
	});

	it('and has no time waits for nothing', async () => {
		const { execution, log } = await heldForADay();
		for (const name of ['a', 'b', 'c', 'd']) void execution.sendWith(name, { pacing: 'none' });
		await settled();
		expect(log).toEqual(['a', 'b', 'c', 'd']);
	});
});
