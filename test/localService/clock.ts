import { VirtualTime } from '../support/virtualTime';

export interface Clock {
	/** Returns the time in milliseconds since the epoch. */
	now(): number;
	advance(ms: number): void;
	wait(ms: number): Promise<void>;
	/** Returns the result of `work`, or undefined if `work` takes longer than `ms` milliseconds. */
	within<T>(ms: number, work: Promise<T>): Promise<T | undefined>;
	/** Runs work that takes real time. The virtual clock does not advance during the work. */
	trackWork<T>(work: () => Promise<T>): Promise<T>;
	/** Cancels every wait. The promise of a canceled wait never resolves. */
	clear(): void;
}

export function createClock(time = new VirtualTime({ follow: () => Date.now() })): Clock {
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
		now: time.now,
		advance: (ms) => time.advance(ms),
		wait: (ms) => (ms > 0 ? start(ms).elapsed : Promise.resolve()),
		async within(ms, work) {
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
		trackWork: time.trackWork,
		clear() {
			for (const cancel of waiting) cancel();
		},
	};
}
