// One gate for each account in this process: every request of the account passes it, whichever item, node or execution it is for.

import type { Runtime } from '../api/client';
import { fingerprint } from '../api/idempotency';
import { newPace } from '../api/pace';
import { ended, isForgettable, started, startsIn } from '../api/pacing';
import type { Account } from '../api/request';
import { verdictOn } from '../api/verdict';
import type {
	Transport,
	TransportFailure,
	TransportRequest,
	TransportResponse,
	TransportResult,
} from '../transport/transport';

const stoppedWaiting: TransportFailure = {
	kind: 'failure',
	failure: 'aborted',
	mayHaveBeenSent: false,
	detail: '',
};

/** What one execution asks for itself, whatever its accounts allow. */
export interface Ceiling {
	maxConcurrency: number;
	/** A longer wait that the service asked for is not waited in the gate: the refusal is handed on. */
	maxWaitMs: number;
}

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

interface Execution extends Ceiling {
	inFlight: number;
	/** Those that may have waited for one of its own to end. */
	accounts: Set<AccountGate>;
}

/** Why a request need not wait any longer: its turn has come, or it is over without being sent. */
type Turn = { epoch: number } | { result: TransportResult };

interface AccountGate {
	enter(execution: Execution, signal?: AbortSignal): Promise<Turn>;
	leave(epoch: number, result: TransportResult): void;
	/** Lets start whatever may. */
	admit(): void;
	isIdle(): boolean;
}

type Waiting = Set<(turn: Turn) => void>;

/** Takes turns between executions; first come first served within one. */
function openAccountGate(runtime: Runtime): AccountGate {
	let pace = newPace;
	/** In the order of their turns. */
	const lines = new Map<Execution, Waiting>();
	let asked: { response: TransportResponse; until: number } | undefined;
	let alarm: { at: number; letGo: AbortController } | undefined;
	let latest = 0;
	/** Does not go back when the host's clock does. */
	const now = (): number => (latest = Math.max(latest, runtime.now()));

	const silence = (): void => {
		// A reason of one's own spares the making of an error that nobody reads.
		alarm?.letGo.abort('silenced');
		alarm = undefined;
	};

	const wakeIn = (ms: number): void => {
		const at = now() + ms;
		if (alarm !== undefined && alarm.at <= at) return;
		silence();
		const letGo = new AbortController();
		alarm = { at, letGo };
		void runtime.pause(ms, letGo.signal).then(() => {
			if (letGo.signal.aborted) return;
			alarm = undefined;
			latest = Math.max(latest, at);
			admit();
		});
	};

	const handOnRefusal = (): void => {
		if (asked === undefined || asked.until <= now()) return;
		const { response, until } = asked;
		for (const [execution, waiting] of lines) {
			if (until - now() > execution.maxWaitMs) waiting.forEach((go) => go({ result: response }));
		}
	};

	const start = (execution: Execution, go: (turn: Turn) => void): void => {
		const waiting = lines.get(execution);
		const { epoch } = pace;
		pace = started(pace, now(), runtime.random());
		execution.inFlight++;
		go({ epoch });
		// To the end of the row.
		if (waiting !== undefined && lines.delete(execution) && waiting.size > 0) {
			lines.set(execution, waiting);
		}
	};

	const next = (): [Execution, (turn: Turn) => void] | undefined => {
		for (const [execution, [first]] of lines) {
			if (first !== undefined && execution.inFlight < execution.maxConcurrency) {
				return [execution, first];
			}
		}
		return undefined;
	};

	const admit = (): void => {
		handOnRefusal();
		for (let turn = next(); turn !== undefined; turn = next()) {
			const ms = startsIn(pace, now(), runtime.random());
			if (ms > 0) {
				if (ms < Infinity) wakeIn(ms);
				return;
			}
			start(...turn);
		}
		silence();
	};

	return {
		enter: (execution, signal) =>
			new Promise((resolve) => {
				const waiting: Waiting = lines.get(execution) ?? new Set();
				const go = (turn: Turn): void => {
					waiting.delete(go);
					if (waiting.size === 0) lines.delete(execution);
					takeBack();
					resolve(turn);
				};
				const takeBack = runtime.onAbort(signal, () => {
					go({ result: stoppedWaiting });
					admit();
				});
				lines.set(execution, waiting.add(go));
				admit();
			}),
		leave: (epoch, result) => {
			const verdict = verdictOn(result, now());
			pace = ended(pace, epoch, verdict, now());
			if (verdict.kind === 'refused' && verdict.retryAfterMs && result.kind === 'response') {
				asked = { response: result, until: now() + verdict.retryAfterMs };
			}
		},
		admit,
		isIdle: () => lines.size === 0 && isForgettable(pace, now()),
	};
}

export function openGates(runtime: Runtime): Gates {
	/** By a fingerprint of the account, so that no key is kept. */
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
		if (request.signal?.aborted) return stoppedWaiting;
		forgetIdle();
		const gate = gateOf(name);
		execution.accounts.add(gate);
		const turn = await gate.enter(execution, request.signal);
		if ('result' in turn) return turn.result;
		const result = await transport.send(request);
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
