import { generate } from 'selfsigned';
import { type LocalService, startLocalService } from '../localService/localService';
import { type JsonRecord, outputItemsOf } from './execution';
import { keyTraces } from './keyTraces';
import { SET_UP_TIMEOUT_MS, unmistakableKey, useSetup } from './setup';
import { itemsChain, nodeType, webDataNode } from './workflow';

const wrongKey = unmistakableKey();
const setup = useSetup();
let secured: LocalService;

beforeAll(async () => {
	const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
	secured = await startLocalService({ apiKey: setup.apiKey, tls: { key, cert } });
}, SET_UP_TIMEOUT_MS);

afterEach(() => setup.service.reset());

afterAll(() => secured?.close());

it.each<[string, () => { baseUrl?: string; apiKey?: string }, string, RegExp]>([
	['a valid key', () => ({}), 'OK', /accepts the key/],
	['a base URL with a version', () => ({ baseUrl: `${setup.service.url}/v2/` }), 'OK', /./],
	['a wrong key', () => ({ apiKey: wrongKey }), 'Error', /'API Key' to a valid key/],
	[
		'an unknown host name',
		() => ({ baseUrl: 'http://does-not-exist.invalid' }),
		'Error',
		/does-not-exist\.invalid/,
	],
	['an untrusted certificate', () => ({ baseUrl: secured.url }), 'Error', /certificate/i],
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
	const credential = await n8n.createCredential('Key by item', data);
	const node = webDataNode({ url: '={{ $json.url }}' }, { onError: 'continueErrorOutput' });
	const imported = await n8n.importWorkflow(itemsChain('by-item', [node]), credential);
	await n8n.activate(imported);
	const url = `${service.url}/pages/article.html`;
	await n8n.webhook('by-item', { items: [apiKey, wrongKey].map((key) => ({ key, url })) });
	const execution = await n8n.waitForExecution(imported);
	expect(outputItemsOf(execution, 'Web Data')).toMatchObject([{ metadata: { statusCode: 200 } }]);
	expect(outputItemsOf(execution, 'Web Data', 1)).toMatchObject([{ details: { httpCode: 401 } }]);
});

describe('a list in the form', () => {
	interface List {
		results: { name: string; value: string }[];
	}

	interface Fields {
		fields: { id: string; type?: string; required: boolean }[];
		emptyFieldsNotice?: string;
	}

	const located = (value: string, mode = 'list') => ({ __rl: true, mode, value });

	const oneTool = (tool: unknown) => ({
		...{ resource: 'catalog', operation: 'call', specifyCalls: 'tool', tool },
	});

	/** Asks n8n for the entries of a field, as the editor does. */
	async function ask<T>(
		endpoint: string,
		field: [path: string, methodName: string, parameters: JsonRecord],
		{ apiKey = setup.apiKey, ...more }: JsonRecord = {},
	): Promise<T> {
		const [path, methodName, currentNodeParameters] = field;
		const data = { baseUrl: setup.service.url, apiKey: String(apiKey) };
		const credential = await setup.n8n.createCredential('For lists', data);
		return await setup.n8n.post<T>(`/dynamic-node-parameters/${endpoint}`, {
			nodeTypeAndVersion: { name: nodeType, version: 1 },
			credentials: { webDataApi: credential },
			path: `parameters.${path}`,
			methodName,
			currentNodeParameters,
			...more,
		});
	}

	const tools = (more?: JsonRecord) =>
		ask<List>('resource-locator-results', ['tool', 'searchTools', oneTool('')], more);

	const fieldsOf = (tool: unknown, more?: JsonRecord) =>
		ask<Fields>('resource-mapper-fields', ['toolOptions', 'getToolOptions', oneTool(tool)], more);

	const valuesOf = ({ results }: List) => results.map(({ value }) => value);

	it('of tools has a filter, and a tool determines the fields of its options', async () => {
		expect(valuesOf(await tools())).toContain('companies/lookup');
		expect(valuesOf(await tools({ filter: 'currency' }))).toEqual(['rates/convert']);
		for (const tool of [
			located('rates/convert'),
			located('rates/convert', 'id'),
			'rates/convert',
		]) {
			expect((await fieldsOf(tool)).fields).toMatchObject([
				{ id: 'amount', type: 'number', required: true },
				{ id: 'from', type: 'options', required: true },
				{ id: 'to', type: 'options', required: true },
			]);
		}
		expect(await fieldsOf(located(''))).toMatchObject({
			fields: [],
			emptyFieldsNotice: expect.stringContaining("Select a 'Tool'"),
		});
		expect(setup.service.charged).toBe(0);
	});
});
