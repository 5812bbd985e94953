import type { IDataObject, OnError } from 'n8n-workflow';
import * as faults from '../localService/faults';
import { DEFAULT_API_KEY, FORBIDDEN_API_KEY } from '../localService/localService';
import type { NodeRun } from '../support/builtNode';
import { caught } from '../support/caught';
import { emptyItems, useBuiltNode, type Form } from '../support/useBuiltNode';

const { service, run, respond, stopInSleep } = useBuiltNode();

const article = () => `${service.url}/pages/article.html`;
const urlOf = (index: number) => `${article()}?page=${index}`;

const scrape = (form: Form = {}, rest: Partial<NodeRun> = {}) =>
	run('scrape.scrape', { url: article(), ...form }, rest);

const scrapeMany = (count: number, form: (index: number) => Form = () => ({}), rest = {}) =>
	run('scrape.scrape', (index) => ({ url: urlOf(index), ...form(index) }), {
		items: emptyItems(count),
		...rest,
	});

const sources = (json: IDataObject[]) =>
	json.map(({ metadata }) => (metadata as { sourceURL?: string } | undefined)?.sourceURL);

describe('many items', () => {
	it('are output in input order, each paired with its input item', async () => {
		// The service refuses the first request of the first item, so the first item finishes last.
		const when = { body: { url: urlOf(0) } };
		service.addFaults(faults.errorRowFault('serviceUnavailable', { when }));
		const { json, items } = await scrapeMany(4);
		expect(sources(json)).toEqual([0, 1, 2, 3].map(urlOf));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
	});

	it.each([1, 2])(
		'are sent in parallel, up to Max Requests at Once: %d',
		async (maxRequestsAtOnce) => {
			await scrapeMany(6, () => ({ requestSettings: { maxRequestsAtOnce } }));
			expect(Math.max(...service.requests.map(({ inFlight }) => inFlight))).toBe(maxRequestsAtOnce);
			expect(service.requests).toHaveLength(6);
		},
	);

	// An invalid item must stop the node before the first request. Up to 500 items are executed at the same time.
	it.each<[OnError, number]>([
		['continueRegularOutput', 500],
		['stopWorkflow', 501],
	])('are read when they can start with On Error %s: the first %d', async (onError, expected) => {
		respond({ success: true, data: {} }, { times: 0 });
		const requestsBefore: number[] = [];
		const form = (index: number): Form => {
			requestsBefore[index] = service.requests.length;
			return {};
		};
		const { json } = await scrapeMany(501, form, { onError });
		expect(json).toHaveLength(501);
		expect(requestsBefore.filter((count) => count === 0)).toHaveLength(expected);
	});
});

describe('an item that fails', () => {
	const second = (index: number): Form => (index === 1 ? { url: 'nonsense' } : {});

	it.each<OnError>(['continueRegularOutput', 'continueErrorOutput'])(
		'is output as error, message, details with On Error %s, without affecting the others',
		async (onError) => {
			const { items, json } = await scrapeMany(3, second, { onError });
			expect(sources(json)).toEqual([urlOf(0), undefined, urlOf(2)]);
			expect(items[1]).toEqual({
				json: {
					error: "'URL' must start with http:// or https://",
					message: 'Nothing was sent. Correct the value, then try again.',
					details: {
						reason: 'invalidInput',
						retryable: false,
						tries: 0,
						fields: [{ field: 'URL', message: 'must start with http:// or https://' }],
					},
				},
				pairedItem: { item: 1 },
			});
		},
	);

	it('ends the node with On Error Stop, and the requests in flight, which the error names', async () => {
		service.addFaults(
			faults.errorRowFault('paymentRequired', { when: { inFlightAbove: 1 } }),
			faults.fault({ kind: 'stallHead' }),
		);
		const form = () => ({ requestSettings: { maxRequestsAtOnce: 2 } });
		const error = await caught(scrapeMany(10, form, { onError: 'stopWorkflow' }));
		const failed = Number(error.context?.itemIndex);
		const stalled = 1 - failed;
		expect(error).toMatchObject({
			message: 'Insufficient credits',
			description: expect.stringContaining(`Item ${stalled}: the request was cut off`) as string,
			context: { data: { cutOff: [stalled] } },
		});
		expect(service.requests).toHaveLength(2);
	});

	it.each([
		['requestSettings', 'Request Settings'],
		['operation', 'Operation'],
		['url', 'URL'],
	])('because the expression of %s fails does not affect other items', async (name, label) => {
		const { json } = await scrapeMany(3, undefined, { failing: { name, itemIndex: 0 } });
		expect(json.map(({ error }) => error)).toEqual([
			`The expression in '${label}' failed: access to env vars denied`,
			undefined,
			undefined,
		]);
		expect(json[0]?.message).toBe('Nothing was sent for this item.');
		expect(service.requests).toHaveLength(2);
	});
});

