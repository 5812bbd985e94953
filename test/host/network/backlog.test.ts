import { Backlog } from '../../../nodes/WebData/host/network/fairness';

const settle = async (): Promise<void> => {
	for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

const request = {
	...{ endpointClass: 'scrape', usesBrowser: true, readsStatus: false, maxWaitMs: 0, maxTries: 1 },
	backoffMs: () => 0,
	signalOf: () => ({ kind: 'ok' as const }),
} as const;

function stage() {
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
		const { request: add, ask, send, isReady, turns } = stage();
		add(20);
		await ask();
		expect(isReady()).toBe(false);
		await send(1);
		expect([isReady(), turns()]).toEqual([true, 2]);
	});

	it('does not count requests that were sent and have no response yet', async () => {
		const { request: add, ask, send, isReady } = stage();
		add(200);
		await send(181);
		await ask();
		expect(isReady()).toBe(true);
	});
});
