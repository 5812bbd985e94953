/** Waits until fewer calls are running than the limit allows, then runs `work`. */
export type RunLimited = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function limitConcurrency(limit: number): RunLimited {
	const waiting: (() => void)[] = [];
	let free = limit;
	return async (work) => {
		if (free > 0) free--;
		else await new Promise<void>((resolve) => waiting.push(resolve));
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next === undefined) free++;
			else next();
		}
	};
}
