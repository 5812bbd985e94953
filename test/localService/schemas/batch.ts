import { crossedIssues } from '../scrape/checkScrape';
import type { ScrapeOptions } from '../scrape/scrapeRequest';
import { compileDetails, customIssue, type Detail } from './details';
import { closedObject, flag, integration, list, text, uuid } from './parts';
import { scrapeFields } from './scrape';
import { targetUrlIssues } from './targetUrl';
import { webhookIssues, webhookSchema, type Webhook } from './webhook';

export interface BatchBody extends ScrapeOptions {
	urls: string[];
	ignoreInvalidURLs?: boolean;
	appendToId?: string;
	maxConcurrency?: number;
	webhook?: Webhook;
	origin?: string;
	integration?: string;
}

const check = compileDetails(
	closedObject(
		{
			...scrapeFields,
			urls: list(text, { minItems: 1 }),
			ignoreInvalidURLs: flag,
			appendToId: uuid,
			maxConcurrency: { type: 'integer', exclusiveMinimum: 0 },
			webhook: webhookSchema,
			zeroDataRetention: flag,
			origin: text,
			integration,
		},
		['urls'],
	),
);

export function batchIssues(raw: unknown): Detail[] {
	const details = check(raw);
	const body = raw as Partial<BatchBody> | null;
	const urls = Array.isArray(body?.urls) ? body.urls : [];
	const ofUrls = body?.ignoreInvalidURLs === true ? [] : urls.flatMap(urlIssues);
	if (details.length > 0) return [...details, ...ofUrls];
	return [...ofUrls, ...optionIssues(raw as BatchBody), ...webhookIssues(body?.webhook)];
}

function urlIssues(url: unknown, index: number): Detail[] {
	return targetUrlIssues(url, ['urls', index]);
}

function optionIssues(body: BatchBody): Detail[] {
	return crossedIssues(body).map(({ path, message }) => customIssue(path, message));
}
