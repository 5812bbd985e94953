import { z } from 'zod';
import { openObject } from '../schema/output';

export const crawlOptions = openObject({
	includePaths: z.array(z.string()),
	excludePaths: z.array(z.string()),
	maxDiscoveryDepth: z.number().int(),
	sitemap: z.enum(['skip', 'include', 'only']),
	ignoreQueryParameters: z.boolean(),
	deduplicateSimilarURLs: z.boolean(),
	regexOnFullURL: z.boolean(),
	crawlEntireDomain: z.boolean(),
	allowExternalLinks: z.boolean(),
	allowSubdomains: z.boolean(),
	ignoreRobotsTxt: z.boolean(),
	delay: z.number(),
	limit: z.number(),
});

export const previewedParams = openObject({ url: z.string() }).merge(
	crawlOptions.omit({ ignoreRobotsTxt: true, regexOnFullURL: true }),
);

export const runningCrawl = openObject({
	id: z.string().describe('Job ID'),
	url: z.string(),
	created_at: z.string(),
	teamId: z.string(),
	options: crawlOptions.extend({ scrapeOptions: openObject({}).optional() }),
});

/**
 * Output of the Start operation. `promptGeneratedOptions` and `finalCrawlerOptions` are present only if the request
 * contains a prompt.
 */
export const startedCrawl = openObject({
	success: z.boolean(),
	jobId: z.string(),
	url: z.string().describe('Status URL of the crawl'),
	promptGeneratedOptions: crawlOptions,
	finalCrawlerOptions: crawlOptions,
	recovered: z
		.boolean()
		.describe('Whether the node found the crawl after the response to the start request was lost'),
});
