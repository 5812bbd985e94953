import { VirtualTime } from '../support/virtualTime';

export type Clock = ReturnType<typeof createClock>;

export function createClock(time = new VirtualTime({ follow: () => Date.now() })) {
	const waiting = new Set<() => void>();

	function start(ms: number): { elapsed: Promise<void>; cancel: () => void } {
		let cancel = (): void => undefined;
		const elapsed = new Promise<void>((resolve) => {
			const cancelTimer = time.setTimer(ms, () => {
				waiting.delete(cancel);
				resolve();
			});
			cancel = () => {
				waiting.delete(cancel);
				cancelTimer();
			};
			waiting.add(cancel);
		});
		return { elapsed, cancel };
	}

	return {
		/** Returns the time in milliseconds since the epoch. */
		now: time.now,
		advance: (ms: number): void => time.advance(ms),
		wait: (ms: number): Promise<void> => (ms > 0 ? start(ms).elapsed : Promise.resolve()),
		/** Returns the result of `work`, or undefined if `work` takes longer than `ms` milliseconds. */
		async within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
			const { elapsed, cancel } = start(ms);
			// Work that ends exactly at the time limit counts as completed in time.
			const late = elapsed.then(
				() => new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined))),
			);
			try {
				return await Promise.race([work, late]);
			} finally {
				cancel();
			}
		},
		/** Runs work that takes real time. The virtual clock does not advance during the work. */
		trackWork: time.trackWork,
		/** Cancels every wait. The promise of a canceled wait never resolves. */
		clear(): void {
			for (const cancel of waiting) cancel();
		},
	};
}
