import { type Execution, outputItemsOf } from './execution';
import { keyTraces } from './keyTraces';
import { useSetup } from './setup';
import { stopDuringScrape } from './stopScrape';
import { until } from './until';
import {
	type Workflow,
	chain,
	example,
	itemsChain,
	setNode,
	webDataNode,
	webhookChain,
	webhookNode,
	withParameters,
} from './workflow';

const setup = useSetup();
const errorTexts: string[] = [];

jest.setTimeout(60_000);

describe('the webhook example', () => {
	beforeAll(async () => {
		await setup.publish(example('scrape-pages-by-webhook.json'));
	});

	const call = (url: string) => setup.n8n.webhook('web-data-scrape', { body: { url } });

	it('responds with the Markdown of the page', async () => {
		const answer = await call(`${setup.service.url}/pages/article.html`);
		expect(answer.status).toBe(200);
		expect(answer.headers.get('content-type')).toMatch(/^text\/markdown/);
		expect(answer.text).toMatch(/^# .+/m);
		expect(answer.text).not.toMatch(/<\/?(p|div|h1|article)\b/);
	});

	it('responds with the reason when the page cannot be scraped', async () => {
		const answer = await call('not a page');
		const reason = JSON.parse(answer.text) as { error: string };
		errorTexts.push(answer.text);
		expect(answer.status).toBe(502);
		expect(reason.error).toMatch(/URL/);
	});
});

describe('the schedule example', () => {
	const everySecond = { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } };

	it('continues once when the page has changed', async () => {
		const url = `${setup.service.url}/pages/changing.html`;
		const original = example('track-page-changes.json');
		const watching = withParameters(original, 'Web Data', { url });
		const workflow = await setup.publish(withParameters(watching, 'Schedule Trigger', everySecond));

		const before = await runs(workflow, 3);
		expect(before.map(statusOfPage)).toEqual(['new', 'same', 'same']);
		expect(before.flatMap((run) => outputItemsOf(run, 'Page Changed'))).toEqual([]);

		await changePage('High water is at 06:40.');
		const after = await runs(workflow, before.length + 3);
		await setup.n8n.deactivate(workflow);
		const changes = after.flatMap((run) => outputItemsOf(run, 'Page Changed'));
		expect(changes).toEqual([{ url, diff: expect.stringContaining('06:40') }]);
	});

	const runs = (workflow: { id: string }, atLeast: number): Promise<Execution[]> =>
		until(`the schedule has run ${atLeast} times`, async () => {
			const summaries = await setup.n8n.executions(workflow);
			const done = summaries.filter(({ status }) => status === 'success').reverse();
			if (done.length < atLeast) return undefined;
			return await Promise.all(done.map(({ id }) => setup.n8n.execution(id)));
		});

	const statusOfPage = (run: Execution) => {
		const [page] = outputItemsOf(run, 'Web Data');
		return (page?.changeTracking as { changeStatus?: string } | undefined)?.changeStatus;
	};

	const changePage = (text: string) =>
		fetch(`${setup.service.url}/_test/pages/changing`, {
			method: 'POST',
			body: JSON.stringify({ text }),
		});
});

