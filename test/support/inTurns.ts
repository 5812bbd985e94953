/** Does the work for each index, `atATime` pieces of work at the same time. */
export async function inTurns<Result>(
	count: number,
	atATime: number,
	work: (index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	let next = 0;
	const workThrough = async (): Promise<void> => {
		while (next < count) {
			const index = next++;
			results[index] = await work(index);
		}
	};
	await Promise.all(Array.from({ length: atATime }, workThrough));
	return results;
}
