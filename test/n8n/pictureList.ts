import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import type { Page } from 'playwright-core';
import { exampleFiles } from '../examples/exampleFiles';
import { type Editor, marks, openCredential, openNode, openWorkflow, searchNodes } from './editor';
import { everyOption } from './everyOption';
import type { JsonRecord } from './execution';
import type { N8n } from './n8n';
import { repositoryRoot } from './places';
import { agentWorkflow, toolNode } from './toolWorkflow';
import {
	type Workflow,
	chain,
	example,
	pageTriggerType,
	triggerNode,
	webDataNode,
	webhookNode,
} from './workflow';

export interface Scene {
	editor: Editor;
	n8n: N8n;
	service: { url: string; apiKey: string };
	credential: { id: string; name: string };
}

type Show = (scene: Scene) => Promise<unknown>;

export interface Picture {
	name: string;
	/** File name in docs/pictures. Empty if the documentation does not use the picture. */
	docs: string;
	show: Show;
	kind?: 'canvas' | 'wholeForm';
}

type Step = (page: Page) => Promise<unknown>;

const PAGES = '{service}/pages';
const ARTICLE = `${PAGES}/article.html`;
const SCRAPE_TOOL = 'Scrape page in Web Data';

const seen =
	(mark: string): Step =>
	(page) =>
		page.locator(mark).first().waitFor();

const click =
	(mark: string): Step =>
	(page) =>
		page.locator(mark).first().click();

const executed = (outcome: string): Step[] => [click(marks.executeStep), seen(outcome)];
const failed = [...executed(marks.runError), click(marks.errorDetails)];
const list = [click(marks.locator), seen(marks.locatorItem)];

async function open({ editor, n8n, service, credential }: Scene, workflow: Workflow) {
	const text = JSON.stringify(workflow).replaceAll('{service}', service.url);
	const { id } = await n8n.importWorkflow(JSON.parse(text) as Workflow, credential);
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
	return chain('Pictures', [{ ...webhookNode(''), ...manual }, node], []);
};

const form = (parameters: JsonRecord, ...steps: Step[]): Show =>
	nodeOf(oneStep(parameters), 'Web Data', steps);

const trigger = (parameters: JsonRecord, ...steps: Step[]): Show => {
	const node = triggerNode('a8cd6222-692b-498e-9a3b-af00fa2a9f03', parameters);
	return nodeOf(chain('Pictures', [node], []), node.name, steps);
};

const pageTrigger = (parameters: JsonRecord, ...steps: Step[]): Show => {
	const name = 'Web Data Page Trigger';
	const node = { ...triggerNode(''), name, type: pageTriggerType, parameters };
	return nodeOf(chain('Pictures', [node], []), name, steps);
};

const agentRun = (parameters: JsonRecord, ...steps: Step[]): Show =>
	form({ resource: 'agent', operation: 'run', ...parameters }, ...steps);

const catalog = (specifyCalls: string, parameters: JsonRecord, ...steps: Step[]): Show =>
	form({ resource: 'catalog', operation: 'call', specifyCalls, ...parameters }, ...steps);

const withTools =
	(show: (workflow: Workflow) => Show): Show =>
	async (scene) => {
		const tool = (name: string, resource: string, operation: string) =>
			toolNode(name, { resource, operation }, scene.credential);
		const tools = [
			tool(SCRAPE_TOOL, 'scrape', 'scrape'),
			tool('Start agent run in Web Data', 'agent', 'start'),
			tool('Get agent run in Web Data', 'agent', 'get'),
		];
		const openAi = { name: 'OpenAI account', type: 'openAiApi', data: { apiKey: 'any' } };
		const { id } = await scene.n8n.rest().post<{ id: string }>('/credentials', openAi);
		await show(agentWorkflow('pictures', tools, { id, name: openAi.name }))(scene);
	};

function builtProperties(className: string): INodeProperties[] {
	const built = join(repositoryRoot, 'dist', 'nodes', 'WebData', `${className}.node.js`);
	const exported = createRequire(__filename)(built) as Record<string, new () => INodeType>;
	const NodeType = exported[className];
	if (NodeType === undefined) throw new Error(`${built} does not export ${className}`);
	return new NodeType().description.properties;
}

const wholeForm = (
	name: string,
	className: string,
	root: JsonRecord,
	show: (values: JsonRecord) => Show,
): Picture => {
	const values = everyOption(builtProperties(className), root);
	return { name, docs: '', show: show(values), kind: 'wholeForm' };
};

const operations = builtProperties('WebData')
	.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options = [] }) =>
		(options as INodePropertyOptions[]).map(({ value }) => ({
			resource: String(displayOptions?.show?.resource?.[0]),
			operation: String(value),
		})),
	);

const everyOperation: Workflow = {
	...chain('Every operation', [], []),
	nodes: operations.map((parameters, index) =>
		webDataNode(parameters, {
			name: Object.values(parameters).join(' '),
			position: [(index % 6) * 260, Math.floor(index / 6) * 180],
		}),
	),
};

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

