import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleFiles } from '../examples/exampleFiles';
import { DEFAULT_API_KEY } from '../localService/localService';
import { call as callService } from '../localService/testClient';
import { LOGIN_COOKIE } from '../localService/web/website';
import type { JsonRecord } from './execution';
import { startJsonServer } from './jsonServer';
import { type ModelScript, answer, call, say } from './modelServer';
import type { N8n } from './n8n';
import type { StartFolder } from './startFolder';
import { type Workflow, example, triggerType } from './workflow';

export type Surroundings = Awaited<ReturnType<typeof openSurroundings>>;

/** By default, uses free ports and a temporary folder. */
export async function openSurroundings(
	serviceUrl: string,
	kept?: Pick<StartFolder, 'files' | 'ports'>,
) {
	const folder = kept?.files ?? (await mkdtemp(join(tmpdir(), 'web-data-files-')));
	const hook = await startJsonServer(() => ({ ok: true }), kept?.ports.hook);
	// Serves the endpoints of OpenAI's API for embeddings and chats.
	const openAi = await startJsonServer(
		(body) => ('messages' in body ? answer(body, research) : vectorsFor(body)),
		kept?.ports.openAi,
	);
	return {
		...{ serviceUrl, hook, openAi, folder },
		events: await triggerEvents(serviceUrl),
		env: { N8N_RESTRICT_FILE_ACCESS_TO: folder },
		close: async (): Promise<void> => {
			await Promise.all([hook.close(), openAi.close()]);
			if (!kept) await rm(folder, { recursive: true, force: true });
		},
	};
}

const firstItem = (result = '[]') => (JSON.parse(result) as JsonRecord[])[0] ?? {};

const research: ModelScript = [
	call('Search_Web', { Query: 'how a lighthouse keeps its rhythm' }),
	({ results: [found] }) => call('Map_Site', { URL: new URL(String(firstItem(found).url)).origin }),
	({ results: [found] }) => call('Read_Page', { URL: firstItem(found).url }),
	({ results }) => {
		const { markdown, metadata } = firstItem(results[2]);
		const { title, url } = metadata as JsonRecord;
		return say(`${String(markdown).split('\n\n')[1]}\n\n- ${String(title)}: ${String(url)}`);
	},
];

/** Returns events for examples that start with the trigger node, by the file name of the example. */
async function triggerEvents(serviceUrl: string): Promise<Record<string, JsonRecord>> {
	const service = { url: serviceUrl, apiKey: DEFAULT_API_KEY };
	const post = async (path: string, body: object) =>
		(await callService(service, 'POST', `/v2/${path}`, body)).json;
	const { id } = await post('crawl', { url: `${serviceUrl}/site/light/` });
	const pages = ['article.html', 'status/404'].map((name) => `${serviceUrl}/pages/${name}`);
	const urls = [...pages, 'http://no-such-host.invalid/'];
	const { data } = await post('monitor', {
		name: 'Example page',
		schedule: { text: 'weekly' },
		targets: [{ type: 'scrape', urls }],
	});
	const monitorId = String(data?.id);
	const { id: checkId } = await post(`monitor/${monitorId}/run`, {});
	return {
		'read-pages-of-finished-crawls.json': { type: 'crawl.completed', id, success: true },
		'get-details-of-monitor-checks.json': {
			type: 'monitor.check.completed',
			id: checkId,
			success: true,
			data: { monitorId, checkId, status: 'completed' },
		},
	};
}

/** Returns a response in the format of OpenAI's embeddings API. Equal texts have equal vectors. */
function vectorsFor({ input, encoding_format: format }: JsonRecord): JsonRecord {
	const data = (input as string[]).map((text, index) => {
		const vector = Float32Array.from([text.length, text.split(' ').length, 1]);
		const packed = Buffer.from(vector.buffer).toString('base64');
		return { object: 'embedding', index, embedding: format === 'base64' ? packed : [...vector] };
	});
	return { object: 'list', model: 'scripted', data, usage: { prompt_tokens: 1, total_tokens: 1 } };
}

/** A longer URL must come before a shorter URL with the same beginning. */
const replacements: readonly (readonly [string, string])[] = [
	['https://example.com/report.pdf', '{pages}/report.pdf'],
	['https://shop.example.com/tide-clock', '{pages}/product.html'],
	['https://shop.example.com/barometer', '{pages}/tide-clocks.html'],
	['https://shop.example.com', '{pages}/tide-clocks.html'],
	['https://hooks.example.com/your-incoming-webhook', '{hook}'],
	['https://example.com', '{pages}/article.html'],
	['https://example.org', '{pages}/tables.html'],
	['/home/node/.n8n-files', '{folder}'],
];

