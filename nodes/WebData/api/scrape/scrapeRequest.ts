// The bodies of scrape, interact and their limits. Specification: Resources and their fields, Limits.

import { z } from 'zod';
import { actions } from './actions';
import { formats } from './formats';
import { headers, httpUrl, idInPath, wholeNumber } from '../schema/values';

const tags = z.array(z.string().min(1));

/** Specification: Parsers. */
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

/** Specification: Location. */
export const location = z
	.object({
		country: z
			.string()
			.regex(/^[A-Z]{2}$/, 'must be a country code of two capital letters, such as DE')
			.optional(),
		languages: z.array(z.string().min(1)).optional(),
	})
	.strict();

/** Specification: Profile. */
export const profile = z
	.object({ name: z.string().min(1).max(128), saveChanges: z.boolean().optional() })
	.strict();

/** Open in the specification: known fields are checked, others pass. */
export const redactPIIOptions = z
	.object({
		mode: z.enum(['accurate', 'aggressive', 'fast']).optional(),
		entities: z
			.array(z.enum(['PERSON', 'EMAIL', 'PHONE', 'LOCATION', 'FINANCIAL', 'SECRET']))
			.optional(),
		replaceStyle: z.enum(['tag', 'mask', 'remove']).optional(),
	})
	.passthrough();

/** As the living service takes them. */
const domains = z
	.array(
		z
			.string()
			.regex(
				/^(\*\.)?([A-Za-z0-9-]+\.)+[A-Za-z0-9-]+$/,
				'must be a domain, such as example.com or *.example.com',
			),
	)
	.max(1000);

const topLevelDomains = z
	.array(
		z.string().regex(/^[a-z0-9-]+$/, 'must be the end of a domain in small letters, such as zip'),
	)
	.max(1000);

/** Open in the specification: known fields are checked, others pass. */
export const threatProtection = z
	.object({
		mode: z.enum(['off', 'normal', 'zscaler', 'manual-only']).optional(),
		riskScoreThreshold: wholeNumber.min(0).max(100).optional(),
		blacklist: domains.optional(),
		whitelist: domains.optional(),
		blockedTlds: topLevelDomains.optional(),
		failurePolicy: z.enum(['open', 'closed']).optional(),
	})
	.passthrough();

/** Open in the specification: known fields are checked, others pass. */
export const auditMetadata = z.object({ username: z.string().min(1).max(1024) }).passthrough();

/** `timeout` of a scrape in milliseconds: Limits, row `timeout`. */
const timeout = wholeNumber.min(1000).max(300_000);

/** Specification: Scrape options. */
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

/** Specification: Scrape request body, without catalog mode. */
export const scrapeRequest = scrapeOptions
	.extend({
		url: httpUrl,
		zeroDataRetention: z.boolean().optional(),
		domainTools: z.boolean().optional(),
	})
	.strict();

export type ScrapeRequest = z.infer<typeof scrapeRequest>;

/** Body of interact and the id in its path; the specification names the operation and leaves the fields open. */
export const interactRequest = z
	.object({
		scrapeId: idInPath('scrape', 'scrape'),
		prompt: z.string().min(1).max(10_000).optional(),
		code: z.string().min(1).max(100_000).optional(),
		language: z.enum(['node', 'python', 'bash']).optional(),
		timeout: wholeNumber.min(1).max(300).optional(),
		existingSessionId: z.string().min(1).optional(),
	})
	.strict();

export type InteractRequest = z.infer<typeof interactRequest>;

export const stopInteractRequest = z.object({ scrapeId: idInPath('scrape', 'scrape') }).strict();

export type StopInteractRequest = z.infer<typeof stopInteractRequest>;
