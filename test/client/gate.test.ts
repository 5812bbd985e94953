import { Gate } from '../../nodes/WebData/client/gate';
import { nextTurn } from '../support/virtualTime';

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
			await nextTurn();
		},
	};
}

it('Gate starts work in order, as soon as there is room because other work ended or failed, or none is running', async () => {
	const { work, started, finish } = pendingWork();
	const gate = new Gate((weight) => weight <= 10);
	const weights = [4, 6, 1, Infinity, 20, 2];
	const results = Promise.allSettled(
		weights.map((weight, index) => gate.run(() => work(index), weight)),
	);
	await nextTurn();
	expect(started).toEqual([0, 1]);
	await finish(0, new Error('failed'));
	expect(started).toEqual([0, 1, 2]);
	await finish(1);
	await finish(2);
	expect(started).toEqual([0, 1, 2, 3]);
	await finish(3);
	expect(started).toEqual([0, 1, 2, 3, 4]);
	await finish(4);
	await finish(5);
	const ended = (await results).map(({ status }) => status);
	expect(ended).toEqual(['rejected', ...Array.from({ length: 5 }, () => 'fulfilled')]);
});