const ownReplacements: Record<string, readonly (readonly [string, string])[]> = {
	'scrape-pages-behind-login.json': [
		['https://example.com/account', '{pages}/account'],
		['https://example.com/orders', '{pages}/account?of=orders'],
		['session=…', LOGIN_COOKIE],
	],
	'scrape-list-over-several-pages.json': [['https://shop.example.com/list', '{pages}/list']],
	'track-page-changes.json': [['https://example.com', '{pages}/alternating.html?of=notice']],
	'track-product-prices.json': [
		['https://shop.example.com/tide-clock', '{pages}/alternating.html?of=price'],
	],
	'send-one-alert-for-all-failures.json': [['https://example.org', 'http://no-such-host.invalid/']],
	'scrape-list-of-urls.json': [
		[
			"'https://example.com/page-' +",
			"(index % 40 === 9 ? 'http://no-such-host.invalid/' : 'http://synthetic.example/page/') +",
		],
	],
	'scrape-only-new-pages.json': [['https://example.com', '{service}/site/']],
	'load-site-into-vector-store.json': [['https://example.com', '{service}/site/']],
	'read-large-site-in-parts.json': [
		['https://example.com', '{service}/site/'],
		['"amount":65', '"amount":5'],
	],
	'report-broken-links.json': [['https://example.com', '{service}/site/']],
	'follow-long-agent-run.json': [['"amount":65', '"amount":5']],
};

export const comparingExamples = ['track-page-changes.json', 'track-product-prices.json'];

const callOf = (file: string, pages: string): JsonRecord =>
	file === 'scrape-pages-by-webhook.json'
		? { url: `${pages}/article.html` }
		: { question: 'What does a tide clock cost?', urls: [`${pages}/tide-clocks.html`] };

/** Pinned data lets *Execute Workflow* run a workflow that starts with an event. */
function pinnedItem({ nodes }: Workflow, type: string, item: JsonRecord): JsonRecord {
	const trigger = nodes.find((node) => node.type === type);
	return trigger === undefined ? {} : { pinData: { [trigger.name]: [item] } };
}

const report = (): JsonRecord => ({
	data: readFileSync(join(__dirname, '../localService/web/pages/report.pdf')).toString('base64'),
	fileName: 'report.pdf',
	mimeType: 'application/pdf',
});

export function localExample(file: string, surroundings: Surroundings): Workflow {
	const { serviceUrl, hook, folder } = surroundings;
	const pages = `${serviceUrl}/pages`;
	const workflow = example(file);
	const event = surroundings.events[file];
	const call = { json: { body: callOf(file, pages) } };
	const form = { json: {}, binary: { Files_0: report() } };
	const replaced = [...(ownReplacements[file] ?? []), ...replacements].reduce(
		(text, [placeholder, value]) => text.replaceAll(placeholder, value),
		JSON.stringify(workflow.nodes),
	);
	const nodes = replaced
		.replaceAll('{service}', serviceUrl)
		.replaceAll('{pages}', pages)
		.replaceAll('{hook}', hook.url)
		.replaceAll('{folder}', folder);
	return {
		...workflow,
		nodes: JSON.parse(nodes) as Workflow['nodes'],
		...pinnedItem(workflow, 'n8n-nodes-base.webhook', call),
		...pinnedItem(workflow, 'n8n-nodes-base.formTrigger', form),
		...(event && pinnedItem(workflow, triggerType, { json: event })),
	};
}

export async function localExamples(
	n8n: N8n,
	surroundings: Surroundings,
): Promise<{ file: string; workflow: Workflow }[]> {
	const data = { url: `${surroundings.openAi.url}/v1`, apiKey: 'any' };
	const openAiApi = await n8n.createCredential('OpenAI account', data, 'openAiApi');
	return exampleFiles.map((file) => {
		const workflow = localExample(file, surroundings);
		const nodes = workflow.nodes.map((node) =>
			node.credentials?.openAiApi ? { ...node, credentials: { openAiApi } } : node,
		);
		return { file, workflow: { ...workflow, nodes } };
	});
}