describe('stopping the execution', () => {
	it('sends nothing if it was stopped before', async () => {
		const error = await caught(scrape({}, { signal: AbortSignal.abort() }));
		expect(error.constructor.name).toContain('Cancelled');
		expect(service.requests).toEqual([]);
	});

	const notFound = (times: number) =>
		faults.fault(
			{ kind: 'json', status: 404, body: { success: false, error: 'Job not found' } },
			{ when: { method: 'DELETE' }, times },
		);
	const cancels = () => service.requests.filter(({ method }) => method === 'DELETE').length;
	const url = 'https://example.com/';
	const started: [string, Form][] = [
		['agent.run', { prompt: 'Summarize' }],
		['batchScrape.run', { urls: url }],
		['crawl.run', { url }],
		['browserSession.create', {}],
	];

	async function stopped(operation: string, form: Form, times: number) {
		service.addFaults(notFound(times));
		const rest = { items: emptyItems(operation === 'browserSession.create' ? 2 : 1) };
		if (rest.items.length === 2) {
			const toCreate = { when: { method: 'POST' }, skip: 1 };
			service.addFaults(faults.errorRowFault('serviceUnavailable', toCreate));
		}
		return await caught(run(operation, form, { ...rest, signal: stopInSleep() }));
	}

	it.each(started)('ends what the service does not find yet: %s', async (operation, form) => {
		const error = await stopped(operation, form, 2);
		expect(error).toMatchObject({ description: undefined });
		expect(cancels()).toBe(3);
	});

	it.each(started)('names what it could not end within 10 seconds: %s', async (...row) => {
		const error = await stopped(...row, 0);
		expect(error.constructor.name).toContain('Cancelled');
		expect(error).toMatchObject({
			description: expect.stringMatching(
				/may continue to run and cost credits: (?:agent run|batch scrape|crawl|browser session) [-0-9a-f]{36}\. To end/,
			) as string,
		});
	});

	it('ends a wait between two attempts at once', async () => {
		service.addFaults(faults.errorRowFault('serviceUnavailable', { times: 0 }));
		await expect(scrape({}, { signal: stopInSleep() })).rejects.toThrow(/cancel/i);
		expect(service.requests).toHaveLength(1);
	});
});

it.each([
	['works', DEFAULT_API_KEY, undefined],
	['is wrong', 'sk-an-unknown-key-0123456789', 'Invalid API key'],
	['lacks the permission', FORBIDDEN_API_KEY, 'Access denied'],
	['contains a line break', 'sk-a-key-with\na-line-break', 'Request could not be sent'],
])('the API key that %s is in no item, hint, or error', async (_name, apiKey, message) => {
	const credential = { baseUrl: service.url, apiKey };
	const result = await scrape({}, { credential });
	expect(result.first.error).toBe(message);
	const preview = await scrape({ requestSettings: { previewRequest: true } }, { credential });
	const thrown =
		message === undefined ? {} : await caught(scrape({}, { credential, onError: 'stopWorkflow' }));
	const everything = JSON.stringify([result, preview, { ...thrown }, String(thrown)]);
	for (const part of apiKey.split('\n')) expect(everything).not.toContain(part);
});
