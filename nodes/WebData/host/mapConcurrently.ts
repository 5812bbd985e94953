/** Maximum number of calls that start in one event loop turn. The limit keeps n8n responsive. */
const CALLS_PER_TURN = 20;

export interface Concurrency {
	limit: number;
	/** Once this function returns `true`, no more calls start. */
	isOver(): boolean;
	nextTurn(): Promise<void>;
}

/** Calls `work` for each index below `count`. Returns the results in index order. `work` must not reject. */
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
