import { type ChangingSite, startChangingSite } from '../support/changingSite';
import { type Execution, hasEnded, outputItemsOf } from './execution';
import { SET_UP_TIMEOUT_MS, useSetup } from './setup';
import { until } from './until';
import { type Workflow, chain, pageTriggerNode } from './workflow';

const setup = useSetup();
let site: ChangingSite;

beforeAll(async () => {
	site = await startChangingSite();
}, SET_UP_TIMEOUT_MS);

afterAll(async () => {
	await site?.close();
}, 60_000);

jest.setTimeout(120_000);

const TRIGGER = 'Web Data Page Trigger';

const watching = (parameters: Record<string, unknown>): Workflow =>
	chain(
		'Page trigger',
		[
			pageTriggerNode(parameters),
			{
				name: 'After',
				type: 'n8n-nodes-base.noOp',
				typeVersion: 1,
				position: [260, 0],
				parameters: {},
			},
		],
		[],
	);

const polls = (path: string): number =>
	setup.scrapes().filter(({ url }) => url === `${site.url}${path}`).length;

const morePolls = (path: string, count = 2): Promise<true> => {
	const before = polls(path);
	return until(`${count} more polls`, async () =>
		polls(path) >= before + count ? true : undefined,
	);
};

const outputs = async (workflow: { id: string }): Promise<string[]> => {
	const summaries = await setup.n8n.executions(workflow);
	const executions = await Promise.all(summaries.map(({ id }) => setup.n8n.execution(id)));
	return executions.flatMap(statusesIn).reverse();
};

const statusesIn = (execution: Execution): string[] =>
	outputItemsOf(execution, 'After').map(({ changeStatus }) => String(changeStatus));

it('starts the workflow once for each change, even after a restart', async () => {
	site.write('/a', 'High water at 06:40');
	const workflow = await setup.publish(watching({ urls: `${site.url}/a` }));
	await morePolls('/a');
	expect(await outputs(workflow)).toEqual([]);

	site.write('/a', 'High water at 07:30');
	const execution = await setup.n8n.waitForExecution(workflow);
	expect(outputItemsOf(execution, 'After')).toMatchObject([
		{
			url: `${site.url}/a`,
			changeStatus: 'changed',
			before: { markdown: expect.stringContaining('06:40') },
			after: { markdown: expect.stringContaining('07:30') },
		},
	]);
	await morePolls('/a');
	expect(await outputs(workflow)).toEqual(['changed']);

	await setup.n8n.restart();
	await morePolls('/a');
	expect(await outputs(workflow)).toEqual(['changed']);

	site.answerWith('/a', 404);
	await until('the page is removed', async () =>
		(await outputs(workflow)).includes('removed') ? true : undefined,
	);
	await morePolls('/a');
	await setup.n8n.deactivate(workflow);
	expect(await outputs(workflow)).toEqual(['changed', 'removed']);
});

it('finds a change after polls that failed', async () => {
	const workflow = await setup.publish(watching({ urls: `${site.url}/b` }));
	await morePolls('/b');
	site.answerWith('/b', 503);
	site.write('/b', 'New text');
	await morePolls('/b');
	site.answerWith('/b', 200);
	await until('the change is output', async () =>
		(await outputs(workflow)).includes('changed') ? true : undefined,
	);
	await morePolls('/b');
	await setup.n8n.deactivate(workflow);
	expect(await outputs(workflow)).toEqual(['changed']);
});

it('reports the field of an invalid form when the workflow is published', async () => {
	const workflow = await setup.publish(watching({ urls: 'ftp://example.com' }));
	await until('n8n reports the field', async () =>
		setup.n8n.log().includes("'URLs > 1' must start with http:// or https://") ? true : undefined,
	);
	await setup.n8n.deactivate(workflow);
	expect(await outputs(workflow)).toEqual([]);
});

it('shows the pages in a test run', async () => {
	const workflow = await setup.importWorkflow(watching({ urls: `${site.url}/c` }));
	const id = await setup.n8n.runManually(workflow, TRIGGER);
	const execution = await setup.n8n.waitForExecution(
		workflow,
		(each) => each.id === id && hasEnded(each),
	);
	expect(execution.status).toBe('success');
	expect(statusesIn(execution)).toEqual(['new']);
});
