import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { marks, openCredential, openNode, openWorkflow, searchNodes } from './editor';
import { everyOption } from './everyOption';
import { enlarge } from './formPieces';
import type { Picture, Scene } from './pictures';
import { repositoryRoot } from './places';
import { agentWorkflow, toolNode } from './toolWorkflow';
import {
	type Workflow,
	type WorkflowNode,
	chain,
	pageTriggerType,
	triggerNode,
	webDataNode,
} from './workflow';

const NODE = 'Web Data';
const SCRAPE_TOOL = 'Scrape page in Web Data';

const agentRun = { resource: 'agent', operation: 'run' };
const catalogCall = { resource: 'catalog', operation: 'call' };

const priceMonitor = {
	source: 'monitor',
	monitorMode: 'create',
	name: 'Competitor prices',
	targets: { target: [{ type: 'scrape', urls: ['https://example.com/pricing'] }] },
	schedule: { schedule: { specifySchedule: 'text', text: 'daily at 9:00' } },
	goal: 'Tell me when a price changes',
	events: ['monitor.page'],
	onDeactivation: 'pause',
	options: { onlyMeaningful: true, pageStatuses: ['changed'] },
};

export const nodePictures: Picture[] = [
	{
		name: 'node-panel',
		inDocs: 'panel',
		prepare: async (scene) => {
			const id = await workflowWith(scene, { url: article(scene) });
			await openWorkflow(scene.editor, scene.n8n, id);
			await searchNodes(scene.editor, 'web data');
		},
	},
	{
		name: 'form',
		inDocs: 'form',
		prepare: (scene) => openForm(scene, { url: article(scene) }),
	},
	{
		name: 'options-menu',
		inDocs: 'options',
		prepare: async (scene) => {
			await openForm(scene, { url: article(scene) });
			await scene.editor.page.locator(marks.addOption).first().click();
			await scene.editor.page.locator(marks.openMenu).first().waitFor();
		},
	},
	{
		name: 'every-operation',
		prepare: async (scene) => {
			const imported = await scene.n8n.importWorkflow(everyOperation(), scene.credential);
			await openWorkflow(scene.editor, scene.n8n, imported.id);
			await scene.editor.page.locator(marks.fitView).click();
		},
	},
	...wholeForms(),
	{
		name: 'run',
		inDocs: 'output',
		prepare: async (scene) => {
			await openForm(scene, { url: article(scene) });
			await execute(scene, marks.outputItems);
		},
	},
	{
		name: 'failed-run',
		inDocs: 'error',
		prepare: async (scene) => {
			await openForm(scene, { url: `${scene.service.url}/pages/refused.html` });
			await execute(scene, marks.runError);
			await scene.editor.page.locator(marks.errorDetails).click();
		},
	},
	{
		name: 'hint',
		inDocs: 'hint',
		prepare: async (scene) => {
			await openForm(scene, { url: `${scene.service.url}/pages/gone.html` });
			await execute(scene, marks.outputItems);
			await scene.editor.page.getByText('The page returned HTTP status').first().waitFor();
		},
	},
	{
		name: 'page-trigger-form',
		prepare: (scene) => openPageTrigger(scene, { urls: article(scene) }),
	},
	{
		name: 'page-trigger-whole-form',
		wholeForm: true,
		prepare: async (scene) => {
			const properties = builtProperties('WebDataPageTrigger');
			await openPageTrigger(scene, everyOption(properties, { compare: 'changeTracking' }));
			await enlarge(scene.editor.page);
		},
	},
	{
		name: 'page-trigger-run',
		prepare: async (scene) => {
			await openPageTrigger(scene, { urls: article(scene) });
			await execute(scene, marks.outputItems);
		},
	},
	{
		name: 'trigger-job-events',
		inDocs: 'trigger-job-events',
		prepare: async (scene) => {
			const entry = [{ name: 'customer', value: '4711' }];
			await openTrigger(scene, {
				source: 'jobEvents',
				eventTypes: ['crawl.completed', 'batch_scrape.completed'],
				options: { metadataFilter: { entry }, readStatus: true },
			});
		},
	},
	{
		name: 'trigger-monitor',
		inDocs: 'trigger-monitor',
		prepare: (scene) => openTrigger(scene, priceMonitor),
	},
	{
		name: 'trigger-monitor-options',
		inDocs: 'trigger-monitor-options',
		prepare: async (scene) => {
			await openTrigger(scene, priceMonitor);
			const { page } = scene.editor;
			await page.locator(marks.addOption).last().scrollIntoViewIfNeeded();
			await page.locator(marks.addOption).last().click();
			await page.locator(marks.openMenu).first().waitFor();
		},
	},
	...wholeTriggerForms(),
	{
		name: 'catalog-run',
		prepare: async (scene) => {
			const convert = { amount: 100, from: 'EUR', to: 'USD' };
			const call = [
				{ provider: 'rates', capability: 'convert', options: JSON.stringify(convert) },
				{ provider: 'companies', capability: 'lookup', options: '{"domain":"example.com"}' },
			];
			await openForm(scene, {
				resource: 'catalog',
				operation: 'call',
				specifyCalls: 'fields',
				catalog: { call },
			});
			await execute(scene, marks.outputItems);
		},
	},
	{
		name: 'tool-list',
		prepare: async (scene) => {
			await openForm(scene, { ...catalogCall, specifyCalls: 'tool' });
			await openList(scene);
		},
	},
	{
		name: 'tool-options',
		prepare: async (scene) => {
			const tool = { __rl: true, mode: 'list', value: 'rates/convert' };
			await openForm(scene, { ...catalogCall, specifyCalls: 'tool', tool });
			await scene.editor.page.locator(marks.toolOptions).first().waitFor();
		},
	},
	{
		name: 'agent-run',
		prepare: async (scene) => {
			const prompt = 'When does the light flash, and who looks after it?';
			await openForm(scene, { ...agentRun, prompt, urls: [article(scene)], maxCredits: '200' });
			await execute(scene, marks.outputItems);
		},
	},
	{
		name: 'run-list',
		prepare: async (scene) => {
			await openForm(scene, { resource: 'agent', operation: 'get' });
			await openList(scene);
		},
	},
	{
		name: 'agent-failed-run',
		prepare: async (scene) => {
			await openForm(scene, { ...agentRun, prompt: 'Write to the keeper [outcome:refused]' });
			await execute(scene, marks.runError);
			await scene.editor.page.locator(marks.errorDetails).click();
		},
	},
	{
		name: 'tool-canvas',
		prepare: async (scene) => {
			await openWorkflow(scene.editor, scene.n8n, await agentWithTools(scene));
			await scene.editor.page.locator(marks.fitView).click();
		},
	},
	{
		name: 'tool-form',
		inDocs: 'tool',
		prepare: async (scene) => {
			await openWorkflow(scene.editor, scene.n8n, await agentWithTools(scene));
			await openNode(scene.editor, SCRAPE_TOOL);
		},
	},
	{
		// After this execution, n8n always shows the files first. Therefore, the node must not be executed for any later
		// picture.
		name: 'files',
		prepare: async (scene) => {
			const formats = { format: [{ type: 'markdown' }, { type: 'screenshot' }] };
			await openForm(scene, { url: article(scene), formats, downloadFiles: true });
			await execute(scene, marks.outputFiles);
		},
	},
	{
		name: 'credential',
		inDocs: 'credential-test',
		prepare: async (scene) => {
			await openCredential(scene.editor, scene.n8n, scene.credential.id);
			await scene.editor.page.locator(marks.testPassed).waitFor();
		},
	},
	{
		name: 'credential-wrong-key',
		prepare: async (scene) => {
			const data = { baseUrl: scene.service.url, apiKey: 'a-wrong-key' };
			const { id } = await scene.n8n.createCredential('Wrong key', data);
			await openCredential(scene.editor, scene.n8n, id);
			await scene.editor.page.locator(marks.testFailed).waitFor();
			await scene.editor.page.locator(marks.testDetails).click();
		},
	},
];

