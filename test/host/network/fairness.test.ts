import { Backlog, inTurns, nextTurn, Turns } from '../../../nodes/WebData/host/network/fairness';

const settle = async (): Promise<void> => {
	for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

function stage() {
	let endTurn = (): void => undefined;
	const turns = new Turns(() => new Promise((resolve) => (endTurn = resolve)));
	const processed: number[] = [];
	return {
		processed,
		async receive(...responses: number[]) {
			for (const response of responses) {
				void turns.take().then(() => processed.push(response));
			}
			await settle();
		},
		async nextTurn() {
			endTurn();
			await settle();
		},
	};
}

const numbers = (count: number, first = 0) =>
	Array.from({ length: count }, (_, index) => first + index);

it('Turns process 20 responses per turn in the order of their arrival', async () => {
	const { processed, receive, nextTurn } = stage();
	await receive(...numbers(45));
	expect(processed).toEqual(numbers(20));
	await nextTurn();
	expect(processed).toEqual(numbers(40));
	await nextTurn();
	expect(processed).toEqual(numbers(45));
});

it('inTurns visits at most 300 entries before other work can run', async () => {
	const visits = [0];
	let isOver = false;
	const visiting = inTurns(
		numbers(1000),
		() => (visits[visits.length - 1] = (visits.at(-1) ?? 0) + 1),
	);
	void visiting.then(() => (isOver = true));
	while (!isOver) {
		visits.push(0);
		await nextTurn();
	}
	expect(Math.max(...visits)).toBe(300);
	expect(visits.reduce((sum, count) => sum + count, 0)).toBe(1000);
});

const request = {
	...{ endpointClass: 'scrape', usesBrowser: true, readsStatus: false, maxWaitMs: 0, maxTries: 1 },
	backoffMs: () => 0,
	signalOf: () => ({ kind: 'ok' as const }),
} as const;

function backlogStage() {
	const backlog = new Backlog();
	const sends: (() => Promise<void>)[] = [];
	const counted = backlog.counted({
		run: async (_, send) => {
			await new Promise<void>((resolve) => sends.push(async () => resolve()));
			return { kind: 'done', result: await send(), refusals: 0, waitedMs: 0 };
		},
	});
	let turns = 0;
	let isReady = false;
	return {
		request(count: number) {
			for (let index = 0; index < count; index++) {
				void counted.run(request, () => new Promise(() => undefined));
			}
		},
		async send(count: number) {
			for (const send of sends.splice(0, count)) await send();
			await settle();
		},
		async ask() {
			void backlog.ready(async () => void turns++).then(() => (isReady = true));
			await settle();
		},
		isReady: () => isReady,
		turns: () => turns,
	};
}

describe('Backlog', () => {
	it('is not ready while 20 requests wait, and is ready one turn after one of them was sent', async () => {
		const { request: add, ask, send, isReady, turns } = backlogStage();
		add(20);
		await ask();
		expect(isReady()).toBe(false);
		await send(1);
		expect([isReady(), turns()]).toEqual([true, 2]);
	});

	it('does not count requests that were sent and have no response yet', async () => {
		const { request: add, ask, send, isReady } = backlogStage();
		add(200);
		await send(181);
		await ask();
		expect(isReady()).toBe(true);
	});
});
