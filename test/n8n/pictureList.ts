import type { Page } from 'playwright-core';
import { exampleFiles } from '../examples/exampleFiles';
import { type Editor, marks, openNode, openWorkflow } from './editor';
import type { JsonRecord } from './execution';
import type { N8n } from './n8n';
import {
	type Workflow,
	chain,
	example,
	triggerNode,
	webDataNode,
	webhookNode,
	workflowNode,
} from './workflow';

export interface Scene {
	editor: Editor;
	n8n: N8n;
	credential: { id: string; name: string };
}

type Show = (scene: Scene) => Promise<unknown>;

export interface Picture {
	name: string;
	show: Show;
	isCanvas?: boolean;
}

type Step = (page: Page) => Promise<unknown>;

export const WEBSITE = 'https://northmole.example';
const PAGES = `${WEBSITE}/pages`;
const ARTICLE = `${PAGES}/article.html`;

const visible =
	(mark: string): Step =>
	(page) =>
		page.locator(mark).first().waitFor();

const click =
	(mark: string): Step =>
	(page) =>
		page.locator(mark).first().click();

const executed = (outcome: string): Step[] => [click(marks.executeStep), visible(outcome)];
const failed = [...executed(marks.runError), click(marks.errorDetails)];
async function open({ editor, n8n, credential }: Scene, workflow: Workflow) {
	const { id } = await n8n.importWorkflow(workflow, credential);
	await openWorkflow(editor, n8n, id);
}

const canvas =
	(workflow: Workflow): Show =>
	async (scene) => {
		await open(scene, workflow);
		await click(marks.fitView)(scene.editor.page);
	};

const nodeOf =
	(workflow: Workflow, name: string, steps: readonly Step[]): Show =>
	async (scene) => {
		await open(scene, workflow);
		await openNode(scene.editor, name);
		for (const step of steps) await step(scene.editor.page);
	};

const oneStep = (parameters: JsonRecord): Workflow => {
	const name = 'When clicking Execute';
	const manual = { name, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
	const node = webDataNode(parameters, { position: [260, 0] });
	return chain('Pictures', [{ ...webhookNode(''), ...manual }, node]);
};

const form = (parameters: JsonRecord, ...steps: Step[]): Show =>
	nodeOf(oneStep(parameters), 'Web Data', steps);

const trigger = (parameters: JsonRecord, ...steps: Step[]): Show => {
	const node = triggerNode('a8cd6222-692b-498e-9a3b-af00fa2a9f03', parameters);
	return nodeOf(chain('Pictures', [node]), node.name, steps);
};

const priceMonitor = {
	source: 'monitor',
	name: 'Competitor prices',
	targets: { target: [{ type: 'scrape', urls: ['https://example.com/pricing'] }] },
	text: 'daily at 9:00',
	goal: 'Tell me when a price changes',
	events: ['monitor.page'],
	onDeactivation: 'pause',
	options: { onlyMeaningful: true, pageStatuses: ['changed'] },
};

const urlEvents = {
	source: 'jobEvents',
	eventTypes: ['crawl.completed', 'batch_scrape.completed'],
	options: { metadataFilter: { entry: [{ name: 'customer', value: '4711' }] }, readStatus: true },
};

const lastOption =
	(act: 'scrollIntoViewIfNeeded' | 'click'): Step =>
	(page) =>
		page.locator(marks.addOption).last()[act]();

/** The most common mistake: in a container, localhost is the container. */
const credentialTest: Show = async ({ editor, n8n }) => {
	const data = { baseUrl: 'http://localhost:3002', apiKey: 'local-key' };
	const { id } = await n8n.createCredential('Web Data account', data);
	await editor.page.goto(`${n8n.url}/home/credentials/${id}`);
	await click(marks.testDetails)(editor.page);
	await visible('text=Connection refused')(editor.page);
};

/** Without *Authentication*, anyone with the URL could use the tools. */
const mcpServer: Show = async (scene) => {
	const data = { token: 'token' };
	const httpBearerAuth = await scene.n8n.createCredential('MCP clients', data, 'httpBearerAuth');
	const { nodes, ...workflow } = example('serve-tools-to-mcp-clients.json');
	const protectedNodes = nodes.map((node) =>
		node.name === 'MCP Server Trigger'
			? {
					...node,
					parameters: { ...node.parameters, authentication: 'bearerAuth' },
					credentials: { httpBearerAuth },
				}
			: node,
	);
	const steps = [click(marks.productionUrl)];
	await nodeOf({ ...workflow, nodes: protectedNodes }, 'MCP Server Trigger', steps)(scene);
};

const product = (sku: string, page: string) => ({ json: { sku, url: `${PAGES}/${page}` } });

const schema = `{
  "type": "object",
  "properties": {
    "name": { "type": "string" },
    "price": { "type": "number" }
  }
}`;

/** Reads prices from the pages in a sheet. The rows of the sheet are pinned. */
const priceList: Workflow = {
	...chain('Product prices', [
		workflowNode('Every Morning', 'n8n-nodes-base.scheduleTrigger', {}, { typeVersion: 1.2 }),
		workflowNode(...(['Product Pages', 'n8n-nodes-base.googleSheets', {}] as const), {
			typeVersion: 4.7,
			position: [200, 0],
		}),
		webDataNode({
			url: '={{ $json.url }}',
			formats: { format: [{ type: 'json', prompt: 'Name and price of the product', schema }] },
		}),
	]),
	pinData: {
		'Product Pages': [product('TC-12', 'product.html'), product('PC-1', 'tide-clocks.html')],
	},
};

/** The schema view shows each field on one line. */
const outputItems = [...executed(marks.outputItems), click(marks.outputSchema)];
const hint = visible('text=The page returned HTTP status');
const openMenu = visible(marks.openMenu);
const triggerMenu = [lastOption('scrollIntoViewIfNeeded'), lastOption('click'), openMenu];

const shown: [name: string, show: Show][] = [
	['form', form({ url: ARTICLE })],
	['options', form({ url: ARTICLE }, click(marks.addOption), openMenu)],
	['output', nodeOf(priceList, 'Web Data', outputItems)],
	['error', form({ url: `${PAGES}/refused.html` }, ...failed)],
	['hint', form({ url: `${PAGES}/gone.html` }, ...outputItems, hint)],
	[
		'trigger-job-events',
		trigger(urlEvents, click('text=Webhook URLs'), click(marks.productionUrl)),
	],
	['trigger-monitor', trigger(priceMonitor)],
	['trigger-monitor-options', trigger(priceMonitor, ...triggerMenu)],
	['mcp', mcpServer],
	['credential-test', credentialTest],
];

export const pictures: readonly Picture[] = [
	...exampleFiles.map((file): Picture => {
		const show = canvas(example(file));
		return { name: `example-${file.replace('.json', '')}`, show, isCanvas: true };
	}),
	...shown.map(([name, show]) => ({ name, show })),
];
