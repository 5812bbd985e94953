import { continuesOnFailure } from '../../nodes/WebData/host/execute';
import { OTHER_TEAM_API_KEY } from '../localService/localService';
import { syntheticUrls } from '../localService/jobClient';
import type { NodeRun } from '../support/builtNode';
import { caught } from '../support/caught';
import { emptyItems, type Form, useBuiltNode } from '../support/useBuiltNode';

const { service, run, bodies } = useBuiltNode();

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

it.each<[string, { continueOnFail?: boolean; insideAgent?: boolean }, boolean]>([
	['ends the node if On Error is Stop Workflow in an older n8n', {}, false],
	['continues if On Error is Continue', { continueOnFail: true }, true],
	['continues if the agent runs the tool internally', { insideAgent: true }, true],
	['ends the node if the tool runs as a node of the execution', { insideAgent: false }, false],
])('a failure %s', (_case, { continueOnFail = false, insideAgent }, continues) => {
	const older = { continueOnFail: () => continueOnFail };
	const host = insideAgent === undefined ? older : { ...older, isToolExecution: () => insideAgent };
	expect(continuesOnFailure(host as Parameters<typeof continuesOnFailure>[0])).toBe(continues);
});

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

	it('is named in the response of the request with Ignore Invalid URLs', async () => {
		const { json, items } = await start({ itemUrl: 'nothing' });
		expect(json).toMatchObject([{ invalidURLs: ['nothing'] }]);
		expect(items[0]?.pairedItem).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(sent()).toEqual([[a, c]]);
	});

	it('is an error with Ignore Invalid URLs if no item of the request is valid', async () => {
		const form = { urlsFrom: 'items', itemUrl: 'nothing' };
		const started = await run('batchScrape.start', form, { items: emptyItems(2) });
		expect(errorsOf(started)).toEqual([0, 1].map((item) => [message, { item }]));
		expect(sent()).toEqual([]);
	});
});

describe('all items are read before the first request', () => {
	const invalidAt = (at: readonly number[], rest: Partial<NodeRun> = {}) => {
		const form = (index: number): Form => ({
			url: a,
			...(at.includes(index) ? { options: { timeout: index } } : {}),
		});
		return run('scrape.scrape', form, { items: emptyItems(30), ...rest });
	};
	const stopped = (rest: Partial<NodeRun>, at: readonly number[] = []) =>
		caught(invalidAt(at, { onError: 'stopWorkflow', ...rest }));

	it('and the only invalid item is the error of the node with On Error: Stop', async () => {
		const error = await stopped({}, [29]);
		expect(error.message).toMatch(/ must be at least 1000 \(it is 29\)$/);
		expect(error.context?.itemIndex).toBe(29);
		expect(service.requests).toEqual([]);
	});

	it('and all invalid items are in the error of the node with On Error: Stop', async () => {
		const at = Array.from({ length: 12 }, (_, index) => 2 * index);
		const error = await stopped({}, at);
		expect(service.requests).toEqual([]);
		expect(error.message).toBe('12 of 30 items are invalid');
		expect(error.description).toMatch(
			/^Nothing was sent\. Item 0: '.* \(it is 0\)\. .*Item 18: .* \(it is 18\)\. /,
		);
		expect(error.description).toMatch(/ Items 20, 22: other problems\. Correct the values/);
	});

	it('and equal problems are listed once, with the expression that fails', async () => {
		const failing = { name: 'url', itemIndex: 4 };
		const error = await stopped({ failing });
		expect(error.message).toBe("The expression in 'URL' failed: access to env vars denied");
		const credential = { baseUrl: service.url, apiKey: '' };
		const withoutKey = await stopped({ credential });
		expect(withoutKey.message).toBe("'Credential > API Key' is empty");
		expect(withoutKey.description).toContain('Items 0–29');
		expect(service.requests).toEqual([]);
	});
});
