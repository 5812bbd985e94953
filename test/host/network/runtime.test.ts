let sleeps: { ms: number; signal?: AbortSignal; end: () => void }[] = [];

jest.mock('n8n-workflow', () => ({
	sleep: (ms: number, signal?: AbortSignal) =>
		new Promise<void>((resolve, reject) => {
			sleeps.push({ ms, signal, end: resolve });
			signal?.addEventListener('abort', () => reject(new Error('aborted')));
		}),
}));

import { hostRuntime } from '../../../nodes/WebData/host/network/runtime';

beforeEach(() => {
	sleeps = [];
});

it("ends a sleep at once when the signal is aborted, and releases n8n's sleep", async () => {
	const stop = new AbortController();
	const waiting = hostRuntime.sleep(60_000, stop.signal);
	stop.abort();
	await expect(waiting).resolves.toBeUndefined();
	expect(sleeps[0]?.signal?.aborted).toBe(true);
});

it('leaves no listener on the signal of the execution', async () => {
	const stop = new AbortController();
	const added = jest.spyOn(stop.signal, 'addEventListener');
	const removed = jest.spyOn(stop.signal, 'removeEventListener');
	const waiting = hostRuntime.sleep(10, stop.signal);
	sleeps[0]?.end();
	await waiting;
	expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
		added.mock.calls.map(([, listener]) => listener),
	);
	expect(added).toHaveBeenCalledTimes(1);
});

it('aborts after the given time, even with fractions of a millisecond, unless the timer is canceled', () => {
	const limits: AbortController[] = [];
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		if (!Number.isInteger(ms)) throw new RangeError('must be an integer');
		const limit = new AbortController();
		limits.push(limit);
		return limit.signal;
	});
	const ended: string[] = [];
	hostRuntime.setTimer(1004.5, () => ended.push('a'));
	const unsubscribe = hostRuntime.setTimer(1004.5, () => ended.push('b'));
	unsubscribe();
	limits.forEach((limit) => limit.abort());
	expect(timeout).toHaveBeenCalledWith(1005);
	expect(ended).toEqual(['a']);
	timeout.mockRestore();
});

it.each([62 * 86_400_000, Infinity])('a timer of %d ms does not throw', (ms) => {
	expect(hostRuntime.setTimer(ms, () => undefined)).toEqual(expect.any(Function));
});

it('limits a sleep to the maximum of a Node.js timer', () => {
	void hostRuntime.sleep(62 * 86_400_000);
	expect(sleeps.map(({ ms }) => ms)).toEqual([2_147_483_647]);
});
