// The pace of an account on a virtual clock: given these answers, requests start at these times.

import { newPace, type Pace, type Verdict } from '../../nodes/WebData/rateLimit/limiterState';
import { ended, isForgettable, started, startsIn } from '../../nodes/WebData/rateLimit/transitions';

const served: Verdict = { kind: 'served' };
const silent: Verdict = { kind: 'silent' };
const busy = (retryAfterMs?: number): Verdict => ({
	kind: 'refused',
	limit: 'concurrency',
	retryAfterMs,
});
const tooFast = (retryAfterMs?: number): Verdict => ({
	kind: 'refused',
	limit: 'rate',
	retryAfterMs,
});

/** An account whose requests begin and end when the test says so; every wait is over as soon as it may be. */
function account({ nowMs = 1_000_000, random = 0 } = {}) {
	let pace: Pace = newPace;
	const epochs: number[] = [];
	const self = {
		get pace() {
			return pace;
		},
		get now() {
			return nowMs;
		},
		pass(ms: number) {
			nowMs += ms;
		},
		/** Starts up to `most` requests without waiting; how many did. */
		startNow(most: number): number {
			let count = 0;
			while (count < most && startsIn(pace, nowMs, random) === 0) {
				epochs.push(pace.epoch);
				pace = started(pace, nowMs, random);
				count++;
			}
			return count;
		},
		/** Starts as many requests, waiting as long as it takes; when each did, from now. */
		startTimes(count: number): number[] {
			const from = nowMs;
			return Array.from({ length: count }, () => {
				nowMs += startsIn(pace, nowMs, random);
				if (nowMs === Infinity) throw new Error('Nothing may start before something ends');
				self.startNow(1);
				return Math.round(nowMs - from);
			});
		},
		/** Ends the oldest requests. */
		end(verdict: Verdict, count = 1) {
			for (let index = 0; index < count; index++) {
				pace = ended(pace, epochs.shift() ?? 0, verdict, nowMs);
			}
		},
		/** Ends the newest requests. */
		endNewest(verdict: Verdict, count = 1) {
			for (let index = 0; index < count; index++) {
				pace = ended(pace, epochs.pop() ?? 0, verdict, nowMs);
			}
		},
		/** One request after the other, each served after its time. */
		serve(count: number, ms: number) {
			for (let index = 0; index < count; index++) {
				self.startTimes(1);
				nowMs += ms;
				self.end(served);
			}
		},
	};
	return self;
}

/** Twelve in flight, of which the service refuses the last two. */
function refusedAtTen(verdict: Verdict = busy()) {
	const it = account();
	it.startTimes(12);
	it.endNewest(verdict, 2);
	return it;
}

describe('an account that was never refused', () => {
	it('starts five at once, and more a few milliseconds apart', () => {
		const it = account();
		expect(it.startTimes(8)).toEqual([0, 0, 0, 0, 0, 3, 5, 8]);
	});

	it('is not slowed where it has been before', () => {
		const it = account();
		it.startTimes(50);
		it.pass(200);
		it.end(served, 50);
		expect(it.startNow(50)).toBe(50);
	});

	it('has no limit, whatever fails', () => {
		const it = account();
		it.startTimes(50);
		it.end(silent, 50);
		expect(it.startNow(50)).toBe(50);
		expect(it.pace).toMatchObject({ limit: Infinity, rate: Infinity });
	});
});

