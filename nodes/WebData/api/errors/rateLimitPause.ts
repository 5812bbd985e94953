import type { TransportFailure } from '../../transport/http';
import { boundedWaitMs } from '../http/retryAfter';
import { failureOfTransport } from './classify';
import type { Failure } from './failure';

/** To the minute, in UTC because the reader may be in any time zone. */
const formatUtc = (time: Date): string =>
	`${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The failure of a request that was not sent because its account is paused. The end of the pause is counted from `nowMs`. */
export function failureOfPause(result: TransportFailure, nowMs: number): Failure {
	const failure = failureOfTransport(result);
	if (result.retryAfterMs === undefined) return failure;
	const retryAfterMs = boundedWaitMs(result.retryAfterMs);
	const until = new Date(nowMs + retryAfterMs);
	return {
		...failure,
		cause: `${failure.cause} The pause ends at ${formatUtc(until)}.`,
		retryAfterMs,
		facts: { pausedUntil: until.toISOString() },
	};
}
