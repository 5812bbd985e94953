// See "Retry rules for clients" in the specification.

import {
	DEFAULT_MAX_TRIES,
	retryDecision,
	type FailedAttempt,
	type RetryDecision,
} from '../../../nodes/WebData/api/http/retry';

type Case = Partial<Omit<FailedAttempt, 'failure'>> & Partial<FailedAttempt['failure']>;

const decide = ({
	retry,
	possiblyExecuted,
	retryAfterMs,
	errorId,
	httpCode,
	...rest
}: Case): RetryDecision =>
	retryDecision({
		attempt: 1,
		maxTries: 5,
		idempotency: 'repeatable',
		waitLeftMs: 600_000,
		random: 0,
		failure: {
			retry: retry ?? 'backoff',
			possiblyExecuted: possiblyExecuted ?? false,
			retryAfterMs,
			httpCode,
			errorId: errorId ?? 'serviceUnavailable',
		},
		...rest,
	});

const after = (delayMs: number, countedMs = delayMs): RetryDecision => ({
	retry: true,
	delayMs,
	countedMs,
});
const no = (reason: (RetryDecision & { retry: false })['reason']): RetryDecision => ({
	retry: false,
	reason,
});

test('maxTries is 5 by default', () => {
	expect(DEFAULT_MAX_TRIES).toBe(5);
});

test.each([
	[1, 2000],
	[2, 4000],
	[3, 8000],
	[4, 16_000],
	[5, 30_000],
	[6, 30_000],
	[20, 30_000],
])('backoffMs after attempt %i is %i ms plus up to one second', (attempt, delayMs) => {
	expect(decide({ attempt, maxTries: 99 })).toEqual(after(delayMs));
	expect(decide({ attempt, maxTries: 99, random: 0.5 })).toEqual(after(delayMs + 500, delayMs));
	expect(decide({ attempt, maxTries: 99, random: 0.9999 })).toEqual(after(delayMs + 1000, delayMs));
});

