import { z } from 'zod';
import { pageJobEndpoint } from '../../client/jobs/pages';
import { type ApiRequest, requestsTo } from '../../client/request';
import type { Endpoint } from '../../errors/row';
import { keyRows } from '../../errors/rows/job';
import { openObject } from '../../form/values';
import type { JsonObject } from '../../json/json';
import { crawlRows } from './errors';

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

export const crawlEndpoint: Endpoint = {
	...pageJobEndpoint,
	errors: [...pageJobEndpoint.errors, ...Object.values(crawlRows), ...Object.values(keyRows)],
};

const crawlRequest = requestsTo(crawlEndpoint);

export const runningCrawlsRequest = (): ApiRequest => crawlRequest('GET', ['crawl', 'active']);

/** Returns the request for the team's crawls from the last 24 hours, newest first. */
export const recentCrawlsRequest = (): ApiRequest =>
	crawlRequest('GET', ['team', 'activity'], { query: { endpoint: 'crawl', limit: '100' } });

export const paramsPreviewRequest = (body: JsonObject): ApiRequest =>
	crawlRequest('POST', ['crawl', 'params-preview'], { body, dataField: 'data' });
