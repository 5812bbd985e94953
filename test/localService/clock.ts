import { VirtualTime } from '../support/virtualTime';

/** The interface of the service to a clock that tests can advance. */
export interface Clock {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Advances the time and runs everything due by then. */
	advance(ms: number): void;
	wait(ms: number): Promise<void>;
	/** Returns the outcome of `work`, or undefined if it takes longer than `ms`. */
	within<T>(ms: number, work: Promise<T>): Promise<T | undefined>;
	/** Cancels every wait: none of them ever resolves. */
	clear(): void;
}

/** Follows the real clock by default. */
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
			// Work that completes at the same moment is in time.
			const late = elapsed.then(
				() => new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined))),
			);
			try {
				return await Promise.race([work, late]);
			} finally {
				cancel();
			}
		},
		clear() {
			for (const cancel of waiting) cancel();
		},
	};
}
