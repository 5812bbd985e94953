import * as faults from '../localService/faults';
import { OTHER_TEAM_API_KEY } from '../localService/state';
import type { NodeRun } from '../support/builtNode';
import { caught } from '../support/caught';
import { emptyItems, useBuiltNode, type Form } from '../support/useBuiltNode';

const { service, time, run, respond, bodies } = useBuiltNode();

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

const rates = { provider: 'rates', capability: 'convert' };
const convert = { ...rates, options: { amount: 1, from: 'EUR', to: 'USD' } };

const catalog = (calls: unknown[], options: Form = {}): Form => ({
	specifyCalls: 'json',
	catalogJson: JSON.stringify(calls),
	options,
});

const call = (form: Form | (() => Form) = catalog([convert]), rest: Partial<NodeRun> = {}) =>
	run('catalog.call', form, rest);

const keys = () => service.requests.map(({ headers }) => headers['x-request-id']);
const keyCount = () => new Set(keys()).size;
/** What was executed and charged. */
const executed = () => service.executions.length;

describe('the request', () => {
	it('contains the calls of the rows and the other fields', async () => {
		const options = { timeout: 9000, origin: 'test', integration: 'n8n' };
		const rows = [
			{ provider: 'text', capability: 'statistics', options: '{"text":"One. Two."}' },
			{ provider: 'rates', capability: 'table' },
		];
		await call({ specifyCalls: 'fields', catalog: { call: rows }, options });
		expect(bodies()).toEqual([{ catalog: [statistics('One. Two.'), rows[1]], ...options }]);
	});

	it('contains a separate key for each item, derived from execution, node, run, and item', async () => {
		const items = emptyItems(2);
		await call(undefined, { items, executionId: '77', runIndex: 3 });
		await call(undefined, { items, executionId: '77', runIndex: 4 });
		await call(undefined, { items, executionId: '78', runIndex: 3 });
		expect(keyCount()).toBe(6);
		expect(executed()).toBe(6);
	});
});

describe('the same calls', () => {
	it.each<[string, Partial<NodeRun>, Partial<NodeRun>]>([
		['by every attempt of Retry On Fail', { context: {} }, {}],
		['by Retry of the execution, under the first key', { context: {} }, { executionId: '2' }],
		[
			'by Retry after a crash that lost the context',
			{ resumeToken: 'token of the execution' },
			{ executionId: '2', context: {} },
		],
	])('are replayed %s', async (_how, first, changes) => {
		await call(undefined, first);
		const { json } = await call(undefined, { ...first, ...changes });
		expect(json).toMatchObject([rates]);
		expect(keyCount()).toBe(1);
		expect(keys()[0]).not.toContain('token');
		expect(executed()).toBe(1);
	});
});

describe('other calls in a later attempt', () => {
	it('from an expression: the first calls are sent again, and the response is matched with them', async () => {
		const context = {};
		await call(() => catalog([convert]), { context });
		const { json } = await call(() => catalog([statistics('One more.'), convert]), { context });
		expect(json.map(({ provider }) => provider)).toEqual(['rates']);
		expect(bodies()).toEqual([{ catalog: [convert] }, { catalog: [convert] }]);
		expect([keyCount(), executed()]).toEqual([1, 1]);
	});

	it('from an expression are not sent, even if the user set another key', async () => {
		const context = {};
		for (const minute of ['10:01', '10:02']) {
			const form = catalog([statistics(minute)], { requestId: `order-${minute}` });
			await call(() => form, { context });
		}
		expect(keys()).toEqual(['order-10:01', 'order-10:01']);
		expect(executed()).toBe(1);
	});

	it('from an expression are sent after a refusal', async () => {
		const context = {};
		service.addFaults(faults.errorRowFault('catalogBadRequest'));
		await call(() => catalog([statistics('Wrong.')]), { context });
		const right = [statistics('Right.'), convert];
		expect((await call(() => catalog(right), { context })).items).toHaveLength(2);
		expect(bodies().at(-1)).toEqual({ catalog: right });
		expect(keyCount()).toBe(2);
	});

	it('from an expression are not sent after the refusal of a repeated call, which was paid for', async () => {
		const context = {};
		const tryAt = (minute: string) => call(() => catalog([statistics(minute)]), { context });
		await tryAt('10:01');
		service.addFaults(faults.errorRowFault('unauthorized'));
		expect((await tryAt('10:02')).first.details).toMatchObject({ reason: 'unauthorized' });
		expect((await tryAt('10:03')).first).toMatchObject({ provider: 'text' });
		expect([keyCount(), service.charged]).toEqual([1, 1]);
	});

	it('that were changed in the form before Retry are executed', async () => {
		const context = {};
		await call(catalog([statistics('Once.')]), { context, executionId: '1' });
		await call(catalog([statistics('Twice.')]), { context, executionId: '2' });
		expect([keyCount(), executed()]).toEqual([2, 2]);
	});

	it('of a preview are not repeated by Retry', async () => {
		const context = {};
		const preview = { requestSettings: { previewRequest: true } };
		await call(() => ({ ...catalog([statistics('Preview.')]), ...preview }), { context });
		const sent = [statistics('Sent.')];
		await call(() => catalog(sent), { context, executionId: '2' });
		expect(bodies()).toEqual([{ catalog: sent }]);
	});

	it('with the key of a request with other parameters fail and name the key', async () => {
		const requestId = 'order-1';
		await call(catalog([convert], { requestId }));
		const { first } = await call(catalog([statistics('Other.')], { requestId }));
		expect(first.details).toMatchObject({ code: 'duplicate_request', requestId, retryable: false });
		expect(executed()).toBe(1);
	});
});

