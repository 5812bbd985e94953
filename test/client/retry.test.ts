// See "Retry rules for clients" in the specification.

import { retryDecision, type StopReason, unsentRetry } from '../../nodes/WebData/client/retry';
import { failureOfRow } from '../../nodes/WebData/errors/row';
import { creditRows, rateLimitRows } from '../../nodes/WebData/errors/rows/limits';
import { transportRows } from '../../nodes/WebData/errors/rows/transport';

type FailedAttempt = Parameters<typeof retryDecision>[0];
type Case = Partial<Omit<FailedAttempt, 'failure'>> & Partial<FailedAttempt['failure']>;

const decide = ({ retry, possiblyExecuted, retryAfterMs, errorId, httpCode, ...rest }: Case) =>
	retryDecision({
		...{ attempt: 1, maxTries: 5, idempotency: 'repeatable', waitLeftMs: 600_000, random: 0 },
		failure: {
			...{ retry: retry ?? 'backoff', possiblyExecuted: possiblyExecuted ?? false },
			...{ retryAfterMs, httpCode, errorId: errorId ?? 'serviceUnavailable' },
		},
		...rest,
	});

test.each([
	[1, 2000],
	[4, 16_000],
	[5, 30_000],
	[20, 30_000],
])('the delay after attempt %i is %i ms plus up to one second', (attempt, delayMs) => {
	expect(decide({ attempt, maxTries: 99 })).toEqual(delayMs);
	expect(decide({ attempt, maxTries: 99, random: 0.5 })).toEqual(delayMs + 500);
	expect(decide({ attempt, maxTries: 99, random: 0.9999 })).toEqual(delayMs + 1000);
});

const ownKeyed = { idempotency: 'keyed', ownRequest: true } as const;
const maybeFree = { retry: 'ifFree', possiblyExecuted: true } as const;
const exactly = { retryAfterMs: 60_000, waitLeftMs: 60_000 };
const refused = { errorId: 'refused', attempt: 4 } as const;
const unresolved = { retry: 'sameKey', possiblyExecuted: true } as const;

test.each<[string, Case, number | StopReason]>([
	['after the second-to-last attempt', { attempt: 4 }, 16_000],
	['after the last attempt', { attempt: 5 }, 'maxTriesReached'],
	['with time for another attempt', { timeLeftMs: 1000 }, 2000],
	['without time for another attempt', { attempt: 5, timeLeftMs: 999 }, 'timeOver'],

	['an error with the advice never', { retry: 'never' }, 'notRetryable'],
	['and of an own keyed request', { ...ownKeyed, retry: 'never' }, 'notRetryable'],
	['an error with the advice sometimes', { retry: 'sometimes' }, 'notRetryable'],

	['a Retry-After below the back-off', { attempt: 3, retryAfterMs: 5000 }, 8000],
	['a Retry-After above the longest back-off', { retryAfterMs: 120_000 }, 120_000],
	['Retry-After with jitter', { retryAfterMs: 25_000, random: 0.25 }, 25_250],
	['a host name without an address', { errorId: 'dns' }, 2000],
	['the same error again', { errorId: 'dns', attempt: 2 }, 'unreached'],
	['a refused connection', { errorId: 'refused' }, 2000],
	['a connection that is refused again', { errorId: 'refused', attempt: 2 }, 'unreached'],
	['one after a response', { ...refused, serviceResponded: true }, 16_000],

	['exactly the time left', exactly, 60_000],
	['exactly the time left, without jitter', { ...exactly, random: 0.5 }, 60_500],
	['more than the time left', { retryAfterMs: 60_000, waitLeftMs: 59_999 }, 'waitTooLong'],
	['a back-off above the time left', { attempt: 2, waitLeftMs: 3999 }, 'waitTooLong'],

	['a keyed one', { idempotency: 'keyed', possiblyExecuted: true }, 2000],
	['an unsafe one', { idempotency: 'unsafe', possiblyExecuted: true }, 'unsafeToRepeat'],
	['an unsafe request that was not executed', { idempotency: 'unsafe' }, 2000],

	['an unresolved request with its key', { ...unresolved, idempotency: 'keyed' }, 2000],
	['and without a key', { ...unresolved, idempotency: 'unsafe' }, 'unsafeToRepeat'],

	['an unreadable response to a read', { retry: 'ifFree', idempotency: 'read' }, 2000],
	['to a keyed request', { retry: 'ifFree', idempotency: 'keyed' }, 2000],
	['to a scrape', { retry: 'ifFree', idempotency: 'repeatable' }, 'notRetryable'],
	['to an unsafe request', { ...maybeFree, idempotency: 'unsafe' }, 'unsafeToRepeat'],

	['a 429 with a Retry-After', { httpCode: 429, retryAfterMs: 1000, random: 0.5 }, 1000],
	['a 429 without one', { httpCode: 429, attempt: 2 }, 4000],
	['a 429 of the account', { httpCode: 429, attempt: 0, maxTries: 1, excused: true }, 0],

	['an own request in flight', { retry: 'ifOwnRequest', ownRequest: true }, 2000],
	['one of another client', { retry: 'ifOwnRequest', ownRequest: false }, 'notRetryable'],

	['a job not found yet', { retry: 'never', httpCode: 404, notFoundYet: true }, 2000],
])('retryDecision for %s: %j', (_case, attempted, decision) => {
	expect(decide(attempted)).toEqual(decision);
});

