import type { Failure } from '../errors/row';
import type { JsonObject } from '../json/json';

// A replay record stores what the node has sent and received for an item. A later attempt for the item reuses the
// record, so that no work is charged twice.

export interface ReplayRecord {
	requestId?: string;
	/** Form values of the request with this `requestId`. */
	values?: JsonObject;
	/** Whether an earlier attempt may have executed the catalog calls. */
	sentBefore?: boolean;
	jobId?: string;
	parts?: Record<string, ReplayRecord>;
	/** Time of the start request, in milliseconds since the epoch. */
	sentAt?: number;
	startFacts?: JsonObject;
	answer?: JsonObject;
	failure?: Failure;
	/** Number of idempotency keys that this item can no longer use. */
	usedKeys?: number;
	/** Whether the outcome of the request is unknown. */
	unsettled?: boolean;
}

export interface ReplayStore {
	get(): ReplayRecord;
	set(record: ReplayRecord): void;
}