describe('an unknown outcome', () => {
	it.each(['gatewayTimeout', 'requestUnresolved'] as const)(
		'(%s): the remedy in the error returns the result without another charge',
		async (row) => {
			service.addFaults(
				faults.fault({ kind: 'resetAfter' }),
				faults.errorRowFault(row, { times: 4 }),
			);
			const { first } = await call();
			const requestId = String(keys()[0]);
			expect(first.message).toContain(
				`retry this execution, or set 'Options > Request ID' to ${requestId} for this item`,
			);
			const again = await call(catalog([convert], { requestId }), { executionId: '2' });
			expect(again.first).toMatchObject({ provider: 'rates', requestId });
			expect([executed(), service.charged]).toEqual([1, 1]);
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
		'because %s: the error says how to get the result after the correction',
		async (_case, verb, all) => {
			const context = {};
			service.addFaults(...all);
			const form = { ...catalog([convert]), requestSettings: { maxResponseSize: 1 } };
			const advice =
				'The service may have executed this request. To get the result without paying again, make this correction, then retry this execution.';
			expect((await call(form, { context })).first.message).toMatch(
				new RegExp(`${verb} [^.]+\\. ${advice}$`),
			);
			const again = await call(catalog([convert]), { context, executionId: '2' });
			expect(again.first).toMatchObject({ provider: 'rates' });
			expect([keyCount(), service.charged]).toEqual([1, 1]);
		},
	);

	it("of a request in flight with the node's own key: the node waits within Max Tries", async () => {
		service.addFaults(faults.errorRowFault('requestInFlight', { times: 3 }));
		expect((await call()).first).toMatchObject({ provider: 'rates' });
		expect(time.sleeps).toHaveLength(3);
	});

	it('of a request in flight with a key of another client: fails at once', async () => {
		service.addFaults(faults.errorRowFault('requestInFlight'));
		const { first } = await call(catalog([convert], { requestId: 'shared' }));
		expect(first.details).toMatchObject({ code: 'request_in_flight', tries: 1 });
	});
});

describe('three calls of which the second fails', () => {
	const lookup = { provider: 'companies', capability: 'lookup' };
	const failing = { ...lookup, options: { domain: 'nobody.example' } };
	const form = catalog([convert, failing, statistics('One. Two.')]);

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'return two paid results and one error item with On Error %s',
		async (onError) => {
			const { items, json } = await call(form, { items: emptyItems(2), onError });
			expect(items.map(({ json: each, pairedItem }) => ['error' in each, pairedItem])).toEqual(
				[0, 1].flatMap((item) => [false, true, false].map((isError) => [isError, { item }])),
			);
			expect(Object.keys(json[1] ?? {})).toEqual(['error', 'message', 'details']);
			expect(json[1]?.details).toMatchObject({
				...{ code: 'not_found', call: 2, requestId: keys()[0], retryable: false },
				...lookup,
			});
		},
	);

	it('end the node with On Error Stop, with the paid results in the error', async () => {
		const error = await caught(call(form, { onError: 'stopWorkflow' }));
		expect(error.context?.data).toMatchObject({
			call: 2,
			paid: [rates, { provider: 'text', capability: 'statistics' }],
		});
	});
});