describe('three items, the second of which fails', () => {
	const page = (name: string) => `${setup.service.url}/pages/${name}`;
	const urls = () => [page('article.html'), page('refused.html'), page('tables.html')];
	const errorKeys = ['details', 'error', 'message'];

	beforeAll(() => {
		setup.service.addFaults({
			when: { path: '/v2/scrape', body: { url: page('refused.html') } },
			times: 0,
			answer: { kind: 'errorRow', id: 'forbidden' },
		});
	});

	const run = async (onError: string): Promise<Execution> => {
		const workflow = await setup.publish(workflowWith(onError));
		await setup.n8n.webhook(`three-${onError}`, {
			body: { items: urls().map((url) => ({ url })) },
		});
		const execution = await setup.n8n.waitForExecution(workflow);
		errorTexts.push(JSON.stringify(execution));
		return execution;
	};

	const workflowWith = (onError: string): Workflow => {
		const source = { source: "={{ $('Split Out').item.json.url }}" };
		return itemsChain(
			`three-${onError}`,
			[webDataNode({ url: '={{ $json.url }}' }, { onError })],
			[setNode('Good', source), setNode('Bad', source)],
		);
	};

	it('end the execution with the reason and the item with Stop Workflow', async () => {
		const execution = await run('stopWorkflow');
		expect(execution.status).toBe('error');
		expect(execution.error?.message).toEqual(expect.stringMatching(/Access denied/));
		expect(execution.error?.context).toMatchObject({ itemIndex: 1 });
		expect(Object.keys(execution.nodes)).not.toContain('Good');
	});

	it('give an error item in place of the failed one with Continue', async () => {
		const execution = await run('continueRegularOutput');
		const items = outputItemsOf(execution, 'Web Data');
		expect(execution.status).toBe('success');
		expect(items.map((item) => 'markdown' in item)).toEqual([true, false, true]);
		expect(Object.keys(items[1] ?? {}).sort()).toEqual(errorKeys);
		expect(items[1]).toMatchObject({ details: { retryable: false } });
		expect(outputItemsOf(execution, 'Good').map(({ source }) => source)).toEqual(urls());
	});

	it('go to their branches, paired with their inputs, with Continue (using error output)', async () => {
		const execution = await run('continueErrorOutput');
		const [first, failed, third] = urls();
		const [good, bad] = [outputItemsOf(execution, 'Good'), outputItemsOf(execution, 'Bad')];
		expect(execution.status).toBe('success');
		expect(good.map(({ source }) => source)).toEqual([first, third]);
		expect(good.every((item) => 'markdown' in item && !('error' in item))).toBe(true);
		expect(bad.map(({ source, url }) => ({ source, url }))).toEqual([
			{ source: failed, url: failed },
		]);
		const [errorItem] = outputItemsOf(execution, 'Web Data', 1);
		expect(Object.keys(errorItem ?? {}).sort()).toEqual([...errorKeys, 'url'].sort());
	});
});

describe('Retry On Fail', () => {
	it('does not repeat a successful request', async () => {
		const url = `${setup.service.url}/pages/product.html`;
		const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
		const workflow = await setup.publish(
			chain(
				'Retry On Fail',
				[webhookNode('retry', { responseMode: 'lastNode' }), webDataNode({ url }, retrying)],
				[],
			),
		);
		const answer = await setup.n8n.webhook('retry', { body: {} });
		const execution = await setup.n8n.waitForExecution(workflow);
		expect(answer.status).toBe(200);
		expect(execution.status).toBe('success');
		expect(setup.scrapes().filter((body) => body.url === url)).toHaveLength(1);
	});
});

describe('Stop in the middle of a scrape', () => {
	it('ends the request and the execution at once', async () => {
		const url = `${setup.service.url}/pages/latin1.html`;
		const next = setNode('Next', { reached: 'yes' });
		const workflow = webhookChain('stop', [webDataNode({ url })], [next]);
		const execution = await stopDuringScrape(setup, workflow, url);
		expect(execution.status).toBe('canceled');
		expect(Object.keys(execution.nodes)).not.toContain('Next');
	});
});

describe('the API key', () => {
	it('is in no execution, log, error text, or file of n8n', async () => {
		const executions = await setup.n8n.executions();
		expect(executions.length).toBeGreaterThan(5);
		const known = await keyTraces(setup.n8n, '/pages/article.html');
		expect(known).toEqual(
			expect.arrayContaining([
				expect.stringMatching(/^execution \d/),
				expect.stringMatching(/^answer about/),
				expect.stringMatching(/database\.sqlite/),
			]),
		);
		expect(await keyTraces(setup.n8n, setup.apiKey)).toEqual([]);
		expect(errorTexts.filter((text) => text.includes(setup.apiKey))).toEqual([]);
	});
});
