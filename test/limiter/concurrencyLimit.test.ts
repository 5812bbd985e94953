import { ConcurrencyLimit } from '../../nodes/WebData/limiter/concurrencyLimit';

const TEST_MS = 80;
const LATER_MS = 1_000_000;

/** Creates the limit of an account that allows two requests at a time. Both slots are in use. */
function twoSlots(): ConcurrencyLimit {
	const concurrency = new ConcurrencyLimit();
	for (let level = 1; level <= 3; level++) concurrency.start(0, TEST_MS);
	concurrency.end();
	concurrency.refused(3);
	return concurrency;
}

function accept(concurrency: ConcurrencyLimit, count: number): void {
	for (let index = 0; index < count; index++) concurrency.accepted(2, 1000, 0);
}

/** Returns the number of successes required before a higher limit is tested. */
function successesUntilTest(concurrency: ConcurrencyLimit): number {
	for (let count = 1; count <= 1000; count++) {
		accept(concurrency, 1);
		if (concurrency.delayMs(LATER_MS) === 0) return count;
	}
	return Infinity;
}

/** Simulates a failed test of a higher limit. The service refuses the third concurrent request. */
function failTest(concurrency: ConcurrencyLimit): void {
	concurrency.start(TEST_MS, TEST_MS);
	concurrency.end();
	concurrency.refused(3);
}

it('tests a higher limit after 30 successes per slot, and again after a failed test', () => {
	const concurrency = twoSlots();
	const successes = Array.from({ length: 3 }, () => {
		const count = successesUntilTest(concurrency);
		failTest(concurrency);
		return count;
	});
	expect(successes).toEqual([60, 60, 60]);
});

it('keeps a tenth of the slots more in flight than the service runs at a time, if the service reports its queue', () => {
	const concurrency = new ConcurrencyLimit();
	const acceptMany = (level: number, queuedMs: number): void => {
		for (let count = 0; count < 100; count++) concurrency.accepted(level, 1000, queuedMs);
	};
	const freeSlots = (): number => {
		let count = 0;
		for (; concurrency.delayMs(0) === 0; count++) concurrency.start(0, TEST_MS);
		for (let ended = 0; ended < count; ended++) concurrency.end();
		return count;
	};
	// Of 10 requests that spend half of their time in the queue, the service runs 5 at a time.
	acceptMany(10, 500);
	expect(freeSlots()).toBe(6);
	acceptMany(6, 0);
	expect(freeSlots()).toBe(7);
});

describe('the time between two probes', () => {
	/**
	 * Simulates several pauses. Each number is the number of successes before a pause. Returns the time between two
	 * probes, in milliseconds, after each pause.
	 */
	function backoffs(successes: readonly number[]): number[] {
		const concurrency = twoSlots();
		return successes.map((count) => {
			concurrency.restart(count);
			return concurrency.backoffMs;
		});
	}

	it('grows up to a minute while each slot is lost before 50 successes', () => {
		expect(backoffs([49, 0, 10, 1, 1])).toEqual([2000, 8000, 32_000, 60_000, 60_000]);
	});

	it('halves when a slot was kept for 50 successes', () => {
		expect(backoffs([1, 1, 50, 50, 50])).toEqual([2000, 8000, 4000, 2000, 0]);
		expect(backoffs([Infinity])).toEqual([0]);
	});
});
