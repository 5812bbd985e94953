import type { Failure } from '../errors/row';
import type { JsonObject } from '../json/json';

// A replay record stores what the node has sent and received for an item. A later attempt for the item reuses the
// record, so that no work is charged twice.

/** No work of the item is stored. */
type EmptyRecord = Record<never, never>;

/** A request with an `x-request-id`. */
interface KeyedRecord {
	requestId: string;
	/** Form values of the request with this `requestId`. */
	values?: JsonObject;
	/** Whether an earlier attempt may have executed the catalog calls. */
	sentBefore?: boolean;
}

/** A request that was sent, and whose outcome is unknown. */
interface StartingRecord {
	unsettled: true;
	/** Time of the request, in milliseconds since the epoch. */
	sentAt?: number;
}

interface JobRecord {
	jobId: string;
	/** Response to the start request, without the job ID. */
	response?: JsonObject;
}

/** A request whose result is final. */
type SettledRecord = { answer: JsonObject } | { failure: Failure };

/** The records of a request that was split into several requests. */
interface PartsRecord {
	parts: Record<string, ReplayRecord>;
}

export type ReplayRecord =
	EmptyRecord | KeyedRecord | StartingRecord | JobRecord | SettledRecord | PartsRecord;

export interface ReplayStore {
	get(): ReplayRecord;
	set(record: ReplayRecord): void;
}
