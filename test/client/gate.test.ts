import { Gate } from '../../nodes/WebData/client/gate';

const settle = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

/** Returns work that ends only when `finish` is called, and what was started. */
function pendingWork() {
	const ends = new Map<number, (error?: Error) => void>();
	const started: number[] = [];
	return {
		started,
		work: async (index: number) => {
			started.push(index);
			const error = await new Promise<Error | undefined>((resolve) => ends.set(index, resolve));
			if (error !== undefined) throw error;
			return `result ${index}`;
		},
		finish: async (index: number, error?: Error) => {
			ends.get(index)?.(error);
			await settle();
		},
	};
}

it('Gate starts as much work as there is room for, in order, and more when work ends or fails', async () => {
	const { work, started, finish } = pendingWork();
	const gate = new Gate((count) => count <= 2);
	const results = Promise.allSettled([0, 1, 2, 3].map((index) => gate.run(() => work(index))));
	await settle();
	expect(started).toEqual([0, 1]);
	await finish(1, new Error('failed'));
	expect(started).toEqual([0, 1, 2]);
	for (const index of [0, 2, 3]) await finish(index);
	expect((await results).map(({ status }) => status)).toEqual([
		'fulfilled',
		'rejected',
		'fulfilled',
		'fulfilled',
	]);
});

it('Gate starts work with a weight only if there is room, or no other work is running', async () => {
	const { work, started, finish } = pendingWork();
	const gate = new Gate((weight) => weight <= 10);
	const weights = [4, 6, 1, Infinity, 20, 2];
	const results = weights.map((weight, index) => gate.run(() => work(index), weight));
	await settle();
	expect(started).toEqual([0, 1]);
	await finish(0);
	expect(started).toEqual([0, 1, 2]);
	await finish(1);
	await finish(2);
	expect(started).toEqual([0, 1, 2, 3]);
	await finish(3);
	expect(started).toEqual([0, 1, 2, 3, 4]);
	await finish(4);
	await finish(5);
	await Promise.all(results);
});
