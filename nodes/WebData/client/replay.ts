import type { Failure } from '../errors/row';
import type { JsonObject } from '../json/json';

// A replay record stores what the node has sent and received for an item. A later attempt for the item reuses the
// record, so that no work is charged twice.

export type ReplayRecord =
	/** No work of the item is stored. */
	| Record<never, never>
	/** A request with an `x-request-id`. */
	| {
			requestId: string;
			/** Form values of the request with this `requestId`. */
			values?: JsonObject;
			/** Whether an earlier attempt may have executed the catalog calls. */
			sentBefore?: boolean;
	  }
	/** A request that was sent at `sentAt`, in milliseconds since the epoch, and whose outcome is unknown. */
	| { unsettled: true; sentAt?: number }
	/** A job, with the response to its start request, without the job ID. */
	| { jobId: string; response?: JsonObject }
	/** A request whose result is final. */
	| { answer: JsonObject }
	| { failure: Failure }
	/** The records of a request that was split into several requests. */
	| { parts: Record<string, ReplayRecord> };

export interface ReplayStore {
	get(): ReplayRecord;
	set(record: ReplayRecord): void;
}