async function openForm(scene: Scene, parameters: Record<string, unknown>): Promise<void> {
	await openWorkflow(scene.editor, scene.n8n, await workflowWith(scene, parameters));
	await openNode(scene.editor, NODE);
}

const openPageTrigger = (scene: Scene, parameters: Record<string, unknown>): Promise<void> =>
	openTriggerNode(scene, {
		name: 'Web Data Page Trigger',
		type: pageTriggerType,
		typeVersion: 1,
		position: [0, 0],
		parameters,
	});

const openTrigger = (scene: Scene, parameters: Record<string, unknown>): Promise<void> =>
	openTriggerNode(scene, triggerNode('a8cd6222-692b-498e-9a3b-af00fa2a9f03', parameters));

async function openTriggerNode(
	{ editor, n8n, credential }: Scene,
	node: WorkflowNode,
): Promise<void> {
	const { id } = await n8n.importWorkflow(chain('Pictures', [node], []), credential);
	await openWorkflow(editor, n8n, id);
	await openNode(editor, node.name);
}

async function openList({ editor }: Scene): Promise<void> {
	await editor.page.locator(marks.locator).first().click();
	await editor.page.locator(marks.locatorItem).first().waitFor();
}

async function execute({ editor }: Scene, outcome: string): Promise<void> {
	await editor.page.locator(marks.executeStep).click();
	await editor.page.locator(outcome).first().waitFor();
}

