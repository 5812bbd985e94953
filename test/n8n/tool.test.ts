import type { INodeProperties } from 'n8n-workflow';
import { loadBuiltNode } from '../support/builtNode';
import { type Execution, type JsonRecord, hasEnded, outputItemsOf } from './execution';
import { keyTraces } from './keyTraces';
import {
	type ModelRequest,
	type ModelServer,
	type ModelScript,
	call,
	resultsIn,
	say,
	startModelServer,
} from './modelServer';
import { SET_UP_TIMEOUT_MS, type Setup, openSetup, unmistakableKey } from './setup';
import { type Conversation, writeTranscript } from './toolTranscript';
import {
	AGENT,
	type AgentKind,
	type AgentOptions,
	type Credential,
	agentWorkflow,
	fromModel,
	toolNode,
} from './toolWorkflow';
import { until } from './until';
import { type WorkflowNode, webhookPathOf } from './workflow';

const SCRAPE = 'Scrape_page_in_Web_Data';
const SEARCH = 'Search web in Web Data';
const QUESTION = 'How often does the north mole flash?';

const wrongKey = unmistakableKey();
const conversations: Conversation[] = [];
let setup: Setup;
let model: ModelServer;
let account: Credential;
let wrongAccount: Credential;
let openAi: Credential;

beforeAll(async () => {
	setup = await openSetup();
	model = await startModelServer();
	const baseUrl = setup.service.url;
	account = await credential('Web Data account', { baseUrl, apiKey: setup.apiKey });
	wrongAccount = await credential('Wrong key', { baseUrl, apiKey: wrongKey });
	openAi = await credential('OpenAI account', { url: model.url, apiKey: 'any' }, 'openAiApi');
}, SET_UP_TIMEOUT_MS);

afterAll(async () => {
	writeTranscript(conversations);
	await model?.close();
	await setup?.close();
}, 60_000);

jest.setTimeout(60_000);

async function credential(
	name: string,
	data: JsonRecord,
	type = 'webDataApi',
): Promise<Credential> {
	const { id } = await setup.n8n.rest().post<Credential>('/credentials', { name, type, data });
	return { id, name };
}

const page = (name = 'article') => `${setup.service.url}/pages/${name}.html`;

const scraper = (parameters: JsonRecord = {}, extra: Partial<WorkflowNode> = {}): WorkflowNode =>
	toolNode(
		'Scrape page in Web Data',
		{ resource: 'scrape', operation: 'scrape', ...parameters },
		account,
		extra,
	);

interface Scenario extends AgentOptions {
	title: string;
	tools: WorkflowNode[];
	script: ModelScript;
}

let workflows = 0;

const workflowOf = ({ title, tools, ...options }: Scenario) => {
	workflows += 1;
	return { ...agentWorkflow(`tool-${workflows}`, tools, openAi, options), name: title };
};

async function runConversation(
	scenario: Scenario,
): Promise<{ modelRequests: ModelRequest[]; execution: Execution }> {
	const modelRequests = model.follow(scenario.script);
	const execution = await setup.execute(workflowOf(scenario), { question: QUESTION });
	const answer = String(outputItemsOf(execution, AGENT)[0]?.output);
	conversations.push({
		title: `${scenario.title} (${scenario.kind ?? 'engine'})`,
		modelRequests,
		answer,
	});
	return { modelRequests, execution };
}

const resultsOf = (modelRequests: ModelRequest[]): string[] =>
	modelRequests.slice(-1).flatMap(resultsIn);

const parsed = (text = '[]') => JSON.parse(text) as JsonRecord[];

/** Calls a tool with the job ID from the result of the first tool call. */
const callWithId = (tool: string) => (request: ModelRequest) =>
	call(tool, { Job_ID: parsed(resultsIn(request)[0])[0]?.jobId });

const requestsSince = (at: number) => setup.service.requests.slice(at);
const requestsSoFar = () => setup.service.requests.length;

const kinds: AgentKind[] = ['engine', 'inside'];