describe('a timeout', () => {
	const timedOut = { httpCode: 408, possiblyExecuted: true, attempt: 3 } as const;
	const unanswered = { ...timedOut, errorId: 'headTimeout', httpCode: undefined } as const;
	const working = { ...timedOut, errorId: 'stillProcessing', retryAfterMs: 1000 } as const;
	test.each<[string, Case, boolean]>([
		['of a scrape is retried once', { ...timedOut, timeouts: 1 }, true],
		['of a scrape is not retried twice', { ...timedOut, timeouts: 2 }, false],
		['without a response counts', { ...unanswered, timeouts: 2 }, false],
		['in the queue is free', { ...timedOut, possiblyExecuted: false, timeouts: 2 }, true],
		['does not count as another failure', { ...timedOut, httpCode: 500, timeouts: 2 }, true],
		['of a scrape that the service continues is retried', { ...working, timeouts: 3 }, true],
		['of a read is retried', { ...timedOut, idempotency: 'read', timeouts: 3 }, true],
		['of a keyed call is retried', { ...timedOut, idempotency: 'keyed', timeouts: 3 }, true],
	])('%s', (_rule, attempted, retry) => {
		expect(decide(attempted)).toEqual(retry ? expect.any(Number) : 'timedOutTwice');
	});
});

const lost = { ...transportRows.closed, id: 'closed', possiblyExecuted: true } as const;
const lastAttempt = failureOfRow(lost, { answer: 'none' });

describe('unsentRetry', () => {
	it('returns the last failure with the facts of the credit limit', () => {
		const reached = failureOfRow(creditRows.maxCreditsReached, { creditsUsed: 5 });
		const facts = { answer: 'none', creditsUsed: 5 };
		expect(unsentRetry(reached, lastAttempt)).toEqual({
			failure: { ...lastAttempt, facts },
			stopReason: 'creditLimitReached',
		});
	});

	it('returns the end of the pause', () => {
		const paused = { ...failureOfRow(rateLimitRows.rateLimitPaused), retryAfterMs: 60_000 };
		expect(unsentRetry(paused, lastAttempt)).toMatchObject({
			failure: { errorId: 'closed', retryAfterMs: 60_000 },
			stopReason: 'waitTooLong',
		});
	});

	it('returns undefined if no attempt was sent, and for the failure of an attempt', () => {
		expect(unsentRetry(failureOfRow(creditRows.maxCreditsReached))).toBeUndefined();
		expect(unsentRetry(lastAttempt, lastAttempt)).toBeUndefined();
	});
});
