import { OTHER_TEAM_API_KEY } from '../localService/localService';
import { syntheticUrls } from '../localService/jobClient';
import type { NodeRun } from '../support/builtNode';
import { emptyItems, type Form, useBuiltNode } from '../support/useBuiltNode';
import { limitConcurrency } from '../../nodes/WebData/host/output/files';
import { mapConcurrently } from '../../nodes/WebData/host/execute';

const { service, run, bodies, respond } = useBuiltNode();

const urls = syntheticUrls(3);
const [a, b, c] = urls;

/** Starts a batch with three items, of which the second has other parameters. */
const start = (second: Form = {}, rest: Partial<NodeRun> = {}) =>
	run(
		'batchScrape.start',
		(index) => ({ urlsFrom: 'items', itemUrl: urls[index], ...(index === 1 ? second : {}) }),
		{ items: emptyItems(3), ...rest },
	);

const sent = () => bodies().map((body) => (body as { urls: string[] }).urls);

describe('items with the same batch key', () => {
	it.each<[string, Form, (string | undefined)[][]]>([
		['in one request', {}, [[a, b, c]]],
		['separately from an item with another option', { options: { mobile: true } }, [[a, c], [b]]],
		[
			'separately from an item with other settings',
			{ requestSettings: { maxTries: 1 } },
			[[a, c], [b]],
		],
		['separately from an item without a key', { urlsFrom: 'list', urls: [b] }, [[a, c], [b]]],
	])('are sent %s', async (_how, second, requests) => {
		await start(second);
		expect(sent().sort()).toEqual(requests);
	});

	it('are sent separately from an item of another account', async () => {
		const { url: baseUrl, apiKey } = service;
		const keys = [apiKey, OTHER_TEAM_API_KEY, apiKey];
		await start({}, { credential: (index) => ({ baseUrl, apiKey: keys[index] }) });
		expect(sent().sort()).toEqual([[a, c], [b]]);
	});
});

const errorsOf = ({ items }: Awaited<ReturnType<typeof start>>) =>
	items.map(({ json, pairedItem }) => [json.error, pairedItem]);

describe('an invalid item', () => {
	const invalid = { itemUrl: 'nothing', options: { ignoreInvalidURLs: false } };
	const message = "'URL' must start with http:// or https://";

	it('is left out of the request when On Error continues', async () => {
		expect(errorsOf(await start(invalid))).toEqual([
			[undefined, [{ item: 0 }, { item: 2 }]],
			[message, { item: 1 }],
		]);
		expect(sent()).toEqual([[a, c]]);
	});

	it('ends the node before anything is sent when On Error stops', async () => {
		await expect(start(invalid, { onError: 'stopWorkflow' })).rejects.toThrow(message);
		expect(sent()).toEqual([]);
	});
});

it('a failed request fails each of its items', async () => {
	respond({ success: false, error: 'Unauthorized: Invalid token' }, { status: 401 });
	const failed = [0, 1, 2].map((item) => ['Invalid API key', { item }]);
	expect(errorsOf(await start())).toEqual(failed);
	expect(sent()).toEqual([[a, b, c]]);
});

const settle = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

const ready = async (): Promise<void> => void (await settle());

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

it('starts as many calls as the limit allows, and another call when a call ends', async () => {
	const pending = pendingWork();
	const all = mapConcurrently(4, { limit: 2, isOver: () => false, ready }, pending.work);
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
	const all = mapConcurrently(4, { limit: 2, isOver: () => over, ready }, pending.work);
	over = true;
	await pending.finish(0);
	await pending.finish(1);
	expect(await all).toEqual(['result 0', 'result 1', undefined, undefined]);
	expect(pending.started).toEqual([0, 1]);
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
	void mapConcurrently(count, { limit: 50, isOver: () => false, ready: turn }, work);
	await ready();
	expect(started).toBe(20);
	endTurn();
	await ready();
	expect(started).toBe(40);
});

it('limitConcurrency starts as many calls as the limit allows, and another call when a call ends or fails', async () => {
	const { work, started, finish } = pendingWork();
	const turn = limitConcurrency(2);
	const results = Promise.allSettled([0, 1, 2, 3].map((index) => turn(() => work(index))));
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