test.each<[string, Case, RetryDecision]>([
	['retries after the second-to-last attempt', { attempt: 4 }, after(16_000)],
	['does not retry after the last attempt', { attempt: 5 }, no('maxTriesReached')],
	['does not retry if Max Tries is 1', { maxTries: 1 }, no('maxTriesReached')],

	['does not retry an error with the advice never', { retry: 'never' }, no('notRetryable')],
	['does not retry an error with the advice sometimes', { retry: 'sometimes' }, no('notRetryable')],
	[
		'does not retry it if the service states a wait',
		{ retry: 'never', retryAfterMs: 1 },
		no('notRetryable'),
	],

	[
		'waits for Retry-After if the back-off is shorter',
		{ attempt: 3, retryAfterMs: 25_000 },
		after(25_000),
	],
	[
		'waits for the back-off if Retry-After is shorter',
		{ attempt: 3, retryAfterMs: 5000 },
		after(8000),
	],
	['waits for the back-off if Retry-After is 0', { attempt: 2, retryAfterMs: 0 }, after(4000)],
	['retries a host name without an address once', { errorId: 'dns' }, after(2000)],
	[
		'does not retry a host name without an address twice',
		{ errorId: 'dns', attempt: 2 },
		no('maxTriesReached'),
	],
	[
		'waits longer than the longest back-off if Retry-After is longer',
		{ retryAfterMs: 120_000 },
		after(120_000),
	],
	['adds jitter to Retry-After', { retryAfterMs: 25_000, random: 0.25 }, after(25_250, 25_000)],
	[
		'waits exactly as long as the time that is left',
		{ retryAfterMs: 60_000, waitLeftMs: 60_000 },
		after(60_000),
	],
	[
		'does not shorten a wait that is longer than the time left',
		{ retryAfterMs: 60_000, waitLeftMs: 59_999 },
		no('waitTooLong'),
	],
	[
		'does not count jitter as part of the wait',
		{ retryAfterMs: 60_000, waitLeftMs: 60_000, random: 0.5 },
		after(60_500, 60_000),
	],
	[
		'does not retry if the back-off is longer than the time left',
		{ attempt: 2, waitLeftMs: 3999 },
		no('waitTooLong'),
	],
	['does not retry if no time is left', { waitLeftMs: 0 }, no('waitTooLong')],

	[
		'retries a repeatable request that was possibly executed',
		{ possiblyExecuted: true },
		after(2000),
	],
	[
		'retries a keyed request that was possibly executed',
		{ idempotency: 'keyed', possiblyExecuted: true },
		after(2000),
	],
	[
		'does not retry an unsafe request that was possibly executed',
		{ idempotency: 'unsafe', possiblyExecuted: true },
		no('unsafeToRepeat'),
	],
	['retries an unsafe request that was not executed', { idempotency: 'unsafe' }, after(2000)],

	[
		'retries an unresolved request with its key',
		{ retry: 'sameKey', idempotency: 'keyed', possiblyExecuted: true },
		after(2000),
	],
	[
		'does not retry an unresolved request without a key',
		{ retry: 'sameKey', idempotency: 'unsafe', possiblyExecuted: true },
		no('unsafeToRepeat'),
	],

	[
		'retries a read with an unreadable response',
		{ retry: 'ifFree', idempotency: 'read' },
		after(2000),
	],
	[
		'retries a keyed request with an unreadable response',
		{ retry: 'ifFree', idempotency: 'keyed' },
		after(2000),
	],
	[
		'does not retry a scrape with an unreadable response',
		{ retry: 'ifFree', idempotency: 'repeatable' },
		no('notRetryable'),
	],
	[
		'does not retry an unsafe request with an unreadable response',
		{ retry: 'ifFree', idempotency: 'unsafe', possiblyExecuted: true },
		no('unsafeToRepeat'),
	],

	[
		'retries an own request that is in flight',
		{ retry: 'ifOwnRequest', ownRequest: true },
		after(2000),
	],
	[
		'does not retry the request of another client',
		{ retry: 'ifOwnRequest', ownRequest: false },
		no('notRetryable'),
	],
	[
		'does not retry a request in flight of unknown origin',
		{ retry: 'ifOwnRequest' },
		no('notRetryable'),
	],
	[
		'does not retry another error because the request is its own',
		{ retry: 'never', ownRequest: true },
		no('notRetryable'),
	],
])('%s', (_rule, attempted, decision) => {
	expect(decide(attempted)).toEqual(decision);
});

describe('a timeout', () => {
	const timedOut = { httpCode: 408, possiblyExecuted: true, attempt: 3 } as const;
	test.each<[string, Case, boolean]>([
		['of a scrape is retried once', { ...timedOut, timeouts: 1 }, true],
		['of a scrape is not retried twice', { ...timedOut, timeouts: 2 }, false],
		['of a gateway counts', { ...timedOut, httpCode: 504, timeouts: 2 }, false],
		['without a response counts', { ...timedOut, errorId: 'headTimeout', timeouts: 2 }, false],
		['in the queue is free', { ...timedOut, possiblyExecuted: false, timeouts: 0 }, true],
		['of a read is retried', { ...timedOut, idempotency: 'read', timeouts: 3 }, true],
		['of a keyed call is retried', { ...timedOut, idempotency: 'keyed', timeouts: 3 }, true],
	])('%s', (_rule, attempted, retry) => {
		expect(decide(attempted)).toMatchObject(retry ? { retry } : no('maxTriesReached'));
	});
});

test.each<[string, Case, boolean]>([
	['is retried once', { attempt: 1 }, true],
	['is not retried twice', { attempt: 2 }, false],
	[
		'is retried after a response in the same execution',
		{ attempt: 4, serviceResponded: true },
		true,
	],
])('a refused connection %s', (_rule, attempted, retry) => {
	expect(decide({ errorId: 'refused', ...attempted })).toMatchObject({ retry });
});
