// What the end of a request says about the limits of its account.

import type { TransportResponse, TransportResult } from '../../transport/http';
import { cutText } from '../errors/bounds';
import { serviceText } from '../errors/text';
import { parseBody, type JsonObject } from './response';
import type { Verdict } from '../../rateLimit/limiterState';
import { retryAfterMs } from './retryAfter';

const concurrencyPattern = /concurren/i;
const ratePattern = /rate limit|per minute/i;

/** A limit without a name is taken for one of concurrency: fewer in flight are fewer per minute, too. */
const limitKind = (error: unknown): 'concurrency' | 'rate' =>
	typeof error === 'string' && !concurrencyPattern.test(error) && ratePattern.test(error)
		? 'rate'
		: 'concurrency';

const bodyObject = (response: TransportResponse): JsonObject => {
	const answer = parseBody(response.body);
	return 'object' in answer ? answer.object : {};
};

/** Characters of a text that is kept in memory after the request. */
const MAX_KEPT_TEXT = 300;

/** The beginning of the service's text of a refusal; empty if it has none. */
export const errorTextOf = (response: TransportResponse): string =>
	cutText(serviceText({ error: bodyObject(response).error }) ?? '', MAX_KEPT_TEXT);

/** Specification: Errors, the rows of 429. */
export function rateLimitSignalOf(result: TransportResult, now: number): Verdict {
	if (result.kind === 'failure' || result.status >= 500) return { kind: 'silent' };
	if (result.status !== 429) return { kind: 'served' };
	const body = bodyObject(result);
	return {
		kind: 'refused',
		limit: limitKind(serviceText({ error: body.error })),
		// A wait of nothing is none: all that are refused together would be back at once.
		retryAfterMs: retryAfterMs(result.headers, body, now) || undefined,
	};
}
