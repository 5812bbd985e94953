// One call to the service: send, judge, and repeat as the retry rules say.

import type { Transport } from '../transport/transport';
import type { JsonObject } from './answer';
import { failureOfTransport, judge } from './failures/classify';
import type { Failure } from './failures/failure';
import { failureOfHold } from './failures/held';
import type { Memo } from './memo';
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
	/** Calls `end` when the signal fires; what it returns takes that back. */
	onAbort(signal: AbortSignal | undefined, end: () => void): () => void;
	/** Calls `end` after `ms`, beside work that goes on meanwhile; what it returns takes that back. */
	after(ms: number, end: () => void): () => void;
}

export interface CallSettings {
	maxTries: number;
	/** Milliseconds that all waits of one call may take together, their jitter not counted. */
	maxWaitMs: number;
	maxResponseBytes: number;
}

export interface Session {
	account: Account;
	transport: Transport;
	runtime: Runtime;
	settings: CallSettings;
	memo: Memo;
	/** Ends all work: the execution was stopped, or another item has ended the node. */
	signal?: AbortSignal;
	/** Whether it was the execution that was stopped. */
	isStopped(): boolean;
	/** Ends a request in place of `signal` once it has left, where its answer is needed even after a stop. */
	requestSignal?: AbortSignal;
}

/** One wait between two attempts, and the catalogue's row that caused it. */
export interface Wait {
	row: string;
	httpCode?: number;
	delayMs: number;
}

/** What a call came to, with the number of attempts that were sent and the waits between them. */
export type CallResult = { attempts: number; waits: Wait[] } & (
	| { ok: true; answer: JsonObject }
	| {
			ok: false;
			failure: Failure;
			gaveUp: (RetryDecision & { retry: false })['reason'] | 'aborted';
			/** Whether one of the attempts may have been carried out, the last or an earlier one. */
			mayHaveRun?: boolean;
	  }
);

type Attempt = { object: JsonObject } | { failure: Failure };

const isHeldBack = (attempt: Attempt): boolean =>
	'failure' in attempt && attempt.failure.row === 'held';

/** A call that was not made, since the execution was stopped before it. */
export const abortedCall = (attempts = 0, waits: Wait[] = []): CallResult & { ok: false } => ({
	ok: false,
	failure: failureOfTransport({
		kind: 'failure',
		failure: 'aborted',
		mayHaveBeenSent: false,
		detail: '',
	}),
	gaveUp: 'aborted',
	attempts,
	waits,
});

/** The same result; a failure knows these facts, too. */
export const withFacts = (result: CallResult, facts: JsonObject): CallResult =>
	result.ok
		? result
		: { ...result, failure: { ...result.failure, facts: { ...result.failure.facts, ...facts } } };

async function attemptOnce(request: ApiRequest, session: Session): Promise<Attempt> {
	const { account, transport, runtime, settings, signal, requestSignal } = session;
	const result = await transport.send({
		method: request.method,
		url: urlOf(account, request),
		headers: headersOf(account, request),
		body: request.body === undefined ? undefined : JSON.stringify(request.body),
		headTimeoutMs: request.serviceTimeoutMs + GRACE_MS,
		stallTimeoutMs: STALL_MS,
		maxResponseBytes: settings.maxResponseBytes,
		maxHoldMs: request.maxHoldMs,
		pacing: request.pacing,
		signal: requestSignal ?? signal,
		holdSignal: requestSignal && signal,
	});
	if (result.kind === 'response') return judge(result, request, runtime.now());
	return result.failure === 'held'
		? { failure: failureOfHold(result, runtime.now()) }
		: { failure: failureOfTransport(result) };
}

/** A keyed request is known by its own key, whatever the service echoes. */
const withKey = (failure: Failure, request: ApiRequest): Failure => ({
	...failure,
	requestId: request.headers?.['x-request-id'] ?? failure.requestId,
});

/** Counts that one call keeps between its attempts. */
interface Count {
	/** Attempts that were judged, without those that only met an earlier one still in flight. */
	tries: number;
	/** Answers that said that an earlier attempt is still in flight. */
	inFlight: number;
	/** Whether an earlier attempt may still be worked on. */
	mayHaveRun: boolean;
	/** Whether an earlier attempt has reached the service, or may have: what is in flight under its key is ours. */
	wasSent: boolean;
	waitLeftMs: number;
}

function decide(failure: Failure, request: ApiRequest, session: Session, count: Count) {
	const { settings, runtime } = session;
	const waiting = failure.retry === 'whileOurs';
	if (waiting) count.inFlight++;
	else count.tries++;
	const decision = retryDecision({
		attempt: waiting ? count.inFlight : count.tries,
		maxTries: waiting ? Infinity : settings.maxTries,
		failure,
		replay: request.replay,
		ours: request.keyIsOurs === true || count.wasSent,
		waitLeftMs: count.waitLeftMs,
		random: runtime.random(),
	});
	count.mayHaveRun ||= failure.mayHaveRun;
	count.wasSent ||= failure.httpCode !== undefined || failure.mayHaveRun;
	if (decision.retry) count.waitLeftMs -= decision.countedMs;
	return decision;
}

/**
 * Sends a request until it succeeds or the retry rules end it. Never rejects: what went wrong is in
 * the result. The key of the account goes into the authorization header and nowhere else.
 */
export async function call(request: ApiRequest, session: Session): Promise<CallResult> {
	const { runtime, settings, signal } = session;
	const waits: Wait[] = [];
	const count: Count = {
		tries: 0,
		inFlight: 0,
		mayHaveRun: false,
		wasSent: false,
		waitLeftMs: settings.maxWaitMs,
	};
	for (let attempts = 0; ;) {
		if (signal?.aborted) return abortedCall(attempts, waits);
		const outcome = await attemptOnce(request, session);
		if (!isHeldBack(outcome)) attempts++;
		if ('object' in outcome) return { ok: true, answer: outcome.object, attempts, waits };
		const failure = withKey(outcome.failure, request);
		const decision = decide(failure, request, session, count);
		if (!decision.retry) {
			const gaveUp = failure.row === 'aborted' ? 'aborted' : decision.reason;
			return { ok: false, failure, gaveUp, mayHaveRun: count.mayHaveRun, attempts, waits };
		}
		waits.push({ row: failure.row, httpCode: failure.httpCode, delayMs: decision.delayMs });
		await runtime.pause(decision.delayMs, signal);
	}
}
