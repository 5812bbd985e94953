// What is remembered of one item's work across tries of the node, so that nothing is bought twice.

import type { Failure } from '../errors/failure';
import type { JsonObject } from './response';

export interface ReplayRecord {
	/** The key that the item's catalog calls were sent under. */
	requestId?: string;
	/** The form's values that they were made of, where an expression may give others the next time. */
	values?: JsonObject;
	/** The job that was started for the item. */
	jobId?: string;
	/** What an instruction gave that must not be carried out again. */
	answer?: JsonObject;
	/** The known failure of an instruction that must not be sent again. */
	failure?: Failure;
	/** Work that must not be done twice was sent, and whether it was done is not known. */
	unsettled?: boolean;
}

/** The memory of one item's work; other work of the same item has another one. */
export interface ReplayStore {
	get(): ReplayRecord;
	set(memory: ReplayRecord): void;
}
