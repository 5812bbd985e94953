// Takes pictures of the node and the examples in n8n's editor.
//
//   npx tsx test/n8n/pictures.ts [folder] [pattern]   takes pictures for review
//   npx tsx test/n8n/pictures.ts --docs [pattern]     writes the pictures for the documentation to docs/pictures
//
// The pattern is a regular expression for the names of the pictures. Without a pattern, the command takes all
// pictures.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startLocalService } from '../localService/localService';
import { reportError } from '../support/reportError';
import { marks, openEditor } from './editor';
import { startN8n } from './n8n';
import { type Picture, type Scene, pictures } from './pictureList';
import { repositoryRoot } from './places';

const WINDOW = { width: 1440, height: 900 };
const CANVAS_WINDOW = { width: 2_400, height: 1_500 };
/** The margin leaves room for node names and for the handles of unconnected outputs. */
const MARGIN = { left: 32, top: 32, right: 96, bottom: 72 };
const PIECE_HEIGHT = 1_200;

async function boxesOf(page: Page, mark: string) {
	const parts = await page.locator(mark).all();
	const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
	return boxes.filter((box) => box !== null);
}

async function canvasClip(page: Page) {
	const boxes = await boxesOf(page, marks.canvasPart);
	const left = Math.min(...boxes.map(({ x }) => x)) - MARGIN.left;
	const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN.top;
	const right = Math.max(...boxes.map(({ x, width }) => x + width)) + MARGIN.right;
	const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + MARGIN.bottom;
	return { x: left, y: top, width: right - left, height: bottom - top };
}

const bottomOfForm = async (page: Page): Promise<number> =>
	Math.max(...(await boxesOf(page, marks.formField)).map(({ y, height }) => y + height));

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

async function piecesOfForm(page: Page) {
	const [form] = await boxesOf(page, marks.form);
	if (!form) throw new Error('The form is not on the screen');
	const bottom = await bottomOfForm(page);
	return Array.from({ length: Math.ceil((bottom - form.y) / PIECE_HEIGHT) }, (_, index) => {
		const y = form.y + index * PIECE_HEIGHT;
		return { x: form.x, y, width: form.width, height: Math.min(PIECE_HEIGHT, bottom - y) };
	});
}

async function take(scene: Scene, folder: string, { name, show, kind }: Picture, small: boolean) {
	const { page } = scene.editor;
	await page.setViewportSize(kind === 'canvas' ? CANVAS_WINDOW : WINDOW);
	await show(scene);
	if (kind === 'wholeForm') await enlarge(page);
	// Waits until fonts and icons are loaded and the animation of n8n's panels has ended.
	await page.waitForTimeout(800);
	const whole = kind === 'canvas' ? await canvasClip(page) : undefined;
	const pieces = kind === 'wholeForm' ? await piecesOfForm(page) : [whole];
	for (const [index, clip] of pieces.entries()) {
		const path = join(folder, kind === 'wholeForm' ? `${name}-${index + 1}.png` : `${name}.png`);
		await page.screenshot({ path, clip, scale: kind === 'canvas' || small ? 'css' : 'device' });
		process.stdout.write(`${path}\n`);
	}
}

async function main(folder: string, wanted: readonly Picture[], small: boolean): Promise<void> {
	const service = await startLocalService();
	service.addFaults({
		when: { path: '/v2/scrape', body: { url: `${service.url}/pages/refused.html` } },
		times: 0,
		answer: { kind: 'errorRow', id: 'paymentRequired' },
	});
	const n8n = await startN8n();
	const editor = await openEditor(n8n);
	try {
		const name = 'Web Data account';
		const data = { baseUrl: service.url, apiKey: service.apiKey };
		const { id } = await n8n.createCredential(name, data);
		mkdirSync(folder, { recursive: true });
		const scene = { editor, n8n, service, credential: { id, name } };
		for (const picture of wanted) await take(scene, folder, picture, small);
	} finally {
		await editor.close();
		await n8n.stop();
		await service.close();
	}
}

const inDocs = pictures.flatMap(({ docs, ...picture }) =>
	docs === '' ? [] : [{ docs, ...picture, name: docs }],
);
const [given = join(repositoryRoot, 'build', 'pictures'), pattern = ''] = process.argv.slice(2);
const forDocs = given === '--docs';
const folder = forDocs ? join(repositoryRoot, 'docs', 'pictures') : given;
const wanted = (forDocs ? inDocs : pictures).filter(({ name }) => new RegExp(pattern).test(name));
main(folder, wanted, forDocs).catch(reportError);
