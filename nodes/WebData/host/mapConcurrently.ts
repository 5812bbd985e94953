// Works on many items side by side, a bounded number at a time, with the results in the order of the items.

/**
 * Calls `work` for the indexes 0 to `count` - 1, at most `limit` at a time. `work` must not reject.
 * Once `isOver` says so no further index is begun; what was never begun is `undefined` in the result.
 */
export async function mapConcurrently<Result>(
	count: number,
	limit: number,
	work: (index: number) => Promise<Result>,
	isOver: () => boolean,
): Promise<(Result | undefined)[]> {
	const results: (Result | undefined)[] = new Array<Result | undefined>(count).fill(undefined);
	let next = 0;
	const worker = async (): Promise<void> => {
		while (next < count && !isOver()) {
			const index = next++;
			results[index] = await work(index);
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, count) }, worker));
	return results;
}
