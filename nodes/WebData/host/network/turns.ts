import type { Transport } from '../../transport/http';
import { hostRuntime } from './runtime';

// n8n's editor, webhooks, and other executions share one event loop with the node. These functions keep n8n responsive.

let pendingTurn: Promise<void> | undefined;

/**
 * Resolves in a later event loop turn. Callers share one timer, because separate timers could all fire in the same
 * turn.
 */
export const nextTurn = (): Promise<void> =>
	(pendingTurn ??= hostRuntime.sleep(0).then(() => {
		pendingTurn = undefined;
	}));

/** Work of one turn, in milliseconds. */
const MAX_TURN_MS = 10;

interface Limits {
	/** Maximum number of calls at a time. The default is 1. */
	limit?: number;
	/** Once the signal is aborted, no more calls start. */
	signal?: AbortSignal;
}

/**
 * Calls `work` for each entry in order. Reads an entry only when its call starts. After each 10 ms of work, n8n can do
 * other work. Rejects if a call fails.
 */
export async function inTurns<Entry>(
	entries: Iterable<Entry>,
	work: (entry: Entry, index: number) => unknown,
	{ limit = 1, signal }: Limits = {},
): Promise<void> {
	const rest = entries[Symbol.iterator]();
	let started = 0;
	let workedMs = 0;
	let pause: Promise<void> | undefined;
	const resetInNextTurn = async (): Promise<void> => {
		await nextTurn();
		[workedMs, pause] = [0, undefined];
	};
	const workThrough = async (): Promise<void> => {
		for (;;) {
			while (workedMs >= MAX_TURN_MS) await (pause ??= resetInNextTurn());
			if (signal?.aborted) return;
			const since = hostRuntime.elapsed();
			const next = rest.next();
			if (next.done) return;
			const call = work(next.value, started++);
			workedMs += hostRuntime.elapsed() - since;
			if (call instanceof Promise) await call;
		}
	};
	await Promise.all(Array.from({ length: limit }, workThrough));
}

/** Hundreds of responses can arrive at the same time. Processing each response takes about 0.5 ms of CPU time. */
const RESPONSES_PER_TURN = 20;

/** Limits the number of responses that are processed per event loop turn. */
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
