import type { Credential } from './driver';
import { type Execution, type JsonRecord, outputItemsOf } from './execution';
import { keyTraces } from './keyTraces';
import { type McpClient, connectMcp } from './mcpClient';
import {
	type ModelRequest,
	type ModelScript,
	type ModelServer,
	call,
	say,
	startModelServer,
} from './modelServer';
import { SET_UP_TIMEOUT_MS, useSetup } from './setup';
import {
	AGENT,
	type AgentKind,
	agentVersions,
	agentWorkflow,
	fromModel,
	mcpWorkflow,
	toolNode,
} from './toolWorkflow';
import { until } from './until';
import type { WorkflowNode } from './workflow';

const SCRAPE = 'Scrape_page';
const BODY = { question: 'How often does the north mole flash?' };

const setup = useSetup();
let model: ModelServer;
let account: Credential;
let openAi: Credential;

beforeAll(async () => {
	model = await startModelServer();
	const { n8n, service, apiKey } = setup;
	account = await n8n.createCredential('Account', { baseUrl: service.url, apiKey });
	const data = { url: model.url, apiKey: 'any' };
	openAi = await n8n.createCredential('OpenAI', data, 'openAiApi');
}, SET_UP_TIMEOUT_MS);

afterAll(() => model?.close());

const scraper = (parameters: JsonRecord = {}): WorkflowNode =>
	toolNode('Scrape page', { resource: 'scrape', operation: 'scrape', ...parameters }, account);

/** The model fills the options of the call. */
const converter = (): WorkflowNode => {
	const options = fromModel('Conversion', 'json', 'amount, from, to');
	const row = { provider: 'rates', capability: 'convert', options };
	return toolNode(
		'Convert currency',
		{ resource: 'catalog', operation: 'call', specifyCalls: 'fields', catalog: { call: [row] } },
		account,
	);
};

let workflows = 0;

const workflowOf = (tools: WorkflowNode[], kind: AgentKind) =>
	agentWorkflow(`tool-${(workflows += 1)}`, tools, openAi, kind);

async function converse(
	tools: WorkflowNode[],
	script: ModelScript,
	kind: AgentKind,
): Promise<{ tools: ModelRequest['tools']; results: string[]; execution: Execution }> {
	const requests = model.follow(script);
	const execution = await setup.execute(workflowOf(tools, kind), BODY);
	return { tools: requests[0]?.tools ?? [], results: requests.at(-1)?.results ?? [], execution };
}

const parsed = (text = '[]') => JSON.parse(text) as JsonRecord[];

const sentBodies = () => setup.service.requests.map(({ body }) => body);

const kinds = Object.keys(agentVersions) as AgentKind[];

