import { pageStatusError } from '../../errors/page';
import type { JsonObject } from '../../json/json';
import { defineOperation } from '../../operation/operation';
import { scrapeOptionConflicts, toScrapeOptions } from '../../page/values';
import { scrapePage } from '../../resources/scrape/service';
import { checkForm, pageChange, pageTriggerFields } from './form';

/**
 * The operation only scrapes a page, without its URL. The trigger node compares the page with the stored record of the
 * last check.
 */
export const checkOperation = defineOperation({
	value: 'change',
	name: 'Check Page',
	action: 'Check page',
	description: 'Scrape a page and compare it with the last check',
	toolDescription: 'Scrapes one page and compares it with the last check. Costs credits.',
	form: {
		fields: pageTriggerFields,
		get input() {
			return checkForm.input;
		},
	},
	conflicts: (values) => scrapeOptionConflicts(values),
	toRequest: (values) => scrapePage(toScrapeOptions(values)),
	output: pageChange,
});

const MISSING: ReadonlySet<number> = new Set([404, 410]);

export function isMissingPage(page: JsonObject): boolean {
	const status = pageStatusError(page)?.status;
	return status !== undefined && MISSING.has(status);
}
