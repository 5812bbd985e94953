import { z } from 'zod';
import { scrapeOptions } from '../scrape/scrapeRequest';
import { pageUrl, withScheme } from '../schema/url';
import { integration, nonBlank, uuidInPath, wholeNumber } from '../schema/values';
import { webhookSchema } from '../schema/webhook';

export const batchScrapeEvents = ['started', 'page', 'completed', 'failed'] as const;

export const batchScrapeJobId = uuidInPath('a batch scrape', 'batch/scrape');

/** Accepts invalid URLs, which are reported separately. */
const lenientUrls = z
	.array(z.string())
	.transform((urls) => urls.map((text) => withScheme(text.trim())));

/** Body of a start request, without the URLs. The fields were observed in the live API. */
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

export const urlSources = {
	urlsFrom: z.enum(['list', 'items']).default('list'),
	/** All URLs of the batch, if `urlsFrom` is `list`. */
	urls: lenientUrls.optional(),
	/** URL from one input item, if `urlsFrom` is `items`. */
	itemUrl: pageUrl.optional(),
};
