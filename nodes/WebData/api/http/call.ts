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

/** Milliseconds that the client waits for a response longer than the service takes. */
const GRACE_MS = 30_000;
/** Maximum time in milliseconds between two chunks of a response. */
const STALL_MS = 60_000;

export interface CallSettings {
	maxTries: number;
	/** Milliseconds that all waits of one call may take together, without their jitter. */
	maxWaitMs: number;
	maxResponseBytes: number;
}

export interface Session {
	account: Account;
	transport: Transport;
	/** Connections for requests that wait for no other request; `transport` if there is none. */
	cancelTransport?: Transport;
	runtime: Runtime;
	settings: CallSettings;
	replayStore: ReplayStore;
	/** Aborts all work: the execution was stopped, or another item ended the node. */
	signal?: AbortSignal;
	/** Whether the execution was stopped. */
	isStopped(): boolean;
	/** Aborts a request instead of `signal` once it has been sent, if its response is needed even after a stop. */
	requestSignal?: AbortSignal;
}

/** One wait between two attempts, and the error that caused it. */
export interface Wait {
	errorId: ErrorId;
	httpCode?: number;
	delayMs: number;
}

/** The response to a request, or why there is none. */
type Outcome = { ok: true; answer: JsonObject } | { ok: false; failure: Failure };

/** The result of a call, with the number of attempts that were sent and the waits between them. */
export type CallResult = { attempts: number; waits: Wait[] } & (
	| (Outcome & { ok: true })
	| (Outcome & {
			ok: false;
			stopReason: (RetryDecision & { retry: false })['reason'] | 'aborted';
			/** Whether one of the attempts may have been executed, the last or an earlier one. */
			possiblyExecuted?: boolean;
	  })
);

/** The result of a call that was not made because the execution was stopped before. */
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

/** The same result; facts are added to a failure. */
export const addFacts = (result: CallResult, facts: JsonObject): CallResult =>
	result.ok
		? result
		: { ...result, failure: { ...result.failure, facts: { ...result.failure.facts, ...facts } } };

/** The user knows a keyed request by its own key, even if the service returns another one. */
const withOwnRequestId = (failure: Failure, request: ApiRequest): Failure => ({
	...failure,
	requestId: request.headers?.['x-request-id'] ?? failure.requestId,
});

async function sendOnce(request: ApiRequest, session: Session): Promise<Outcome> {
	const { account, runtime, settings, signal, requestSignal } = session;
	const { transport, cancelTransport = transport } = session;
	const result = await (request.pacing === 'none' ? cancelTransport : transport).send({
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
	if (result.kind === 'response') {
		const classified = classifyResponse(result, request, runtime.now());
		return 'object' in classified
			? { ok: true, answer: classified.object }
			: { ok: false, failure: withOwnRequestId(classified.failure, request) };
	}
	const failure =
		result.failure === 'held' ? failureOfPause(result, runtime.now()) : failureOfTransport(result);
	return { ok: false, failure: withOwnRequestId(failure, request) };
}

const wasSent = (outcome: Outcome): boolean => outcome.ok || outcome.failure.errorId !== 'held';

/** What one call remembers between its attempts. */
interface RetryState {
	tries: number;
	/** Whether the service may still be working on an earlier attempt. */
	possiblyExecuted: boolean;
	/** Whether an earlier attempt reached the service, or may have: a request in flight with its key is then our own. */
	reachedService: boolean;
	waitLeftMs: number;
}

const afterAttempt = (
	state: RetryState,
	{ httpCode, possiblyExecuted }: Failure,
	decision: RetryDecision,
): RetryState => ({
	tries: state.tries + 1,
	possiblyExecuted: state.possiblyExecuted || possiblyExecuted,
	reachedService: state.reachedService || httpCode !== undefined || possiblyExecuted,
	waitLeftMs: state.waitLeftMs - (decision.retry ? decision.countedMs : 0),
});

/**
 * Sends a request until it succeeds or the retry rules end it. Never rejects: what went wrong is in
 * the result. The API key is sent in the authorization header and nowhere else.
 */
export async function callApi(request: ApiRequest, session: Session): Promise<CallResult> {
	const { runtime, settings, signal } = session;
	const { maxTries, maxWaitMs } = settings;
	const waits: Wait[] = [];
	let state: RetryState = {
		tries: 0,
		possiblyExecuted: false,
		reachedService: false,
		waitLeftMs: maxWaitMs,
	};
	for (let attempts = 0; ;) {
		if (signal?.aborted) return abortedResult(attempts, waits);
		const outcome = await sendOnce(request, session);
		if (wasSent(outcome)) attempts++;
		if (outcome.ok) return { ...outcome, attempts, waits };
		const { failure } = outcome;
		const decision = retryDecision({
			attempt: state.tries + 1,
			maxTries,
			failure,
			idempotency: request.idempotency,
			ownRequest: request.keyGenerated === true || state.reachedService,
			waitLeftMs: state.waitLeftMs,
			random: runtime.random(),
		});
		state = afterAttempt(state, failure, decision);
		if (!decision.retry) {
			const { possiblyExecuted } = state;
			const stopReason = failure.errorId === 'aborted' ? 'aborted' : decision.reason;
			return { ...outcome, stopReason, possiblyExecuted, attempts, waits };
		}
		const { errorId, httpCode } = failure;
		waits.push({ errorId, httpCode, delayMs: decision.delayMs });
		await runtime.sleep(decision.delayMs, signal);
	}
}