describe('a limit on requests at a time', () => {
	it('leaves in flight what was not refused', () => {
		const it = refusedAtTen();
		expect(it.pace).toMatchObject({ inFlight: 10, limit: 10 });
		it.pass(60_000);
		expect(startsIn(it.pace, it.now, 0)).toBe(Infinity);
		it.end(served);
		expect(it.startNow(5)).toBe(1);
	});

	it('is lowered by a burst once, however many it refuses', () => {
		const it = account();
		it.startTimes(50);
		it.endNewest(busy(), 20);
		expect(it.pace).toMatchObject({ limit: 30, refusals: 1 });
		expect(it.pace.hold.until).toBe(it.now + 200);
	});

	it('is never below one; then time is stretched', () => {
		const it = account();
		it.startTimes(5);
		it.end(busy(), 5);
		expect(it.pace).toMatchObject({ inFlight: 0, limit: 1, rate: 60 });
	});

	it('holds the others only for a moment when the service names no time', () => {
		const it = refusedAtTen();
		it.end(served, 10);
		expect(it.startTimes(3)).toEqual([200, 203, 205]);
	});

	it('holds everything as long as the service asks, the longest of a burst', () => {
		const it = account();
		it.startTimes(12);
		it.endNewest(busy(7000));
		it.endNewest(busy(3000));
		it.end(served, 10);
		expect(it.startTimes(2)).toEqual([7000, 7003]);
	});

	it('lets those who wait for the end of a pause start at different times', () => {
		const it = refusedAtTen(busy(7000));
		expect(startsIn(it.pace, it.now, 0)).toBe(7000);
		expect(startsIn(it.pace, it.now, 0.5)).toBe(7250);
	});

	it('grows by one after ten rounds of successes in full use', () => {
		const it = refusedAtTen();
		it.pass(1000);
		for (let index = 0; index < 10; index++) {
			it.end(served);
			it.startTimes(1);
		}
		for (let index = 0; index < 99; index++) {
			it.end(served);
			it.startTimes(1);
		}
		expect(it.pace.limit).toBe(10);
		it.end(served);
		expect(it.pace.limit).toBe(11);
		it.startTimes(2);
		expect(startsIn(it.pace, it.now, 0)).toBe(Infinity);
	});

	it('does not grow while it is not what holds back', () => {
		const it = refusedAtTen();
		it.pass(1000);
		it.end(served, 10);
		it.serve(1000, 100);
		expect(it.pace.limit).toBe(10);
	});

	it('is tried again less and less often', () => {
		const it = account();
		it.startTimes(2);
		it.endNewest(busy());
		const successes: number[] = [];
		for (let round = 0; round < 4; round++) {
			it.pass(60_000);
			let count = 0;
			while (it.pace.limit < 2) {
				it.end(served);
				it.startTimes(1);
				count++;
			}
			successes.push(count);
			it.startTimes(1);
			it.endNewest(busy());
		}
		expect(successes.map((count) => Math.round(count / 10) * 10)).toEqual([10, 20, 40, 40]);
	});
});

describe('a limit on requests in a time', () => {
	it('sets the pace to what was achieved in the last minute, and a little less', () => {
		const it = account();
		it.startTimes(101);
		it.end(served, 100);
		it.end(tooFast(30_000));
		expect(it.pace.rate).toBe(90);
		expect(it.startTimes(4)).toEqual([30_000, 30_617, 31_283, 31_950]);
	});

	it('leaves the number in flight alone', () => {
		const it = account();
		it.startTimes(20);
		it.end(tooFast(1000));
		expect(it.pace.limit).toBe(Infinity);
	});

	it('is no slower than one a second at first, and at most halved by a burst', () => {
		const it = account();
		it.startTimes(1);
		it.end(tooFast());
		expect(it.pace.rate).toBe(60);
		it.pass(60_000);
		it.startTimes(3);
		it.end(tooFast(), 3);
		expect(it.pace.rate).toBe(30);
	});

	it('holds back longer each time when the service names no time', () => {
		const it = account();
		const holds = Array.from({ length: 6 }, () => {
			it.pass(300_000);
			it.startTimes(1);
			it.end(tooFast());
			return it.pace.hold.until - it.now;
		});
		expect(holds).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000]);
	});

	it('is forgotten after a while without a refusal', () => {
		const it = account();
		it.startTimes(1);
		it.end(tooFast(5000));
		const rates = Array.from({ length: 60 }, () => {
			it.serve(100, 20);
			return it.pace.rate;
		});
		expect(rates).toEqual([...rates].sort((a, b) => a - b));
		expect(rates.at(-1)).toBe(Infinity);
	});

	it('starts no faster than the rate even when timers come late', () => {
		const it = account();
		it.startTimes(301);
		it.end(served, 300);
		it.end(tooFast(1000));
		it.pass(20_000);
		expect(it.startNow(10)).toBe(1);
	});
});

describe('what is remembered', () => {
	it('is nothing of an account that was never refused', () => {
		const it = account();
		it.startTimes(1);
		expect(isForgettable(it.pace, it.now)).toBe(false);
		it.end(served);
		expect(isForgettable(it.pace, it.now)).toBe(true);
	});

	it('is a refusal, for five minutes and as long as the service asked', () => {
		const it = account();
		it.startTimes(1);
		it.end(busy(400_000));
		it.pass(299_999);
		expect(isForgettable(it.pace, it.now)).toBe(false);
		it.pass(100_000);
		expect(isForgettable(it.pace, it.now)).toBe(false);
		it.pass(1);
		expect(isForgettable(it.pace, it.now)).toBe(true);
	});
});

it('quick answers at the same number in flight do not put off the next step up', () => {
	let pace = newPace;
	for (let index = 0; index < 5; index++) pace = started(pace, 0, 0.5);
	for (let index = 0; index < 1000; index++) {
		pace = started(ended(pace, pace.epoch, served, 10), 10, 0.5);
	}
	expect(startsIn(pace, 10, 0.5)).toBe(5);
});
