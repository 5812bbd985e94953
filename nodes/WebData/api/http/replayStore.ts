// Records an item's work across attempts of the node, so that no work is charged twice.

import type { Failure } from '../errors/failure';
import type { JsonObject } from './response';

export interface ReplayRecord {
	/** Idempotency key of the item's catalog calls. */
	requestId?: string;
	/**
	 * Form values for which the request ID was created. An expression may return different values on the next attempt.
	 */
	values?: JsonObject;
	/** Whether an earlier attempt sent the catalog calls. If so, the service may have executed them. */
	sentBefore?: boolean;
	/** ID of the job that was started for the item. */
	jobId?: string;
	/** Records of the jobs in a batch, by index. */
	parts?: Record<string, ReplayRecord>;
	/** Time when the start request was sent, in milliseconds since the epoch. */
	sentAt?: number;
	/** Fields of the start response that are part of the job result. */
	startFacts?: JsonObject;
	/** Result of a request that the service must not execute again. */
	answer?: JsonObject;
	/** Known failure of a request that must not be sent again. */
	failure?: Failure;
	/** Number of idempotency keys that rejected requests and ended jobs of this item have used up. */
	usedKeys?: number;
	/** Whether the outcome of a request that must not be repeated is unknown. */
	unsettled?: boolean;
}

/** Stores the replay record of an item, or of one job in a batch. */
export interface ReplayStore {
	get(): ReplayRecord;
	set(record: ReplayRecord): void;
}
