// A count of what happened in the last minute, in slots: small however much it was.

const MINUTE_MS = 60_000;
const SLOT_MS = 10_000;
const SLOTS = MINUTE_MS / SLOT_MS;

export interface LastMinute {
	/** Number of the newest slot since the epoch. */
	readonly slot: number;
	/** The newest first. */
	readonly counts: readonly number[];
}

export const nothingYet: LastMinute = { slot: 0, counts: [] };

/** The same count with `more` that happened now. */
export function counted(minute: LastMinute, now: number, more = 1): LastMinute {
	const slot = Math.floor(now / SLOT_MS);
	const passed = Math.min(Math.max(slot - minute.slot, 0), SLOTS);
	const [newest = 0, ...older] =
		passed === 0
			? minute.counts
			: [...new Array<number>(passed).fill(0), ...minute.counts].slice(0, SLOTS);
	return { slot, counts: [newest + more, ...older] };
}

export const countIn = (minute: LastMinute, now: number): number =>
	counted(minute, now, 0).counts.reduce((sum, count) => sum + count, 0);
