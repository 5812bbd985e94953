/** A clock that never goes back, over a clock that may be set while the process runs. */
export class MonotonicClock {
	private offsetMs = 0;
	private latest = -Infinity;

	constructor(private readonly read: () => number) {}

	/** Milliseconds. When the clock is set back, time goes on from the last reading. */
	readonly now = (): number => {
		const now = this.read() + this.offsetMs;
		if (now < this.latest) this.offsetMs += this.latest - now;
		this.latest = Math.max(this.latest, now);
		return this.latest;
	};

	/** A timer for this moment has fired, so that it has been reached, whatever the clock says. */
	readonly advanceTo = (at: number): void => {
		this.latest = Math.max(this.latest, at);
	};
}