async function workflowWith(scene: Scene, parameters: Record<string, unknown>): Promise<string> {
	const imported = await scene.n8n.importWorkflow(oneStep(parameters), scene.credential);
	return imported.id;
}

async function agentWithTools({ n8n, credential }: Scene): Promise<string> {
	const tools = [
		toolNode(SCRAPE_TOOL, { resource: 'scrape', operation: 'scrape' }, credential),
		toolNode('Start agent run in Web Data', { resource: 'agent', operation: 'start' }, credential),
		toolNode('Get agent run in Web Data', { resource: 'agent', operation: 'get' }, credential),
	];
	const openAi = { name: 'OpenAI account', type: 'openAiApi', data: { apiKey: 'any' } };
	const { id } = await n8n.rest().post<{ id: string }>('/credentials', openAi);
	const workflow = agentWorkflow('pictures', tools, { id, name: openAi.name });
	return (await n8n.importWorkflow(workflow, credential)).id;
}

function oneStep(parameters: Record<string, unknown>): Workflow {
	const trigger: WorkflowNode = {
		name: 'When clicking Execute',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	return chain('Pictures', [trigger, webDataNode(parameters, { position: [260, 0] })], []);
}

function article({ service }: Scene): string {
	return `${service.url}/pages/article.html`;
}

function builtProperties(className = 'WebData'): INodeProperties[] {
	const built = join(repositoryRoot, 'dist', 'nodes', 'WebData', `${className}.node.js`);
	const exported = createRequire(__filename)(built) as Record<string, new () => INodeType>;
	const NodeType = exported[className];
	if (NodeType === undefined) throw new Error(`${built} does not export ${className}`);
	return new NodeType().description.properties;
}

interface OperationName {
	resource: string;
	operation: string;
}

function operationsIn(properties: readonly INodeProperties[]): OperationName[] {
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			(options as INodePropertyOptions[]).map(({ value }) => ({
				resource: String(displayOptions?.show?.resource?.[0]),
				operation: String(value),
			})),
		);
}

function everyOperation(): Workflow {
	const nodes = operationsIn(builtProperties()).map(({ resource, operation }, index) =>
		webDataNode(
			{ resource, operation },
			{
				name: `${resource} ${operation}`,
				position: [(index % 6) * 260, Math.floor(index / 6) * 180],
			},
		),
	);
	return { ...chain('Every operation', [], []), nodes };
}

function wholeForms(): Picture[] {
	const properties = builtProperties();
	return operationsIn(properties).map(({ resource, operation }) => ({
		name: `form-${resource}-${operation}`,
		wholeForm: true,
		prepare: async (scene: Scene) => {
			await openForm(scene, everyOption(properties, { resource, operation }));
			await enlarge(scene.editor.page);
		},
	}));
}

function wholeTriggerForms(): Picture[] {
	const properties = builtProperties('WebDataTrigger');
	const roots: Record<string, string>[] = [
		{ source: 'jobEvents' },
		{ source: 'monitor', monitorMode: 'create' },
		{ source: 'monitor', monitorMode: 'existing' },
	];
	return roots.map((root) => ({
		name: `form-trigger-${Object.values(root).join('-')}`,
		wholeForm: true,
		prepare: async (scene: Scene) => {
			await openTrigger(scene, everyOption(properties, root));
			await enlarge(scene.editor.page);
		},
	}));
}
