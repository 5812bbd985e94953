// One call to the service: send, judge, and repeat as the retry rules say.

import type { Transport } from '../../transport/http';
import type { Runtime } from '../../transport/runtime';
import type { JsonObject } from './response';
import { failureOfTransport, classifyResponse } from '../errors/classify';
import type { ErrorId } from '../errors/errorId';
import type { Failure } from '../errors/failure';
import { failureOfPause } from '../errors/rateLimitPause';
import type { ReplayStore } from './replayStore';
import {
	requestHeaders,
	requestUrl,
	serviceTimeoutMs,
	type Account,
	type ApiRequest,
} from './request';
import { retryDecision, type RetryDecision } from './retry';

/** Milliseconds beyond the service's own time after which the client stops waiting for an answer. */
const GRACE_MS = 30_000;
/** Milliseconds that an answer may stand still in the middle. */
const STALL_MS = 60_000;

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
	replayStore: ReplayStore;
	/** Ends all work: the execution was stopped, or another item has ended the node. */
	signal?: AbortSignal;
	/** Whether it was the execution that was stopped. */
	isStopped(): boolean;
	/** Ends a request in place of `signal` once it has left, where its answer is needed even after a stop. */
	requestSignal?: AbortSignal;
}

/** One wait between two attempts, and the catalogue's row that caused it. */
export interface Wait {
	errorId: ErrorId;
	httpCode?: number;
	delayMs: number;
}

/** What a call came to, with the number of attempts that were sent and the waits between them. */
export type CallResult = { attempts: number; waits: Wait[] } & (
	| { ok: true; answer: JsonObject }
	| {
			ok: false;
			failure: Failure;
			stopReason: (RetryDecision & { retry: false })['reason'] | 'aborted';
			/** Whether one of the attempts may have been carried out, the last or an earlier one. */
			possiblyExecuted?: boolean;
	  }
);

type AttemptResult = { object: JsonObject } | { failure: Failure };

const wasNotSent = (attempt: AttemptResult): boolean =>
	'failure' in attempt && attempt.failure.errorId === 'held';

/** A call that was not made, since the execution was stopped before it. */
export const abortedResult = (attempts = 0, waits: Wait[] = []): CallResult & { ok: false } => ({
	ok: false,
	failure: failureOfTransport({
		kind: 'failure',
		failure: 'aborted',
		possiblySent: false,
		detail: '',
	}),
	stopReason: 'aborted',
	attempts,
	waits,
});

/** The same result; a failure knows these facts, too. */
export const addFacts = (result: CallResult, facts: JsonObject): CallResult =>
	result.ok
		? result
		: { ...result, failure: { ...result.failure, facts: { ...result.failure.facts, ...facts } } };

async function sendOnce(request: ApiRequest, session: Session): Promise<AttemptResult> {
	const { account, transport, runtime, settings, signal, requestSignal } = session;
	const result = await transport.send({
		method: request.method,
		url: requestUrl(account, request),
		headers: requestHeaders(account, request),
		body: request.body === undefined ? undefined : JSON.stringify(request.body),
		headTimeoutMs: serviceTimeoutMs(request) + GRACE_MS,
		stallTimeoutMs: STALL_MS,
		maxResponseBytes: settings.maxResponseBytes,
		maxPauseMs: request.maxPauseMs,
		pacing: request.pacing,
		signal: requestSignal ?? signal,
		queueSignal: requestSignal && signal,
	});
	if (result.kind === 'response') return classifyResponse(result, request, runtime.now());
	return result.failure === 'held'
		? { failure: failureOfPause(result, runtime.now()) }
		: { failure: failureOfTransport(result) };
}

/** A keyed request is known by its own key, whatever the service echoes. */
const withOwnRequestId = (failure: Failure, request: ApiRequest): Failure => ({
	...failure,
	requestId: request.headers?.['x-request-id'] ?? failure.requestId,
});

/** Counts that one call keeps between its attempts. */
interface RetryState {
	/** Attempts that were judged, without those that only met an earlier one still in flight. */
	tries: number;
	/** Answers that said that an earlier attempt is still in flight. */
	inFlight: number;
	/** Whether an earlier attempt may still be worked on. */
	possiblyExecuted: boolean;
	/** Whether an earlier attempt has reached the service, or may have: what is in flight under its key is ours. */
	wasSent: boolean;
	waitLeftMs: number;
}

function decideRetry(failure: Failure, request: ApiRequest, session: Session, count: RetryState) {
	const { settings, runtime } = session;
	const waiting = failure.retry === 'ifOwnRequest';
	if (waiting) count.inFlight++;
	else count.tries++;
	const decision = retryDecision({
		attempt: waiting ? count.inFlight : count.tries,
		maxTries: waiting ? Infinity : settings.maxTries,
		failure,
		idempotency: request.idempotency,
		ownRequest: request.keyGenerated === true || count.wasSent,
		waitLeftMs: count.waitLeftMs,
		random: runtime.random(),
	});
	count.possiblyExecuted ||= failure.possiblyExecuted;
	count.wasSent ||= failure.httpCode !== undefined || failure.possiblyExecuted;
	if (decision.retry) count.waitLeftMs -= decision.countedMs;
	return decision;
}

/**
 * Sends a request until it succeeds or the retry rules end it. Never rejects: what went wrong is in
 * the result. The key of the account goes into the authorization header and nowhere else.
 */
export async function callApi(request: ApiRequest, session: Session): Promise<CallResult> {
	const { runtime, settings, signal } = session;
	const waits: Wait[] = [];
	const count: RetryState = {
		tries: 0,
		inFlight: 0,
		possiblyExecuted: false,
		wasSent: false,
		waitLeftMs: settings.maxWaitMs,
	};
	for (let attempts = 0; ;) {
		if (signal?.aborted) return abortedResult(attempts, waits);
		const outcome = await sendOnce(request, session);
		if (!wasNotSent(outcome)) attempts++;
		if ('object' in outcome) return { ok: true, answer: outcome.object, attempts, waits };
		const failure = withOwnRequestId(outcome.failure, request);
		const decision = decideRetry(failure, request, session, count);
		if (!decision.retry) {
			const stopReason = failure.errorId === 'aborted' ? 'aborted' : decision.reason;
			return {
				ok: false,
				failure,
				stopReason,
				possiblyExecuted: count.possiblyExecuted,
				attempts,
				waits,
			};
		}
		waits.push({ errorId: failure.errorId, httpCode: failure.httpCode, delayMs: decision.delayMs });
		await runtime.sleep(decision.delayMs, signal);
	}
}
