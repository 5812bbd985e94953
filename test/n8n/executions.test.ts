import * as faults from '../localService/faults';
import { type JsonRecord, outputItemsOf } from './execution';
import { keyTraces } from './keyTraces';
import { useSetup } from './setup';
import { until } from './until';
import {
	type Workflow,
	type WorkflowNode,
	itemsChain,
	setNode,
	webDataNode,
	webhookChain,
	workflowNode,
} from './workflow';

const setup = useSetup();

afterEach(() => setup.service.reset());

const page = (name: string) => `${setup.service.url}/pages/${name}.html`;

const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

let workflows = 0;

const path = () => `executions-${(workflows += 1)}`;

/** A workflow with one node that processes the items of the request. */
const forItems = (parameters: JsonRecord, extra: Partial<WorkflowNode> = {}) =>
	itemsChain(path(), [webDataNode(parameters, extra)]);

const one = (parameters: JsonRecord, extra: Partial<WorkflowNode> = {}): Workflow =>
	webhookChain(path(), [webDataNode(parameters, extra)], [setNode('Next', {})]);

const agentRun = { resource: 'agent', operation: 'run', prompt: '={{ $json.body.prompt }}' };

const requestsTo = (method: string, start: string) =>
	setup.service.requests.filter((each) => each.method === method && each.path.startsWith(start));

const firstRun = () => setup.service.agent.runs[0];

describe('Retry of a failed execution', () => {
	const statistics = (text: string) => ({
		provider: 'text',
		capability: 'statistics',
		options: { text },
	});

	const oneCallEach = (...texts: string[]) => ({
		items: texts.map((text) => ({ calls: [statistics(text)] })),
	});

	const catalog = (catalogJson: string) =>
		forItems(
			{ resource: 'catalog', operation: 'call', specifyCalls: 'json', catalogJson },
			retrying,
		);

	const refuse = (text: string, times: number) => {
		const when = { body: { catalog: [statistics(text)] } };
		setup.service.addFaults(faults.errorRowFault('insufficientCredits', { when, times }));
	};

	it('repeats only the call that failed, and sends the same request even if an expression changes each time', async () => {
		refuse('Second.', 3);
		const ticking =
			"={{ JSON.stringify($json.calls).replace('First.', 'It is ' + $now.toMillis() + '.') }}";
		const workflow = catalog(ticking);
		const failed = await setup.execute(workflow, oneCallEach('First.', 'Second.'));
		expect(failed.status).toBe('error');
		const retried = await setup.n8n.retryExecution(failed.id);
		expect(retried).toMatchObject({ status: 'success', mode: 'retry' });
		expect(outputItemsOf(retried, 'Web Data')).toHaveLength(2);
		const sent = setup.service.requests.filter(({ rawBody }) => rawBody.includes('It is'));
		expect(sent.length).toBeGreaterThan(2);
		expect(new Set(sent.map(({ rawBody }) => rawBody)).size).toBe(1);
		expect(setup.service.executions).toHaveLength(2);
		expect(setup.service.charged).toBe(2);
	});

	it('continues the agent run that did not finish in time', async () => {
		const workflow = one({ ...agentRun, maxWait: 1 }, retrying);
		const failed = await setup.execute(workflow, { prompt: 'Longer than Max Wait [ms:600000]' });
		expect(failed.error?.message).toBe('The agent run did not finish in time');
		const details = { jobId: firstRun()?.id, retryable: true };
		expect(failed.error).toMatchObject({ context: { data: details } });
		setup.service.advanceClock(600_000);
		const retried = await setup.n8n.retryExecution(failed.id);
		expect(outputItemsOf(retried, 'Web Data')).toMatchObject([
			{ status: 'completed', jobId: firstRun()?.id },
		]);
		expect(setup.service.agentStarts).toBe(1);
	});
});

