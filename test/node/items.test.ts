import type { INodeParameters, OnError } from 'n8n-workflow';
import * as faults from '../localService/faults';
import { DEFAULT_API_KEY, FORBIDDEN_API_KEY } from '../localService/localService';
import type { NodeRun } from '../support/builtNode';
import { caught } from '../support/caught';
import { useBuiltNode } from '../support/useBuiltNode';

const { service, time, execute } = useBuiltNode();

const article = () => `${service.url}/pages/article.html`;

const scrape = (extra: INodeParameters = {}): INodeParameters => ({
	resource: 'scrape',
	operation: 'scrape',
	url: article(),
	...extra,
});

const run = (rest: Partial<NodeRun>) =>
	execute({
		parameters: scrape(),
		...rest,
	});

const pages = (count: number) => Array.from({ length: count }, (_, index) => ({ page: index }));

const pageOf = (index: number) => scrape({ url: `${article()}?page=${index}` });

const sources = (items: { json: unknown }[]) =>
	items.map(({ json }) => (json as { metadata?: { sourceURL?: string } }).metadata?.sourceURL);

describe('many items', () => {
	it('are output in input order, each paired with its input item', async () => {
		// The service refuses the first request of the first item, so the first item finishes last.
		service.addFaults(
			faults.errorRowFault('serviceUnavailable', {
				when: { body: { url: `${article()}?page=0` } },
			}),
		);
		const { items } = await run({ items: pages(12), parameters: pageOf });
		expect(sources(items)).toEqual(pages(12).map(({ page }) => `${article()}?page=${page}`));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			pages(12).map(({ page }) => ({ item: page })),
		);
	});

	it('are sent in parallel, up to Max Concurrency', async () => {
		const requestSettings = { maxRequestsAtOnce: 2 };
		await run({ items: pages(15), parameters: (index) => ({ ...pageOf(index), requestSettings }) });
		expect(Math.max(...service.requests.map(({ inFlight }) => inFlight))).toBe(2);
		expect(service.requests).toHaveLength(15);
	});

	it('return no output for an empty input', async () => {
		expect((await run({ items: [] })).items).toEqual([]);
	});
});

