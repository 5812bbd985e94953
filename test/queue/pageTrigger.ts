import { outputItemsOf } from '../n8n/execution';
import { until } from '../n8n/until';
import { chain, pageTriggerNode, setNode } from '../n8n/workflow';
import { type ChangingSite, startChangingSite } from '../support/changingSite';
import type { QueueSetup } from './setup';
import { WAIT, executionsOf } from './webhookProcesses';

const watching = (urls: readonly string[]) =>
	chain(
		'Page trigger in queue mode',
		[pageTriggerNode({ urls: urls.join('\n') }), setNode('After', { seen: 'yes' })],
		[],
	);

const PATHS = ['/a', '/b', '/c'];

const scrapesOf = ({ service }: QueueSetup): number =>
	service.requests.filter(({ path }) => path === '/v2/scrape').length;

async function morePolls(setup: QueueSetup): Promise<void> {
	const enough = scrapesOf(setup) + 3 * PATHS.length;
	await until('two more polls', async () => scrapesOf(setup) >= enough || undefined, WAIT);
}

async function play(setup: QueueSetup, site: ChangingSite): Promise<void> {
	const { cluster } = setup;
	const workflow = await setup.publish(watching(PATHS.map((path) => `${site.url}${path}`)));
	await morePolls(setup);
	site.write('/a', 'High water at 06:40');
	await executionsOf(setup, { workflow }, 1);
	site.write('/b', 'High water at 07:30');
	await executionsOf(setup, { workflow }, 2);
	await morePolls(setup);
	await cluster.main.stop();
	site.write('/c', 'Low water at 13:05');
	await cluster.main.start();
	await executionsOf(setup, { workflow }, 3);
	await morePolls(setup);
	const executions = await executionsOf(setup, { workflow }, 3);
	await cluster.deactivate(workflow);
	const changes = executions.flatMap((execution) => outputItemsOf(execution, 'After'));
	const taken = setup.workers.flatMap((worker) => worker.taken());
	const onWorkers = executions.filter(({ id }) => taken.includes(id)).length;

	expect(changes.map(({ url, changeStatus }) => [url, changeStatus]).sort()).toEqual(
		PATHS.map((path) => [`${site.url}${path}`, 'changed']),
	);
	expect(onWorkers).toBe(3);
}

export async function polledPages(setup: QueueSetup): Promise<void> {
	const site = await startChangingSite();
	try {
		return await play(setup, site);
	} finally {
		await site.close();
	}
}
