import { existsSync } from 'node:fs';
import { type Page, chromium } from 'playwright-core';
import { owner } from './driver';
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
	outputItems: '[data-test-id="output-panel"] >> text=/^\\d+ items?$/',
	outputSchema: '[data-test-id="output-panel"] >> text=Schema',
	runError: '[data-test-id="output-panel"] [class*="node-error-view"]',
	testDetails: 'text=More details',
	errorDetails: '[data-test-id="output-panel"] >> text=/From Web Data/',
};

export interface Editor {
	page: Page;
	close: () => Promise<void>;
}

/** Opens the editor in Chromium, and logs in. */
export async function openEditor({ url }: N8n): Promise<Editor> {
	const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
	if (!existsSync(executablePath)) {
		throw new Error(
			`There is no Chromium at ${executablePath}. On Debian: apt-get install chromium. Elsewhere set CHROMIUM_PATH.`,
		);
	}
	const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
	const browser = await chromium.launch({ executablePath, args });
	const viewport = { width: 1440, height: 900 };
	const page = await browser.newPage({ viewport, deviceScaleFactor: 1.5 });
	const data = { emailOrLdapLoginId: owner.email, password: owner.password };
	await page.request.post(`${url}/rest/login`, { data, failOnStatusCode: true });
	return { page, close: () => browser.close() };
}

export async function openWorkflow({ page }: Editor, n8n: N8n, id: string): Promise<void> {
	await page.goto(`${n8n.url}/workflow/${id}`);
	await page.locator('[data-test-id="canvas-node"]').first().waitFor();
}

export async function openNode({ page }: Editor, name: string): Promise<void> {
	await page.locator(marks.canvasNode(name)).dblclick();
	await page.locator(marks.form).waitFor();
}
