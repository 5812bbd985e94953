import type { Schedule } from '../../api/http/schedule';

/**
 * Items start only while the number of waiting requests is below this value. Starting an item early costs memory and
 * garbage collection: with 50 requests in flight, 60 items in parallel use 18% less CPU time per item than 1,000.
 */
const MAX_WAITING = 20;

/** The requests of one execution that wait for their first attempt. */
export class Backlog {
	private waiting = 0;
	private readonly listeners: (() => void)[] = [];

	/**
	 * Resolves in a later turn of the event loop, when more items may start. When the backlog falls below the maximum,
	 * it is checked again one turn later, because new items may already have replaced the items that ended.
	 */
	async ready(nextTurn: () => Promise<void>): Promise<void> {
		await nextTurn();
		while (this.waiting >= MAX_WAITING) {
			await new Promise<void>((resolve) => this.listeners.push(resolve));
			await nextTurn();
		}
	}

	/** Returns a schedule that counts the waiting requests. */
	counted(schedule: Schedule): Schedule {
		return async (request, task) => {
			const leave = this.enter();
			try {
				return await schedule(request, () => {
					leave();
					return task();
				});
			} finally {
				leave();
			}
		};
	}

	/** Returns the function that ends the wait of one request. Calling the function again has no effect. */
	private enter(): () => void {
		let waits = true;
		this.waiting++;
		return () => {
			if (!waits) return;
			waits = false;
			this.waiting--;
			if (this.waiting < MAX_WAITING) this.listeners.splice(0).forEach((resolve) => resolve());
		};
	}
}
