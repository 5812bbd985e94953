import { z } from 'zod';
import { scrapeOptions } from '../scrape/scrapeRequest';
import { pageUrl } from '../schema/url';
import { integration, nonBlank, textUpTo, uuidInPath, wholeNumber } from '../schema/values';
import { webhookSchema } from '../schema/webhook';
import { pathPatterns } from './pathPattern';

export const crawlEvents = ['started', 'page', 'completed', 'failed'] as const;

/** The service's default for `limit`, in pages. */
export const DEFAULT_CRAWL_LIMIT = 10_000;

/** A crawl request accepts all scrape options except `domainTools` and `toolDetail`. */
export const crawlScrapeOptions = scrapeOptions.omit({ toolDetail: true });

/**
 * Body of a start request. The specification does not document these fields. The fields were observed in the live API.
 */
export const crawlRequest = z
	.object({
		url: pageUrl,
		// Always sent, because a crawl without a limit could cost 10,000 credits.
		limit: wholeNumber.min(1),
		prompt: textUpTo(10_000).optional(),
		includePaths: pathPatterns.optional(),
		excludePaths: pathPatterns.optional(),
		regexOnFullURL: z.boolean().optional(),
		maxDiscoveryDepth: wholeNumber.min(0).optional(),
		sitemap: z.enum(['skip', 'include', 'only']).optional(),
		ignoreQueryParameters: z.boolean().optional(),
		deduplicateSimilarURLs: z.boolean().optional(),
		crawlEntireDomain: z.boolean().optional(),
		allowExternalLinks: z.boolean().optional(),
		allowSubdomains: z.boolean().optional(),
		ignoreRobotsTxt: z.boolean().optional(),
		robotsUserAgent: nonBlank.optional(),
		delay: z
			.number()
			.max(60)
			.refine((seconds) => seconds > 0, 'must be more than 0')
			.optional(),
		maxConcurrency: wholeNumber.min(1).optional(),
		webhook: webhookSchema(crawlEvents).optional(),
		scrapeOptions: crawlScrapeOptions.optional(),
		zeroDataRetention: z.boolean().optional(),
		origin: nonBlank.optional(),
		integration: integration.optional(),
	})
	.strict();

export const previewParamsRequest = z.object({ url: pageUrl, prompt: textUpTo(10_000) }).strict();

/** The live API returns status 400 for an ID that is not a UUID. */
export const crawlId = uuidInPath('a crawl', 'crawl');
