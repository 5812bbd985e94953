const WINDOW_MS = 60_000;
/** Anyone who knows the URL of a trigger without a secret can send events, and each of them could cause a request. */
export const MAX_READS_PER_MINUTE = 120;

interface Reads<Result> {
	current: Promise<Result>;
	/** Starts after `current`. Shared by all events that arrive while `current` is in flight. */
	next?: Promise<Result>;
}

/**
 * Limits the status reads that events cause: one in flight per job, and `MAX_READS_PER_MINUTE` per node. A read starts
 * after its event has arrived, so that its result is not older than the event.
 */
export class SharedReads<Result> {
	private readonly byJob = new Map<string, Reads<Result>>();
	/** Start times of the reads of each node in the last minute. */
	private readonly startsByNode = new Map<string, number[]>();

	constructor(
		private readonly now: () => number,
		private readonly refused: Result,
	) {}

	async read(node: string, job: string, work: () => Promise<Result>): Promise<Result> {
		const key = JSON.stringify([node, job]);
		const reads = this.byJob.get(key);
		if (reads === undefined) return await this.start(node, key, work);
		const start = () => this.start(node, key, work);
		return await (reads.next ??= reads.current.then(start, start));
	}

	private async start(node: string, key: string, work: () => Promise<Result>): Promise<Result> {
		if (!this.isAllowed(node)) {
			this.byJob.delete(key);
			return this.refused;
		}
		const current = work().finally(() => this.byJob.delete(key));
		this.byJob.set(key, { current });
		return await current;
	}

	private isAllowed(node: string): boolean {
		const now = this.now();
		const starts = (this.startsByNode.get(node) ?? []).filter((at) => now - at < WINDOW_MS);
		this.startsByNode.set(node, starts);
		if (starts.length >= MAX_READS_PER_MINUTE) return false;
		starts.push(now);
		return true;
	}
}
