// A service with one limit, seen from its outside: how long it takes, what it refuses, and what it then says.

import type { Runtime } from '../../nodes/WebData/transport/runtime';
import type { Transport, TransportResponse } from '../../nodes/WebData/transport/http';

export interface Limit {
	kind: 'concurrency' | 'rate';
	/** Requests at a time, or requests in a minute. */
	most: number;
}

export interface ServiceCounts {
	served: number[];
	refused: number[];
}

export interface SimulatedService {
	/** The service as one worker sees it. */
	transportFor(worker: number): Transport;
	/** By worker, since the last `restart`. */
	readonly counts: ServiceCounts;
	/** Counts anew. */
	restart(): void;
}

export interface ServiceOptions {
	limit: Limit;
	retryAfter: boolean;
	workers: number;
	/** Milliseconds that the work takes on average: half of this to one and a half. A second unless told. */
	workMs?: number;
	/** Until then, in milliseconds of the clock, others have all the places. */
	takenUntilMs?: number;
}

/** There and back. */
const WAY_MS = 50;
export const WORK_MS = 1000;
const MINUTE_MS = 60_000;
const BUSY_RETRY_AFTER_SECONDS = 2;

const answer = (status: number, body: object, headers = {}): TransportResponse => ({
	kind: 'response',
	status,
	headers,
	body: Buffer.from(JSON.stringify(body)),
});

export function simulatedService(
	runtime: Runtime,
	{ limit, retryAfter, workers, workMs = WORK_MS, takenUntilMs = 0 }: ServiceOptions,
): SimulatedService {
	const none = (): ServiceCounts => ({
		served: new Array<number>(workers).fill(0),
		refused: new Array<number>(workers).fill(0),
	});
	let counts = none();
	let inFlight = 0;
	let minute = { startedAt: -Infinity, requests: 0 };

	const refusal = (error: string, seconds: number): TransportResponse =>
		answer(429, { success: false, error }, retryAfter ? { 'retry-after': String(seconds) } : {});

	/** Minutes begin with the first request after the last; what is refused is not counted. */
	const overRate = (): TransportResponse | undefined => {
		const now = runtime.now();
		if (now - minute.startedAt >= MINUTE_MS) minute = { startedAt: now, requests: 0 };
		if (minute.requests >= limit.most) {
			const leftMs = minute.startedAt + MINUTE_MS - now;
			return refusal('Rate limit exceeded', Math.ceil(leftMs / 1000));
		}
		minute.requests++;
		return undefined;
	};

	const overConcurrency = (): TransportResponse | undefined =>
		inFlight >= limit.most || runtime.now() < takenUntilMs
			? refusal('Concurrency limit reached', BUSY_RETRY_AFTER_SECONDS)
			: undefined;

	async function serve(worker: number): Promise<TransportResponse> {
		await runtime.sleep(WAY_MS / 2);
		const refused = limit.kind === 'rate' ? overRate() : overConcurrency();
		if (refused === undefined) {
			inFlight++;
			await runtime.sleep(workMs * (0.5 + runtime.random()));
			inFlight--;
		}
		const list = refused === undefined ? counts.served : counts.refused;
		list[worker] = (list[worker] ?? 0) + 1;
		await runtime.sleep(WAY_MS / 2);
		return refused ?? answer(200, { success: true, data: {} });
	}

	return {
		transportFor: (worker) => ({ send: () => serve(worker), close: () => Promise.resolve() }),
		get counts() {
			return counts;
		},
		restart() {
			counts = none();
		},
	};
}