describe.each<[string, AgentOptions]>([
	['Chat Completions', {}],
	['Responses', { responsesApi: true }],
	['Chat Completions, tools inside of the agent', { kind: 'inside' }],
])('a scrape, through %s', (name, options) => {
	let modelRequests: ModelRequest[];
	let execution: Execution;

	beforeAll(async () => {
		const script = [call(SCRAPE, { URL: page() }), say('Once every ten seconds.')];
		const title = `Scrape, ${name}`;
		({ modelRequests, execution } = await runConversation({
			title,
			tools: [scraper()],
			script,
			...options,
		}));
	});

	it('is offered to the model with its argument when the form is unchanged', () => {
		expect(modelRequests[0]?.path).toBe(
			options.responsesApi ? '/v1/responses' : '/v1/chat/completions',
		);
		expect(modelRequests[0]?.tools).toEqual([
			{
				name: SCRAPE,
				description: expect.stringMatching(/^Reads one web page .*needs the full URL/i),
				parameters: expect.objectContaining({
					type: 'object',
					properties: {
						URL: {
							type: 'string',
							description: 'URL of the page. If the URL has no scheme, https:// is added.',
						},
					},
					required: ['URL'],
				}),
			},
		]);
	});

	it('returns the page and its metadata', () => {
		const [result] = resultsOf(modelRequests);
		expect(parsed(result)).toEqual([
			{
				markdown: expect.stringMatching(/one white flash every ten seconds/),
				metadata: expect.objectContaining({ statusCode: 200, scrapeId: expect.any(String) }),
			},
		]);
		expect(execution.status).toBe('success');
		expect(outputItemsOf(execution, AGENT)).toEqual([{ output: 'Once every ten seconds.' }]);
	});
});

