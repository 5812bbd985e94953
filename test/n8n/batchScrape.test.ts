import type { JobReport } from '../localService/localService';
import { type Execution, type JsonRecord, hasEnded, outputItemsOf } from './execution';
import { SET_UP_TIMEOUT_MS, useSetup } from './setup';
import { until } from './until';
import { type Workflow, itemsChain, setNode, webDataNode } from './workflow';

const SITE = 'http://synthetic.example';
const PAGES = 1000;
const BROKEN_EVERY = 20;

const setup = useSetup();

beforeAll(async () => {
	setup.service.configure({ maxConcurrency: 50, credits: 100_000 });
}, SET_UP_TIMEOUT_MS);

jest.setTimeout(120_000);

const urlOf = (folder: string, index: number): string =>
	`${SITE}/${index % BROKEN_EVERY === 0 ? 'broken' : 'page'}/${index + 1}?of=${folder}`;

const urlsOf = (folder: string, count: number): string[] =>
	Array.from({ length: count }, (_, index) => urlOf(folder, index));

const broken = {
	url: `${SITE}/broken/*`,
	error: { code: 'SCRAPE_TIMEOUT', error: 'Scrape timed out' },
};

const workflowFor = (
	path: string,
	parameters: JsonRecord = {},
	extra: JsonRecord = {},
): Workflow => {
	const source = { source: "={{ $('Split Out').item.json.url }}" };
	return itemsChain(
		path,
		[
			webDataNode(
				{
					resource: 'batchScrape',
					operation: 'run',
					urlsFrom: 'items',
					itemUrl: '={{ $json.url }}',
					...parameters,
				},
				extra,
			),
		],
		[setNode('Good', source), setNode('Bad', source)],
	);
};

const bodyOf = (urls: readonly string[]) => ({ items: urls.map((url) => ({ url })) });

const jobsOf = (folder: string): JobReport[] =>
	setup.service.jobs.all.filter(({ url }) => url.endsWith(`?of=${folder}`));

async function running(folder: string, parameters: JsonRecord = {}) {
	setup.service.jobs.planNext([{ pageMs: 600_000 }]);
	const workflow = await setup.publish(workflowFor(folder, parameters));
	await setup.n8n.webhook(folder, { body: bodyOf(urlsOf(folder, 3)) });
	await until('the job is polled', async () => jobsOf(folder)[0]?.polls.length || undefined);
	return workflow;
}

describe('a batch of 1,000 items, 5 % of which fail', () => {
	let execution: Execution;

	beforeAll(async () => {
		setup.service.jobs.planNext([{ pages: [broken] }]);
		const extra = { onError: 'continueErrorOutput' };
		execution = await setup.execute(
			workflowFor('thousand', {}, extra),
			bodyOf(urlsOf('thousand', PAGES)),
		);
	});

	it('is one job', () => {
		expect(jobsOf('thousand')).toMatchObject([{ completed: 950, failed: 50 }]);
	});

	it('outputs every page and every failure, in input order', () => {
		const [good = [], bad = []] = execution.nodes['Web Data']?.[0]?.outputs ?? [];
		const urls = urlsOf('thousand', PAGES);
		expect(good.map(({ json }) => (json.metadata as JsonRecord).sourceURL)).toEqual(
			urls.filter((url) => url.includes('/page/')),
		);
		expect(bad.map(({ json }) => (json.details as JsonRecord).url)).toEqual(
			urls.filter((url) => url.includes('/broken/')),
		);
	});

	it('pairs each output item with its input item', () => {
		for (const item of outputItemsOf(execution, 'Good')) {
			expect((item.metadata as JsonRecord).sourceURL).toBe(item.source);
		}
		for (const item of outputItemsOf(execution, 'Bad')) {
			expect((item.details as JsonRecord).url).toBe(item.source);
		}
	});

	it('needs few requests', () => {
		const [{ id = '' } = {}] = jobsOf('thousand');
		const requests = setup.service.requests.filter(({ path }) => path.includes(id));
		expect(requests.filter(({ path }) => !path.endsWith('?limit=1'))).toHaveLength(11);
		expect(requests.length).toBeLessThan(60);
	});
});

it('a batch is canceled when the execution is stopped', async () => {
	const workflow = await running('stopped');
	const [{ id = '' } = {}] = await setup.n8n.executions(workflow);
	await setup.n8n.stopExecution(id);
	await until(
		'the job is cancelled',
		async () => jobsOf('stopped')[0]?.cancels.length || undefined,
	);
	expect(jobsOf('stopped')).toMatchObject([{ status: 'cancelled' }]);
});

it('a batch is continued by Retry', async () => {
	const workflow = await running('retried', { maxWait: 3 });
	const failed = await setup.n8n.waitForExecution(workflow, hasEnded);
	expect(failed.error?.message).toBe('The batch scrape did not finish in time');
	setup.service.advanceClock(3_600_000);
	const retried = await setup.n8n.retryExecution(failed.id);
	expect(outputItemsOf(retried, 'Web Data')).toHaveLength(3);
	expect(jobsOf('retried')).toHaveLength(1);
});

it('a batch is continued by Retry On Fail', async () => {
	setup.service.jobs.planNext([{ pageMs: 8000 }]);
	const extra = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1000 };
	const workflow = workflowFor('tried-again', { maxWait: 3 }, extra);
	const execution = await setup.execute(workflow, bodyOf(urlsOf('tried-again', 3)));
	expect(outputItemsOf(execution, 'Web Data')).toHaveLength(3);
	expect(jobsOf('tried-again')).toHaveLength(1);
});

// This test must be the last test, because the test kills n8n.
it('a batch is not started again after n8n was killed and restarted', async () => {
	await running('killed');
	await setup.n8n.kill();
	await setup.n8n.restart();
	expect(jobsOf('killed')).toMatchObject([{ status: 'scraping', cancels: [] }]);
});
