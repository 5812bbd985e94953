/** Number of calls that start per event loop turn. The limit keeps n8n responsive. */
const CALLS_PER_TURN = 20;

export interface Concurrency {
	/** Maximum number of concurrent calls. */
	limit: number;
	/** Once this function returns `true`, no more calls start. */
	isOver(): boolean;
	/** Resolves in a later event loop turn. */
	nextTurn(): Promise<void>;
}

/**
 * Calls `work` for the indexes 0 to `count` - 1. Returns the results in index order, with `undefined` for calls that
 * were not started. `work` must not reject.
 */
export async function mapConcurrently<Result>(
	count: number,
	{ limit, isOver, nextTurn }: Concurrency,
	work: (index: number) => Promise<Result>,
): Promise<(Result | undefined)[]> {
	const results: (Result | undefined)[] = new Array<Result | undefined>(count).fill(undefined);
	const workers: Promise<void>[] = [];
	let next = 0;
	const worker = async (): Promise<void> => {
		for (let calls = 1; next < count && !isOver(); calls++) {
			const index = next++;
			results[index] = await work(index);
			// Calls that only read forms never yield, so without this pause thousands of calls would run in one turn.
			if (calls % CALLS_PER_TURN === 0) await nextTurn();
		}
	};
	while (workers.length < limit && next < count && !isOver()) {
		workers.push(worker());
		if (workers.length % CALLS_PER_TURN === 0) await nextTurn();
	}
	await Promise.all(workers);
	return results;
}
