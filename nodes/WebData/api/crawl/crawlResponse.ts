import { z } from 'zod';
import { openObject } from '../schema/output';

/** The options of a crawl as the service returns them, for a description or for a running crawl. */
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

/** The options that the service generated from a description. */
export const previewedParams = openObject({ url: z.string() }).merge(
	crawlOptions.omit({ ignoreRobotsTxt: true, regexOnFullURL: true }),
);

/** A crawl of `GET /v2/crawl/active`. */
export const runningCrawl = openObject({
	id: z.string().describe('Job ID'),
	url: z.string(),
	created_at: z.string(),
	teamId: z.string(),
	options: crawlOptions.extend({ scrapeOptions: openObject({}).optional() }),
});

/** The output of *Start*. The options are present if the request contained a prompt. */
export const startedCrawl = openObject({
	success: z.boolean(),
	jobId: z.string(),
	url: z.string().describe('URL of the status of the crawl'),
	promptGeneratedOptions: crawlOptions,
	finalCrawlerOptions: crawlOptions,
	recovered: z
		.boolean()
		.describe('Whether the response to the start was lost and the crawl was found'),
});
