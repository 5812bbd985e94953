import type { IDataObject, INodeParameters } from 'n8n-workflow';
import * as faults from '../localService/faults';
import type { NodeRun } from '../support/builtNode';
import { caught } from '../support/caught';
import { useBuiltNode } from '../support/useBuiltNode';

const { service, time, execute } = useBuiltNode();

interface Call {
	provider: string;
	capability: string;
	options?: unknown;
}

const statistics = (text: string): Call => ({
	provider: 'text',
	capability: 'statistics',
	options: { text },
});

const convert = {
	provider: 'rates',
	capability: 'convert',
	options: { amount: 1, from: 'EUR', to: 'USD' },
};

const failingCall = {
	provider: 'companies',
	capability: 'lookup',
	options: { domain: 'nobody.example' },
};

const catalog = (calls: unknown[], options: INodeParameters = {}): INodeParameters => ({
	resource: 'catalog',
	operation: 'call',
	specifyCalls: 'json',
	catalogJson: JSON.stringify(calls),
	options,
});

const run = (rest: Partial<NodeRun>) =>
	execute({
		parameters: catalog([convert]),
		...rest,
	});

const keys = () => service.requests.map(({ headers }) => headers['x-request-id']);

describe('the request', () => {
	it('contains the calls of the rows and the other fields', async () => {
		await run({
			parameters: {
				resource: 'catalog',
				operation: 'call',
				specifyCalls: 'fields',
				catalog: {
					call: [
						{ provider: 'text', capability: 'statistics', options: '{"text":"One. Two."}' },
						{ provider: 'rates', capability: 'table' },
					],
				},
				options: { timeout: 9000, origin: 'test', integration: 'n8n' },
			},
		});
		expect(service.requests.map(({ body }) => body)).toEqual([
			{
				catalog: [
					{ provider: 'text', capability: 'statistics', options: { text: 'One. Two.' } },
					{ provider: 'rates', capability: 'table' },
				],
				timeout: 9000,
				origin: 'test',
				integration: 'n8n',
			},
		]);
	});

	it.each([
		['no calls', catalog([]), "'Calls (JSON)' must contain at least one call"],
		[
			'11 calls',
			catalog(Array.from({ length: 11 }, () => convert)),
			'must contain at most 10 entries',
		],
		[
			'a call without a provider',
			catalog([{ capability: 'x' }]),
			"'Calls (JSON) > 1 > provider' is required",
		],
		[
			'a provider of 201 characters',
			catalog([{ provider: 'p'.repeat(201), capability: 'x' }]),
			'at most 200 characters',
		],
		[
			'an unknown key in a call',
			catalog([{ ...convert, version: 1 }]),
			'must not contain "version"',
		],
		[
			'options that are a list',
			catalog([{ ...convert, options: [] }]),
			"> options' must be a JSON object",
		],
		[
			'a request id with a space',
			catalog([convert], { requestId: 'a b' }),
			"'Options > Request ID' must contain only letters, digits, and . _ : -",
		],
		[
			'a request id of 129 characters',
			catalog([convert], { requestId: 'a'.repeat(129) }),
			'at most 128 characters',
		],
		['a timeout of 999 ms', catalog([convert], { timeout: 999 }), 'at least 1000'],
	])('is not sent if it has %s', async (_name, parameters, said) => {
		const { items } = await run({ parameters, onError: 'continueRegularOutput' });
		expect(items[0]?.json.error).toMatch(
			new RegExp(said.includes('|') ? said : said.replace(/[()$.+*?^[\]{}|]/g, '\\$&')),
		);
		expect(service.requests).toEqual([]);
	});

	it('contains a separate key for each item, derived from execution, node, run, and item', async () => {
		await run({ items: [{}, {}], executionId: '77', runIndex: 3 });
		await run({ items: [{}, {}], executionId: '77', runIndex: 4 });
		await run({ items: [{}, {}], executionId: '78', runIndex: 3 });
		expect(new Set(keys()).size).toBe(6);
		expect(service.executions).toHaveLength(6);
	});

	it('contains the key that the user set', async () => {
		await run({ parameters: catalog([convert], { requestId: 'order-4711' }) });
		expect(keys()).toEqual(['order-4711']);
	});
});

