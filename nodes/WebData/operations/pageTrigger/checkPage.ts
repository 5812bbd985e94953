import type { z } from 'zod';
import { pageStatusError } from '../../api/errors/pageError';
import type { JsonObject } from '../../api/http/response';
import { pageUrl } from '../../api/schema/url';
import { scrapeOptions, scrapePage } from '../../api/scrape/scrapeRequest';
import {
	formOnlyOptions,
	scrapeOptionConflicts,
	toScrapeOptions,
} from '../common/scrapeOptions/optionValues';
import { defineOperation } from '../operation';
import { pageChange } from './output';
import { pageTriggerFields } from './pageTrigger.fields';

const input = scrapeOptions.extend({ ...formOnlyOptions, url: pageUrl });

type Values = z.infer<typeof input>;

/** The operation only scrapes the page. The trigger node compares the page with the stored record of the last check. */
export const checkOperation = defineOperation<Values>({
	value: 'change',
	name: 'Check Page',
	action: 'Check page',
	description: 'Scrape a page and compare it with the last check',
	toolDescription: 'Scrapes one page and compares it with the last check. Costs credits.',
	fields: pageTriggerFields,
	input,
	conflicts: (values) => scrapeOptionConflicts(values),
	toRequest: (values) => scrapePage(toScrapeOptions(values)),
	output: pageChange,
});

const MISSING: ReadonlySet<number> = new Set([404, 410]);

export function isMissingPage(page: JsonObject): boolean {
	const status = pageStatusError(page)?.status;
	return status !== undefined && MISSING.has(status);
}
