import { VirtualTime } from '../support/virtualTime';

/** A clock that tests can advance. */
export interface Clock {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Advances the time and runs everything that is due. */
	advance(ms: number): void;
	wait(ms: number): Promise<void>;
	/** Returns the result of `work`, or undefined if `work` takes longer than `ms`. */
	within<T>(ms: number, work: Promise<T>): Promise<T | undefined>;
	/** Starts work during which skipped sleeps do not advance the clock. */
	trackWork<T>(work: () => Promise<T>): Promise<T>;
	/** Cancels every wait. The promises of canceled waits never resolve. */
	clear(): void;
}

/** Creates a clock that follows the real clock by default. */
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
			// Work that completes exactly at the time limit counts as completed in time.
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
