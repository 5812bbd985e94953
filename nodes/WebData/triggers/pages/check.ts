import type { z } from 'zod';
import { pageStatusError } from '../../errors/page';
import { pageUrl } from '../../form/values';
import type { JsonObject } from '../../json/json';
import { defineOperation } from '../../operation/operation';
import { scrapeOptions } from '../../page/scrapeOptions';
import { formOnlyOptions, scrapeOptionConflicts, toScrapeOptions } from '../../page/values';
import { scrapePage } from '../../resources/scrape/service';
import { pageChange, pageTriggerFields } from './form';

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
