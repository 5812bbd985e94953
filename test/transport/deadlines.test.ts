import { monotonicNow, scheduleDeadlines } from '../../nodes/WebData/transport/signals';

const expirations = (count: number, deadlines: number[], next: number[] = []): Promise<number[]> =>
	new Promise((resolve) => {
		const startMs = monotonicNow();
		const calls: number[] = [];
		const schedule = scheduleDeadlines((nowMs) => {
			calls.push(Math.floor(nowMs - startMs));
			if (calls.length === count) resolve(calls);
			return startMs + (next.shift() ?? Infinity);
		});
		for (const deadlineMs of deadlines) schedule(startMs + deadlineMs);
	});

describe('scheduleDeadlines', () => {
	it('expires at the earliest deadline, regardless of the order in which deadlines are scheduled', async () => {
		const [first = 0] = await expirations(1, [60_000, 20, 30_000]);
		expect(first).toBeGreaterThanOrEqual(19);
		expect(first).toBeLessThan(30_000);
	});

	it('limits the delay to the maximum of a Node.js timer', () => {
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		scheduleDeadlines(() => Infinity)(monotonicNow() + 1e12);
		expect(timeout).toHaveBeenCalledWith(2_147_483_647);
		jest.restoreAllMocks();
	});
});
