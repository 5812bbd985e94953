import { errorRowFault } from '../localService/faults';
import { outputItemsOf } from './execution';
import { keyTraces } from './keyTraces';
import { useSetup } from './setup';
import { until } from './until';
import { itemsChain, setNode, webDataNode, webhookChain, workflowNode } from './workflow';

const setup = useSetup();

const requestsTo = (method: string, start: string) =>
	setup.service.requests.filter((each) => each.method === method && each.path.startsWith(start));

const scraping = (path: string) =>
	webhookChain(path, [webDataNode({ url: setup.page('article') })]);

it('Retry repeats only the call that failed, and sends the same request even if an expression changes each time', async () => {
	const { n8n, service } = setup;
	const calls = ['First.', 'Second.'].map((text) => ({
		...{ provider: 'text', capability: 'statistics', options: { text } },
	}));
	const when = { body: { catalog: [calls[1]] } };
	service.addFaults(errorRowFault('insufficientCreditsScrape', { when, times: 3 }));
	const catalogJson =
		"={{ JSON.stringify([$json]).replace('First.', 'It is ' + $now.toMillis() + '.') }}";
	const node = webDataNode(
		{ resource: 'catalog', operation: 'call', specifyCalls: 'json', catalogJson },
		{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
	);
	const failed = await setup.execute(itemsChain('retry', [node]), { items: calls });
	expect(failed.status).toBe('error');
	const retried = await n8n.retryExecution(failed.id);
	expect(retried).toMatchObject({ status: 'success', mode: 'retry' });
	expect(outputItemsOf(retried, 'Web Data')).toHaveLength(2);
	const sent = service.requests.filter(({ rawBody }) => rawBody.includes('It is'));
	expect(sent.length).toBeGreaterThan(2);
	expect(new Set(sent.map(({ rawBody }) => rawBody)).size).toBe(1);
	expect(service.executions).toHaveLength(2);
	expect(service.charged).toBe(2);
});

it('Max Credits per Execution is shared by the nodes of a loop', async () => {
	const limited = {
		requestSettings: { maxCreditsPerExecution: 10 },
	};
	const continues = { onError: 'continueRegularOutput' };
	const batches = { batchSize: 2, options: {} };
	const version = { typeVersion: 3 };
	const loop = workflowNode('Loop', 'n8n-nodes-base.splitInBatches', batches, version);
	const map = { resource: 'map', operation: 'map', url: `${setup.service.url}/site/`, limit: 1 };
	const whole = itemsChain('loop', [
		loop,
		webDataNode({ url: setup.page('article'), ...limited }, continues),
		webDataNode({ ...map, ...limited }, { name: 'Map', ...continues }),
	]);
	const to = (node: string) => [{ node, type: 'main', index: 0 }];
	const connections = {
		...whole.connections,
		[loop.name]: { main: [[], to('Web Data')] },
		Map: { main: [to(loop.name)] },
	};
	const items = Array.from({ length: 10 }, (_, index) => ({ index }));
	const execution = await setup.execute({ ...whole, connections }, { items });
	expect(execution.nodes['Web Data']).toHaveLength(5);
	expect(requestsTo('POST', '/v2/scrape')).toHaveLength(6);
	expect(requestsTo('POST', '/v2/map')).toHaveLength(4);
	expect(execution.nodes.Map?.at(-1)?.hints).toMatchObject([
		{ message: expect.stringContaining('This execution has used 10 of 10 credits.') },
	]);
});

it('Stop cancels an agent run, polls it no longer, and executes no further node', async () => {
	const { service, stopWhen } = setup;
	const run = () => service.agent.runs[0];
	const isPolled = () => (run()?.polls.length ?? 0) > 1;
	const prompt = 'Stopped [ms:600000]';
	const node = webDataNode({ resource: 'agent', operation: 'run', prompt });
	const execution = await stopWhen(isPolled, webhookChain('stop', [node], [setNode('Next', {})]));
	await until('the run is canceled', () => run()?.cancels[0]);
	expect(execution.status).toBe('canceled');
	expect(Object.keys(execution.nodes)).not.toContain('Next');
	const requests = requestsTo('GET', '/v2/agent/').length;
	await setup.execute(scraping('later'));
	expect(requestsTo('GET', '/v2/agent/')).toHaveLength(requests);
	expect(run()).toMatchObject({ outcome: 'cancelled' });
});

it('the API key is in no execution, log, or file of n8n, although these contain the pages', async () => {
	await setup.execute(scraping('pages'));
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
	const execution = await setup.execute(webhookChain('wait', [start, wait, get]));
	expect(execution.status).toBe('success');
	expect(outputItemsOf(execution, 'Get Run')).toMatchObject([{ status: 'completed' }]);
	expect(setup.service.webhooks.flatMap(({ attempts }) => attempts)).toMatchObject([
		{ status: 200 },
	]);
});
