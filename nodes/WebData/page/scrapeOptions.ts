import { z } from 'zod';
import type { Endpoint } from '../errors/row';
import { requestRows } from '../errors/rows/scrape';
import { auditMetadata } from '../form/shared';
import { nonBlank, pageUrl, textUpTo, wholeNumber } from '../form/values';
import type { JsonObject } from '../json/json';
import { actions } from './actions';
import { domainTools, formats, toolDetail } from './formats';
import { pageHeaders, pageLocation, threatProtection } from './options';

const tags = z.array(nonBlank);

/** See "Parsers" in the specification. */
export const parser = z
	.object({
		type: z.literal('pdf'),
		mode: z.enum(['fast', 'auto', 'ocr']).optional(),
		maxPages: wholeNumber.min(1).max(10_000).optional(),
		pages: z.boolean().optional(),
		blocks: z.boolean().optional(),
		pageMarkers: z.boolean().optional(),
	})
	.strict();

/** See "Profile" in the specification. */
export const profile = z
	.object({ name: textUpTo(128), saveChanges: z.boolean().optional() })
	.strict();

/** The specification does not list the fields of `redactPII`, so unknown fields are sent unchanged. */
export const redactPIIOptions = z
	.object({
		mode: z.enum(['accurate', 'aggressive', 'fast']).optional(),
		entities: z
			.array(z.enum(['PERSON', 'EMAIL', 'PHONE', 'LOCATION', 'FINANCIAL', 'SECRET']))
			.optional(),
		replaceStyle: z.enum(['tag', 'mask', 'remove']).optional(),
	})
	.passthrough();

const MAX_TIMEOUT_MS = 300_000;

/** Milliseconds. See "Limits" in the specification. */
const timeout = wholeNumber.min(1000).max(MAX_TIMEOUT_MS);

/**
 * Returns the service's timeout, in milliseconds, for a page or a file. If the body contains no `timeout`, the maximum
 * applies.
 */
export const scrapeTimeoutMs = ({ timeout: requested }: JsonObject): number =>
	typeof requested === 'number' ? requested : MAX_TIMEOUT_MS;

/** See "Scrape options" in the specification. */
export const scrapeOptions = z
	.object({
		formats: formats.optional(),
		onlyMainContent: z.boolean().optional(),
		onlyCleanContent: z.boolean().optional(),
		includeTags: tags.optional(),
		excludeTags: tags.optional(),
		maxAge: wholeNumber.min(0).optional(),
		minAge: wholeNumber.min(0).optional(),
		headers: pageHeaders.type(),
		waitFor: wholeNumber.min(0).max(60_000).optional(),
		mobile: z.boolean().optional(),
		skipTlsVerification: z.boolean().optional(),
		timeout: timeout.optional(),
		parsers: z.array(parser).optional(),
		actions: actions.optional(),
		location: pageLocation.type(),
		removeBase64Images: z.boolean().optional(),
		blockAds: z.boolean().optional(),
		proxy: z.enum(['basic', 'enhanced', 'auto']).optional(),
		storeInCache: z.boolean().optional(),
		lockdown: z.boolean().optional(),
		redactPII: z.union([z.boolean(), redactPIIOptions]).optional(),
		profile: profile.optional(),
		threatProtection: threatProtection.type(),
		auditMetadata: auditMetadata.type(),
		fastMode: z.boolean().optional(),
		toolDetail: toolDetail.type(),
	})
	.strict();

/** Body of a scrape request without catalog mode (specification, "Scrape request body"). */
export const scrapeRequest = scrapeOptions
	.extend({
		url: pageUrl,
		zeroDataRetention: z.boolean().optional(),
		domainTools: domainTools.type(),
	})
	.strict();

export type ScrapeRequest = z.infer<typeof scrapeRequest>;

export const scrapeEndpoint: Endpoint = {
	errors: [
		requestRows.zeroDataRetentionNotEnabled,
		requestRows.zeroDataRetentionActive,
		requestRows.siteNotSupported,
		requestRows.threatProtectionRefused,
		requestRows.tooManyScrapes,
		requestRows.catalogMixed,
		requestRows.profileInUse,
	],
	credits: ['data', 'metadata', 'creditsUsed'],
	lowestPrice: () => 1,
};
