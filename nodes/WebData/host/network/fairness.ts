import type { Limiter } from '../../client/limits';
import type { Transport } from '../../transport/http';
import { hostRuntime } from './runtime';

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

	counted(limiter: Limiter): Limiter {
		return {
			run: async (request, send) => {
				const leave = this.enter();
				try {
					return await limiter.run(request, () => {
						leave();
						return send();
					});
				} finally {
					leave();
				}
			},
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

/** Hundreds of responses can arrive at the same time. Processing each response takes about 0.5 ms of CPU time. */
const RESPONSES_PER_TURN = 20;

/** Limits the number of responses that are processed per event loop turn, which keeps n8n responsive. */
export class Turns {
	private used = 0;
	private readonly waiting: (() => void)[] = [];

	constructor(private readonly nextTurn: () => Promise<void>) {}

	async take(): Promise<void> {
		this.used++;
		if (this.used === 1) this.scheduleNext();
		if (this.used > RESPONSES_PER_TURN) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
	}

	private scheduleNext(): void {
		void this.nextTurn().then(() => {
			const next = this.waiting.splice(0, RESPONSES_PER_TURN);
			this.used = next.length + this.waiting.length;
			if (this.used > 0) this.scheduleNext();
			next.forEach((resolve) => resolve());
		});
	}
}

let pendingTurn: Promise<void> | undefined;

/**
 * Resolves in a later event loop turn. Callers share one timer, because separate timers could all fire in the same
 * turn.
 */
export const nextTurn = (): Promise<void> =>
	(pendingTurn ??= hostRuntime.sleep(0).then(() => {
		pendingTurn = undefined;
	}));

/** Processing 300 entries takes up to 10 ms of CPU time. */
const ENTRIES_PER_TURN = 300;

/** Calls `visit` for each entry. Between hundreds of entries, n8n can do other work. */
export async function inTurns<Entry>(
	entries: Iterable<Entry>,
	visit: (entry: Entry) => void,
): Promise<void> {
	let visited = 0;
	for (const entry of entries) {
		if (visited > 0 && visited % ENTRIES_PER_TURN === 0) await nextTurn();
		visited++;
		visit(entry);
	}
}

/** All executions share the event loop, so they also share this limiter. */
const turns = new Turns(nextTurn);

export const withTurns = (transport: Transport): Transport => ({
	close: () => transport.close(),
	async send(request) {
		const result = await transport.send(request);
		if (result.kind === 'response') await turns.take();
		return result;
	},
});
