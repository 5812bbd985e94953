/** Maximum number of calls that start in one event loop turn. The limit keeps n8n responsive. */
const CALLS_PER_TURN = 20;

export interface Concurrency {
	limit: number;
	/** Once this function returns `true`, no more calls start. */
	isOver(): boolean;
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
			// A call that only reads a form does not yield to the event loop. Without this pause, thousands of calls would
			// run in one turn.
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
