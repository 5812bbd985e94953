// npx tsx test/n8n/pictures.ts [folder]: pictures of the node and the examples in n8n's editor, for the docs and for eyes.
// npx tsx test/n8n/pictures.ts --examples: those of the examples alone, into the docs.
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import type { Page } from 'playwright-core';
import { startLocalService } from '../service/localService';
import {
	type Editor,
	marks,
	openCredential,
	openEditor,
	openNode,
	openWorkflow,
	searchNodes,
} from './editor';
import { everyOption } from './everyOption';
import { canvasClip, examplePictures } from './examplePictures';
import { report } from './failure';
import { type N8n, startN8n } from './n8n';
import { repositoryRoot } from './places';
import { agentWorkflow, toolNode } from './toolWorkflow';
import { type Workflow, type WorkflowNode, chain, webDataNode } from './workflow';

const NODE = 'Web Data';
const SCRAPE_TOOL = 'Scrape page in Web Data';
const CREDENTIAL = 'Web Data account';
const WINDOW = { width: 1440, height: 900 };
const PIECE_HEIGHT = 1_200;

export interface Scene {
	editor: Editor;
	n8n: N8n;
	service: { url: string; apiKey: string };
	credential: { id: string; name: string };
}

export interface Picture {
	name: string;
	prepare: (scene: Scene) => Promise<void>;
	/** Of the whole form, in pieces that can be read, instead of the window. */
	wholeForm?: boolean;
	/** Of the workflow on the canvas, without the editor around it. */
	canvasAlone?: boolean;
}

const agentRun = { resource: 'agent', operation: 'run' };
const catalogCall = { resource: 'catalog', operation: 'call' };

