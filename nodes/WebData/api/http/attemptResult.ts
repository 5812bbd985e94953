import type { Failure } from '../errors/failure';
import type { JsonObject } from './response';

export type AttemptResult = { ok: true; answer: JsonObject } | { ok: false; failure: Failure };

/** Whether the attempt reached the service. */
export const wasReached = (outcome: AttemptResult): boolean =>
	outcome.ok || outcome.failure.httpCode !== undefined || outcome.failure.possiblyExecuted;
