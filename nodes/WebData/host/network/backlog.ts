import type { Schedule } from '../../api/http/schedule';

/**
 * When this number of requests is waiting, no more items start. Each item that has started costs memory and CPU time
 * while it waits.
 */
const MAX_WAITING = 20;

export class Backlog {
	private waiting = 0;
	private readonly listeners: (() => void)[] = [];

	/** Resolves in a later event loop turn, when fewer than `MAX_WAITING` requests are waiting. */
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
