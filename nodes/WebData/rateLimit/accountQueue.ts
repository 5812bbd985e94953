// The gate of one account: who of all that want something of it goes next, and when.

import type { Runtime } from '../transport/runtime';
import { isHeld } from './rateLimitPause';
import { newPace } from './limiterState';
import { ended, isForgettable, started, startsIn } from './transitions';
import { rateLimitSignalOf, errorTextOf } from '../api/http/rateLimitSignal';
import type { TransportFailure, TransportRequest, TransportResult } from '../transport/http';
import { monotonicClock } from './monotonicClock';

export const stoppedWaiting: TransportFailure = {
	kind: 'failure',
	failure: 'aborted',
	possiblySent: false,
	detail: '',
};

/** What one execution asks for itself, whatever its accounts allow. */
export interface Ceiling {
	maxConcurrency: number;
	/** A longer wait that the service asked for is not waited in the gate, but by a request that has a limit of its own. */
	maxWaitMs: number;
}

/** An execution as the gates see it: how many of its requests are on their way. */
export interface Queue extends Ceiling {
	inFlight: number;
}

/** Why a request need not wait any longer: its turn has come, or it is over without being sent. */
type Turn = { epoch: number } | { result: TransportFailure };

export interface AccountGate {
	/**
	 * Waits for the request's turn, unless its signal fires. One that the account's limits hold back for longer
	 * than its `maxPauseMs` is not sent, and told so: at once where the time is known. Of a hold that is longer than
	 * a minute, it is known only when one request will go ahead and see whether it still holds.
	 */
	enter(execution: Queue, request: Pick<TransportRequest, 'signal' | 'maxPauseMs'>): Promise<Turn>;
	leave(epoch: number, result: TransportResult): void;
	/** Lets start whatever may. */
	admit(): void;
	isIdle(): boolean;
}

/** One request that waits. */
interface Waiter {
	go(turn: Turn): void;
	/** Until when it does, where that is not as long as it takes. */
	patientUntil?: number;
}

/** Takes turns between executions; first come first served within one. */
export function openAccountGate(runtime: Runtime): AccountGate {
	let pace = newPace;
	/** In the order of their turns. */
	const lines = new Map<Queue, Set<Waiter>>();
	/** The refusal that asked for the longest wait, as long as that lasts, and then the last one. */
	let refusal: { words: string; until: number } | undefined;
	let alarm: { at: number; letGo: AbortController } | undefined;
	const { now, reached } = monotonicClock(() => runtime.now());

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
		void runtime.sleep(ms, letGo.signal).then(() => {
			if (letGo.signal.aborted) return;
			alarm = undefined;
			reached(at);
			admit();
		});
	};

	/** Those who would wait too long if nothing starts for so long, or before something ends (`Infinity`). */
	const impatient = (ms: number): Waiter[] => {
		const news = now() + (ms < Infinity && !pace.hold.scouting ? ms : 0);
		const asked = refusal?.until ?? -Infinity;
		return [...lines].flatMap(([{ maxWaitMs }, waiting]) => {
			// Whatever the service asked for, the scout may come back with better news.
			const isTooLong = !pace.hold.scouting && asked - now() > maxWaitMs;
			return [...waiting].filter(({ patientUntil }) =>
				patientUntil === undefined ? isTooLong : patientUntil < news || patientUntil <= now(),
			);
		});
	};

	const held = (): TransportFailure => ({
		kind: 'failure',
		failure: 'held',
		possiblySent: false,
		detail: refusal?.words ?? '',
		retryAfterMs: isHeld(pace.hold, now()) ? pace.hold.until - now() : undefined,
	});

	/** Nothing starts for so long. Whether there were any who would have waited too long and were sent away. */
	const holdBack = (ms: number): boolean => {
		const away = refusal === undefined ? [] : impatient(ms);
		away.forEach(({ go }) => go({ result: held() }));
		return away.length > 0;
	};

	/** Sees to it that all who wait are looked after in time. */
	const wake = (ms: number): void => {
		const patience = [...lines.values()].flatMap((waiting) =>
			[...waiting].map(({ patientUntil = Infinity }) => patientUntil - now()),
		);
		const againIn = Math.min(ms, ...patience);
		if (againIn < Infinity) wakeIn(againIn);
	};

	const start = (execution: Queue, { go }: Waiter): void => {
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

	const next = (): [Queue, Waiter] | undefined => {
		for (const [execution, [first]] of lines) {
			if (first !== undefined && execution.inFlight < execution.maxConcurrency) {
				return [execution, first];
			}
		}
		return undefined;
	};

	const admit = (): void => {
		for (let turn = next(); turn !== undefined; turn = next()) {
			const ms = startsIn(pace, now(), runtime.random());
			if (ms <= 0) start(...turn);
			else if (!holdBack(ms)) return wake(ms);
		}
		silence();
	};

	return {
		enter: (execution, { signal, maxPauseMs }) =>
			new Promise((resolve) => {
				const waiting = lines.get(execution) ?? new Set();
				const go = (turn: Turn): void => {
					waiting.delete(waiter);
					if (waiting.size === 0) lines.delete(execution);
					unsubscribe();
					resolve(turn);
				};
				const waiter: Waiter = {
					go,
					patientUntil: maxPauseMs === undefined ? undefined : now() + maxPauseMs,
				};
				const unsubscribe = runtime.onAbort(signal, () => {
					go({ result: stoppedWaiting });
					admit();
				});
				lines.set(execution, waiting.add(waiter));
				admit();
			}),
		leave: (epoch, result) => {
			// Dates in it are held against the clock that people set.
			const verdict = rateLimitSignalOf(result, runtime.now());
			pace = ended(pace, epoch, verdict, now());
			if (refusal !== undefined && !isHeld(pace.hold, now())) refusal.until = -Infinity;
			if (verdict.kind !== 'refused' || result.kind !== 'response') return;
			const until = now() + (verdict.retryAfterMs ?? 0);
			if (refusal === undefined || refusal.until <= until) {
				refusal = { words: errorTextOf(result), until };
			}
		},
		admit,
		isIdle: () => lines.size === 0 && isForgettable(pace, now()),
	};
}
