import { failureOfRow } from '../../nodes/WebData/errors/row';
import { creditRows, rateLimitRows } from '../../nodes/WebData/errors/rows/limits';
import { transportRows } from '../../nodes/WebData/errors/rows/transport';
import { unsentRetry } from '../../nodes/WebData/client/retry';

const lost = { ...transportRows.closed, id: 'closed', possiblyExecuted: true } as const;
const lastAttempt = failureOfRow(lost, { answer: 'none' });

describe('unsentRetry', () => {
	it('returns the last failure with the facts of the credit limit', () => {
		const reached = failureOfRow(creditRows.maxCreditsReached, { creditsUsed: 5 });
		const facts = { answer: 'none', creditsUsed: 5 };
		expect(unsentRetry(reached, lastAttempt)?.failure).toEqual({ ...lastAttempt, facts });
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
