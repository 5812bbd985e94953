import { z } from 'zod';
import { scrapeOptions } from '../scrape/scrapeRequest';
import { pageUrl, withScheme } from '../schema/url';
import { integration, nonBlank, uuidInPath, wholeNumber } from '../schema/values';
import { webhookSchema } from '../schema/webhook';

export const batchScrapeEvents = ['started', 'page', 'completed', 'failed'] as const;

export const batchScrapeJobId = uuidInPath('a batch scrape', 'batch/scrape');

/** A URL as it is sent. An invalid URL is reported separately and does not fail the others. */
const lenientUrl = z.string().transform((text) => withScheme(text.trim()));

/** The body that starts a batch scrape, except the URLs. The fields are those of the live API. */
export const batchScrapeOptions = scrapeOptions
	.omit({ toolDetail: true })
	.extend({
		ignoreInvalidURLs: z.boolean().default(true),
		appendToId: batchScrapeJobId.optional(),
		maxConcurrency: wholeNumber.min(1).optional(),
		webhook: webhookSchema(batchScrapeEvents).optional(),
		zeroDataRetention: z.boolean().optional(),
		origin: nonBlank.optional(),
		integration: integration.optional(),
	})
	.strict();

/** Where the URLs of a batch scrape come from. */
export const urlSources = {
	urlsFrom: z.enum(['list', 'items']).default('list'),
	/** The URLs of one input item. */
	urls: z.array(lenientUrl).optional(),
	/** The URL of one of the input items that are scraped together. */
	itemUrl: pageUrl.optional(),
};

/** Returns why a URL cannot be scraped. Undefined for a valid URL. */
export function urlIssue(url: string): string | undefined {
	const checked = pageUrl.safeParse(url);
	return checked.success ? undefined : checked.error.issues[0]?.message;
}