describe('an item that fails', () => {
	const parameters = (index: number) => (index === 1 ? scrape({ url: 'nonsense' }) : pageOf(index));

	it.each<OnError>(['continueRegularOutput', 'continueErrorOutput'])(
		'is output as error, message, details with On Error %s, without affecting the others',
		async (onError) => {
			const { items } = await run({ items: pages(3), parameters, onError });
			expect(sources(items)).toEqual([`${article()}?page=0`, undefined, `${article()}?page=2`]);
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

	it('ends the node with On Error Stop, and is named by its index', async () => {
		const error = await caught(run({ items: pages(3), parameters }));
		expect(error).toMatchObject({
			message: "'URL' must start with http:// or https://",
			context: { itemIndex: 1 },
		});
	});

	it('aborts the requests in flight and starts no others when it ends the node', async () => {
		service.addFaults(
			faults.fault({ kind: 'stallHead' }, { when: { body: { url: `${article()}?page=0` } } }),
		);
		const error = await caught(
			run({
				items: pages(10),
				parameters: (index) => ({
					...(index === 1 ? scrape({ url: 'nonsense' }) : pageOf(index)),
					requestSettings: { maxRequestsAtOnce: 2 },
				}),
			}),
		);
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(service.requests.length).toBeLessThanOrEqual(2);
	});

	it('lists every invalid field by its label', async () => {
		const error = await caught(
			run({
				parameters: scrape({
					options: {
						timeout: 500,
						location: { country: 'Germany' },
						actions: { action: [{ type: 'scrape' }, { type: 'click', selector: '' }] },
						additionalBodyFields: '{"a":\n  }',
					},
				}),
			}),
		);
		expect(error.message).toMatch(/^'Options > /);
		const text = `${error.message} ${(error as Error & { description?: string }).description ?? ''}`;
		expect(text).toContain("'Options > Page: Timeout (Ms)' must be at least 1000 (it is 500)");
		expect(text).toContain("'Options > Page: Actions > Action 2 > Selector' is required");
		expect(text).toContain(
			"'Options > Browser: Location > Country' must be a country code of two capital letters, as in DE",
		);
		expect(text).toContain(
			"'Options > Additional Body Fields' is not valid JSON at line 2, column 3",
		);
		expect(service.requests).toEqual([]);
	});

	it('names the fields that the service rejected by their labels', async () => {
		service.addFaults(
			faults.errorRowFault(
				'badRequest',
				{},
				{
					details: [{ path: ['actions', 0, 'selector'], message: 'Invalid selector' }],
				},
			),
		);
		const { items } = await run({
			onError: 'continueRegularOutput',
			parameters: scrape({ options: { actions: { action: [{ type: 'click', selector: '??' }] } } }),
		});
		expect(items[0]?.json).toMatchObject({
			details: {
				fields: [
					{ field: 'Options > Page: Actions > Action 1 > Selector', message: 'Invalid selector' },
				],
			},
		});
	});

	it('keeps its message if it contains the name of a network error code', async () => {
		service.addFaults(
			faults.errorRowFault('internalServerError', { times: 0 }, { error: 'upstream ECONNRESET' }),
		);
		const error = await caught(run({}));
		expect(error.message).toBe('upstream ECONNRESET');
	});

	it.each(['requestSettings', 'operation'])(
		'because the expression of %s fails does not affect other items',
		async (name) => {
			const { items } = await run({
				items: pages(3),
				parameters: pageOf,
				failing: { name, itemIndex: 0 },
				onError: 'continueErrorOutput',
			});
			expect(items.map(({ json }) => json.error)).toEqual([
				`The expression of ${name} fails`,
				undefined,
				undefined,
			]);
			expect(service.requests).toHaveLength(2);
		},
	);

	it('because n8n has no credential for it is an error of this item', async () => {
		const { items } = await run({
			items: pages(2),
			onError: 'continueRegularOutput',
			credential: (index) => {
				if (index === 0) throw new Error('Node does not have any credentials set');
				return { baseUrl: service.url, apiKey: service.apiKey };
			},
		});
		expect(items[0]?.json).toMatchObject({ error: 'Node does not have any credentials set' });
		expect(items[1]?.json).toHaveProperty('markdown');
	});

	it.each([
		['', 'is empty'],
		['ftp://example.com', 'https:// or http://'],
		['example.com', 'Add https://'],
	])('because of the base URL "%s" states the remedy', async (baseUrl, said) => {
		const { items } = await run({
			onError: 'continueRegularOutput',
			credential: { baseUrl, apiKey: 'key' },
		});
		expect(items[0]?.json.error).toContain("'Credential > Base URL'");
		expect(items[0]?.json.error).toContain(said);
	});

	it.each([['/'], ['/v2'], ['/v2/']])(
		'does not occur with a base URL that ends with %s',
		async (end) => {
			const { items } = await run({
				credential: { baseUrl: `${service.url}${end}`, apiKey: service.apiKey },
			});
			expect(items[0]?.json).toHaveProperty('markdown');
		},
	);

	it('because of an unknown operation ends the node with a clear message', async () => {
		const error = await caught(
			run({ parameters: { resource: 'scrape', operation: 'constructor' } }),
		);
		expect(error.message).toBe(
			"This version of the node does not include the operation 'constructor' of 'scrape'",
		);
	});
});

describe('an unusable response', () => {
	it.each([
		['HTML', faults.htmlPage(), 'The service returned HTML instead of JSON'],
		['cut-off JSON', faults.cutOffJson(), 'The JSON response is incomplete'],
		['an empty body', faults.emptyBody(), 'The response is empty'],
		['null', faults.nullBody(), 'The response is null instead of an object'],
		['a list', faults.arrayBody(), 'The response is a list instead of an object'],
		[
			'a number',
			faults.fault({ kind: 'json', status: 200, body: 7 }),
			'The response is a single value instead of an object',
		],
		[
			'a success without data',
			faults.fault({ kind: 'json', status: 200, body: { success: true } }),
			'The response contains no data',
		],
		[
			'a redirect',
			faults.fault({ kind: 'redirect', status: 302, location: 'https://example.com/login' }),
			'Unexpected redirect',
		],
		['success: false at 200', faults.dnsResolutionFailure(), 'Host name of the page not found'],
		[
			'a body above the size limit',
			faults.fault({ kind: 'bigBody', bytes: 3 * 1024 * 1024 }),
			'Response too large',
		],
	])('(%s) is an error after one attempt', async (_name, fault, message) => {
		service.addFaults(fault);
		const { items } = await run({
			onError: 'continueRegularOutput',
			parameters: scrape({ requestSettings: { maxResponseSize: 1 } }),
		});
		expect(items.map(({ json }) => json.error)).toEqual([message]);
		expect(items[0]?.json.details).toMatchObject({ retryable: false, tries: 1 });
		expect(service.requests).toHaveLength(1);
	});

	it.each([
		['a reset before the service executes the request', faults.fault({ kind: 'resetBefore' })],
		['a reset after the service executes the request', faults.fault({ kind: 'resetAfter' })],
	])('(%s) is requested again, because a scrape is repeatable', async (_name, fault) => {
		service.addFaults(fault);
		const { items, hints } = await run({});
		expect(items[0]?.json).toHaveProperty('markdown');
		expect(service.requests).toHaveLength(2);
		expect(time.sleeps).toHaveLength(1);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^Succeeded only after a retry, with a wait of [23](\.\d)? s\.$/),
		]);
	});
});

