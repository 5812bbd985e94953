// Takes pictures of the node and the examples in n8n's editor.
//
//   npx tsx test/n8n/pictures.ts [pattern]
//
// The pattern is a regular expression for the names of the pictures. Without a pattern, the command takes all
// pictures of docs/pictures.
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { Agent } from 'undici';
import { startLocalService } from '../localService/localService';
import { freePort } from '../support/listen';
import { reportError } from '../support/reportError';
import { marks, openEditor } from './editor';
import { startN8n } from './n8n';
import { type Picture, type Scene, WEBSITE, pictures } from './pictureList';
import { repositoryRoot } from './places';

const WINDOW = { width: 1440, height: 900 };
const CANVAS_WINDOW = { width: 2_400, height: 1_500 };
/** The margin leaves room for node names and for the handles of unconnected outputs. */
const MARGIN = { left: 32, top: 32, right: 96, bottom: 72 };
/** Messages of n8n that hide a part of the output. */
const HIDDEN = '.el-notification { display: none !important; }';

async function canvasClip(page: Page) {
	const parts = await page.locator(marks.canvasPart).all();
	const all = await Promise.all(parts.map((part) => part.boundingBox()));
	const boxes = all.filter((box) => box !== null);
	const left = Math.min(...boxes.map(({ x }) => x)) - MARGIN.left;
	const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN.top;
	const right = Math.max(...boxes.map(({ x, width }) => x + width)) + MARGIN.right;
	const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + MARGIN.bottom;
	return { x: left, y: top, width: right - left, height: bottom - top };
}

async function take(scene: Scene, { name, show, isCanvas }: Picture): Promise<void> {
	const { page } = scene.editor;
	await page.setViewportSize(isCanvas ? CANVAS_WINDOW : WINDOW);
	await show(scene);
	// A field below the mouse shows its buttons.
	await page.mouse.move(0, 0);
	// Waits until fonts and icons are loaded and the animation of n8n's panels has ended.
	await page.waitForTimeout(800);
	const clip = isCanvas ? await canvasClip(page) : undefined;
	const path = join(repositoryRoot, 'docs', 'pictures', `${name}.png`);
	await page.screenshot({ path, clip, scale: 'css', style: HIDDEN });
	process.stdout.write(`${path}\n`);
}

/** The local service serves the pages of each website, so that the pictures show the address of a website. */
const websiteOn = (port: number): Agent =>
	new Agent({
		connect: (_, done) => {
			const socket = connect(port, '127.0.0.1', () => done(null, socket));
		},
	});

async function main(wanted: readonly Picture[]): Promise<void> {
	const port = await freePort();
	const service = await startLocalService({ port, network: websiteOn(port) });
	service.addFaults({
		when: { path: '/v2/scrape', body: { url: `${WEBSITE}/pages/refused.html` } },
		times: 0,
		answer: { kind: 'errorRow', id: 'paymentRequired' },
	});
	const n8n = await startN8n({ env: { N8N_WEBHOOK_URL: 'https://n8n.example.com/' } });
	const editor = await openEditor(n8n);
	try {
		const data = { baseUrl: service.url, apiKey: service.apiKey };
		const credential = await n8n.createCredential('Web Data account', data);
		const scene = { editor, n8n, service, credential };
		for (const picture of wanted) await take(scene, picture);
	} finally {
		await editor.close();
		await n8n.close();
		await service.close();
	}
}

const pattern = new RegExp(process.argv[2] ?? '');
main(pictures.filter(({ name }) => pattern.test(name))).catch(reportError);
