import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, chromium } from 'playwright-core';
import type { N8n } from './n8n';

/** Test IDs in n8n's editor. The IDs differ between n8n versions. */
export const marks = {
	canvasNode: (name: string) => `[data-test-id="canvas-node"][data-node-name="${name}"]`,
	canvasPart: '.vue-flow__node',
	fitView: '[data-test-id="zoom-to-fit"]',
	nodePanel: '[data-test-id="ndv"]',
	form: '[data-test-id="node-parameters"]',
	addOption: '[data-test-id="collection-parameter-add"]',
	openMenu: '[role="listbox"]:visible, .el-select-dropdown:visible',
	productionUrl: '[data-test-id="node-parameters"] >> text=Production URL',
	executeStep: '[data-test-id="node-execute-button"]',
	output: '[data-test-id="output-panel"]',
	outputItems: '[data-test-id="output-panel"] [data-test-id="ndv-data-container"] tr',
	runError: '[data-test-id="output-panel"] [class*="node-error-view"]',
	testPassed: '[data-test-id="credentials-config-container-test-success"]',
	errorDetails: '[data-test-id="output-panel"] >> text=/From Web Data/',
};

export interface Editor {
	page: Page;
	close: () => Promise<void>;
}

export async function openEditor(n8n: N8n): Promise<Editor> {
	const profile = await mkdtemp(join(tmpdir(), 'web-data-chromium-'));
	const context = await chromium.launchPersistentContext(profile, {
		executablePath: chromiumPath(),
		headless: true,
		viewport: { width: 1440, height: 900 },
		deviceScaleFactor: 1.5,
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-dev-shm-usage',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
	await context.addCookies(cookies(n8n));
	return {
		page: await context.newPage(),
		close: async () => {
			await context.close();
			await rm(profile, { recursive: true, force: true });
		},
	};
}

function chromiumPath(): string {
	const path = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
	if (existsSync(path)) return path;
	throw new Error(
		`There is no Chromium at ${path}. On Debian: apt-get install chromium. Elsewhere set CHROMIUM_PATH.`,
	);
}

function cookies(n8n: N8n) {
	return n8n
		.rest()
		.cookie()
		.split('; ')
		.map((pair) => {
			const [name = '', ...value] = pair.split('=');
			return { name, value: value.join('='), url: n8n.url };
		});
}

export async function openWorkflow({ page }: Editor, n8n: N8n, id: string): Promise<void> {
	await page.goto(`${n8n.url}/workflow/${id}`);
	await page.locator('[data-test-id="canvas-node"]').first().waitFor();
}

export async function openNode({ page }: Editor, name: string): Promise<void> {
	await page.locator(marks.canvasNode(name)).dblclick();
	await page.locator(marks.form).waitFor();
}

export async function openCredential({ page }: Editor, n8n: N8n, id: string): Promise<void> {
	await page.goto(`${n8n.url}/home/credentials/${id}`);
}
