import type { Transport } from '../transport/http';

/** How the work of a session ends early. */
export interface Stop {
	/** Aborted when the execution is stopped, or when the node ends because another item failed. */
	signal?: AbortSignal;
	/** Whether a user has stopped the execution. */
	isByUser(): boolean;
	/** Connections for requests that end jobs after the stop. The default is the session's transport. */
	transport?: Transport;
}

/** Returns a transport whose sent requests only `signal` aborts. */
export const abortedBy = (signal: AbortSignal, transport: Transport): Transport => ({
	send: (request) => transport.send({ ...request, signal }),
	close: () => transport.close(),
});

/** A job or browser session that costs credits until it ends. */
export interface RunningWork {
	name: string;
	/** Ends the work if the node ends early, and returns whether it has ended. Must not reject. */
	end?(): Promise<boolean>;
}
