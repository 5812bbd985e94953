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

afterEach(() => setup.service.reset());

afterAll(() => model?.close());

const page = (name = 'article') => `${setup.service.url}/pages/${name}.html`;

const scraper = (parameters: JsonRecord = {}, extra: Partial<WorkflowNode> = {}): WorkflowNode =>
	toolNode(
		'Scrape page',
		{ resource: 'scrape', operation: 'scrape', ...parameters },
		account,
		extra,
	);

/** The pages contain 300,000 characters. */
const crawler = (): WorkflowNode => {
	const options = { crawlEntireDomain: true };
	const parameters = { resource: 'crawl', operation: 'run', limit: 50, options };
	return toolNode('Crawl site', parameters, account);
};

/** Has the limit of a tool. */
const firstPages = (): WorkflowNode =>
	toolNode('Crawl first pages', { resource: 'crawl', operation: 'run' }, account);

const INDEX = 'http://synthetic.example/page/1?bytes=6000&links=49';

/** Checks that each page is truncated to the same length, and that the model can read the rest. */
function expectPagesCut(text: string): void {
	expect(text.length).toBeLessThanOrEqual(40_000);
	expect(text.length).toBeGreaterThan(38_000);
	const pages = parsed(text);
	const { message } = pages.pop() ?? {};
	expect(message).toMatch(/truncated to 40000 .* scrape its URL .* 'Max Result Length'/);
	const urls = pages.map(({ metadata }) => (metadata as JsonRecord).sourceURL);
	expect(new Set(urls).size).toBe(50);
	for (const { markdown } of pages) {
		expect(markdown).toMatch(/[^]{500,}\n\n\[Truncated: the text contains \d{4} characters\]$/);
	}
}

const agentTool = (operation: string): WorkflowNode =>
	toolNode(`${operation} research`, { resource: 'agent', operation }, account);

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

const Conversion = { amount: 100, from: 'EUR', to: 'USD' };

let workflows = 0;

const workflowOf = (tools: WorkflowNode[], kind?: AgentKind) =>
	agentWorkflow(`tool-${(workflows += 1)}`, tools, openAi, kind);

async function converse(
	tools: WorkflowNode[],
	script: ModelScript,
	kind?: AgentKind,
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
			call(SCRAPE, { URL: page() }),
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
		expect(sentBodies()).toEqual([{ url: page() }]);
		expect(outputItemsOf(execution, AGENT)).toEqual([{ output: 'Once every ten seconds.' }]);
	});

	it('gives each call of one turn its own result', async () => {
		const urls = [page(), page('product')];
		const script = [{ call: urls.map((URL) => ({ tool: SCRAPE, args: { URL } })) }, say('Done.')];
		const { results } = await converse([scraper()], script, kind);
		const pages = results.flatMap((text) => parsed(text));
		expect(pages.map(({ metadata }) => (metadata as JsonRecord).sourceURL)).toEqual(urls);
	});

	it('executes each catalog call, even if the model repeats a call', async () => {
		const convert = call('Convert_currency', { Conversion });
		const { tools, results } = await converse(
			[converter()],
			[convert, convert, say('Done.')],
			kind,
		);
		expect(tools).toMatchObject([
			{ parameters: { properties: { Conversion: { description: 'amount, from, to' } } } },
		]);
		expect(results.map((text) => parsed(text))).toMatchObject([
			[{ provider: 'rates' }],
			[{ provider: 'rates' }],
		]);
		const options = { provider: 'rates', capability: 'convert', options: Conversion };
		expect(sentBodies()).toEqual([{ catalog: [options] }, { catalog: [options] }]);
		expect(setup.service.executions).toHaveLength(2);
	});

	it('shares the maximum length of a result between the 50 pages of a crawl', async () => {
		const script = [call('Crawl_site', { URL: INDEX }), say('Done.')];
		const { results } = await converse([crawler()], script, kind);
		expectPagesCut(results[0] ?? '');
	});

	it('cancels its agent run when the execution is stopped', async () => {
		model.follow([call('run_research', { Prompt: 'Never ends [ms:600000]' })]);
		const run = () => setup.service.agent.runs[0];
		const isPolled = () => (run()?.polls.length ?? 0) > 0;
		const execution = await setup.stopWhen(isPolled, workflowOf([agentTool('run')], kind), BODY);
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
			URL: page('product'),
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
			url: page('product'),
			timeout: 45_000,
			onlyMainContent: false,
			headers: { 'X-Shop': 'north' },
			origin: 'a-model',
		};
		expect(sentBodies()).toEqual([body, ...asText.map(() => body)]);
	});
});

it('On Error: Continue of the tool also gives the details to the model', async () => {
	const tool = scraper({}, { onError: 'continueRegularOutput' });
	const { results } = await converse([tool], [call(SCRAPE, { URL: 'none' }), say('I cannot.')]);
	expect(parsed(results[0])).toMatchObject([
		{
			error: expect.stringContaining("'URL' must start with"),
			message: expect.stringContaining('Correct the value'),
			details: { reason: 'invalidInput', retryable: false, tries: 0 },
		},
	]);
});

describe('a tool of the MCP Server Trigger', () => {
	let client: McpClient;

	beforeAll(async () => {
		await setup.publish(mcpWorkflow([converter(), crawler(), firstPages()]));
		client = await connectMcp(`${setup.n8n.url}/mcp/web-data`);
	});

	afterAll(() => client?.close());

	const use = async (name: string, args: JsonRecord): Promise<string> => {
		const { content } = await client.callTool({ name, arguments: args });
		return content.map(({ text }) => text).join('');
	};

	it('is listed with its description and its arguments', async () => {
		const { tools } = await client.listTools();
		const names = [
			'Convert_currency',
			'Crawl_first_pages',
			'Crawl_site',
			'Map_Site',
			'Read_Page',
			'Search_Web',
		];
		expect(tools.map(({ name }) => name).sort()).toEqual(names);
		expect(tools.find(({ name }) => name === 'Read_Page')).toMatchObject({
			description: expect.stringMatching(/^Reads one web page/),
			inputSchema: { properties: { URL: { type: 'string' } }, required: ['URL'] },
		});
	});

	it('returns a page', async () => {
		const [item] = parsed(await use('Read_Page', { URL: page() }));
		expect(item?.markdown).toMatch(/one white flash every ten seconds/);
	});

	it('shares the maximum length of a result between the 50 pages of a crawl', async () => {
		expectPagesCut(await use('Crawl_site', { URL: INDEX }));
	});

	it('says that a crawl has reached the limit of the tool', async () => {
		const items = parsed(await use('Crawl_first_pages', { URL: `${INDEX}&bytes=500` }));
		expect(items).toHaveLength(11);
		expect(items.at(-1)).toEqual({
			message: expect.stringMatching(/reached its limit of 10 pages, so .* may contain more/),
		});
	});
});

it('the API key is in no request to the model and in no data of n8n', async () => {
	expect(model.heard.length).toBeGreaterThan(10);
	expect(JSON.stringify(model.heard)).not.toContain(setup.apiKey);
	expect(await keyTraces(setup.n8n, setup.apiKey)).toEqual([]);
});
