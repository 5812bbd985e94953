// A clock that only goes on, over one that people and time servers set.

export interface MonotonicClock {
	/** Milliseconds. Where the clock below is set back, time goes on from where it was; what passed unseen before that is lost. */
	now(): number;
	/** Whatever the clock below says, this moment has come: something was to happen then, and did. */
	reached(at: number): void;
}

export function monotonicClock(read: () => number): MonotonicClock {
	let setBackBy = 0;
	let latest = -Infinity;
	const reached = (at: number): void => {
		latest = Math.max(latest, at);
	};
	return {
		now() {
			const now = read() + setBackBy;
			if (now < latest) setBackBy += latest - now;
			reached(now);
			return latest;
		},
		reached,
	};
}