describe('the idempotency table', () => {
	it('new key: the call is executed once, and the output contains the key', async () => {
		const { items } = await run({});
		expect(service.executions).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({ provider: 'rates', requestId: keys()[0] });
	});

	it('same parameters: a retry after a closed connection replays the result', async () => {
		service.addFaults(faults.fault({ kind: 'resetAfter' }));
		const { items } = await run({});
		expect(items[0]?.json).toMatchObject({ provider: 'rates', capability: 'convert' });
		expect(new Set(keys()).size).toBe(1);
		expect(service.requests).toHaveLength(2);
		expect(service.executions).toHaveLength(1);
		expect(service.charged).toBe(1);
	});

	it('same parameters: every attempt of Retry On Fail replays the result', async () => {
		const context: IDataObject = {};
		for (const _try of [1, 2, 3]) await run({ context });
		expect(service.executions).toHaveLength(1);
	});

	it('same parameters: Retry of the execution replays the result under the first key', async () => {
		const context: IDataObject = {};
		await run({ context, executionId: '1' });
		await run({ context, executionId: '2' });
		expect(new Set(keys()).size).toBe(1);
		expect(service.executions).toHaveLength(1);
	});

	it('same parameters: Retry after a crash that lost the context replays the result', async () => {
		await run({ executionId: '1', resumeToken: 'token of the execution' });
		await run({ executionId: '2', resumeToken: 'token of the execution' });
		expect(new Set(keys()).size).toBe(1);
		expect(keys()[0]).not.toContain('token');
		expect(service.executions).toHaveLength(1);
	});

	it('other parameters: an expression with other values in each attempt replays the first result', async () => {
		const context: IDataObject = {};
		for (const minute of ['10:01', '10:02']) {
			await run({ context, parameters: () => catalog([statistics(minute)]) });
		}
		expect(new Set(keys()).size).toBe(1);
		expect(service.requests.map(({ body }) => body)).toEqual([
			expect.objectContaining({ catalog: [statistics('10:01')] }),
			expect.objectContaining({ catalog: [statistics('10:01')] }),
		]);
		expect(service.executions).toHaveLength(1);
	});

	it('after a refusal, an expression may send other calls', async () => {
		const context: IDataObject = {};
		service.addFaults(faults.errorRowFault('catalogBadRequest'));
		const first = { onError: 'continueRegularOutput', context } as const;
		await run({ ...first, parameters: () => catalog([statistics('Wrong.')]) });
		const { items } = await run({
			context,
			parameters: () => catalog([statistics('Right.'), convert]),
		});
		expect(items).toHaveLength(2);
		expect(service.requests.at(-1)?.body).toMatchObject({
			catalog: [statistics('Right.'), convert],
		});
		expect(new Set(keys()).size).toBe(2);
	});

	it('after a refusal of a repeated call, an expression still sends the first call, which was paid for', async () => {
		const context: IDataObject = {};
		const tryAt = (minute: string) =>
			run({
				context,
				onError: 'continueRegularOutput',
				parameters: () => catalog([statistics(minute)]),
			});
		await tryAt('10:01');
		service.addFaults(faults.errorRowFault('unauthorized'));
		const refused = await tryAt('10:02');
		expect(refused.items[0]?.json.details).toMatchObject({ reason: 'unauthorized' });
		const { items } = await tryAt('10:03');
		expect(items[0]?.json).toMatchObject({ provider: 'text' });
		expect(new Set(keys()).size).toBe(1);
		expect(service.charged).toBe(1);
	});

	it('other parameters: the response is matched with the first calls', async () => {
		const context: IDataObject = {};
		await run({ context, parameters: () => catalog([convert]) });
		const { items } = await run({
			context,
			parameters: () => catalog([statistics('One more.'), convert]),
		});
		expect(items.map(({ json }) => json.provider)).toEqual(['rates']);
		expect(service.executions).toHaveLength(1);
	});

	it('other parameters: the first calls are sent again with the first key, even if the user set the key', async () => {
		const context: IDataObject = {};
		for (const minute of ['10:01', '10:02']) {
			await run({
				context,
				parameters: () => catalog([statistics(minute)], { requestId: `order-${minute}` }),
			});
		}
		expect(keys()).toEqual(['order-10:01', 'order-10:01']);
		expect(service.executions).toHaveLength(1);
	});

	it('calls that were changed in the form before Retry are executed', async () => {
		const context: IDataObject = {};
		await run({ context, executionId: '1', parameters: catalog([statistics('Once.')]) });
		await run({ context, executionId: '2', parameters: catalog([statistics('Twice.')]) });
		expect(new Set(keys()).size).toBe(2);
		expect(service.executions).toHaveLength(2);
	});

	it('different calls that a model makes through the same form have separate keys', async () => {
		const context: IDataObject = {};
		for (const text of ['This.', 'That.', 'This.']) {
			await run({ context, asTool: true, parameters: () => catalog([statistics(text)]) });
		}
		const [first, second, third] = keys();
		expect(first).not.toBe(second);
		expect(third).toBe(first);
		expect(service.executions).toHaveLength(2);
	});

	it.each([
		['gateway timeouts', 'gatewayTimeout'],
		['timeouts', 'requestTimeout'],
		['unresolved responses', 'requestUnresolved'],
	] as const)(
		'unknown after %s: the remedy in the error returns the same result',
		async (_what, row) => {
			service.addFaults(
				faults.fault({ kind: 'resetAfter' }),
				faults.errorRowFault(row, { times: 4 }),
			);
			const { items } = await run({ onError: 'continueRegularOutput' });
			const key = String(keys()[0]);
			expect(items[0]?.json.message).toMatch(
				new RegExp(`retry this execution, or set 'Options > Request ID' to ${key} for this item`),
			);
			const again = await run({
				executionId: '2',
				parameters: catalog([convert], { requestId: key }),
			});
			expect(again.items[0]?.json).toMatchObject({ provider: 'rates', requestId: key });
			expect(service.executions).toHaveLength(1);
			expect(service.charged).toBe(1);
		},
	);

	it.each<[string, string, faults.Fault[]]>([
		[
			'the response is too large',
			'Increase',
			[faults.fault({ kind: 'bigBody', bytes: 3 * 1024 * 1024 })],
		],
		[
			'a lost response is followed by a refusal',
			'Set',
			[faults.fault({ kind: 'resetAfter' }), faults.errorRowFault('unauthorized')],
		],
	])(
		'if %s, the error says how to get the result after the correction',
		async (_case, verb, all) => {
			const context: IDataObject = {};
			service.addFaults(...all);
			const { items } = await run({
				context,
				onError: 'continueRegularOutput',
				parameters: { ...catalog([convert]), requestSettings: { maxResponseSize: 1 } },
			});
			const advice =
				'The service may have executed this request. To get the result without paying again, make this correction, then retry this execution.';
			expect(items[0]?.json.message).toMatch(new RegExp(`${verb} [^.]+\\. ${advice}$`));
			const again = await run({ context, executionId: '2' });
			expect(again.items[0]?.json).toMatchObject({ provider: 'rates' });
			expect(new Set(keys()).size).toBe(1);
			expect(service.charged).toBe(1);
		},
	);

	it.each([
		['each with a token', 'one', 'two'],
		['without a token', undefined, undefined],
	])('another execution pays for its own call, %s', async (_case, first, second) => {
		await run({ executionId: '1', resumeToken: first });
		await run({ executionId: '2', resumeToken: second });
		expect(new Set(keys()).size).toBe(2);
		expect(service.executions).toHaveLength(2);
	});

	it("in flight with the node's own key: the node waits within Max Tries", async () => {
		service.addFaults(
			faults.fault({ kind: 'resetAfter' }),
			faults.errorRowFault('requestInFlight', { times: 3 }),
		);
		const { items } = await run({ parameters: catalog([convert]) });
		expect(items[0]?.json).toMatchObject({ provider: 'rates' });
		expect(time.sleeps).toHaveLength(4);
		expect(service.executions).toHaveLength(1);
	});

	it("in flight with the node's own key: fails if Max Tries is 1", async () => {
		service.addFaults(faults.errorRowFault('requestInFlight'));
		const { items } = await run({
			parameters: { ...catalog([convert]), requestSettings: { maxTries: 1 } },
			onError: 'continueRegularOutput',
		});
		expect(items[0]?.json.details).toMatchObject({ code: 'request_in_flight', tries: 1 });
		expect(service.requests).toHaveLength(1);
	});

	it('in flight with a key of another client: fails at once', async () => {
		service.addFaults(faults.errorRowFault('requestInFlight'));
		const { items } = await run({
			parameters: catalog([convert], { requestId: 'shared' }),
			onError: 'continueRegularOutput',
		});
		expect(items[0]?.json.details).toMatchObject({
			code: 'request_in_flight',
			chargeId: expect.any(String) as string,
			requestId: 'shared',
			tries: 1,
		});
		expect(service.executions).toHaveLength(0);
	});

	it('other parameters: fails and names the key', async () => {
		await run({ parameters: catalog([convert], { requestId: 'order-1' }) });
		const { items } = await run({
			parameters: catalog([statistics('Other.')], { requestId: 'order-1' }),
			onError: 'continueRegularOutput',
		});
		expect(items[0]?.json.details).toMatchObject({
			code: 'duplicate_request',
			requestId: 'order-1',
			retryable: false,
		});
		expect(service.executions).toHaveLength(1);
	});

	it('unresolved: is sent again with the same key until the outcome is known', async () => {
		service.addFaults(faults.fault({ kind: 'resetAfter' }));
		service.catalog.unresolved({ times: 2, onlyRepeats: true });
		const { items } = await run({});
		expect(items[0]?.json).toMatchObject({ provider: 'rates' });
		expect(new Set(keys()).size).toBe(1);
		expect(service.requests).toHaveLength(4);
		expect(service.executions).toHaveLength(1);
	});

	it('a preview does not use the key', async () => {
		const { items } = await run({
			parameters: { ...catalog([convert]), requestSettings: { previewRequest: true } },
		});
		expect(items[0]?.json).toMatchObject({
			headers: { 'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/) as string },
		});
		expect(service.requests).toEqual([]);
	});
});

describe('three calls of which the second fails', () => {
	const parameters = catalog([convert, failingCall, statistics('One. Two.')]);

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'return two paid results and one error item with On Error %s',
		async (onError) => {
			const { items } = await run({ items: [{}, {}], parameters, onError });
			expect(
				items.map(({ json, pairedItem }) => [Object.keys(json).includes('error'), pairedItem]),
			).toEqual([
				[false, { item: 0 }],
				[true, { item: 0 }],
				[false, { item: 0 }],
				[false, { item: 1 }],
				[true, { item: 1 }],
				[false, { item: 1 }],
			]);
			expect(Object.keys(items[1]?.json ?? {})).toEqual(['error', 'message', 'details']);
			expect(items[1]?.json.details).toMatchObject({
				code: 'not_found',
				call: 2,
				provider: 'companies',
				capability: 'lookup',
				requestId: keys()[0],
				retryable: false,
			});
		},
	);

	it('end the node with On Error Stop, with the paid results in the error', async () => {
		const error = await caught(run({ parameters }));
		expect(error.context?.data).toMatchObject({
			call: 2,
			paid: [
				{ provider: 'rates', capability: 'convert' },
				{ provider: 'text', capability: 'statistics' },
			],
		});
	});
});

