import { setTimeout as pause } from 'node:timers/promises';
import type { FileStore } from '../fileStore';
import { pdfFile, screenshotFile } from './media';
import type { Action } from './scrapeRequest';

const LONGEST_REAL_WAIT_MS = 200;

interface Page {
	url: string;
	title: string;
	html: string;
	text: string;
}

interface ActionResults {
	screenshots: string[];
	scrapes: { url: string; html: string }[];
	javascriptReturns: { type: string; value: unknown }[];
	pdfs: string[];
}

/** Shortens long waits, so that tests stay fast. */
export async function waitShortly(milliseconds: number): Promise<void> {
	const time = Math.min(milliseconds, LONGEST_REAL_WAIT_MS);
	if (time > 0) await pause(time, undefined, { ref: false });
}

export async function perform(
	actions: readonly Action[],
	page: Page,
	link: (file: Parameters<FileStore['put']>[0]) => string,
): Promise<ActionResults> {
	const results: ActionResults = { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] };
	for (const action of actions) {
		switch (action.type) {
			case 'wait':
				await waitShortly(action.milliseconds ?? 0);
				break;
			case 'screenshot':
				results.screenshots.push(link(pictureOf(action)));
				break;
			case 'scrape':
				results.scrapes.push({ url: page.url, html: page.html });
				break;
			case 'executeJavascript':
				// The local service does not execute scripts, so the result is empty.
				results.javascriptReturns.push({ type: 'undefined', value: null });
				break;
			case 'pdf':
				results.pdfs.push(link(pdfFile(page.title, page.text)));
				break;
		}
	}
	return results;
}

export function pictureOf(wanted: {
	fullPage?: boolean;
	viewport?: { width: number; height: number };
}): ReturnType<typeof screenshotFile> {
	const { width, height } = wanted.viewport ?? { width: 1280, height: 720 };
	return screenshotFile(width, wanted.fullPage ? height * 2 : height);
}
