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
	const calls: Promise<void>[] = [];
	let running = 0;
	let onEnd = (): void => undefined;
	const call = async (index: number): Promise<void> => {
		running++;
		results[index] = await work(index);
		running--;
		onEnd();
	};
	while (calls.length < count && !isOver()) {
		calls.push(call(calls.length));
		if (calls.length % CALLS_PER_TURN === 0) await nextTurn();
		while (running >= limit) await new Promise<void>((resolve) => (onEnd = resolve));
	}
	await Promise.all(calls);
	return results;
}
