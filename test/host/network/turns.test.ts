import type { TransportRequest } from '../../../nodes/WebData/transport/http';

type Runtime = typeof import('../../../nodes/WebData/host/network/runtime');
type Turns = typeof import('../../../nodes/WebData/host/network/turns');

let hostRuntime: Runtime['hostRuntime'];
let inTurns: Turns['inTurns'];
let withTurns: Turns['withTurns'];

/** All work in the process counts, so each test loads the modules again. */
beforeEach(() => {
	jest.resetModules();
	const folder = '../../../nodes/WebData/host/network';
	({ hostRuntime } = jest.requireActual<Runtime>(`${folder}/runtime`));
	({ inTurns, withTurns } = jest.requireActual<Turns>(`${folder}/turns`));
});

const settle = async (): Promise<void> => {
	for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

it.each([
	[2, 40],
	[200_000, 7],
	[10_000_000, 1],
])('withTurns passes on responses of %i bytes in order, %i per turn', async (bytes, perTurn) => {
	let endTurn = (): void => undefined;
	jest
		.spyOn(hostRuntime, 'sleep')
		.mockImplementation(() => new Promise((resolve) => (endTurn = resolve)));
	const response = {
		kind: 'response',
		status: 200,
		headers: {},
		body: Buffer.alloc(bytes),
	} as const;
	const transport = withTurns({ send: async () => response, close: async () => undefined });
	const processed: number[] = [];
	for (const index of numbers(2 * perTurn + 1)) {
		void transport.send({} as TransportRequest).then(() => processed.push(index));
	}
	await settle();
	expect(processed).toEqual(numbers(perTurn));
	endTurn();
	await settle();
	expect(processed).toEqual(numbers(2 * perTurn));
	endTurn();
	await settle();
	expect(processed).toEqual(numbers(2 * perTurn + 1));
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
