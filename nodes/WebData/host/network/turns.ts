import type { Transport, TransportResponse } from '../../transport/http';
import { hostRuntime } from './runtime';

// n8n's editor, webhooks, and other executions share one event loop with the node. These functions keep n8n responsive.

/** Work of one turn, in milliseconds. */
const MAX_TURN_MS = 10;

let workedMs = 0;
let pause: Promise<void> | undefined;

const isTurnUsed = (): boolean => workedMs >= MAX_TURN_MS;

/** Waiting calls share one timer, because separate timers could all fire in the same turn. */
const nextTurn = (): Promise<void> =>
	(pause ??= hostRuntime.sleep(0).then(() => {
		workedMs = 0;
		pause = undefined;
	}));

/**
 * Calls `work` for each entry in order, at most `limit` calls at a time. Reads an entry only when its call starts. Once
 * the signal is aborted, no more calls start. After each 10 ms of work in the process, n8n can do other work. Rejects if
 * a call fails.
 */
export async function inTurns<Entry>(
	entries: Iterable<Entry>,
	work: (entry: Entry, index: number) => unknown,
	{ limit = 1, signal }: { limit?: number; signal?: AbortSignal } = {},
): Promise<void> {
	const rest = entries[Symbol.iterator]();
	let started = 0;
	const workThrough = async (): Promise<void> => {
		for (;;) {
			while (isTurnUsed()) await nextTurn();
			if (signal?.aborted) return;
			const since = hostRuntime.elapsed();
			const next = rest.next();
			if (next.done) return;
			const call = work(next.value, started++);
			workedMs += hostRuntime.elapsed() - since;
			if (call instanceof Promise) await call;
		}
	};
	await (limit === 1 ? workThrough() : Promise.all(Array.from({ length: limit }, workThrough)));
}

/** CPU time to process a response, in milliseconds: 0.25, and 1 for each 160 KB. */
const responseMs = ({ body }: TransportResponse): number => 0.25 + body.length / 160_000;

/** Spreads responses over several turns, because hundreds of responses can arrive at the same time. */
export const withTurns = (transport: Transport): Transport => ({
	...transport,
	async send(request) {
		const result = await transport.send(request);
		if (result.kind !== 'response') return result;
		while (isTurnUsed()) await nextTurn();
		workedMs += responseMs(result);
		return result;
	},
});