describe.each(kinds)('tools in the %s mode of the agent', (kind) => {
	it('an invalid URL: the model reads what to change and corrects it', async () => {
		const before = requestsSoFar();
		const { modelRequests } = await runConversation({
			title: 'An address that is none',
			kind,
			tools: [scraper()],
			script: [
				call(SCRAPE, { URL: 'northmole' }),
				call(SCRAPE, { URL: page() }),
				say('Once every ten seconds.'),
			],
		});
		const [refused, corrected] = resultsOf(modelRequests);
		expect(refused).toContain("'URL' must start with http:// or https://");
		expect(refused).toContain('Nothing was sent. Correct the value, then try again.');
		expect(corrected).toContain('one white flash every ten seconds');
		expect(requestsSince(before)).toHaveLength(1);
	});

	it('a missing argument is named', async () => {
		const tools = [scraper({ url: fromModel('Page') })];
		const script = [call(SCRAPE, { Page: '' }), say('I cannot.')];
		const { modelRequests } = await runConversation({ title: 'No address', kind, tools, script });
		expect(resultsOf(modelRequests)[0]).toContain("'URL' is required");
	});

	it('a wrong API key: the model can tell the user what to do and does not see the key', async () => {
		const tools = [scraper({}, { credentials: { webDataApi: wrongAccount } })];
		const script = [call(SCRAPE, { URL: page() }), say('The API key is not valid.')];
		const { modelRequests, execution } = await runConversation({
			title: 'A wrong key',
			kind,
			tools,
			script,
		});
		const [result] = resultsOf(modelRequests);
		expect(result).toContain('Unauthorized: Invalid token');
		expect(result).toContain("Set the credential's 'API Key' to a valid key.");
		expect(execution.status).toBe('success');
	});

	it('a busy service: the tool retries without the model', async () => {
		const url = page('tables');
		const answer = { kind: 'errorRow', id: 'serviceUnavailable' } as const;
		setup.service.addFaults({ when: { body: { url } }, times: 1, answer });
		const before = requestsSoFar();
		const script = [call(SCRAPE, { URL: url }), say('Done.')];
		const { modelRequests } = await runConversation({
			title: 'A busy service',
			kind,
			tools: [scraper()],
			script,
		});
		expect(parsed(resultsOf(modelRequests)[0])).toMatchObject([{ metadata: { statusCode: 200 } }]);
		expect(requestsSince(before)).toHaveLength(2);
	});

	it('the model searches, and then scrapes the first result', async () => {
		const url = `${setup.service.url}/site/news/new-lamp`;
		const before = requestsSoFar();
		const { modelRequests } = await runConversation({
			title: 'A search, then a scrape of its first result',
			kind,
			tools: [toolNode(SEARCH, { resource: 'search', operation: 'search' }, account), scraper()],
			script: [
				call('Search_web_in_Web_Data', { Query: 'new lamp' }),
				(request) => call(SCRAPE, { URL: parsed(resultsIn(request)[0])[0]?.url }),
				say('It saves nine tenths of the energy.'),
			],
		});
		expect(modelRequests[0]?.tools).toContainEqual({
			name: 'Search_web_in_Web_Data',
			description: expect.stringMatching(/^Searches the web/),
			parameters: expect.objectContaining({
				properties: { Query: { type: 'string', description: expect.any(String) } },
				required: ['Query'],
			}),
		});
		expect(requestsSince(before).map(({ body }) => body)).toEqual([
			{ query: 'new lamp', limit: 5 },
			{ url },
		]);
		const [results = '', scraped] = resultsOf(modelRequests);
		expect(parsed(results)[0]).toEqual({
			kind: 'web',
			position: 1,
			title: 'The lighthouse gets a new lamp',
			url,
			description: expect.any(String),
		});
		expect(results.length).toBeLessThan(2000);
		expect(scraped).toContain('saves nine tenths of the energy');
	});

	it('a search without results tells the model what to change', async () => {
		const { modelRequests } = await runConversation({
			title: 'A search without results',
			kind,
			tools: [toolNode(SEARCH, { resource: 'search', operation: 'search' }, account)],
			script: [call('Search_web_in_Web_Data', { Query: 'xylophone' }), say('Nothing.')],
		});
		expect(parsed(resultsOf(modelRequests)[0])).toEqual([
			{ message: expect.stringMatching(/The search found no results.*'Query'/) },
		]);
	});

	it('the model maps a site', async () => {
		const url = `${setup.service.url}/site/`;
		const before = requestsSoFar();
		const { modelRequests } = await runConversation({
			title: 'A map of a site',
			kind,
			tools: [toolNode('Map site in Web Data', { resource: 'map', operation: 'map' }, account)],
			script: [call('Map_site_in_Web_Data', { URL: url }), say('Here they are.')],
		});
		expect(requestsSince(before).map(({ body }) => body)).toEqual([{ url, limit: 100 }]);
		const [links] = resultsOf(modelRequests);
		expect(parsed(links)).toContainEqual({
			url: `${url}light/rhythm`,
			title: 'The rhythm of the light',
			description: 'Why every lighthouse flashes in its own way.',
		});
	});

	it('a catalog call: the options come from the model, the rest from the form', async () => {
		const row = {
			provider: 'rates',
			capability: 'convert',
			options: fromModel('Conversion', 'json', 'amount, from, to'),
		};
		const tool = toolNode(
			'Convert currency',
			{ resource: 'catalog', operation: 'call', specifyCalls: 'fields', catalog: { call: [row] } },
			account,
		);
		const Conversion = { amount: 100, from: 'EUR', to: 'USD' };
		const before = requestsSoFar();
		const { modelRequests } = await runConversation({
			title: 'A catalog call',
			kind,
			tools: [tool],
			script: [call('Convert_currency', { Conversion }), say('Here you are.')],
		});
		expect(modelRequests[0]?.tools).toMatchObject([
			{ parameters: { properties: { Conversion: { description: 'amount, from, to' } } } },
		]);
		expect(requestsSince(before).map(({ body }) => body)).toEqual([
			{ catalog: [{ provider: 'rates', capability: 'convert', options: Conversion }] },
		]);
		expect(parsed(resultsOf(modelRequests)[0])).toMatchObject([
			{ provider: 'rates', data: expect.anything(), requestId: expect.any(String) },
		]);
	});

	it('an agent run: started, polled, and waited for by three tools', async () => {
		const prompt = `Research by ${kind} [ms:3000]`;
		const agentTool = (operation: string, extra: JsonRecord = {}) =>
			toolNode(`${operation} research`, { resource: 'agent', operation, ...extra }, account);
		const { modelRequests } = await runConversation({
			title: 'An agent run',
			kind,
			tools: [agentTool('start'), agentTool('get'), agentTool('wait', { maxWait: 60 })],
			script: [
				call('start_research', { Prompt: prompt }),
				callWithId('get_research'),
				callWithId('wait_research'),
				say('Done.'),
			],
		});
		const [run] = setup.service.agent.runs.filter(({ body }) => body.prompt === prompt);
		expect(resultsOf(modelRequests).flatMap((text) => parsed(text))).toMatchObject([
			{ jobId: run?.id },
			{ jobId: run?.id, status: 'processing' },
			{ jobId: run?.id, status: 'completed', data: expect.anything() },
		]);
	});

	it('a crawl: started, polled, and waited for by three tools', async () => {
		const url = `${setup.service.url}/site/light/`;
		const crawlTool = (operation: string, extra: JsonRecord = {}) =>
			toolNode(`${operation} crawl`, { resource: 'crawl', operation, ...extra }, account);
		const before = requestsSoFar();
		const { modelRequests } = await runConversation({
			title: 'A crawl',
			kind,
			tools: [crawlTool('start', { limit: 3 }), crawlTool('get'), crawlTool('wait')],
			script: [
				call('start_crawl', { URL: url }),
				callWithId('get_crawl'),
				callWithId('wait_crawl'),
				say('Done.'),
			],
		});
		const required = (modelRequests[0]?.tools ?? []).map(({ name, parameters }) => [
			name,
			parameters.required,
		]);
		expect(Object.fromEntries(required)).toEqual({
			start_crawl: ['URL'],
			get_crawl: ['Job_ID'],
			wait_crawl: ['Job_ID'],
		});
		expect(requestsSince(before)[0]?.body).toEqual({ url, limit: 3 });
		const jobId = setup.service.jobs.all.at(-1)?.id;
		const [started = '', status = '', pages = ''] = resultsOf(modelRequests);
		expect(parsed(started)).toMatchObject([{ jobId }]);
		expect(parsed(status)).toMatchObject([{ jobId, status: expect.any(String) }]);
		expect(parsed(pages)).toHaveLength(3);
		expect(pages).toContain('one white flash every ten seconds');
		for (const small of [started, status]) expect(small.length).toBeLessThan(500);
		expect(pages.length).toBeLessThan(5_000);
	});

	it('a batch: each URL of the model gets its page or its failure', async () => {
		const urls = [page(), 'http://no-such-host.invalid/'];
		const before = requestsSoFar();
		const { modelRequests } = await runConversation({
			title: 'A batch',
			kind,
			tools: [toolNode('Scrape pages', { resource: 'batchScrape', operation: 'run' }, account)],
			script: [call('Scrape_pages', { URLs: urls.join('\n') }), say('Done.')],
		});
		expect(modelRequests[0]?.tools).toMatchObject([
			{ description: expect.any(String), parameters: { required: ['URLs'] } },
		]);
		expect(requestsSince(before)[0]?.body).toEqual({ urls, ignoreInvalidURLs: true });
		const [result = ''] = resultsOf(modelRequests);
		expect(parsed(result)).toMatchObject([
			{ markdown: expect.stringContaining('one white flash every ten seconds') },
			{ failed: true, url: urls[1], message: expect.any(String) },
		]);
		expect(result.length).toBeLessThan(10_000);
	});

	it('a start that the model repeats is a separate run', async () => {
		const prompt = `ModelRequest twice by ${kind} [ms:1]`;
		const tool = toolNode('Research', { resource: 'agent', operation: 'start' }, account);
		const start = call('Research', { Prompt: prompt });
		await runConversation({
			title: 'Twice',
			kind,
			tools: [tool],
			script: [start, start, say('Done.')],
		});
		const runs = setup.service.agent.runs.filter(({ body }) => body.prompt === prompt);
		expect(runs).toHaveLength(2);
	});

	it('two pages in one turn: each call gets its own result', async () => {
		const urls = [page(), page('product')];
		const script: ModelScript = [
			{ call: urls.map((URL) => ({ tool: SCRAPE, args: { URL } })) },
			say('Done.'),
		];
		const { modelRequests } = await runConversation({
			title: 'Two pages at once',
			kind,
			tools: [scraper()],
			script,
		});
		const results = resultsOf(modelRequests).flatMap((text) => parsed(text));
		expect(results.map(({ metadata }) => (metadata as JsonRecord).sourceURL)).toEqual(urls);
	});

	it('a text longer than Max Text Length is truncated for the model', async () => {
		const tools = [scraper({ maxTextLength: 100 })];
		const script = [call(SCRAPE, { URL: page() }), say('Done.')];
		const { modelRequests } = await runConversation({ title: 'A long page', kind, tools, script });
		const [{ markdown } = {}] = parsed(resultsOf(modelRequests)[0]);
		expect(markdown).toMatch(
			/^.{100}\n\n\[Truncated: the text contains \d+ characters, and the limit is 100\]$/s,
		);
	});

	describe('Stop', () => {
		const stopped = async (scenario: Omit<Scenario, 'kind'>, isReached: () => unknown) => {
			model.follow(scenario.script);
			const workflow = workflowOf({ ...scenario, kind });
			const published = await setup.publish(workflow);
			await setup.n8n.webhook(webhookPathOf(workflow), { body: { question: QUESTION } });
			await until('the tool is at work', async () => isReached() || undefined, { everyMs: 20 });
			const [running] = await setup.n8n.executions(published);
			await setup.n8n.stopExecution(running?.id ?? '');
			return await setup.n8n.waitForExecution(published, hasEnded);
		};

		it('ends the scrape that the agent waits for', async () => {
			const url = page('latin1');
			setup.service.addFaults({ when: { body: { url } }, answer: { kind: 'stallHead' } });
			const before = requestsSoFar();
			const execution = await stopped(
				{ title: 'Stop', tools: [scraper()], script: [call(SCRAPE, { URL: url })] },
				() => requestsSince(before).length > 0,
			);
			expect(execution.status).toBe('canceled');
			const waitOptions = { timeoutMs: 2_000, everyMs: 20 };
			const aborted = async () => requestsSince(before)[0]?.aborted || undefined;
			await until('the service sees the end', aborted, waitOptions);
		});

		it('cancels the run that the agent waits for', async () => {
			const prompt = `Never ends by ${kind} [ms:600000]`;
			const run = () => setup.service.agent.runs.find(({ body }) => body.prompt === prompt);
			const tool = toolNode('Research', { resource: 'agent', operation: 'run' }, account);
			const script = [call('Research', { Prompt: prompt })];
			const execution = await stopped(
				{ title: 'Stop a run', tools: [tool], script },
				() => (run()?.polls.length ?? 0) > 0,
			);
			expect(execution.status).toBe('canceled');
			const cancelled = async () =>
				setup.service.requests.some(
					({ method, path }) => method === 'DELETE' && path.includes(run()?.id ?? '-'),
				) || undefined;
			await until('the run is cancelled', cancelled, { timeoutMs: 5_000, everyMs: 20 });
		});
	});
});

