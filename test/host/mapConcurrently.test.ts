// Items side by side: never more than the limit, results in order, nothing begun after the end.

import { mapConcurrently } from '../../nodes/WebData/host/mapConcurrently';

interface Work {
	begun: number[];
	finish(index: number): Promise<void>;
	work(index: number): Promise<string>;
}

/** Work that ends when the test says so. */
function heldWork(): Work {
	const ends = new Map<number, () => void>();
	const begun: number[] = [];
	return {
		begun,
		work: async (index) => {
			begun.push(index);
			await new Promise<void>((resolve) => ends.set(index, resolve));
			return `result ${index}`;
		},
		finish: async (index) => {
			ends.get(index)?.();
			await new Promise(setImmediate);
		},
	};
}

it('begins as many as the limit allows, and the next when one has ended', async () => {
	const held = heldWork();
	const all = mapConcurrently(4, 2, held.work, () => false);
	expect(held.begun).toEqual([0, 1]);
	await held.finish(1);
	expect(held.begun).toEqual([0, 1, 2]);
	await held.finish(2);
	await held.finish(3);
	await held.finish(0);
	expect(await all).toEqual(['result 0', 'result 1', 'result 2', 'result 3']);
});

it('begins nothing more once it is over, and still waits for what has begun', async () => {
	const held = heldWork();
	let over = false;
	const all = mapConcurrently(4, 2, held.work, () => over);
	over = true;
	await held.finish(0);
	await held.finish(1);
	expect(await all).toEqual(['result 0', 'result 1', undefined, undefined]);
	expect(held.begun).toEqual([0, 1]);
});

it('does nothing for no items', async () => {
	const held = heldWork();
	expect(await mapConcurrently(0, 5, held.work, () => false)).toEqual([]);
});
