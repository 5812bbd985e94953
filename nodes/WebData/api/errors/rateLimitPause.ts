// The failure of a request that was not sent, since its account has to wait for longer than the request may.

import type { TransportFailure } from '../../transport/http';
import { failureOfTransport } from './classify';
import type { Failure } from './failure';

/** To the minute, as a person reads it who may be anywhere. */
const formatUtc = (time: Date): string =>
	`${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** `nowMs` is the clock by which the end of the hold is told. */
export function failureOfPause(result: TransportFailure, nowMs: number): Failure {
	const failure = failureOfTransport(result);
	const { retryAfterMs } = result;
	if (retryAfterMs === undefined) return failure;
	const until = new Date(nowMs + retryAfterMs);
	return {
		...failure,
		cause: `${failure.cause} The account is held until ${formatUtc(until)}.`,
		retryAfterMs,
		facts: { heldUntil: until.toISOString() },
	};
}