describe.each(kinds)('a tool in the %s mode of the AI Agent', (kind) => {
	it('is offered to the model, tells it what to correct, sends nothing until then, and returns the page', async () => {
		const script = [
			call(SCRAPE, { URL: 'northmole' }),
			call(SCRAPE, { URL: setup.page('article') }),
			say('Once every ten seconds.'),
		];
		const { tools, results, execution } = await converse([scraper()], script, kind);
		expect(tools).toMatchObject([
			{
				name: SCRAPE,
				description: expect.stringMatching(/^Reads one web page .*needs the full URL/is),
				parameters: {
					properties: {
						URL: {
							type: 'string',
							description: expect.stringMatching(
								/^URL of the page.*[^.]\. If the URL has no scheme, https:\/\/ is added\.$/,
							),
						},
					},
					required: ['URL'],
				},
			},
		]);
		expect(results[0]).toContain("'URL' must start with http:// or https://");
		expect(results[0]).toContain('Nothing was sent. Correct the value, then try again.');
		expect(parsed(results[1])).toEqual([
			{
				markdown: expect.stringMatching(/one white flash every ten seconds/),
				metadata: expect.objectContaining({ statusCode: 200, scrapeId: expect.any(String) }),
			},
		]);
		expect(sentBodies()).toEqual([{ url: setup.page('article') }]);
		expect(outputItemsOf(execution, AGENT)).toEqual([{ output: 'Once every ten seconds.' }]);
	});

	it('executes each catalog call of a turn, even if the model repeats a call later', async () => {
		const conversions = ['EUR', 'CHF'].map((from) => ({ amount: 100, from, to: 'USD' }));
		const calls = conversions.map((Conversion) => ({
			...{ tool: 'Convert_currency', args: { Conversion } },
		}));
		const script = [{ call: calls }, { call: calls.slice(0, 1) }, say('Done.')];
		const { tools, results } = await converse([converter()], script, kind);
		expect(tools).toMatchObject([
			{ parameters: { properties: { Conversion: { description: 'amount, from, to' } } } },
		]);
		expect(results.map((text) => parsed(text)[0]?.data)).toMatchObject(
			['EUR', 'CHF', 'EUR'].map((from) => ({ from })),
		);
		expect(setup.service.executions).toHaveLength(3);
	});

	it('cancels its agent run when the execution is stopped', async () => {
		model.follow([call('Run_research', { Prompt: 'Never ends [ms:600000]' })]);
		const run = () => setup.service.agent.runs[0];
		const isPolled = () => (run()?.polls.length ?? 0) > 0;
		const tool = toolNode('Run research', { resource: 'agent', operation: 'run' }, account);
		const execution = await setup.stopWhen(isPolled, workflowOf([tool], kind), BODY);
		expect(execution.status).toBe('canceled');
		await until('the run is canceled', () => run()?.cancels[0]);
	});

	it('accepts values of every type, and in the engine mode the same values as text', async () => {
		const options = {
			timeout: fromModel('Timeout', 'number'),
			onlyMainContent: fromModel('Only_Main_Content', 'boolean'),
			headers: { header: [{ name: fromModel('Header'), value: fromModel('Value') }] },
			additionalBodyFields: fromModel('Additional_Body_Fields', 'json'),
		};
		const values = {
			URL: setup.page('product'),
			Timeout: 45_000,
			Only_Main_Content: false,
			Header: 'X-Shop',
			Value: 'north',
			Additional_Body_Fields: { origin: 'a-model' },
		};
		const texts = Object.entries(values).map(([name, value]) => [
			name,
			typeof value === 'string' ? value : JSON.stringify(value),
		]);
		// If the agent runs tools inside its own node, it rejects text for a number before it calls the tool.
		const asText = kind === 'engine' ? [call(SCRAPE, Object.fromEntries(texts))] : [];
		const script = [call(SCRAPE, values), ...asText, say('Done.')];
		await converse([scraper({ options })], script, kind);
		const body = {
			url: setup.page('product'),
			timeout: 45_000,
			onlyMainContent: false,
			headers: { 'X-Shop': 'north' },
			origin: 'a-model',
		};
		expect(sentBodies()).toEqual([body, ...asText.map(() => body)]);
	});
});

describe('a tool of the MCP Server Trigger', () => {
	let client: McpClient;

	beforeAll(async () => {
		await setup.publish(mcpWorkflow([converter()]));
		client = await connectMcp(`${setup.n8n.url}/mcp/web-data`);
	});

	afterAll(() => client?.close());

	it('is listed with its description and its arguments', async () => {
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name).sort()).toEqual([
			...['Convert_currency', 'Map_Site', 'Read_Page', 'Search_Web'],
		]);
		expect(tools.find(({ name }) => name === 'Read_Page')).toMatchObject({
			description: expect.stringMatching(/^Reads one web page/),
			inputSchema: { properties: { URL: { type: 'string' } }, required: ['URL'] },
		});
	});

	it('returns a page', async () => {
		const args = { URL: setup.page('article') };
		const { content } = await client.callTool({ name: 'Read_Page', arguments: args });
		const [item] = parsed(content.map(({ text }) => text).join(''));
		expect(item?.markdown).toMatch(/one white flash every ten seconds/);
	});
});

it('the API key is in no request to the model and in no data of n8n', async () => {
	expect(model.heard.length).toBeGreaterThan(10);
	expect(JSON.stringify(model.heard)).not.toContain(setup.apiKey);
	expect(await keyTraces(setup.n8n, setup.apiKey)).toEqual([]);
});
