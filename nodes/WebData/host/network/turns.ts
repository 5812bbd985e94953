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

/** Counts the work of a turn, and postpones further work to the next turn. */
class TurnBudget {
	private workedMs = 0;
	private pause?: Promise<void>;

	get isUsed(): boolean {
		return this.workedMs >= MAX_TURN_MS;
	}

	add(ms: number): void {
		this.workedMs += ms;
	}

	/** Other calls may already have used the budget again. */
	renewed(): Promise<void> {
		return (this.pause ??= nextTurn().then(() => {
			this.workedMs = 0;
			this.pause = undefined;
		}));
	}
}

/**
 * Calls `work` for each entry in order, at most `limit` calls at a time. Reads an entry only when its call starts. Once
 * the signal is aborted, no more calls start. After each 10 ms of work, n8n can do other work. Rejects if a call fails.
 */
export async function inTurns<Entry>(
	entries: Iterable<Entry>,
	work: (entry: Entry, index: number) => unknown,
	{ limit = 1, signal }: { limit?: number; signal?: AbortSignal } = {},
): Promise<void> {
	const rest = entries[Symbol.iterator]();
	const budget = new TurnBudget();
	let started = 0;
	const workThrough = async (): Promise<void> => {
		for (;;) {
			while (budget.isUsed) await budget.renewed();
			if (signal?.aborted) return;
			const since = hostRuntime.elapsed();
			const next = rest.next();
			if (next.done) return;
			const call = work(next.value, started++);
			budget.add(hostRuntime.elapsed() - since);
			if (call instanceof Promise) await call;
		}
	};
	await (limit === 1 ? workThrough() : Promise.all(Array.from({ length: limit }, workThrough)));
}

/** Hundreds of responses can arrive at the same time. Processing a response takes about 0.25 ms of CPU time. */
const RESPONSE_MS = 0.25;

/** All executions share the event loop, so they also share this budget. */
const responses = new TurnBudget();

export const withTurns = (transport: Transport): Transport => ({
	close: () => transport.close(),
	async send(request) {
		const result = await transport.send(request);
		if (result.kind !== 'response') return result;
		while (responses.isUsed) await responses.renewed();
		responses.add(RESPONSE_MS);
		return result;
	},
});
