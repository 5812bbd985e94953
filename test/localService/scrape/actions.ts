import type { NewFile } from '../fileStore';
import { mediaFile } from './media';
import type { ScrapeBody } from './scrapeRequest';

/** Returns the results of the actions. The service does not execute scripts, click, or wait. */
export function actionResults(
	actions: NonNullable<ScrapeBody['actions']>,
	page: { url: string; html: string },
	link: (file: NewFile) => string,
): Record<string, unknown[]> {
	const of = (type: string, result: () => unknown): unknown[] =>
		actions.filter((action) => action.type === type).map(result);
	return {
		screenshots: of('screenshot', () => link(mediaFile('screenshot'))),
		scrapes: of('scrape', () => page),
		javascriptReturns: of('executeJavascript', () => ({ type: 'undefined', value: null })),
		pdfs: of('pdf', () => link(mediaFile('pdf'))),
	};
}