it('a failed call that was charged reports its price and data', async () => {
	const names = { provider: 'rates', capability: 'convert' };
	const entry = {
		...names,
		error: 'Source failed',
		creditsCost: 5,
		data: { partial: 1 },
		upstreamStatus: 502,
	};
	const body = { success: true, scrape_id: 's-1', data: { catalog: [entry], creditsCost: 5 } };
	service.addFaults(faults.fault({ kind: 'json', status: 200, body }));
	const { items } = await run({ parameters: catalog([convert]), onError: 'continueRegularOutput' });
	expect(items[0]?.json).toMatchObject({
		error: 'Source failed',
		message: expect.stringContaining('This call was charged 5 credits.') as string,
		details: { creditsCost: 5, data: { partial: 1 }, upstreamStatus: 502 },
	});
});

it('an error that is a string fails its call', async () => {
	const names = { provider: 'rates', capability: 'convert' };
	const result = { ...names, creditsCost: 1, data: { result: 1.08 } };
	const list = [{ ...names, error: 'No rate for this day' }, result];
	const body = { success: true, data: { catalog: list, creditsCost: 1 } };
	service.addFaults(faults.fault({ kind: 'json', status: 200, body }));
	const { items } = await run({
		parameters: catalog([convert, convert]),
		onError: 'continueRegularOutput',
	});
	expect(items[0]?.json).toMatchObject({
		error: 'No rate for this day',
		details: { call: 1, ...names, retryable: false },
	});
	expect(items[1]?.json).toMatchObject(result);
});

