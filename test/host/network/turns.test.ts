import { hostRuntime } from '../../../nodes/WebData/host/network/runtime';
import { inTurns, withTurns } from '../../../nodes/WebData/host/network/turns';
import type { TransportRequest } from '../../../nodes/WebData/transport/http';

const settle = async (): Promise<void> => {
	for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

it('withTurns passes on 40 responses per turn in the order of their arrival', async () => {
	let endTurn = (): void => undefined;
	jest
		.spyOn(hostRuntime, 'sleep')
		.mockImplementation(() => new Promise((resolve) => (endTurn = resolve)));
	const response = { kind: 'response', status: 200, headers: {}, body: Buffer.from('{}') } as const;
	const transport = withTurns({ send: async () => response, close: async () => undefined });
	const processed: number[] = [];
	for (const index of numbers(85)) {
		void transport.send({} as TransportRequest).then(() => processed.push(index));
	}
	await settle();
	expect(processed).toEqual(numbers(40));
	endTurn();
	await settle();
	expect(processed).toEqual(numbers(80));
	endTurn();
	await settle();
	expect(processed).toEqual(numbers(85));
});

/** Each call of `work` takes `ms` on a virtual clock. */
function takingTime(ms: number): { work(): void; visits(): number } {
	let visits = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => visits * ms);
	return { work: () => void visits++, visits: () => visits };
}

afterEach(() => jest.restoreAllMocks());

describe('inTurns', () => {
	/** Ends a call when `finish` is called. */
	function pendingCalls() {
		const ends = new Map<number, (error?: Error) => void>();
		return {
			started: () => [...ends.keys()],
			work: async (entry: number) => {
				const error = await new Promise<Error | undefined>((resolve) => ends.set(entry, resolve));
				if (error !== undefined) throw error;
			},
			finish: async (entry: number, error?: Error) => {
				ends.get(entry)?.(error);
				await settle();
			},
		};
	}

	it.each([1, 20])('lets n8n do other work after 10 ms, with %d calls at a time', async (limit) => {
		const { work, visits } = takingTime(1);
		const visitsBefore: number[] = [];
		jest.spyOn(hostRuntime, 'sleep').mockImplementation(async () => {
			visitsBefore.push(visits());
		});
		await inTurns(numbers(45), work, { limit });
		expect([...visitsBefore, visits()]).toEqual([10, 20, 30, 40, 45]);
	});

	it('starts as many calls as the limit allows, and another call when a call ends', async () => {
		const { started, work, finish } = pendingCalls();
		const all = inTurns(numbers(4), work, { limit: 2 });
		expect(started()).toEqual([0, 1]);
		await finish(1);
		expect(started()).toEqual([0, 1, 2]);
		for (const entry of [2, 3, 0]) await finish(entry);
		await all;
	});

	it('starts no more calls after an abort, and waits for those in progress', async () => {
		const { started, work, finish } = pendingCalls();
		const stop = new AbortController();
		const all = inTurns(numbers(4), work, { limit: 2, signal: stop.signal });
		stop.abort();
		for (const entry of [0, 1]) await finish(entry);
		await all;
		expect(started()).toEqual([0, 1]);
	});

	it('rejects if a call fails', async () => {
		const { work, finish } = pendingCalls();
		const all = inTurns(numbers(1), work);
		const rejected = expect(all).rejects.toThrow('failed');
		await finish(0, new Error('failed'));
		await rejected;
	});
});
