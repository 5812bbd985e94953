// What is remembered of one item's work across tries of the node, so that nothing is bought twice.

import type { JsonObject } from './answer';

export interface Memory {
	/** The key that the item's catalog calls were sent under. */
	requestId?: string;
	/** The calls that were sent under it, where an expression may give others the next time. */
	body?: JsonObject;
	/** The run that was started for the item. */
	runId?: string;
	/** A start was sent, and whether it began a run is not known. */
	startUnsettled?: boolean;
}

/** The memory of one item's work; other work of the same item has another one. */
export interface Memo {
	recall(): Memory;
	keep(memory: Memory): void;
}