const pictures: Picture[] = [
	{
		name: 'node-panel',
		prepare: async (scene) => {
			const id = await workflowWith(scene, { url: article(scene) });
			await openWorkflow(scene.editor, scene.n8n, id);
			await searchNodes(scene.editor, 'web data');
		},
	},
	{
		name: 'form',
		prepare: (scene) => openForm(scene, { url: article(scene) }),
	},
	{
		name: 'options-menu',
		prepare: async (scene) => {
			await openForm(scene, { url: article(scene) });
			await scene.editor.page.locator(marks.addOption).first().click();
			await scene.editor.page.locator(marks.openMenu).first().waitFor();
		},
	},
	{
		name: 'form-everything',
		wholeForm: true,
		prepare: async (scene) => {
			await openForm(scene, everything({ url: article(scene) }));
			await enlarge(scene.editor.page);
		},
	},
	{
		name: 'run',
		prepare: async (scene) => {
			await openForm(scene, { url: article(scene) });
			await execute(scene, marks.outputItems);
		},
	},
	{
		name: 'failed-run',
		prepare: async (scene) => {
			await openForm(scene, { url: `${scene.service.url}/pages/refused.html` });
			await execute(scene, marks.runError);
			await scene.editor.page.locator(marks.errorDetails).click();
		},
	},
	{
		name: 'catalog-run',
		prepare: async (scene) => {
			const convert = { amount: 100, from: 'EUR', to: 'USD' };
			const call = [
				{ provider: 'rates', capability: 'convert', options: JSON.stringify(convert) },
				{ provider: 'companies', capability: 'lookup', options: '{"domain":"example.com"}' },
			];
			await openForm(scene, { resource: 'catalog', operation: 'call', catalog: { call } });
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
		prepare: async (scene) => {
			await openWorkflow(scene.editor, scene.n8n, await agentWithTools(scene));
			await openNode(scene.editor, SCRAPE_TOOL);
		},
	},
	{
		// After this one n8n shows files first: no other run comes behind it.
		name: 'files',
		prepare: async (scene) => {
			const formats = { format: [{ type: 'markdown' }, { type: 'screenshot' }] };
			await openForm(scene, { url: article(scene), formats, downloadFiles: true });
			await execute(scene, marks.outputFiles);
		},
	},
	{
		name: 'credential',
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

export async function takePictures(
	scene: Scene,
	folder: string,
	wanted: readonly Picture[] = [...examplePictures, ...pictures],
): Promise<void> {
	mkdirSync(folder, { recursive: true });
	const { page } = scene.editor;
	for (const { name, prepare, wholeForm, canvasAlone } of wanted) {
		await page.setViewportSize(WINDOW);
		await prepare(scene);
		// Fonts, icons and n8n's sliding panels come to rest.
		await page.waitForTimeout(800);
		const whole = canvasAlone ? await canvasClip(page) : undefined;
		const pieces = wholeForm ? await piecesOfForm(page) : [whole];
		for (const [index, clip] of pieces.entries()) {
			const path = join(folder, `${[name, ...(wholeForm ? [index + 1] : [])].join('-')}.png`);
			await page.screenshot({ path, clip, scale: canvasAlone ? 'css' : 'device' });
			process.stdout.write(`${path}\n`);
		}
	}
}

/** So that the whole form fits into the window; a field that comes into view may be taller than it seemed. */
async function enlarge(page: Page): Promise<void> {
	const margin = 200;
	let height = 0;
	for (;;) {
		const needed = Math.ceil(await bottomOfForm(page)) + margin;
		if (needed <= height) return;
		height = needed;
		await page.setViewportSize({ ...WINDOW, height });
		await page.waitForTimeout(800);
	}
}

async function bottomOfForm(page: Page): Promise<number> {
	const fields = await page.locator(marks.formField).all();
	const boxes = await Promise.all(fields.map((field) => field.boundingBox()));
	return Math.max(...boxes.map((box) => (box ? box.y + box.height : 0)));
}

async function piecesOfForm(page: Page) {
	const form = await page.locator(marks.form).boundingBox();
	if (!form) throw new Error('The form is not on the screen');
	const bottom = await bottomOfForm(page);
	const count = Math.ceil((bottom - form.y) / PIECE_HEIGHT);
	return Array.from({ length: count }, (_, index) => {
		const y = form.y + index * PIECE_HEIGHT;
		return { x: form.x, y, width: form.width, height: Math.min(PIECE_HEIGHT, bottom - y) };
	});
}

async function openForm(scene: Scene, parameters: Record<string, unknown>): Promise<void> {
	await openWorkflow(scene.editor, scene.n8n, await workflowWith(scene, parameters));
	await openNode(scene.editor, NODE);
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

/** An agent with what the editor makes of the node when it is added as a tool, untouched. */
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

/** What the built node describes, all of it added. */
function everything(own: Record<string, unknown>): Record<string, unknown> {
	const built = join(repositoryRoot, 'dist', 'nodes', 'WebData', 'WebData.node.js');
	const { WebData } = createRequire(__filename)(built) as { WebData: new () => INodeType };
	const root = { resource: 'scrape', operation: 'scrape', ...own };
	return everyOption(new WebData().description.properties, root);
}

async function main(folder: string, wanted?: readonly Picture[]): Promise<void> {
	const service = await startLocalService();
	service.addFaults({
		when: { path: '/v2/scrape', body: { url: `${service.url}/pages/refused.html` } },
		times: 0,
		answer: { kind: 'errorRow', id: 'paymentRequired' },
	});
	const n8n = await startN8n();
	try {
		await photograph(n8n, service, folder, wanted);
	} finally {
		await n8n.stop();
		await service.close();
	}
}

async function photograph(
	n8n: N8n,
	service: Scene['service'],
	folder: string,
	wanted?: readonly Picture[],
): Promise<void> {
	const editor = await openEditor(n8n);
	const data = { baseUrl: service.url, apiKey: service.apiKey };
	const { id } = await n8n.createCredential(CREDENTIAL, data);
	try {
		const scene = { editor, n8n, service, credential: { id, name: CREDENTIAL } };
		await takePictures(scene, folder, wanted);
	} finally {
		await editor.close();
	}
}

if (require.main === module) {
	const [given = join(repositoryRoot, 'build', 'pictures')] = process.argv.slice(2);
	const forDocs = given === '--examples';
	const run = forDocs
		? main(join(repositoryRoot, 'docs', 'pictures'), examplePictures)
		: main(given);
	run.catch(report);
}