describe('a 429', () => {
	const jitterMs = 1000;

	it.each([
		['the header', faults.rateLimited({ retryAfter: 7 }), 7000],
		['the field in the body', faults.rateLimitedWithBodyField(9), 9000],
		['the text of the error', faults.rateLimitedWithText(25), 25000],
	])(
		'delays the item as long as %s says, plus at most one second',
		async (_name, fault, atLeast) => {
			service.addFaults(fault);
			const { items } = await run({});
			expect(items[0]?.json).toHaveProperty('markdown');
			expect(time.sleeps).toHaveLength(1);
			expect(time.sleeps[0]).toBeGreaterThanOrEqual(atLeast);
			expect(time.sleeps[0]).toBeLessThanOrEqual(atLeast + jitterMs);
		},
	);

	it('delays the item until the date in the header', async () => {
		const now = Math.ceil(Date.now() / 1000) * 1000;
		jest.spyOn(Date, 'now').mockReturnValue(now);
		service.addFaults(faults.rateLimited({ retryAfter: new Date(now + 40_000) }));
		await run({});
		expect(time.sleeps[0]).toBeGreaterThanOrEqual(40_000);
		expect(time.sleeps[0]).toBeLessThanOrEqual(41_000);
	});

	it('with a wait longer than Max Retry Wait fails the item at once', async () => {
		service.addFaults(faults.rateLimited({ retryAfter: 120 }));
		const { items } = await run({
			onError: 'continueRegularOutput',
			parameters: scrape({ requestSettings: { maxRetryWait: 60 } }),
		});
		expect(time.sleeps).toEqual([]);
		expect(items[0]?.json.message).toContain(
			"The node did not retry the request, because the wait would exceed 'Request Settings > Max Retry Wait (Seconds)' on the Settings tab. The service requests a wait of 120 s.",
		);
	});

	it('of every attempt fails the item with the advice to increase Max Tries', async () => {
		service.addFaults(faults.rateLimited({}, { times: 0 }));
		const { items } = await run({ onError: 'continueRegularOutput' });
		expect(service.requests).toHaveLength(5);
		expect(items[0]?.json.message).toContain(
			"Increase 'Request Settings > Max Tries' on the Settings tab to wait until the limit resets.",
		);
		expect(items[0]?.json.message).not.toContain('Max Retry Wait');
	});

	it('is reported in a hint', async () => {
		service.addFaults(faults.rateLimited({ retryAfter: 3 }));
		const { hints } = await run({ items: pages(2), parameters: pageOf });
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(
				/^Waited [34](\.\d)? s because of the account limit \[item \d\]\. To make the workflow faster, upgrade the plan or reduce other traffic on this account\.$/,
			),
		]);
	});

	it('is not retried if Max Tries is 1', async () => {
		service.addFaults(faults.rateLimited({ retryAfter: 3 }));
		const { items } = await run({
			onError: 'continueRegularOutput',
			parameters: scrape({ requestSettings: { maxTries: 1 } }),
		});
		expect(items[0]?.json).toHaveProperty('error');
		expect(service.requests).toHaveLength(1);
	});
});