it('Max Credits per Execution is shared by the nodes of a loop', async () => {
	const items = { items: Array.from({ length: 10 }, (_, index) => ({ index })) };
	const limit = (maxCreditsPerExecution: number) => ({
		requestSettings: { maxCreditsPerExecution },
	});
	const continues = { onError: 'continueRegularOutput' };

	const batches = { batchSize: 2, options: {} };
	const version = { typeVersion: 3 };
	const loop = workflowNode('Loop', 'n8n-nodes-base.splitInBatches', batches, version);
	const map = { resource: 'map', operation: 'map', url: `${setup.service.url}/site/`, limit: 1 };
	const whole = itemsChain(path(), [
		loop,
		webDataNode({ url: page('article'), ...limit(10) }, continues),
		webDataNode({ ...map, ...limit(10) }, { name: 'Map', ...continues }),
	]);
	const to = (node: string) => [{ node, type: 'main', index: 0 }];
	const connections = {
		...whole.connections,
		[loop.name]: { main: [[], to('Web Data')] },
		Map: { main: [to(loop.name)] },
	};
	const execution = await setup.execute({ ...whole, connections }, items);
	expect(execution.nodes['Web Data']).toHaveLength(5);
	expect(requestsTo('POST', '/v2/scrape')).toHaveLength(6);
	expect(requestsTo('POST', '/v2/map')).toHaveLength(4);
	expect(execution.nodes.Map?.at(-1)?.hints).toMatchObject([
		{ message: expect.stringContaining('This execution has used 10 of 10 credits.') },
	]);
});

describe('Stop', () => {
	const sent = (url: string) =>
		setup.service.requests.find(({ body }) => (body as JsonRecord | undefined)?.url === url);

	it('aborts a scrape, and executes no further node', async () => {
		const url = page('latin1');
		setup.service.addFaults(faults.fault({ kind: 'stallHead' }, { when: { body: { url } } }));
		const execution = await setup.stopWhen(() => sent(url) !== undefined, one({ url }));
		await until('the request is aborted', () => sent(url)?.aborted);
		expect(execution.status).toBe('canceled');
		expect(Object.keys(execution.nodes)).not.toContain('Next');
	});

	it('cancels an agent run, and polls it no longer', async () => {
		const body = { prompt: 'Stopped [ms:600000]' };
		const isPolled = () => (firstRun()?.polls.length ?? 0) > 1;
		const execution = await setup.stopWhen(isPolled, one(agentRun), body);
		await until('the run is canceled', () => firstRun()?.cancels[0]);
		expect(execution.status).toBe('canceled');
		const requests = requestsTo('GET', '/v2/agent/').length;
		await setup.execute(one({ url: page('article') }));
		expect(requestsTo('GET', '/v2/agent/')).toHaveLength(requests);
		expect(firstRun()).toMatchObject({ outcome: 'cancelled' });
	});
});

it('the API key is in no execution, log, or file of n8n, although these contain the pages', async () => {
	await setup.execute(one({ url: page('article') }));
	expect(await keyTraces(setup.n8n, '/pages/article.html')).toEqual(
		expect.arrayContaining([
			expect.stringMatching(/^execution \d/),
			expect.stringMatching(/^answer about/),
			expect.stringMatching(/database\.sqlite/),
		]),
	);
	expect(await keyTraces(setup.n8n, setup.apiKey)).toEqual([]);
});

it('the event at the end of a run resumes the execution that waits for it', async () => {
	const url = '={{ $execution.resumeUrl }}';
	const events = ['completed', 'failed', 'cancelled'];
	const start = webDataNode({
		...{ resource: 'agent', operation: 'start', prompt: 'When does the north mole flash?' },
		options: { webhook: { url, events } },
	});
	const wait = workflowNode(
		...(['Wait', 'n8n-nodes-base.wait'] as const),
		{ resume: 'webhook', httpMethod: 'POST', limitWaitTime: true },
		{ typeVersion: 1.1, webhookId: 'wait-for-run' },
	);
	const jobId = "={{ $('Web Data').item.json.jobId }}";
	const get = webDataNode(
		{ resource: 'agent', operation: 'get', jobId: { __rl: true, mode: 'id', value: jobId } },
		{ name: 'Get Run' },
	);
	const execution = await setup.execute(webhookChain(path(), [start, wait], [get]));
	expect(execution.status).toBe('success');
	expect(outputItemsOf(execution, 'Get Run')).toMatchObject([{ status: 'completed' }]);
	expect(setup.service.webhooks.flatMap(({ attempts }) => attempts)).toMatchObject([
		{ status: 200 },
	]);
});
