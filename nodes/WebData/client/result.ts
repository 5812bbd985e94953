import type { Failure } from '../errors/row';
import type { JsonObject } from '../json/json';

export type AttemptResult = { ok: true; answer: JsonObject } | { ok: false; failure: Failure };

/** Whether the attempt reached the service. */
export const wasReached = (outcome: AttemptResult): boolean =>
	outcome.ok || outcome.failure.httpCode !== undefined || outcome.failure.possiblyExecuted;

/** A job or browser session that costs credits until it ends. */
export interface RunningWork {
	name: string;
	/** Ends the work if the node ends early, and returns whether it has ended. Must not reject. */
	end?(): Promise<boolean>;
}
