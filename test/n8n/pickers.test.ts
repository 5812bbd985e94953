import { outputItemsOf } from './execution';
import { keyTraces } from './keyTraces';
import { SET_UP_TIMEOUT_MS, unmistakableKey, useSetup } from './setup';
import { nodeType, webDataNode, webhookChain } from './workflow';

const setup = useSetup();
let credential: { id: string; name: string };

beforeAll(async () => {
	credential = await credentialWith(setup.apiKey);
}, SET_UP_TIMEOUT_MS);

afterEach(() => setup.service.reset());

jest.setTimeout(60_000);

async function credentialWith(apiKey: string) {
	const name = 'For lists';
	const { id } = await setup.n8n.createCredential(name, { baseUrl: setup.service.url, apiKey });
	return { id, name };
}

interface ModelRequest {
	path: string;
	methodName: string;
	parameters: Record<string, unknown>;
	filter?: string;
	paginationToken?: string;
	as?: { id: string; name: string };
}

const ask = <T>(
	endpoint: string,
	{ parameters, as = credential, ...modelRequests }: ModelRequest,
): Promise<T> =>
	setup.n8n.rest().post<T>(`/dynamic-node-parameters/${endpoint}`, {
		nodeTypeAndVersion: { name: nodeType, version: 1 },
		currentNodeParameters: parameters,
		credentials: { webDataApi: as },
		...modelRequests,
		path: `parameters.${modelRequests.path}`,
	});

interface Page {
	results: { name: string; value: string }[];
	paginationToken?: string;
}

const agentGet = { resource: 'agent', operation: 'get', jobId: { mode: 'list', value: '' } };

const runs = (modelRequests: Partial<ModelRequest> = {}) =>
	ask<Page>('resource-locator-results', {
		path: 'jobId',
		methodName: 'searchRuns',
		parameters: agentGet,
		...modelRequests,
	});

const oneTool = (tool: unknown, more = {}) => ({
	resource: 'catalog',
	operation: 'call',
	specifyCalls: 'tool',
	tool,
	...more,
});

const tools = (modelRequests: Partial<ModelRequest> = {}) =>
	ask<Page>('resource-locator-results', {
		path: 'tool',
		methodName: 'searchTools',
		parameters: oneTool(''),
		...modelRequests,
	});

interface Fields {
	fields: { id: string; type?: string; required: boolean }[];
	emptyFieldsNotice?: string;
}

const fieldsOf = (tool: unknown, modelRequests: Partial<ModelRequest> = {}) =>
	ask<Fields>('resource-mapper-fields', {
		path: 'toolOptions',
		methodName: 'getToolOptions',
		parameters: oneTool(tool),
		...modelRequests,
	});

const located = (value: string, mode = 'list') => ({ __rl: true, mode, value });

const startRun = async (prompt: string): Promise<string> => {
	const answer = await fetch(`${setup.service.url}/v2/agent`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${setup.apiKey}`,
			'content-type': 'application/json',
		},
		body: JSON.stringify({ prompt }),
	});
	return ((await answer.json()) as { id: string }).id;
};

const valuesOf = ({ results }: Page) => results.map(({ value }) => value);

describe('the list of runs', () => {
	it('is empty when there are no runs', async () => {
		expect((await runs()).results).toEqual([]);
	});

	it('is split into pages', async () => {
		const ids: string[] = [];
		for (let index = 0; index < 25; index++) ids.unshift(await startRun(`Run ${index}`));
		const first = await runs();
		const second = await runs({ paginationToken: first.paginationToken });
		expect([valuesOf(first), valuesOf(second)]).toEqual([ids.slice(0, 20), ids.slice(20)]);
		expect(second.paginationToken).toBeUndefined();
	});

	it('can be filtered', async () => {
		await startRun('Opening hours');
		const wanted = await startRun('Prices');
		expect(valuesOf(await runs({ filter: 'price' }))).toEqual([wanted]);
	});
});

describe('the list of tools', () => {
	it('is filtered by the service', async () => {
		expect(valuesOf(await tools())).toEqual(expect.arrayContaining(['companies/lookup']));
		expect(valuesOf(await tools({ filter: 'currency' }))).toEqual(['rates/convert']);
		expect(setup.service.charged).toBe(0);
	});

	it.each([
		['selected from the list', located('rates/convert')],
		['entered as an ID', located('rates/convert', 'id')],
		['stored as a string', 'rates/convert'],
	])('determines the fields of a tool that is %s', async (_name, tool) => {
		const { fields } = await fieldsOf(tool);
		expect(fields).toMatchObject([
			{ id: 'amount', type: 'number', required: true },
			{ id: 'from', type: 'options', required: true },
			{ id: 'to', type: 'options', required: true },
		]);
	});

	it('shows a notice when no tool is selected', async () => {
		expect(await fieldsOf(located(''))).toMatchObject({
			fields: [],
			emptyFieldsNotice: expect.stringContaining("Select a 'Tool'"),
		});
	});
});

describe('a wrong API key', () => {
	const wrongKey = unmistakableKey();
	let wrong: { id: string; name: string };
	beforeAll(async () => {
		wrong = await credentialWith(wrongKey);
	});

	it.each([
		['runs', () => runs({ as: wrong })],
		['tools', () => tools({ as: wrong })],
	])('is reported in the list of %s without the key', async (_name, list) => {
		const error = String(await list().catch((thrown: unknown) => thrown));
		expect(error).toMatch(/"httpCode":"401"/);
		expect(error).toMatch(/the credential's 'API Key'/);
		expect(error).not.toContain(wrongKey);
	});

	it('is reported in place of the fields', async () => {
		const { fields, emptyFieldsNotice } = await fieldsOf(located('rates/convert'), { as: wrong });
		expect(fields).toEqual([]);
		expect(emptyFieldsNotice).toMatch(/the credential's 'API Key'/);
	});

	it('is in no output and no file of n8n', async () => {
		await expect(runs({ as: wrong })).rejects.toThrow();
		expect(await keyTraces(setup.n8n, wrongKey)).toEqual([]);
	});
});

describe('a selected entry', () => {
	const execute = (path: string, parameters: Record<string, unknown>) =>
		setup.execute(webhookChain(path, [webDataNode(parameters)]), {
			domain: 'northmole.example',
		});

	it('is executed for a tool whose fields have expressions', async () => {
		const toolOptions = {
			mappingMode: 'defineBelow',
			value: { domain: '={{ $json.body.domain }}' },
			matchingColumns: [],
			schema: (await fieldsOf(located('companies/lookup'))).fields,
		};
		const execution = await execute(
			'one-tool',
			oneTool(located('companies/lookup'), { toolOptions }),
		);
		expect(outputItemsOf(execution, 'Web Data')).toMatchObject([
			{ data: { domain: 'northmole.example' } },
		]);
	});

	it.each([
		['from a list', (id: string) => located(id)],
		['by an expression', (id: string) => located(`={{ "${id}" }}`, 'id')],
		[
			'in the format that workflows stored before there was a list',
			(id: string) => `={{ "${id}" }}`,
		],
	])('is executed for a run %s', async (name, jobId) => {
		const id = await startRun('Opening hours');
		const execution = await execute(`run ${name}`.replaceAll(' ', '-'), {
			...agentGet,
			jobId: jobId(id),
		});
		expect(outputItemsOf(execution, 'Web Data')).toMatchObject([{ jobId: id }]);
	});
});
