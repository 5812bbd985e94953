// One call to the service: send, judge, and repeat as the retry rules say.

import type { Transport } from '../transport/transport';
import type { JsonObject } from './answer';
import { failureOfTransport, judge } from './failures/classify';
import type { Failure } from './failures/failure';
import { headersOf, urlOf, type Account, type ApiRequest } from './request';
import { retryDecision, type RetryDecision } from './retry';

/** Milliseconds beyond the service's own time after which the client stops waiting for an answer. */
const GRACE_MS = 30_000;
/** Milliseconds that an answer may stand still in the middle. */
const STALL_MS = 60_000;

/** Clock, chance and waiting, handed in so that every decision can be replayed. */
export interface Runtime {
	/** Milliseconds since the epoch. */
	now(): number;
	/** From 0 up to 1. */
	random(): number;
	/** Ends after `ms`, or at once when the signal fires. Never rejects. */
	pause(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface CallSettings {
	maxTries: number;
	/** Milliseconds that all waits of one call may take together. */
	maxWaitMs: number;
	maxResponseBytes: number;
}

export interface Session {
	account: Account;
	transport: Transport;
	runtime: Runtime;
	settings: CallSettings;
	signal?: AbortSignal;
}

/** One wait between two attempts, and the catalogue's row that caused it. */
export interface Wait {
	row: string;
	httpCode?: number;
	delayMs: number;
}

/** What a call came to, with the number of attempts and the waits between them. */
export type CallResult = { attempts: number; waits: Wait[] } & (
	| { ok: true; answer: JsonObject }
	| {
			ok: false;
			failure: Failure;
			gaveUp: (RetryDecision & { retry: false })['reason'] | 'aborted';
	  }
);

type Attempt = { object: JsonObject } | { failure: Failure };

const aborted = (): Failure =>
	failureOfTransport({ kind: 'failure', failure: 'aborted', mayHaveBeenSent: false, detail: '' });

async function attemptOnce(request: ApiRequest, session: Session): Promise<Attempt> {
	const { account, transport, runtime, settings, signal } = session;
	const result = await transport.send({
		method: request.method,
		url: urlOf(account, request),
		headers: headersOf(account, request),
		body: request.body === undefined ? undefined : JSON.stringify(request.body),
		headTimeoutMs: request.serviceTimeoutMs + GRACE_MS,
		stallTimeoutMs: STALL_MS,
		maxResponseBytes: settings.maxResponseBytes,
		signal,
	});
	return result.kind === 'failure'
		? { failure: failureOfTransport(result) }
		: judge(result, request, runtime.now());
}

/**
 * Sends a request until it succeeds or the retry rules end it. Never rejects: what went wrong is in
 * the result. The key goes into the authorization header and nowhere else.
 */
export async function call(request: ApiRequest, session: Session): Promise<CallResult> {
	const { runtime, settings, signal } = session;
	const waits: Wait[] = [];
	let waitLeftMs = settings.maxWaitMs;
	for (let attempt = 1; ; attempt++) {
		if (signal?.aborted) {
			return { ok: false, failure: aborted(), gaveUp: 'aborted', attempts: attempt - 1, waits };
		}
		const outcome = await attemptOnce(request, session);
		if ('object' in outcome) return { ok: true, answer: outcome.object, attempts: attempt, waits };
		const { failure } = outcome;
		const decision = retryDecision({
			attempt,
			maxTries: settings.maxTries,
			failure,
			replay: request.replay,
			waitLeftMs,
			random: runtime.random(),
		});
		if (!decision.retry) {
			const gaveUp = failure.row === 'aborted' ? 'aborted' : decision.reason;
			return { ok: false, failure, gaveUp, attempts: attempt, waits };
		}
		waits.push({ row: failure.row, httpCode: failure.httpCode, delayMs: decision.delayMs });
		waitLeftMs -= decision.delayMs;
		await runtime.pause(decision.delayMs, signal);
	}
}
