import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as faults from '../localService/faults';
import { type Item, type JsonRecord, outputItemsOf } from './execution';
import { pinned, repositoryRoot } from './places';
import { useSetup } from './setup';
import { until } from './until';
import { type Workflow, itemsChain, webDataNode, webhookChain, webhookPathOf } from './workflow';

const setup = useSetup({ packageRoot: join(repositoryRoot, 'build', 'cloud') });

jest.setTimeout(60_000);

const one = (path: string, parameters: JsonRecord): Workflow =>
	webhookChain(path, [webDataNode(parameters)]);

const page = (name: string) => `${setup.service.url}/pages/${name}`;

async function stoppedOnce(workflow: Workflow, isEnough: () => boolean) {
	const published = await setup.publish(workflow);
	await setup.n8n.webhook(webhookPathOf(workflow), { body: {} });
	await until('the work is far enough', async () => isEnough() || undefined, { everyMs: 20 });
	const [running] = await setup.n8n.executions(published);
	const at = Date.now();
	await setup.n8n.stopExecution(running?.id ?? '');
	const { stoppedAt } = await setup.n8n.waitForExecution(published, ({ status, stoppedAt }) =>
		Boolean(status === 'canceled' && stoppedAt),
	);
	return { tookMs: stoppedAt - at };
}

it('the package is installed, and n8n has the HTTP client that the other tests of this build use', () => {
	const versionIn = (folder: string) =>
		(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
	const installed = join(setup.n8n.userFolder, '.n8n/nodes/node_modules/n8n-nodes-web-data');
	expect(versionIn(installed)).toMatch(/-cloud\.\d+$/);
	const inNode = (path: string) => versionIn(join(repositoryRoot, 'node_modules', path));
	const inN8n = (path: string) => versionIn(join(pinned.modules, path));
	expect(inNode('@n8n/backend-network')).toBe(inN8n('@n8n/backend-network'));
	expect(inNode('axios')).toBe(inN8n('@n8n/backend-network/node_modules/axios'));
});

it('scrapes pages when the first response is a 503', async () => {
	setup.service.addFaults(faults.errorRowFault('serviceUnavailable'));
	const workflow = itemsChain('pages', [webDataNode({ url: '={{ $json.url }}' })]);
	const items = Array.from({ length: 20 }, (_, n) => ({ url: `${page('article.html')}?n=${n}` }));
	const execution = await setup.execute(workflow, { items });
	expect(execution.status).toBe('success');
	const sources = outputItemsOf(execution, 'Web Data').map(
		({ metadata }) => (metadata as JsonRecord).sourceURL,
	);
	expect(sources).toEqual(items.map(({ url }) => url));
	expect(setup.scrapes()).toHaveLength(21);
});

it('follows an agent run to its end', async () => {
	const prompt = 'Followed [ms:3000]';
	const execution = await setup.execute(
		one('followed', { resource: 'agent', operation: 'run', prompt }),
	);
	expect(outputItemsOf(execution, 'Web Data')).toMatchObject([{ status: 'completed' }]);
	expect(setup.service.agent.runs.filter(({ body }) => body.prompt === prompt)).toHaveLength(1);
});

it('downloads a file into n8n’s store', async () => {
	const execution = await setup.execute(
		one('file', {
			url: page('article.html'),
			formats: { format: [{ type: 'screenshot' }] },
			downloadFiles: true,
		}),
	);
	const [item] = (execution.nodes['Web Data']?.[0]?.outputs[0] ?? []) as Item[];
	expect(item?.binary?.screenshot).toMatchObject({ mimeType: 'image/png', fileExtension: 'png' });
	const fetched = setup.service.fetches.filter(({ path }) => path.startsWith('/files/'));
	expect(fetched).toHaveLength(1);
	expect(JSON.stringify(fetched)).not.toContain(setup.apiKey);
});

it('stops at once during a scrape', async () => {
	const url = page('article.html?stopped');
	setup.service.addFaults(faults.fault({ kind: 'stallHead' }, { when: { body: { url } } }));
	const { tookMs } = await stoppedOnce(one('stop-scrape', { url }), () =>
		setup.scrapes().some((scrape) => scrape.url === url),
	);
	expect(tookMs).toBeLessThanOrEqual(3_000);
});

it('stops at once during an agent run and cancels the run', async () => {
	const prompt = 'Stopped [ms:60000]';
	const run = () => setup.service.agent.runs.find(({ body }) => body.prompt === prompt);
	const { tookMs } = await stoppedOnce(
		one('stop-run', { resource: 'agent', operation: 'run', prompt }),
		() => (run()?.polls.length ?? 0) >= 2,
	);
	expect(tookMs).toBeLessThanOrEqual(3_000);
	await until('the cancel has reached the service', async () => run()?.cancels[0]);
});

it('does not write the API key anywhere', () => {
	expect(setup.n8n.log()).not.toContain(setup.apiKey);
});
