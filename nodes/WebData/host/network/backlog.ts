import type { Schedule } from '../../api/http/schedule';

/**
 * Items start only while fewer than this number of requests are waiting. Items that start earlier use memory while they
 * wait, which causes more garbage collection. With 50 requests in flight, 60 parallel items use 18% less CPU time per
 * item than 1,000 parallel items.
 */
const MAX_WAITING = 20;

export class Backlog {
	private waiting = 0;
	private readonly listeners: (() => void)[] = [];

	/**
	 * Resolves in a later event loop turn, when fewer than `MAX_WAITING` requests are waiting. The method checks this
	 * number again after each turn, because newly started items may have added requests.
	 */
	async ready(nextTurn: () => Promise<void>): Promise<void> {
		await nextTurn();
		while (this.waiting >= MAX_WAITING) {
			await new Promise<void>((resolve) => this.listeners.push(resolve));
			await nextTurn();
		}
	}

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
