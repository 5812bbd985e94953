// What the end of a request says about the limits of its account.

import type { TransportResult } from '../transport/transport';
import { readAnswer } from './answer';
import type { Verdict } from './pace';
import { retryAfterMs } from './retryAfter';

const aConcurrencyLimit = /concurren/i;
const aRateLimit = /rate limit|per minute/i;

/** A limit without a name is taken for one of concurrency: fewer in flight are fewer per minute, too. */
const limitIn = (error: unknown): 'concurrency' | 'rate' =>
	typeof error === 'string' && !aConcurrencyLimit.test(error) && aRateLimit.test(error)
		? 'rate'
		: 'concurrency';

/** Specification: Errors, the rows of 429. */
export function verdictOn(result: TransportResult, now: number): Verdict {
	if (result.kind === 'failure' || result.status >= 500) return { kind: 'silent' };
	if (result.status !== 429) return { kind: 'served' };
	const answer = readAnswer(result.body);
	const body = 'object' in answer ? answer.object : {};
	return {
		kind: 'refused',
		limit: limitIn(body.error),
		// A wait of nothing is none: all that are refused together would be back at once.
		retryAfterMs: retryAfterMs(result.headers, body, now) || undefined,
	};
}
