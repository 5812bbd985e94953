// The record of one item's work across attempts of the node, so that nothing is paid for twice.

import type { Failure } from '../errors/failure';
import type { JsonObject } from './response';

export interface ReplayRecord {
	/** The key of the item's catalog calls. */
	requestId?: string;
	/** The form values that the key was created for, because an expression may return others in the next attempt. */
	values?: JsonObject;
	/** The job that was started for the item. */
	jobId?: string;
	/** The records of the jobs of a batch, by their index. */
	parts?: Record<string, ReplayRecord>;
	/** When its start request was sent, in milliseconds since the epoch. */
	sentAt?: number;
	/** The fields of the start response that belong to the job's result. */
	startFacts?: JsonObject;
	/** The result of an instruction that must not be executed again. */
	answer?: JsonObject;
	/** The known failure of an instruction that must not be sent again. */
	failure?: Failure;
	/** How often the service rejected the request. Each rejection uses up its key. */
	rejections?: number;
	/** Whether work that must not be repeated was sent and its outcome is unknown. */
	unsettled?: boolean;
}

/** Stores the record of one piece of work of an item. */
export interface ReplayStore {
	get(): ReplayRecord;
	set(record: ReplayRecord): void;
}
