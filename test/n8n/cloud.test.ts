// The package for n8n Cloud in a real n8n, over its own request helper: pages, an agent run, a file, and a stop in the middle.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as faults from '../localService/faults';
import { type Item, type Json, itemsOf } from './execution';
import { pinned, repositoryRoot } from './places';
import { SET_UP_TIMEOUT_MS, type Stage, openStage } from './setup';
import { until } from './until';
import {
	type Workflow,
	chain,
	splitOutNode,
	webDataNode,
	webhookNode,
	webhookPathOf,
} from './workflow';

let stage: Stage;

beforeAll(async () => {
	stage = await openStage({ packageRoot: join(repositoryRoot, 'build', 'cloud') });
}, SET_UP_TIMEOUT_MS);

afterAll(async () => {
	await stage?.close();
}, 60_000);

jest.setTimeout(60_000);

const one = (path: string, parameters: Json): Workflow =>
	chain(path, [webhookNode(path, { responseMode: 'onReceived' }), webDataNode(parameters)], []);

const page = (name: string) => `${stage.service.url}/pages/${name}`;

/** Starts a workflow, stops its execution once the service has seen enough, and says how long that took. */
async function stoppedOnce(workflow: Workflow, isEnough: () => boolean) {
	const published = await stage.publish(workflow);
	await stage.n8n.webhook(webhookPathOf(workflow), { body: {} });
	await until('the work is far enough', async () => isEnough() || undefined, { everyMs: 20 });
	const [running] = await stage.n8n.executions(published);
	const at = Date.now();
	await stage.n8n.stopExecution(running?.id ?? '');
	const { stoppedAt } = await stage.n8n.waitForExecution(published, ({ status, stoppedAt }) =>
		Boolean(status === 'canceled' && stoppedAt),
	);
	return { tookMs: stoppedAt - at };
}

it('is the installed one, and n8n has the client with which the other tests of this build run', () => {
	const versionIn = (folder: string) =>
		(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
	const installed = join(stage.n8n.userFolder, '.n8n/nodes/node_modules/n8n-nodes-web-data');
	expect(versionIn(installed)).toMatch(/-cloud\.\d+$/);
	const inNode = (path: string) => versionIn(join(repositoryRoot, 'node_modules', path));
	const inN8n = (path: string) => versionIn(join(pinned.modules, path));
	expect(inNode('@n8n/backend-network')).toBe(inN8n('@n8n/backend-network'));
	expect(inNode('axios')).toBe(inN8n('@n8n/backend-network/node_modules/axios'));
});

it('scrapes pages, one of which is answered with 503 at first', async () => {
	stage.service.addFaults(faults.errorRowFault('serviceUnavailable'));
	const workflow = chain(
		'pages',
		[
			webhookNode('pages', { responseMode: 'onReceived' }),
			splitOutNode('body.items'),
			webDataNode({ url: '={{ $json.url }}' }),
		],
		[],
	);
	const items = Array.from({ length: 20 }, (_, n) => ({ url: `${page('article.html')}?n=${n}` }));
	const execution = await stage.play(workflow, { items });
	expect(execution.status).toBe('success');
	const sources = itemsOf(execution, 'Web Data').map(
		({ metadata }) => (metadata as Json).sourceURL,
	);
	expect(sources).toEqual(items.map(({ url }) => url));
	expect(stage.scrapes()).toHaveLength(21);
});

it('follows an agent run to its end', async () => {
	const prompt = 'Followed [ms:3000]';
	const execution = await stage.play(
		one('followed', { resource: 'agent', operation: 'run', prompt }),
	);
	expect(itemsOf(execution, 'Web Data')).toMatchObject([{ status: 'completed' }]);
	expect(stage.service.agent.runs.filter(({ body }) => body.prompt === prompt)).toHaveLength(1);
});

it('downloads a file into n8n’s store', async () => {
	const execution = await stage.play(
		one('file', {
			url: page('article.html'),
			formats: { format: [{ type: 'screenshot' }] },
			downloadFiles: true,
		}),
	);
	const [item] = (execution.nodes['Web Data']?.[0]?.outputs[0] ?? []) as Item[];
	expect(item?.binary?.screenshot).toMatchObject({ mimeType: 'image/png', fileExtension: 'png' });
	const fetched = stage.service.fetches.filter(({ path }) => path.startsWith('/files/'));
	expect(fetched).toHaveLength(1);
	expect(JSON.stringify(fetched)).not.toContain(stage.apiKey);
});

it('is stopped in the middle of a scrape at once', async () => {
	const url = page('article.html?stopped');
	stage.service.addFaults(faults.fault({ kind: 'stallHead' }, { when: { body: { url } } }));
	const { tookMs } = await stoppedOnce(one('stop-scrape', { url }), () =>
		stage.scrapes().some((scrape) => scrape.url === url),
	);
	expect(tookMs).toBeLessThanOrEqual(3_000);
});

it('is stopped in the middle of an agent run at once, and cancels it', async () => {
	const prompt = 'Stopped [ms:60000]';
	const run = () => stage.service.agent.runs.find(({ body }) => body.prompt === prompt);
	const { tookMs } = await stoppedOnce(
		one('stop-run', { resource: 'agent', operation: 'run', prompt }),
		() => (run()?.polls.length ?? 0) >= 2,
	);
	expect(tookMs).toBeLessThanOrEqual(3_000);
	await until('the cancel has reached the service', async () => run()?.cancels[0]);
});

it('writes the key nowhere', () => {
	expect(stage.n8n.log()).not.toContain(stage.apiKey);
});
