// A replay record stores what the node has sent and received for an item. The record persists across attempts of the
// node, so that no work is charged twice.

import type { Failure } from '../errors/failure';
import type { JsonObject } from './response';

export interface ReplayRecord {
	requestId?: string;
	/** Form values of the request with this `requestId`. An expression may return other values in the next attempt. */
	values?: JsonObject;
	/** Whether the service may have executed the catalog calls in an earlier attempt. */
	sentBefore?: boolean;
	jobId?: string;
	parts?: Record<string, ReplayRecord>;
	/** Time of the start request, in milliseconds since the epoch. */
	sentAt?: number;
	startFacts?: JsonObject;
	answer?: JsonObject;
	failure?: Failure;
	/** Number of idempotency keys that rejected requests and ended jobs of this item have used up. */
	usedKeys?: number;
	/** Whether the outcome of a request that must not be repeated is unknown. */
	unsettled?: boolean;
}

export interface ReplayStore {
	get(): ReplayRecord;
	set(record: ReplayRecord): void;
}
