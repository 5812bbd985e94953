import { z } from 'zod';
import type { Endpoint } from '../errors/errorRow';
import { mapRows } from '../errors/rows/map';
import { requestRows } from '../errors/rows/scrape';
import { pageUrl } from '../schema/url';
import { headers, integration, nonBlank, wholeNumber } from '../schema/values';
import { auditMetadata, location, threatProtection } from '../scrape/scrapeRequest';

export const mapEndpoint: Endpoint = {
	errors: [
		...Object.values(mapRows),
		requestRows.needsRetention,
		requestRows.siteNotSupported,
		requestRows.threatProtectionRefused,
	],
	// The response contains no credits.
	lowestPrice: () => 1,
};

const patterns = z.array(nonBlank);

/**
 * Body of a map request. The specification does not document these fields. The fields were observed in the live API.
 */
export const mapRequest = z
	.object({
		url: pageUrl,
		search: nonBlank.optional(),
		limit: wholeNumber.min(1).max(100_000).optional(),
		sitemap: z.enum(['include', 'only', 'skip']).optional(),
		includeSubdomains: z.boolean().optional(),
		ignoreQueryParameters: z.boolean().optional(),
		timeout: wholeNumber.min(1).optional(),
		ignoreCache: z.boolean().optional(),
		location: location.optional(),
		auditMetadata: auditMetadata.optional(),
		threatProtection: threatProtection.optional(),
		headers: headers.optional(),
		filterByPath: z.boolean().optional(),
		useIndex: z.boolean().optional(),
		allowExternalLinks: z.boolean().optional(),
		includePaths: patterns.optional(),
		excludePaths: patterns.optional(),
		origin: nonBlank.optional(),
		integration: integration.optional(),
	})
	.strict();
