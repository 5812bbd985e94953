import { z } from 'zod';
import { integration, nonBlank, textUpTo, uuidInPath, wholeNumber } from '../schema/values';
import { profile } from '../scrape/scrapeRequest';

export const languages = ['node', 'python', 'bash'] as const;

export const sessionStatuses = ['active', 'destroyed'] as const;

export const sessionId = uuidInPath('a browser session', 'interact');

/** Body of a create request. `ttl` and `activityTtl` are in seconds. */
export const createSessionRequest = z
	.object({
		ttl: wholeNumber.min(30).max(3600).optional(),
		activityTtl: wholeNumber.min(10).max(3600).optional(),
		streamWebView: z.boolean().optional(),
		recordSession: z.boolean().optional(),
		profile: profile.optional(),
		integration: integration.optional(),
	})
	.strict();

/** `sessionId` is part of the path. The other fields form the body. `timeout` is in seconds. */
export const executeRequest = z
	.object({
		sessionId,
		code: textUpTo(100_000),
		language: z.enum(languages).default('node'),
		timeout: wholeNumber.min(1).max(300).optional(),
		origin: nonBlank.optional(),
	})
	.strict();
