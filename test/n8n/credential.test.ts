import { type JsonRecord, outputItemsOf } from './execution';
import { keyTraces } from './keyTraces';
import { unmistakableKey, useSetup } from './setup';
import { itemsChain, nodeType, webDataNode } from './workflow';

const wrongKey = unmistakableKey();
const setup = useSetup();

it.each<[string, () => { baseUrl?: string; apiKey?: string }, string, RegExp]>([
	['a valid key', () => ({}), 'OK', /accepts the key/],
	['a wrong key', () => ({ apiKey: wrongKey }), 'Error', /'API Key' to a valid key/],
	[
		'an unknown host name',
		() => ({ baseUrl: 'http://does-not-exist.invalid' }),
		'Error',
		/does-not-exist\.invalid/,
	],
])('the credential test reports %s, and costs nothing', async (_case, change, status, message) => {
	const { service, apiKey, n8n } = setup;
	const answer = await n8n.testCredential({ baseUrl: service.url, apiKey, ...change() });
	expect(answer).toEqual({ status, message: expect.stringMatching(message) });
	expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('after the credential tests, no API key is in a log or file of n8n', async () => {
	for (const key of [setup.apiKey, wrongKey]) {
		expect(await keyTraces(setup.n8n, key)).toEqual([]);
	}
});

it('an API key with an expression is evaluated for each item', async () => {
	const { n8n, service, apiKey } = setup;
	const data = { baseUrl: service.url, apiKey: '={{ $json.key }}' };
	const node = webDataNode(
		{ url: '={{ $json.url }}' },
		{
			onError: 'continueErrorOutput',
			credentials: { webDataApi: await n8n.createCredential('Key by item', data) },
		},
	);
	const items = [apiKey, wrongKey].map((key) => ({ key, url: setup.page('article') }));
	const execution = await setup.execute(itemsChain('by-item', [node]), { items });
	expect(outputItemsOf(execution, 'Web Data')).toMatchObject([{ metadata: { statusCode: 200 } }]);
	expect(outputItemsOf(execution, 'Web Data', 1)).toMatchObject([{ details: { httpCode: 401 } }]);
});

it('a list of tools in the form has a filter, and a tool determines the fields of its options', async () => {
	/** Asks n8n for the entries of a field, as the editor does. */
	const ask = async (endpoint: string, field: JsonRecord, tool: unknown) => {
		const data = { baseUrl: setup.service.url, apiKey: setup.apiKey };
		return await setup.n8n.post<JsonRecord>(`/dynamic-node-parameters/${endpoint}`, {
			nodeTypeAndVersion: { name: nodeType, version: 1 },
			credentials: { webDataApi: await setup.n8n.createCredential('For lists', data) },
			currentNodeParameters: {
				...{ resource: 'catalog', operation: 'call', specifyCalls: 'tool', tool },
			},
			...field,
		});
	};
	const list = { path: 'parameters.tool', methodName: 'searchTools', filter: 'currency' };
	expect(await ask('resource-locator-results', list, '')).toMatchObject({
		results: [{ value: 'rates/convert' }],
	});
	const mapper = { path: 'parameters.toolOptions', methodName: 'getToolOptions' };
	for (const tool of [{ __rl: true, mode: 'list', value: 'rates/convert' }, 'rates/convert']) {
		expect(await ask('resource-mapper-fields', mapper, tool)).toMatchObject({
			fields: [
				{ id: 'amount', type: 'number', required: true },
				{ id: 'from', type: 'options', required: true },
				{ id: 'to', type: 'options', required: true },
			],
		});
	}
	expect(await ask('resource-mapper-fields', mapper, '')).toMatchObject({
		fields: [],
		emptyFieldsNotice: expect.stringContaining("Select a 'Tool'"),
	});
	expect(setup.service.charged).toBe(0);
});
