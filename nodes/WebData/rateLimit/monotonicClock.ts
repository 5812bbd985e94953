/** A clock that never goes backward, even if the underlying clock is set back while the process runs. */
export class MonotonicClock {
	private latest = -Infinity;
	/** Milliseconds added to the time of the underlying clock, so that time does not go backward. */
	private offsetMs = 0;

	constructor(private readonly read: () => number) {}

	/** Returns the time in milliseconds. If the underlying clock is set back, time continues from the last reading. */
	readonly now = (): number => {
		const time = this.read();
		this.offsetMs = Math.max(this.offsetMs, this.latest - time);
		this.latest = time + this.offsetMs;
		return this.latest;
	};

	/** Moves the clock forward to `at` if it is behind. A timer can fire slightly before the clock shows its due time. */
	readonly advanceTo = (at: number): void => {
		this.latest = Math.max(this.latest, at);
	};
}
