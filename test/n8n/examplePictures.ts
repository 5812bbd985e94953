import type { Page } from 'playwright-core';
import { exampleFiles } from '../examples/exampleFiles';
import { marks, openWorkflow } from './editor';
import type { Picture, Scene } from './pictures';
import { example } from './workflow';

const WINDOW = { width: 2_400, height: 1_500 };
/** The margin leaves room for node names and for the handles of unconnected outputs. */
const MARGIN = { left: 32, top: 32, right: 96, bottom: 72 };

export const examplePictures: Picture[] = exampleFiles.map((file) => ({
	name: `example-${file.replace('.json', '')}`,
	canvasAlone: true,
	prepare: (scene) => show(scene, file),
}));

async function show({ editor, n8n, credential }: Scene, file: string): Promise<void> {
	await editor.page.setViewportSize(WINDOW);
	const { id } = await n8n.importWorkflow(example(file), credential);
	await openWorkflow(editor, n8n, id);
	await editor.page.locator(marks.fitView).click();
}

export async function canvasClip(page: Page) {
	const parts = await page.locator(marks.canvasPart).all();
	const boxes = (await Promise.all(parts.map((part) => part.boundingBox()))).filter(
		(box) => box !== null,
	);
	const left = Math.min(...boxes.map(({ x }) => x)) - MARGIN.left;
	const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN.top;
	const right = Math.max(...boxes.map(({ x, width }) => x + width)) + MARGIN.right;
	const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + MARGIN.bottom;
	return { x: left, y: top, width: right - left, height: bottom - top };
}
