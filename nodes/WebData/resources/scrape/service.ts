import { z } from 'zod';
import type { Result } from '../../client/call';
import type { Client } from '../../client/client';
import { atMostOnce } from '../../client/once';
import type { ApiRequest } from '../../client/request';
import type { Endpoint } from '../../errors/row';
import { requestRows } from '../../errors/rows/scrape';
import { anything, openObject } from '../../operation/body';
import type { JsonObject } from '../../json/json';
import { scrapeTimeoutMs } from '../../page/options';
import { interactRows, interactServiceRows } from './errors';

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

/** Returns the request that scrapes a page. If the request is repeated, the service scrapes the page again. */
export const scrapePage = (body: JsonObject): ApiRequest => ({
	endpoint: scrapeEndpoint,
	method: 'POST',
	path: ['scrape'],
	body,
	dataField: 'data',
	idempotency: 'repeatable',
	serviceTimeoutMs: scrapeTimeoutMs,
});

const { scrapeNotReplayable, interactionFailed, ...interactErrors } = interactServiceRows;

export const interactEndpoint: Endpoint = { errors: Object.values(interactServiceRows) };

export const stopInteractEndpoint: Endpoint = {
	errors: Object.values(interactErrors),
	credits: ['creditsBilled'],
};

export const storedScrapeEndpoint: Endpoint = {
	errors: [
		interactServiceRows.invalidScrapeId,
		interactServiceRows.scrapeNotFound,
		requestRows.needsRetention,
	],
};

/**
 * For a prompt, the response contains `output`. For code, the response contains fields such as `result`, `stdout`,
 * and `exitCode`.
 */
export const interactAnswer = openObject({
	success: z.boolean(),
	output: z.string().nullable(),
	result: anything,
	stdout: z.string().nullable(),
	stderr: z.string().nullable(),
	error: z.string().nullable(),
	exitCode: z.number().int().nullable(),
	killed: z.boolean(),
	truncated: z.boolean(),
	sessionId: z.string(),
	liveViewUrl: z.string().nullable(),
	interactiveLiveViewUrl: z.string().nullable(),
	cdpUrl: z.string().nullable(),
});

export const stopInteractAnswer = openObject({
	success: z.boolean(),
	sessionDurationMs: z.number(),
	creditsBilled: z.number(),
	cleanupQueued: z.boolean(),
});

/** Sends code or a prompt at most once per item, because a repeated request could, for example, buy a product twice. */
export const interactOnce = (request: ApiRequest, client: Client): Promise<Result> =>
	atMostOnce(request, client, {
		unsettled: interactRows.interactUnsettled,
		// `interactionFailed` means that the service ran the code or the prompt, and that the run failed.
		hasKnownOutcome: ({ errorId }) => errorId === interactServiceRows.interactionFailed.id,
	});
