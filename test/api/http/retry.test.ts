// The specification's "Retry rules for clients", one decision per row.

import {
	DEFAULT_MAX_TRIES,
	retryDecision,
	type FailedAttempt,
	type RetryDecision,
} from '../../../nodes/WebData/api/http/retry';

type Case = Partial<Omit<FailedAttempt, 'failure'>> & Partial<FailedAttempt['failure']>;

const decide = ({ retry, possiblyExecuted, retryAfterMs, errorId, ...rest }: Case): RetryDecision =>
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
			errorId: errorId ?? 'serviceUnavailable',
		},
		...rest,
	});

/** Returns the delay without its jitter. */
const after = (delayMs: number, countedMs = delayMs): RetryDecision => ({
	retry: true,
	delayMs,
	countedMs,
});
const no = (reason: (RetryDecision & { retry: false })['reason']): RetryDecision => ({
	retry: false,
	reason,
});

test('five attempts are the default', () => {
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
])('after attempt %i the wait is %i ms and up to one second more', (attempt, delayMs) => {
	expect(decide({ attempt, maxTries: 99 })).toEqual(after(delayMs));
	expect(decide({ attempt, maxTries: 99, random: 0.5 })).toEqual(after(delayMs + 500, delayMs));
	expect(decide({ attempt, maxTries: 99, random: 0.9999 })).toEqual(after(delayMs + 1000, delayMs));
});

test.each<[string, Case, RetryDecision]>([
	['the last attempt but one is repeated', { attempt: 4 }, after(16_000)],
	['the last attempt is not', { attempt: 5 }, no('maxTriesReached')],
	['one try means no retry', { maxTries: 1 }, no('maxTriesReached')],

	['what never succeeds is not repeated', { retry: 'never' }, no('notRetryable')],
	['what a person must decide is not repeated', { retry: 'sometimes' }, no('notRetryable')],
	[
		'neither is it when the service names a wait',
		{ retry: 'never', retryAfterMs: 1 },
		no('notRetryable'),
	],

	[
		'a wait that is asked for is waited where the back-off is shorter',
		{ attempt: 3, retryAfterMs: 25_000 },
		after(25_000),
	],
	[
		'a wait that is asked for does not shorten the back-off',
		{ attempt: 3, retryAfterMs: 5000 },
		after(8000),
	],
	['a wait of nothing is the back-off', { attempt: 2, retryAfterMs: 0 }, after(4000)],
	['a host name without an address is tried twice', { errorId: 'dns' }, after(2000)],
	[
		'a host name without an address is not tried a third time',
		{ errorId: 'dns', attempt: 2 },
		no('maxTriesReached'),
	],
	['it may be longer than the longest back-off', { retryAfterMs: 120_000 }, after(120_000)],
	['jitter only makes it longer', { retryAfterMs: 25_000, random: 0.25 }, after(25_250, 25_000)],
	['a wait that just fits is waited', { retryAfterMs: 60_000, waitLeftMs: 60_000 }, after(60_000)],
	[
		'a longer one is neither waited nor shortened',
		{ retryAfterMs: 60_000, waitLeftMs: 59_999 },
		no('waitTooLong'),
	],
	[
		'jitter makes no wait too long',
		{ retryAfterMs: 60_000, waitLeftMs: 60_000, random: 0.5 },
		after(60_500, 60_000),
	],
	['a back-off must fit, too', { attempt: 2, waitLeftMs: 3999 }, no('waitTooLong')],
	['no time left means no retry', { waitLeftMs: 0 }, no('waitTooLong')],

	['a safe request is repeated although it may have run', { possiblyExecuted: true }, after(2000)],
	['a keyed one, too', { idempotency: 'keyed', possiblyExecuted: true }, after(2000)],
	[
		'one that must run once is not',
		{ idempotency: 'unsafe', possiblyExecuted: true },
		no('unsafeToRepeat'),
	],
	['it is when it cannot have run', { idempotency: 'unsafe' }, after(2000)],

	[
		'an unresolved request is repeated with its key',
		{ retry: 'sameKey', idempotency: 'keyed', possiblyExecuted: true },
		after(2000),
	],
	[
		'not without a key when it must run once',
		{ retry: 'sameKey', idempotency: 'unsafe', possiblyExecuted: true },
		no('unsafeToRepeat'),
	],

	['an answer that is spoilt is read again', { retry: 'ifFree', idempotency: 'read' }, after(2000)],
	['and replayed by its key', { retry: 'ifFree', idempotency: 'keyed' }, after(2000)],
	[
		'but no page is paid for twice for it',
		{ retry: 'ifFree', idempotency: 'repeatable' },
		no('notRetryable'),
	],
	[
		'nor is anything done twice',
		{ retry: 'ifFree', idempotency: 'unsafe', possiblyExecuted: true },
		no('unsafeToRepeat'),
	],

	[
		'a request in flight is waited for when it is ours',
		{ retry: 'ifOwnRequest', ownRequest: true },
		after(2000),
	],
	['not when it is not', { retry: 'ifOwnRequest', ownRequest: false }, no('notRetryable')],
	['nor when that is not known', { retry: 'ifOwnRequest' }, no('notRetryable')],
	[
		'whose it is makes nothing else repeatable',
		{ retry: 'never', ownRequest: true },
		no('notRetryable'),
	],
])('%s', (_rule, attempted, decision) => {
	expect(decide(attempted)).toEqual(decision);
});