describe('a service that names the catalog alexandria', () => {
	const publicCalls = { alexandria: [convert] };

	it('is asked by the specified name first, and then by its own name, with the same key', async () => {
		// The node remembers the name for the account, which other tests do not use.
		const credential = { baseUrl: service.url, apiKey: OTHER_TEAM_API_KEY };
		service.configure({ publicNames: true });
		const { first } = await call(undefined, { credential });
		expect(first).toMatchObject({ ...rates, data: { result: 1.08 } });
		expect(bodies()).toEqual([{ catalog: [convert] }, publicCalls]);
		expect([keyCount(), service.charged]).toEqual([1, 1]);
		await call(undefined, { credential, executionId: '2' });
		expect(bodies().slice(2)).toEqual([publicCalls]);
		const unknown = { tool: 'companies/unheard-of', specifyCalls: 'tool' };
		expect((await call(unknown, { credential })).first.details).toMatchObject({ httpCode: 404 });
		expect(bodies()).toHaveLength(4);
		service.configure({ publicNames: false });
		expect((await call(undefined, { credential, executionId: '3' })).first).toMatchObject(rates);
		expect(bodies().slice(4)).toEqual([publicCalls, { catalog: [convert] }]);
	});

	it('finds tools and lists them as a source of a search', async () => {
		service.configure({ publicNames: true });
		const sources = { source: [{ type: 'catalog' }] };
		const { json } = await run('search.search', { query: 'rates', options: { sources } });
		expect(json).toMatchObject([{ capability: 'tide-times' }]);
		service.configure({ publicNames: false });
		expect((await call()).first).toMatchObject(rates);
	});

	it('is not assumed after any other error, and the first refusal is reported if it is wrong, too', async () => {
		const refusal = (key: string) => ({
			...{ success: false, error: 'Bad Request' },
			details: [{ code: 'unrecognized_keys', keys: [key], path: [] }],
		});
		respond({ success: false, error: 'Bad Request' }, { status: 400 });
		expect((await call()).first.details).toMatchObject({ httpCode: 400, tries: 1 });
		expect(bodies()).toHaveLength(1);
		for (const key of ['catalog', 'alexandria']) respond(refusal(key), { status: 400 });
		const { first } = await call();
		expect(first.error).toContain('does not support catalog calls');
		expect(first.details).toMatchObject({ tries: 1 });
		expect(bodies()).toHaveLength(3);
	});
});

it('the output is the whole response if it has no list, because it was paid for', async () => {
	const body = { success: true, data: { results: [1] } };
	respond(body);
	expect((await call()).first).toMatchObject(body);
});

describe('a selected tool', () => {
	const mapped = (value: Form) => ({
		mappingMode: 'defineBelow',
		value,
		matchingColumns: [],
		schema: Object.keys(value).map((id) => ({ id, displayName: id, type: 'string' })),
	});
	const tool = { __rl: true, mode: 'list', value: 'companies/lookup', cachedResultName: 'A' };
	const callTool = async (form: Form) => (await call({ specifyCalls: 'tool', ...form })).first;

	it('is called with the filled fields', async () => {
		const options = { domain: 'northmole.example' };
		const first = await callTool({ tool, toolOptions: mapped(options) });
		expect(bodies()).toEqual([
			{ catalog: [{ provider: 'companies', capability: 'lookup', options }] },
		]);
		expect(first).toMatchObject({ data: options, creditsCost: 5 });
	});

	it('names its own fields if the call fails, or if the service does not know the tool', async () => {
		const failed = await callTool({ tool, toolOptions: mapped({ domain: 'nobody.example' }) });
		expect(failed.message).toContain("Correct 'Tool' or 'Tool Options'.");
		expect(failed.message).not.toMatch(/Calls|Provider/);
		const unknown = { tool: 'companies/unheard-of', specifyToolOptions: 'json' };
		const { message, details } = await callTool({ ...unknown, toolOptionsJson: '{}' });
		expect(message).toContain("Set 'Tool' to a tool in the service's catalog.");
		expect(details).toMatchObject({ httpCode: 404 });
	});

	it.each<[string, Form, string]>([
		['catalog.0.options.domain', { toolOptions: mapped({ domain: 'a' }) }, 'Tool Options > domain'],
		[
			'catalog.0.options.domain',
			{ specifyToolOptions: 'json', toolOptionsJson: '{"domain":"a"}' },
			'Tool Options (JSON) > domain',
		],
		['catalog.0.capability', {}, 'Tool'],
	])('names the field for an issue of the service at %s: %j', async (path, form, field) => {
		const details = [{ path: path.split('.'), message: 'is not right' }];
		respond({ success: false, error: 'Bad Request', details }, { status: 400 });
		const first = await callTool({ tool, ...form });
		expect(first.details).toMatchObject({ fields: [{ field, message: 'is not right' }] });
	});
});
