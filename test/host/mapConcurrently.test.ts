import { mapConcurrently } from '../../nodes/WebData/host/mapConcurrently';

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

interface Work {
	started: number[];
	finish(index: number): Promise<void>;
	work(index: number): Promise<string>;
}

function pendingWork(): Work {
	const ends = new Map<number, () => void>();
	const begun: number[] = [];
	return {
		started: begun,
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

it('starts as many calls as the limit allows, and another call when a call ends', async () => {
	const pending = pendingWork();
	const all = mapConcurrently(4, { limit: 2, isOver: () => false, nextTurn }, pending.work);
	expect(pending.started).toEqual([0, 1]);
	await pending.finish(1);
	expect(pending.started).toEqual([0, 1, 2]);
	await pending.finish(2);
	await pending.finish(3);
	await pending.finish(0);
	expect(await all).toEqual(['result 0', 'result 1', 'result 2', 'result 3']);
});

it('starts no more calls once it is stopped, and waits for those in progress', async () => {
	const pending = pendingWork();
	let over = false;
	const all = mapConcurrently(4, { limit: 2, isOver: () => over, nextTurn }, pending.work);
	over = true;
	await pending.finish(0);
	await pending.finish(1);
	expect(await all).toEqual(['result 0', 'result 1', undefined, undefined]);
	expect(pending.started).toEqual([0, 1]);
});

it('does nothing for an empty input', async () => {
	const pending = pendingWork();
	expect(
		await mapConcurrently(0, { limit: 5, isOver: () => false, nextTurn }, pending.work),
	).toEqual([]);
});

it.each([
	['that wait', 50, () => new Promise(() => undefined)],
	['that wait for nothing', 100, () => Promise.resolve()],
])('starts 20 calls %s per turn of the event loop', async (_name, count, wait) => {
	let started = 0;
	let endTurn = (): void => undefined;
	const turn = () => new Promise<void>((resolve) => (endTurn = resolve));
	const work = async () => {
		started++;
		await wait();
	};
	void mapConcurrently(count, { limit: 50, isOver: () => false, nextTurn: turn }, work);
	await nextTurn();
	expect(started).toBe(20);
	endTurn();
	await nextTurn();
	expect(started).toBe(40);
});

it('serves other work between the calls of one worker that wait for nothing', async () => {
	let started = 0;
	let turns = 0;
	const turn = async () => {
		turns++;
		await nextTurn();
	};
	const work = () => Promise.resolve(++started);
	const all = mapConcurrently(100, { limit: 1, isOver: () => false, nextTurn: turn }, work);
	await new Promise(setImmediate);
	expect(started).toBeLessThan(100);
	await all;
	expect([started, turns]).toEqual([100, 5]);
});
