import type { Page } from 'playwright-core';
import { marks } from './editor';

export const WINDOW = { width: 1440, height: 900 };
const PIECE_HEIGHT = 1_200;

export async function enlarge(page: Page): Promise<void> {
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

export async function piecesOfForm(page: Page) {
	const form = await page.locator(marks.form).boundingBox();
	if (!form) throw new Error('The form is not on the screen');
	const bottom = await bottomOfForm(page);
	const count = Math.ceil((bottom - form.y) / PIECE_HEIGHT);
	return Array.from({ length: count }, (_, index) => {
		const y = form.y + index * PIECE_HEIGHT;
		return { x: form.x, y, width: form.width, height: Math.min(PIECE_HEIGHT, bottom - y) };
	});
}

export async function cutLabels(page: Page): Promise<string[]> {
	const isCut = (label: { scrollWidth: number; clientWidth: number }): boolean =>
		label.scrollWidth > label.clientWidth;
	const labels = await page.locator(`${marks.form} label .n8n-text`).all();
	const texts = labels.map(async (label) =>
		(await label.evaluate(isCut)) ? [await label.innerText()] : [],
	);
	return (await Promise.all(texts)).flat();
}
