/** A clock that never goes backward, based on a clock that may be set while the process runs. */
export class MonotonicClock {
	private latest = -Infinity;
	/** Total time by which the clock was set back. */
	private offsetMs = 0;

	constructor(private readonly read: () => number) {}

	/** Returns the time in milliseconds. If the clock is set back, time continues from the last reading. */
	readonly now = (): number => {
		const time = this.read();
		this.offsetMs = Math.max(this.offsetMs, this.latest - time);
		this.latest = time + this.offsetMs;
		return this.latest;
	};

	/** Records that a timer for this time has fired, even if the clock shows an earlier time. */
	readonly advanceTo = (at: number): void => {
		this.latest = Math.max(this.latest, at);
	};
}
