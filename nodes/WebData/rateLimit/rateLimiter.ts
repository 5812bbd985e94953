// The gates of a process: every request of an account passes the account's own, whichever item, node or execution it is for.

import type { Runtime } from '../transport/runtime';
import { fingerprint } from '../api/http/idempotency';
import type { Account } from '../api/http/request';
import type { Transport, TransportRequest, TransportResult } from '../transport/http';
import {
	openAccountGate,
	stoppedWaiting,
	type AccountGate,
	type Ceiling,
	type Queue,
} from './accountQueue';

export type { Ceiling };

/** The way of one execution's requests through the gates of their accounts. */
export interface Gate {
	/** The same transport, with its requests counted and paced. */
	guard(transport: Transport, account: Account): Transport;
}

/** The gates of a process. */
export interface Gates {
	enter(ceiling: Ceiling): Gate;
	/** How many accounts are remembered. */
	readonly size: number;
}

interface Execution extends Queue {
	/** Those that may have waited for one of its own to end. */
	accounts: Set<AccountGate>;
}

export function openGates(runtime: Runtime): Gates {
	/** By a fingerprint of the account, so that no key is kept; those that are paced apart have their own. */
	const gates = new Map<string, AccountGate>();

	const gateOf = (name: string): AccountGate => {
		const gate = gates.get(name) ?? openAccountGate(runtime);
		gates.set(name, gate);
		return gate;
	};

	const forgetIdle = (): void => {
		for (const [name, gate] of gates) if (gate.isIdle()) gates.delete(name);
	};

	async function send(
		{ transport, name, execution }: { transport: Transport; name: string; execution: Execution },
		request: TransportRequest,
	): Promise<TransportResult> {
		if (request.pacing === 'none') return await transport.send(request);
		const { maxPauseMs, queueSignal: signal = request.signal } = request;
		if (signal?.aborted) return stoppedWaiting;
		forgetIdle();
		const gate = gateOf(request.pacing === undefined ? name : `${name} ${request.pacing}`);
		execution.accounts.add(gate);
		const turn = await gate.enter(execution, { signal, maxPauseMs });
		if ('result' in turn) return turn.result;
		// The signal may have fired just after it was let through.
		const result = signal?.aborted ? stoppedWaiting : await transport.send(request);
		execution.inFlight--;
		gate.leave(turn.epoch, result);
		execution.accounts.forEach((each) => each.admit());
		forgetIdle();
		return result;
	}

	return {
		enter: (ceiling) => {
			const execution: Execution = { ...ceiling, inFlight: 0, accounts: new Set() };
			return {
				guard: (transport, account) => {
					const name = fingerprint({ ...account });
					return {
						send: (request) => send({ transport, name, execution }, request),
						close: () => transport.close(),
					};
				},
			};
		},
		get size() {
			forgetIdle();
			return gates.size;
		},
	};
}
