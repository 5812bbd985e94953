// Holds requests back so that no more than a number of them are on their way at the same time.

import type {
	Transport,
	TransportFailure,
	TransportRequest,
	TransportResult,
} from '../transport/transport';

const stoppedWaiting: TransportFailure = {
	kind: 'failure',
	failure: 'aborted',
	mayHaveBeenSent: false,
	detail: '',
};

/** Calls back when the signal fires; what it returns takes that back. */
type OnAbort = (signal: AbortSignal | undefined, end: () => void) => () => void;

export interface Gate {
	/** The same transport, with its requests counted by this gate. */
	guard(transport: Transport): Transport;
}

/** Lets `limit` requests through at a time, first come first served. A request that is aborted while it waits is never sent. */
export function createGate(limit: number, onAbort: OnAbort): Gate {
	const waiting = new Set<() => void>();
	let free = limit;

	const leave = (): void => {
		const [next] = waiting;
		if (next === undefined) free++;
		else next();
	};

	const enter = (signal: AbortSignal | undefined): Promise<boolean> =>
		new Promise((resolve) => {
			if (free > 0) {
				free--;
				resolve(true);
				return;
			}
			const go = (granted: boolean): void => {
				waiting.delete(admit);
				takeBack();
				resolve(granted);
			};
			const admit = () => go(true);
			const takeBack = onAbort(signal, () => go(false));
			waiting.add(admit);
		});

	const send = async (
		transport: Transport,
		request: TransportRequest,
	): Promise<TransportResult> => {
		if (!(await enter(request.signal))) return stoppedWaiting;
		const result = await transport.send(request);
		leave();
		return result;
	};

	return {
		guard: (transport) => ({
			send: (request) => send(transport, request),
			close: () => transport.close(),
		}),
	};
}