const jobEvents = {
	source: 'jobEvents',
	eventTypes: ['crawl.completed', 'batch_scrape.completed'],
	options: { metadataFilter: { entry: [{ name: 'customer', value: '4711' }] }, readStatus: true },
};

const calls = [
	{
		...{ provider: 'rates', capability: 'convert' },
		options: '{"amount":100,"from":"EUR","to":"USD"}',
	},
	{ provider: 'companies', capability: 'lookup', options: '{"domain":"example.com"}' },
];

const research = {
	prompt: 'When does the light flash, and who looks after it?',
	...{ urls: [ARTICLE], maxCredits: '200' },
};

const converter = { __rl: true, mode: 'list', value: 'rates/convert' };

const files = {
	...{ url: ARTICLE, downloadFiles: true },
	formats: { format: [{ type: 'markdown' }, { type: 'screenshot' }] },
};

const lastOption =
	(act: 'scrollIntoViewIfNeeded' | 'click'): Step =>
	(page) =>
		page.locator(marks.addOption).last()[act]();

const nodePanel: Show = async (scene) => {
	await open(scene, oneStep({ url: ARTICLE }));
	await searchNodes(scene.editor, 'web data');
};

const credentialTest =
	(apiKey: string | undefined, ...steps: Step[]): Show =>
	async ({ editor, n8n, service, credential }) => {
		const data = { baseUrl: service.url, apiKey: apiKey ?? '' };
		const { id } = apiKey === undefined ? credential : await n8n.createCredential('Wrong', data);
		await openCredential(editor, n8n, id);
		for (const step of steps) await step(editor.page);
	};

const outputItems = executed(marks.outputItems);
const hint = seen('text=The page returned HTTP status');
const openMenu = seen(marks.openMenu);
const triggerMenu = [lastOption('scrollIntoViewIfNeeded'), lastOption('click'), openMenu];
const wrongKey = [seen(marks.testFailed), click(marks.testDetails)];
const refusedPrompt = { prompt: 'Write to the keeper [outcome:refused]' };
const agentGet = { resource: 'agent', operation: 'get' };

const shown: [name: string, docs: string, show: Show][] = [
	['node-panel', 'panel', nodePanel],
	['form', 'form', form({ url: ARTICLE })],
	['options-menu', 'options', form({ url: ARTICLE }, click(marks.addOption), openMenu)],
	['every-operation', '', canvas(everyOperation)],
	['run', 'output', form({ url: ARTICLE }, ...outputItems)],
	['failed-run', 'error', form({ url: `${PAGES}/refused.html` }, ...failed)],
	['hint', 'hint', form({ url: `${PAGES}/gone.html` }, ...outputItems, hint)],
	['page-trigger-form', '', pageTrigger({ urls: ARTICLE })],
	['page-trigger-run', '', pageTrigger({ urls: ARTICLE }, ...outputItems)],
	['trigger-job-events', 'trigger-job-events', trigger(jobEvents)],
	['trigger-monitor', 'trigger-monitor', trigger(priceMonitor)],
	['trigger-monitor-options', 'trigger-monitor-options', trigger(priceMonitor, ...triggerMenu)],
	['catalog-run', '', catalog('fields', { catalog: { call: calls } }, ...outputItems)],
	['tool-list', '', catalog('tool', {}, ...list)],
	['tool-options', '', catalog('tool', { tool: converter }, seen(marks.toolOptions))],
	['agent-run', '', agentRun(research, ...outputItems)],
	['run-list', '', form(agentGet, ...list)],
	['agent-failed-run', '', agentRun(refusedPrompt, ...failed)],
	['tool-canvas', '', withTools(canvas)],
	['tool-form', 'tool', withTools((workflow) => nodeOf(workflow, SCRAPE_TOOL, []))],
	// After this execution, n8n always shows the files first. Therefore, the node must not be executed for any later
	// picture.
	['files', '', form(files, ...executed(marks.outputFiles))],
	['credential', 'credential-test', credentialTest(undefined, seen(marks.testPassed))],
	['credential-wrong-key', '', credentialTest('a-wrong-key', ...wrongKey)],
];

const triggerRoots: JsonRecord[] = [
	{ source: 'jobEvents' },
	{ source: 'monitor', monitorMode: 'create' },
	{ source: 'monitor', monitorMode: 'existing' },
];

export const pictures: readonly Picture[] = [
	...exampleFiles.map((file): Picture => {
		const name = `example-${file.replace('.json', '')}`;
		return { name, docs: name, show: canvas(example(file)), kind: 'canvas' };
	}),
	...operations.map((root) =>
		wholeForm(`form-${Object.values(root).join('-')}`, 'WebData', root, form),
	),
	...triggerRoots.map((root) =>
		wholeForm(`form-trigger-${Object.values(root).join('-')}`, 'WebDataTrigger', root, trigger),
	),
	wholeForm(
		'page-trigger-whole-form',
		'WebDataPageTrigger',
		{ compare: 'changeTracking' },
		pageTrigger,
	),
	...shown.map(([name, docs, show]) => ({ name, docs, show })),
];
