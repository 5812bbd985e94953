import { boundedWaitMs } from '../http/retryAfter';
import { cutText, MAX_TEXT_LENGTH } from './bounds';
import { failureOfRow, type Failure } from './failure';
import { rateLimitRows } from './rows/rateLimit';

const formatUtc = (time: Date): string =>
	`${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const withMessage = (cause: string, message: string): string =>
	message === '' ? cause : `${cause.replace(/\.$/, '')} (${message.replace(/\.$/, '')}).`;

/** Returns the failure of a request that was not sent because of a rate limit pause. */
export function failureOfPause(
	{ retryAfterMs, message = '' }: { retryAfterMs?: number; message?: string },
	nowMs: number,
): Failure {
	const failure = failureOfRow(rateLimitRows.rateLimitPaused);
	const cause = withMessage(failure.cause, cutText(message, MAX_TEXT_LENGTH).trim());
	if (retryAfterMs === undefined) return { ...failure, cause };
	const boundedMs = boundedWaitMs(retryAfterMs);
	const until = new Date(nowMs + boundedMs);
	return {
		...failure,
		cause: `${cause} The pause ends at ${formatUtc(until)}.`,
		retryAfterMs: boundedMs,
		facts: { pausedUntil: until.toISOString() },
	};
}