describe('the output', () => {
	it('begins with the data of the tool with Simplify', async () => {
		const { items } = await run({ parameters: catalog([statistics('One. Two.')]) });
		expect(Object.keys(items[0]?.json ?? {})[0]).toBe('data');
		expect(items[0]?.json).toMatchObject({
			data: { sentences: 2 },
			provider: 'text',
			capability: 'statistics',
			creditsCost: 1,
			scrapeId: expect.any(String) as string,
			totalCreditsCost: 1,
		});
	});

	it('is the whole response without Simplify, with one call in each list', async () => {
		const { items } = await run({
			parameters: { ...catalog([convert, statistics('One.')]), simplify: false },
		});
		expect(items).toHaveLength(2);
		expect(items[1]?.json).toMatchObject({
			success: true,
			scrape_id: expect.any(String) as string,
			data: { catalog: [{ provider: 'text' }], creditsCost: 2 },
		});
	});

	it('reads the list under its public name', async () => {
		service.configure({ publicNames: true });
		const { items } = await run({ parameters: catalog([convert, statistics('One.')]) });
		expect(items.map(({ json }) => json.provider)).toEqual(['rates', 'text']);
	});

	it('is the whole response if it has no list, because it was paid for', async () => {
		const body = { success: true, data: { results: [1] } };
		service.addFaults(faults.fault({ kind: 'json', status: 200, body }));
		expect((await run({})).items[0]?.json).toMatchObject(body);
	});
});

