// What the end of a request says about the limits of its account.

import type { TransportResponse, TransportResult } from '../transport/transport';
import { readAnswer, type JsonObject } from './answer';
import type { Verdict } from './pace';
import { retryAfterMs } from './retryAfter';

const aConcurrencyLimit = /concurren/i;
const aRateLimit = /rate limit|per minute/i;

/** A limit without a name is taken for one of concurrency: fewer in flight are fewer per minute, too. */
const limitIn = (error: unknown): 'concurrency' | 'rate' =>
	typeof error === 'string' && !aConcurrencyLimit.test(error) && aRateLimit.test(error)
		? 'rate'
		: 'concurrency';

const objectIn = (response: TransportResponse): JsonObject => {
	const answer = readAnswer(response.body);
	return 'object' in answer ? answer.object : {};
};

/** What the service says of a refusal; empty where it says nothing. */
export function wordsOf(response: TransportResponse): string {
	const { error } = objectIn(response);
	return typeof error === 'string' ? error : '';
}

/** Specification: Errors, the rows of 429. */
export function verdictOn(result: TransportResult, now: number): Verdict {
	if (result.kind === 'failure' || result.status >= 500) return { kind: 'silent' };
	if (result.status !== 429) return { kind: 'served' };
	const body = objectIn(result);
	return {
		kind: 'refused',
		limit: limitIn(body.error),
		// A wait of nothing is none: all that are refused together would be back at once.
		retryAfterMs: retryAfterMs(result.headers, body, now) || undefined,
	};
}
