import type { Failure } from '../errors/row';
import type { JsonObject } from '../json/json';
import type { Transport } from '../transport/http';

export type AttemptResult = { ok: true; answer: JsonObject } | { ok: false; failure: Failure };

/** Whether the attempt reached the service. */
export const wasReached = (outcome: AttemptResult): boolean =>
	outcome.ok || outcome.failure.httpCode !== undefined || outcome.failure.possiblyExecuted;

/** How the work of a session ends early. */
export interface Stop {
	/** Aborted when the execution is stopped, or when the node ends because another item failed. */
	signal?: AbortSignal;
	/** Whether a user has stopped the execution. */
	isByUser(): boolean;
	/** Connections for requests that end jobs after the stop. The default is the session's transport. */
	transport?: Transport;
}

/** A job or browser session that costs credits until it ends. */
export interface RunningWork {
	name: string;
	/** Ends the work if the node ends early, and returns whether it has ended. Must not reject. */
	end?(): Promise<boolean>;
}