describe('stopping the execution', () => {
	it('sends nothing if it was stopped before', async () => {
		const error = await caught(
			run({ signal: AbortSignal.abort(), onError: 'continueRegularOutput' }),
		);
		expect(error.constructor.name).toContain('Cancelled');
		expect(service.requests).toEqual([]);
	});

	it('aborts a request in flight at once, with any On Error', async () => {
		const stop = new AbortController();
		service.addFaults(faults.fault({ kind: 'stallHead' }));
		const running = caught(run({ signal: stop.signal, onError: 'continueErrorOutput' }));
		while (service.requests.length === 0) await new Promise(setImmediate);
		stop.abort();
		expect((await running).constructor.name).toContain('Cancelled');
		while (!service.requests[0]?.aborted) await new Promise(setImmediate);
		expect(service.requests).toHaveLength(1);
	});

	it('ends a wait between two attempts at once', async () => {
		const stop = new AbortController();
		service.addFaults(faults.errorRowFault('serviceUnavailable', { times: 0 }));
		time.duringSleep(() => stop.abort());
		const error = await caught(run({ signal: stop.signal }));
		expect(error.constructor.name).toContain('Cancelled');
		expect(service.requests).toHaveLength(1);
	});
});

describe('a success item', () => {
	it('contains all fields of data, including unknown fields', async () => {
		const data = {
			markdown: '# A',
			metadata: { scrapeId: 'x', title: 'A' },
			brandNew: [{ a: 1 }],
		};
		service.addFaults(faults.fault({ kind: 'json', status: 200, body: { success: true, data } }));
		expect((await run({})).items[0]?.json).toEqual(data);
	});

	it('contains the whole response with Simplify off', async () => {
		const body = { success: true, data: { markdown: '# A' }, scrape_id: 's', agent_hints: ['h'] };
		service.addFaults(faults.fault({ kind: 'json', status: 200, body }));
		const { items } = await run({ parameters: scrape({ simplify: false }) });
		expect(items[0]?.json).toEqual(body);
	});

	it('never contains a top-level error, which would make n8n run the node again', async () => {
		const data = { markdown: '# A', error: 'partly' };
		service.addFaults(faults.fault({ kind: 'json', status: 200, body: { success: true, data } }));
		expect((await run({})).items[0]?.json).toEqual({ markdown: '# A', serviceError: 'partly' });
	});

	it.each([
		[
			'a page with status 404',
			'/pages/status/404',
			'The page returned HTTP status 404 (Not Found)',
		],
		[
			'a page with status 503',
			'/pages/status/503',
			'The page returned HTTP status 503 (Service Unavailable)',
		],
	])('of %s comes with a hint', async (_name, path, said) => {
		const { items, hints } = await run({ parameters: scrape({ url: `${service.url}${path}` }) });
		expect(items).toHaveLength(1);
		expect(hints).toEqual([
			{
				message: `${said}. To treat such a page as an error, turn on 'Options > Output: Fail on Page Error'.`,
				type: 'warning',
				location: 'outputPane',
			},
		]);
	});

	it('of a PDF that was parsed in part comes with a hint', async () => {
		const { hints } = await run({
			parameters: scrape({
				url: `${service.url}/pages/report.pdf`,
				options: { parsers: { parser: [{ type: 'pdf', options: { maxPages: 1 } }] } },
			}),
		});
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(
				/^Only 1 of \d+ PDF pages were parsed\. To get more pages at 1 credit per page, increase 'Max Pages'/,
			),
		]);
	});
});