describe('a rejected request', () => {
	it.each([
		[
			'an unknown provider',
			[convert, { provider: 'nowhere', capability: 'x' }],
			{ code: 'unknown_provider', httpCode: 404, calls: [2] },
			/The error applies to 'Call 2'\..*Correct 'Calls > Provider' and 'Calls > Capability'\.$/,
		],
		[
			'terms that were not accepted',
			[{ provider: 'thirdparty', capability: 'prices', options: {} }],
			{ code: 'THIRD_PARTY_DATA_TERMS_REQUIRED', httpCode: 403 },
			/accept the terms/,
		],
	])('because of %s states the remedy', async (_name, calls, details, said) => {
		const { items } = await run({
			parameters: catalog(calls),
			onError: 'continueRegularOutput',
		});
		expect(items[0]?.json.details).toMatchObject(details);
		expect(items[0]?.json.message).toMatch(said);
		expect(service.executions).toEqual([]);
	});

	it('because of terms names the URL at which to accept them', async () => {
		service.configure({ terms: 'object' });
		const { items } = await run({
			parameters: catalog([{ provider: 'thirdparty', capability: 'prices', options: {} }]),
			onError: 'continueRegularOutput',
		});
		expect(items[0]?.json.message).toMatch(
			/accept the terms in the service's dashboard \(https?:\/\/\S+\), then run the workflow again\.$/,
		);
	});

	it('because of missing credits says that nothing was executed', async () => {
		service.configure({ credits: 0 });
		const { items } = await run({ onError: 'continueRegularOutput' });
		expect(items[0]?.json.details).toMatchObject({ httpCode: 402, code: 'insufficient_credits' });
		expect(service.executions).toEqual([]);
	});
});