describe('On Error of the tool', () => {
	const failing = async (onError: string) =>
		await runConversation({
			title: `On Error: ${onError}`,
			tools: [scraper({}, { onError })],
			script: [call(SCRAPE, { URL: 'none' }), say('I cannot.')],
		});

	it('Stop Workflow ends the execution with the complete reason', async () => {
		const { execution } = await failing('stopWorkflow');
		expect(execution.status).toBe('error');
		expect(execution.error?.message).toMatch(
			/'URL' must start with .*\. Nothing was sent\. Correct/,
		);
	});

	it('Continue also gives the details to the model', async () => {
		const { modelRequests } = await failing('continueRegularOutput');
		expect(parsed(resultsOf(modelRequests)[0])).toEqual([
			{
				error: expect.stringContaining("'URL' must start with"),
				message: expect.stringContaining('Correct the value'),
				details: {
					reason: 'invalidInput',
					retryable: false,
					tries: 0,
					fields: [expect.objectContaining({ field: 'URL' })],
				},
			},
		]);
	});
});

describe('every type of field can be filled by the model', () => {
	const inGroups = (fields: INodeProperties[], values: JsonRecord): JsonRecord =>
		Object.fromEntries(
			fields.flatMap((field): [string, unknown][] => {
				if (field.name in values) return [[field.name, values[field.name]]];
				if (field.type !== 'collection') return [];
				const inside = inGroups(field.options as INodeProperties[], values);
				return Object.keys(inside).length > 0 ? [[field.name, inside]] : [];
			}),
		);

	const optionsOfScrape = loadBuiltNode().description.properties.filter(
		({ name, displayOptions }) =>
			name === 'options' && displayOptions?.show?.operation?.includes('scrape'),
	);

	const parameters = {
		formats: {
			format: [
				{
					type: 'json',
					prompt: fromModel('format0_Prompt'),
					schema: fromModel('format0_Schema', 'json'),
				},
			],
		},
		...inGroups(optionsOfScrape, {
			timeout: fromModel('Timeout__Ms_', 'number'),
			onlyMainContent: fromModel('Only_Main_Content', 'boolean'),
			includeTags: [fromModel('includeTags0_Include_Tags')],
			location: { country: fromModel('Country') },
			proxy: fromModel('Proxy'),
			headers: {
				header: [{ name: fromModel('header0_Name'), value: fromModel('header0_Value') }],
			},
			redactPIIOptions: { entities: fromModel('Entities') },
			additionalBodyFields: fromModel('Additional_Body_Fields', 'json'),
		}),
	};

	const schema = { type: 'object', properties: { price: { type: 'number' } } };

	const expectedBody = () => ({
		URL: page('product'),
		Proxy: 'enhanced',
		format0_Prompt: 'The price',
		Timeout__Ms_: 45_000,
		Only_Main_Content: false,
		includeTags0_Include_Tags: 'main',
		Country: 'DE',
		header0_Name: 'X-Shop',
		header0_Value: 'north',
		Entities: 'EMAIL, PHONE',
		format0_Schema: schema,
		Additional_Body_Fields: { origin: 'a-model' },
	});

	const givenAsText = () =>
		Object.fromEntries(
			Object.entries(expectedBody()).map(([key, value]) => [
				key,
				typeof value === 'string' ? value : JSON.stringify(value),
			]),
		);

	const sent = () => ({
		url: page('product'),
		formats: [{ type: 'json', prompt: 'The price', schema }],
		timeout: 45_000,
		onlyMainContent: false,
		includeTags: ['main'],
		location: { country: 'DE' },
		proxy: 'enhanced',
		headers: { 'X-Shop': 'north' },
		redactPII: { entities: ['EMAIL', 'PHONE'] },
		origin: 'a-model',
	});

	it.each(kinds)('with typed values or text, in the %s mode of the agent', async (kind) => {
		const before = requestsSoFar();
		// If the agent runs tools inside its own node, it rejects a string in a number field before it calls the tool.
		const asText = kind === 'engine' ? [call(SCRAPE, givenAsText())] : [];
		const { modelRequests } = await runConversation({
			title: 'Every kind of field',
			kind,
			tools: [scraper(parameters)],
			script: [call(SCRAPE, expectedBody()), ...asText, say('Done.')],
		});
		const [tool] = modelRequests[0]?.tools ?? [];
		expect(tool?.parameters.properties).toMatchObject({
			Timeout__Ms_: { type: 'number' },
			Only_Main_Content: { type: 'boolean' },
			includeTags0_Include_Tags: { type: 'string' },
			Additional_Body_Fields: expect.anything(),
		});
		const bodies = requestsSince(before).map(({ body }) => body);
		expect(bodies).toEqual([sent(), ...asText.map(sent)]);
	});
});

describe('the API key', () => {
	it('is in no request to the model and in no data of n8n', async () => {
		expect(conversations.length).toBeGreaterThan(10);
		const transcript = JSON.stringify(conversations);
		for (const key of [setup.apiKey, wrongKey]) {
			expect(transcript).not.toContain(key);
			expect(await keyTraces(setup.n8n, key)).toEqual([]);
		}
	});
});