describe('interact', () => {
	const scrapedId = async () => {
		const { items } = await run({});
		return (items[0]?.json as { metadata: { scrapeId: string } }).metadata.scrapeId;
	};
	const interact = (extra: INodeParameters): INodeParameters => ({
		resource: 'scrape',
		operation: 'interact',
		...extra,
	});

	it('acts on the page with the scrapeId that Scrape returned, and sends the values that were set', async () => {
		const scrapeId = await scrapedId();
		const { items } = await run({
			parameters: interact({ scrapeId, prompt: 'When is high tide?', options: { timeout: 20 } }),
		});
		const last = service.requests.at(-1);
		expect(last).toMatchObject({ method: 'POST', path: `/v2/scrape/${scrapeId}/interact` });
		expect(last?.body).toEqual({ prompt: 'When is high tide?', timeout: 20 });
		expect(items[0]?.json).toMatchObject({ success: true, output: expect.any(String) as string });
	});

	it('finds the id in the surrounding text', async () => {
		const scrapeId = await scrapedId();
		await run({
			parameters: interact({
				scrapeId: `  https://example.com/scrapes/${scrapeId.toUpperCase()}?tab=1 `,
				interactWith: 'code',
				code: 'await page.title()',
				options: { language: 'node' },
			}),
		});
		expect(service.requests.at(-1)).toMatchObject({
			path: `/v2/scrape/${scrapeId}/interact`,
			body: { code: 'await page.title()', language: 'node' },
		});
	});

	it.each([['a/../../team'], ['../x'], ['']])(
		'rejects the id "%s" before sending',
		async (scrapeId) => {
			const { items } = await run({
				onError: 'continueRegularOutput',
				parameters: interact({ scrapeId, prompt: 'x' }),
			});
			expect(items[0]?.json.error).toMatch(/^'Scrape ID' /);
			expect(service.requests).toEqual([]);
		},
	);

	it.each([
		['prompt', 'Prompt'],
		['code', 'Code'],
	])('requires the %s', async (interactWith, label) => {
		const { items } = await run({
			onError: 'continueRegularOutput',
			parameters: interact({ scrapeId: '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17', interactWith }),
		});
		expect(items[0]?.json.error).toBe(`'${label}' is required`);
	});

	it('is not repeated if the connection was closed after it was sent', async () => {
		const scrapeId = await scrapedId();
		service.addFaults(faults.fault({ kind: 'resetAfter' }));
		const { items } = await run({
			onError: 'continueRegularOutput',
			parameters: interact({ scrapeId, prompt: 'Click' }),
		});
		expect(items[0]?.json.message).toContain('a retry could execute the operation twice');
		expect(items[0]?.json.details).toMatchObject({ possiblyExecuted: true, tries: 1 });
		expect(service.requests).toHaveLength(2);
	});

	it('is executed once across all attempts of the node: later attempts return the first response', async () => {
		const context = {};
		const parameters = interact({ scrapeId: await scrapedId(), prompt: 'Press Buy' });
		const first = await run({ context, parameters });
		const second = await run({ context, parameters });
		expect(second.items).toEqual(first.items);
		expect(service.requests).toHaveLength(2);
	});

	it('is not executed by a later attempt if the outcome of the first is unknown', async () => {
		const context = {};
		const parameters = interact({ scrapeId: await scrapedId(), prompt: 'Press Buy' });
		service.addFaults(faults.fault({ kind: 'resetAfter' }));
		await run({ context, parameters, onError: 'continueRegularOutput' });
		const { items } = await run({ context, parameters, onError: 'continueRegularOutput' });
		expect(items[0]?.json.error).toBe('Could not confirm that the interaction was executed');
		expect(service.requests).toHaveLength(2);
	});

	it('reports code that failed, and reports the same in a later attempt without sending it', async () => {
		const context = {};
		const scrapeId = await scrapedId();
		const parameters = interact({ scrapeId, interactWith: 'code', code: 'x()' });
		const body = { success: false, exitCode: 1, stderr: 'ReferenceError: x is not defined' };
		service.addFaults(faults.fault({ kind: 'json', status: 200, body }));
		const first = await run({ context, parameters, onError: 'continueRegularOutput' });
		const second = await run({ context, parameters, onError: 'continueRegularOutput' });
		expect(first.items[0]?.json).toMatchObject({
			error: 'ReferenceError: x is not defined',
			message: expect.stringMatching(/Correct 'Code'/) as string,
			details: { reason: 'interactionFailed', retryable: false },
		});
		expect(first.items[0]?.json.message).not.toContain('not known whether');
		expect(second.items[0]?.json).toMatchObject({
			error: 'ReferenceError: x is not defined',
			details: { reason: 'interactionFailed' },
		});
		expect(service.requests).toHaveLength(2);
	});

	it.each([
		['response', { success: true, output: 'Your key is KEY.' }],
		['failure', { success: false, exitCode: 1, stderr: 'Refused for KEY' }],
	])('stores a %s for a retry without the API key', async (_kind, answer) => {
		const context = {};
		const parameters = interact({ scrapeId: await scrapedId(), prompt: 'Press Buy' });
		const apiKey = 'wd-0123456789abcdef';
		const body: unknown = JSON.parse(JSON.stringify(answer).replace('KEY', apiKey));
		service.addFaults(faults.fault({ kind: 'json', status: 200, body }));
		const credential = { baseUrl: service.url, apiKey };
		await run({ context, parameters, credential, onError: 'continueRegularOutput' });
		expect(JSON.stringify(context)).toContain('***');
		expect(JSON.stringify(context)).not.toContain(apiKey);
	});

	it('is executed by a later attempt after a refusal', async () => {
		const context = {};
		const parameters = interact({ scrapeId: await scrapedId(), prompt: 'Press Buy' });
		service.addFaults(faults.errorRowFault('forbidden'));
		await run({ context, parameters, onError: 'continueRegularOutput' });
		const { items } = await run({ context, parameters });
		expect(items[0]?.json).toMatchObject({ success: true });
	});

	it('is repeated after a 429, which executed nothing', async () => {
		const scrapeId = await scrapedId();
		service.addFaults(faults.rateLimited({ retryAfter: 1 }));
		const { items } = await run({ parameters: interact({ scrapeId, prompt: 'Read' }) });
		expect(items[0]?.json).toMatchObject({ success: true });
	});

	it('can be stopped', async () => {
		const scrapeId = await scrapedId();
		await run({ parameters: interact({ scrapeId, prompt: 'Read' }) });
		const { items } = await run({
			parameters: { resource: 'scrape', operation: 'stopInteract', scrapeId },
		});
		expect(service.requests.at(-1)).toMatchObject({
			method: 'DELETE',
			path: `/v2/scrape/${scrapeId}/interact`,
			body: undefined,
		});
		expect(items[0]?.json).toMatchObject({ success: true, outcome: 'stopped' });
	});

	it('is stopped if the service responds with 204 to Stop Interact', async () => {
		const scrapeId = await scrapedId();
		service.addFaults(
			faults.fault({ kind: 'raw', status: 204, contentType: 'text/plain', text: '' }),
		);
		const { items } = await run({
			parameters: { resource: 'scrape', operation: 'stopInteract', scrapeId },
		});
		expect(items[0]?.json).toEqual({ success: true, outcome: 'stopped' });
	});

	it('returns an outcome if its session was already closed', async () => {
		const scrapeId = await scrapedId();
		const body = { success: false, error: 'Browser session not found.' };
		service.addFaults(faults.fault({ kind: 'json', status: 404, body }));
		const { items } = await run({
			parameters: { resource: 'scrape', operation: 'stopInteract', scrapeId },
		});
		expect(items[0]?.json).toMatchObject({ success: true, outcome: 'alreadyStopped' });
	});
});

