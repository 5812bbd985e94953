// What is remembered of one item's work across tries of the node, so that nothing is bought twice.

export interface Memory {
	/** The key that the item's catalog calls were sent under. */
	requestId?: string;
	/** The run that was started for the item. */
	runId?: string;
	/** A start was sent, and whether it began a run is not known. */
	startUnsettled?: boolean;
}

/** The memory of one item and one request; another request of the same item has another one. */
export interface Memo {
	recall(): Memory;
	keep(memory: Memory): void;
}
