/** A clock that never goes backward, based on a clock that may be set while the process runs. */
export class MonotonicClock {
	private offsetMs = 0;
	private latest = -Infinity;

	constructor(private readonly read: () => number) {}

	/** Returns the time in milliseconds. If the clock is set back, time continues from the last reading. */
	readonly now = (): number => {
		const now = this.read() + this.offsetMs;
		if (now < this.latest) this.offsetMs += this.latest - now;
		this.latest = Math.max(this.latest, now);
		return this.latest;
	};

	/** Records that a timer for this time has fired, even if the clock shows an earlier time. */
	readonly advanceTo = (at: number): void => {
		this.latest = Math.max(this.latest, at);
	};
}