describe('the API key', () => {
	it.each([
		['works', DEFAULT_API_KEY, undefined],
		['is wrong', 'sk-an-unknown-key-0123456789', 'Invalid API key'],
		['lacks the permission', FORBIDDEN_API_KEY, 'Access denied'],
		['contains a line break', 'sk-a-key-with\na-line-break', 'Request could not be sent'],
	])('that %s is in no item, hint, or error', async (_name, apiKey, message) => {
		const credential = { baseUrl: service.url, apiKey };
		const result = await run({ credential, onError: 'continueRegularOutput' });
		expect(result.items[0]?.json.error).toBe(message);
		const preview = await run({
			credential,
			parameters: scrape({ requestSettings: { previewRequest: true } }),
		});
		const thrown = message === undefined ? {} : await caught(run({ credential }));
		const everything = JSON.stringify([result, preview, { ...thrown }, String(thrown)]);
		for (const part of apiKey.split('\n')) expect(everything).not.toContain(part);
	});

	it.each([
		['remedy', { requiresAction: { url: `https://example.com/terms?key=${DEFAULT_API_KEY}` } }],
		['code', { code: `no_${DEFAULT_API_KEY}` }],
		['details', { details: [{ path: ['url'], message: `not with ${DEFAULT_API_KEY}` }] }],
	])('that the service repeats in its %s is masked', async (_name, patch) => {
		service.addFaults(faults.errorRowFault('thirdPartyTermsRequired', {}, patch));
		const { items } = await run({ onError: 'continueRegularOutput' });
		expect(items[0]?.json).toHaveProperty('error');
		expect(JSON.stringify(items)).not.toContain(DEFAULT_API_KEY);
		expect(JSON.stringify(items)).toContain('***');
	});
});
