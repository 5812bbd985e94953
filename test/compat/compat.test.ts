import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { marks, openEditor, openNode, openWorkflow } from '../n8n/editor';
import { type JsonRecord, outputItemsOf } from '../n8n/execution';
import { repositoryRoot } from '../n8n/places';
import { SET_UP_TIMEOUT_MS, type Setup, openSetup } from '../n8n/setup';
import { until } from '../n8n/until';
import {
	type WorkflowNode,
	chain,
	itemsChain,
	nodeType,
	setNode,
	triggerWorkflow,
	webDataNode,
	webhookChain,
	webhookNode,
	workflowNode,
} from '../n8n/workflow';
import { errorRowFault } from '../localService/faults';
import { versions } from './versions';

const pictures = join(repositoryRoot, 'build', 'compat');

jest.setTimeout(60_000);

describe.each(versions)('n8n $n8n on Node $node', ({ n8n: version, home, detailsInMessage }) => {
	let setup: Setup;

	beforeAll(async () => {
		const env = { N8N_CUSTOM_EXTENSIONS: join(__dirname, 'probe') };
		setup = await openSetup({ home: home(), env });
	}, SET_UP_TIMEOUT_MS);

	afterAll(async () => {
		await setup?.close();
	}, 60_000);

	const forEachItem = (path: string, node: WorkflowNode, fields: Record<string, string>) =>
		itemsChain(path, [node], [setNode('Good', fields), setNode('Bad', fields)]);

	/** Older versions of n8n keep only the string fields of an error item. */
	const detailsOf = (details: JsonRecord): JsonRecord =>
		detailsInMessage
			? { message: expect.stringContaining(`"httpCode":${String(details.httpCode)}`) }
			: { details: expect.objectContaining(details) };

	const described = async (kind: 'nodes' | 'credentials'): Promise<{ name: string }[]> => {
		const answer = await setup.n8n.request('GET', `/types/${kind}.json`);
		return JSON.parse(answer) as { name: string }[];
	};

	it('loads the node, its form as an agent tool, and the credential', async () => {
		const [nodes, credentials] = [await described('nodes'), await described('credentials')];
		const names = [...nodes, ...credentials].map(({ name }) => name);
		expect(names).toEqual(expect.arrayContaining([nodeType, `${nodeType}Tool`, 'webDataApi']));
		const complaints = setup.n8n
			.log()
			.split('\n')
			.filter((line) => /web-?data/i.test(line) && /error|fail|could not|warn/i.test(line));
		expect(complaints).toEqual([]);
	});

	it('scrapes three items: the second is output as an error, all stay paired', async () => {
		const urls = ['article', 'refused', 'tables'].map(setup.page);
		setup.service.addFaults({
			when: { path: '/v2/scrape', body: { url: setup.page('refused') } },
			times: 0,
			answer: { kind: 'errorRow', id: 'forbidden' },
		});
		const node = webDataNode({ url: '={{ $json.url }}' }, { onError: 'continueErrorOutput' });
		const source = { source: "={{ $('Split Out').item.json.url }}" };
		const execution = await setup.execute(forEachItem('three', node, source), {
			items: urls.map((url) => ({ url })),
		});
		expect(execution.status).toBe('success');
		expect(outputItemsOf(execution, 'Good')).toEqual(
			[urls[0], urls[2]].map((url) =>
				expect.objectContaining({ source: url, markdown: expect.stringMatching(/^# .+/m) }),
			),
		);
		expect(outputItemsOf(execution, 'Bad')).toEqual([
			expect.objectContaining({
				source: urls[1],
				url: urls[1],
				error: 'Access denied',
				...detailsOf({ httpCode: 403, retryable: false }),
			}),
		]);
	});

	it('charges the calls before a failure once, even with Retry On Fail and a retry of the execution', async () => {
		const options = ['First.', 'Second.'].map((text) => ({ text }));
		setup.service.addFaults(
			errorRowFault('insufficientCreditsScrape', {
				when: { body: { catalog: [{ options: options[1] }] } },
				times: 2,
			}),
		);
		const node = webDataNode(
			{
				resource: 'catalog',
				operation: 'call',
				specifyCalls: 'json',
				catalogJson: '={{ JSON.stringify($json.calls) }}',
				requestSettings: { maxRequestsAtOnce: 1 },
			},
			{ retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
		);
		const calls = options.map((each) => [
			{ provider: 'text', capability: 'statistics', options: each },
		]);
		const failed = await setup.execute(forEachItem('buy', node, {}), {
			items: calls.map((each) => ({ calls: each })),
		});
		expect(failed.status).toBe('error');
		const retried = await setup.n8n.retryExecution(failed.id);
		expect(retried).toMatchObject({ status: 'success', mode: 'retry' });
		expect(setup.service.executions.map((each) => each.options)).toEqual(options);
	});

	it('aborts the request and the execution when it is stopped', async () => {
		const url = setup.page('latin1');
		const next = setNode('Next', { reached: 'yes' });
		const workflow = webhookChain('stop', [webDataNode({ url })], [next]);
		const sent = () =>
			setup.service.requests.find(({ body }) => (body as { url?: string } | null)?.url === url);
		setup.service.addFaults({ when: { body: { url } }, answer: { kind: 'stallHead' } });
		const execution = await setup.stopWhen(() => sent() !== undefined, workflow);
		await until('the request is aborted', () => sent()?.aborted);
		expect(execution.status).toBe('canceled');
		expect(Object.keys(execution.nodes)).not.toContain('Next');
	});

	it.each<[string, JsonRecord, boolean]>([
		['has no expression', {}, true],
		['has an expression as key', { apiKey: '={{ $json.key }}' }, false],
		['has an expression as allowed domains', { allowedDomains: '={{ $json.url }}' }, false],
	])('reports whether a credential that %s is the same for all items', async (name, data, same) => {
		const account = { baseUrl: setup.service.url, apiKey: setup.apiKey, ...data };
		const webDataApi = await setup.n8n.createCredential(name, account);
		const node = workflowNode('Probe', 'CUSTOM.probe', {}, { credentials: { webDataApi } });
		const execution = await setup.execute(forEachItem(name.replaceAll(' ', '-'), node, {}), {
			items: ['a', 'b'].map((key) => ({ key, url: `http://${key}.example` })),
		});
		const reported = outputItemsOf(execution, 'Probe');
		expect(reported.map(({ sameForAllItems }) => sameForAllItems)).toEqual([same, same]);
	});

	it('starts the workflow once for each event of a job, across a restart', async () => {
		const trigger = triggerWorkflow();
		const workflow = await setup.publish(trigger.workflow);
		const url = `${setup.n8n.url}${trigger.path}`;
		const headers = { 'content-type': 'application/json' };
		const events = ['a', 'b', 'c'].map((webhookId) => ({
			...{ success: true, type: 'crawl.completed', id: randomUUID() },
			...{ webhookId, data: [] },
		}));
		const sendAll = async () => {
			for (const event of events) {
				const request = { method: 'POST', headers, body: JSON.stringify(event) };
				await until('the event is confirmed', async () => (await fetch(url, request)).ok);
			}
		};
		await sendAll();
		await sendAll();
		await until('each event has started the workflow', async () => {
			const all = await setup.n8n.executions(workflow);
			return all.filter(({ status }) => status === 'success').length >= events.length;
		});
		await setup.n8n.restart();
		await sendAll();
		expect(await setup.n8n.executions(workflow)).toHaveLength(events.length);
		await setup.n8n.deactivate(workflow);
	});

	it('opens in the editor and executes there', async () => {
		const trigger = { ...webhookNode(''), name: 'Start', parameters: {} };
		const manual = { ...trigger, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 };
		const node = webDataNode({ url: setup.page('article') }, { position: [260, 0] });
		const { id } = await setup.importWorkflow(chain('Editor', [manual, node]));
		const editor = await openEditor(setup.n8n);
		try {
			await openWorkflow(editor, setup.n8n, id);
			await openNode(editor, 'Web Data');
			await editor.page.locator(marks.executeStep).click();
			await editor.page.locator(marks.outputItems).first().waitFor();
			mkdirSync(pictures, { recursive: true });
			await editor.page.screenshot({ path: join(pictures, `n8n-${version}.png`) });
		} finally {
			await editor.close();
		}
	});

	it('does not write the key to any log', () => {
		expect(setup.n8n.log()).not.toContain(setup.apiKey);
	});
});
