import { z } from 'zod';
import { actions } from './actions';
import { formats } from './formats';
import type { ApiRequest } from '../http/request';
import type { JsonObject } from '../http/response';
import { domainPattern, topLevelDomain } from '../schema/domain';
import { pageUrl } from '../schema/url';
import { headers, nonBlank, textUpTo, uuidInPath, wholeNumber } from '../schema/values';

const tags = z.array(nonBlank);

/** A document parser with its settings (specification, "Parsers"). */
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

/** Country and languages of a request (specification, "Location"). */
export const location = z
	.object({
		country: z
			.string()
			.regex(/^[A-Z]{2}$/, 'must be a country code of two capital letters, as in DE')
			.optional(),
		languages: z.array(nonBlank).optional(),
	})
	.strict();

/** A persistent browser profile (specification, "Profile"). */
export const profile = z
	.object({ name: textUpTo(128), saveChanges: z.boolean().optional() })
	.strict();

/** Settings of `redactPII`. The specification does not list the fields, so unknown fields are sent unchanged. */
export const redactPIIOptions = z
	.object({
		mode: z.enum(['accurate', 'aggressive', 'fast']).optional(),
		entities: z
			.array(z.enum(['PERSON', 'EMAIL', 'PHONE', 'LOCATION', 'FINANCIAL', 'SECRET']))
			.optional(),
		replaceStyle: z.enum(['tag', 'mask', 'remove']).optional(),
	})
	.passthrough();

const domains = z.array(domainPattern).max(1000);

/** Settings of `threatProtection`. The specification does not list the fields, so unknown fields are sent unchanged. */
export const threatProtection = z
	.object({
		mode: z.enum(['off', 'normal', 'zscaler', 'manual-only']).optional(),
		riskScoreThreshold: wholeNumber.min(0).max(100).optional(),
		blacklist: domains.optional(),
		whitelist: domains.optional(),
		blockedTlds: z.array(topLevelDomain).max(1000).optional(),
		failurePolicy: z.enum(['open', 'closed']).optional(),
	})
	.passthrough();

/** Content of `auditMetadata`. The specification does not list the fields, so unknown fields are sent unchanged. */
export const auditMetadata = z.object({ username: textUpTo(1024) }).passthrough();

const MAX_TIMEOUT_MS = 300_000;

/** Timeout in milliseconds (specification, "Limits"). */
const timeout = wholeNumber.min(1000).max(MAX_TIMEOUT_MS);

/**
 * Returns the milliseconds that the service may take for a page or a file. If `timeout` is not set, the maximum
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
		headers: headers.optional(),
		waitFor: wholeNumber.min(0).max(60_000).optional(),
		mobile: z.boolean().optional(),
		skipTlsVerification: z.boolean().optional(),
		timeout: timeout.optional(),
		parsers: z.array(parser).optional(),
		actions: actions.optional(),
		location: location.optional(),
		removeBase64Images: z.boolean().optional(),
		blockAds: z.boolean().optional(),
		proxy: z.enum(['basic', 'enhanced', 'auto']).optional(),
		storeInCache: z.boolean().optional(),
		lockdown: z.boolean().optional(),
		redactPII: z.union([z.boolean(), redactPIIOptions]).optional(),
		profile: profile.optional(),
		threatProtection: threatProtection.optional(),
		auditMetadata: auditMetadata.optional(),
		fastMode: z.boolean().optional(),
		toolDetail: z.enum(['compact', 'summary', 'full']).optional(),
	})
	.strict();

/** Request body of a scrape without catalog mode (specification, "Scrape request body"). */
export const scrapeRequest = scrapeOptions
	.extend({
		url: pageUrl,
		zeroDataRetention: z.boolean().optional(),
		domainTools: z.boolean().optional(),
	})
	.strict();

export type ScrapeRequest = z.infer<typeof scrapeRequest>;

/** Returns the request that scrapes a page. A repeated request scrapes the page again. */
export const scrapePage = (body: JsonObject): ApiRequest => ({
	endpoint: 'scrape',
	method: 'POST',
	path: ['scrape'],
	body,
	dataField: 'data',
	idempotency: 'repeatable',
	serviceTimeoutMs: scrapeTimeoutMs,
});

/** The live API returns 400 for an ID that is not a UUID. */
const scrapeId = uuidInPath('a scrape', 'scrape');

/**
 * The scrape ID for the path, and the body of an interaction request. The specification does not document the fields;
 * they were observed in the live API.
 */
export const interactRequest = z
	.object({
		scrapeId,
		prompt: textUpTo(10_000).optional(),
		code: textUpTo(100_000).optional(),
		language: z.enum(['node', 'python', 'bash']).optional(),
		timeout: wholeNumber.min(1).max(300).optional(),
		existingSessionId: nonBlank.optional(),
	})
	.strict();

export type InteractRequest = z.infer<typeof interactRequest>;

export const storedScrapeRequest = z.object({ scrapeId }).strict();

export const stopInteractRequest = z.object({ scrapeId }).strict();

export type StopInteractRequest = z.infer<typeof stopInteractRequest>;
