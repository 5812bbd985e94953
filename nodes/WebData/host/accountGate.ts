// The gate of one account: who of all that want something of it goes next, and when.

import type { Runtime } from '../api/client';
import { newPace } from '../api/pace';
import { ended, isForgettable, started, startsIn } from '../api/pacing';
import { verdictOn } from '../api/verdict';
import type {
	TransportFailure,
	TransportRequest,
	TransportResponse,
	TransportResult,
} from '../transport/transport';

export const stoppedWaiting: TransportFailure = {
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

/** An execution as the gates see it: how many of its requests are on their way. */
export interface Queue extends Ceiling {
	inFlight: number;
}

/** Why a request need not wait any longer: its turn has come, or it is over without being sent. */
type Turn = { epoch: number } | { result: TransportResult };

export interface AccountGate {
	/**
	 * Waits for the request's turn, unless its signal fires. One that the account's limits hold back for longer
	 * than its `maxHoldMs` is not sent: the refusal is handed on to it, at once where the time is known.
	 */
	enter(execution: Queue, request: Pick<TransportRequest, 'signal' | 'maxHoldMs'>): Promise<Turn>;
	leave(epoch: number, result: TransportResult): void;
	/** Lets start whatever may. */
	admit(): void;
	isIdle(): boolean;
}

type Go = (turn: Turn) => void;

type Waiting = Set<Go>;

/** Takes turns between executions; first come first served within one. */
export function openAccountGate(runtime: Runtime): AccountGate {
	let pace = newPace;
	/** In the order of their turns. */
	const lines = new Map<Queue, Waiting>();
	/** Until when those wait who do not wait as long as it takes. */
	const patience = new Map<Go, number>();
	/** The refusal that asked for the longest wait, as long as that lasts, and then the last one. */
	let refusal: { response: TransportResponse; until: number } | undefined;
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
		if (refusal === undefined || refusal.until <= now()) return;
		const { response, until } = refusal;
		for (const [execution, waiting] of lines) {
			if (until - now() > execution.maxWaitMs) waiting.forEach((go) => go({ result: response }));
		}
	};

	/**
	 * Nothing starts for so long, or before something ends (`Infinity`). Hands the refusal on to those who would
	 * wait too long, and sees to it that the others are looked after in time; whether there were any of the first.
	 */
	const holdBack = (ms: number): boolean => {
		const isLate = (until: number) => (ms < Infinity ? until < now() + ms : until <= now());
		const late = [...patience].filter(([, until]) => isLate(until));
		if (late.length > 0 && refusal !== undefined) {
			const { response } = refusal;
			late.forEach(([go]) => go({ result: response }));
			return true;
		}
		const againIn = Math.min(ms, ...[...patience.values()].map((until) => until - now()));
		if (againIn < Infinity) wakeIn(againIn);
		return false;
	};

	const start = (execution: Queue, go: Go): void => {
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

	const next = (): [Queue, Go] | undefined => {
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
			if (ms <= 0) start(...turn);
			else if (!holdBack(ms)) return;
		}
		silence();
	};

	return {
		enter: (execution, { signal, maxHoldMs }) =>
			new Promise((resolve) => {
				const waiting: Waiting = lines.get(execution) ?? new Set();
				const go = (turn: Turn): void => {
					patience.delete(go);
					waiting.delete(go);
					if (waiting.size === 0) lines.delete(execution);
					takeBack();
					resolve(turn);
				};
				const takeBack = runtime.onAbort(signal, () => {
					go({ result: stoppedWaiting });
					admit();
				});
				if (maxHoldMs !== undefined) patience.set(go, now() + maxHoldMs);
				lines.set(execution, waiting.add(go));
				admit();
			}),
		leave: (epoch, result) => {
			const verdict = verdictOn(result, now());
			pace = ended(pace, epoch, verdict, now());
			if (verdict.kind !== 'refused' || result.kind !== 'response') return;
			const until = now() + (verdict.retryAfterMs ?? 0);
			if (refusal === undefined || refusal.until <= until) refusal = { response: result, until };
		},
		admit,
		isIdle: () => lines.size === 0 && isForgettable(pace, now()),
	};
}
