import { type Attempt, classify, failureOfPath } from '../errors/classify';
import { failureOfPause } from '../errors/retryAfter';
import type { Failure } from '../errors/row';
import { gatewayRows } from '../errors/rows/response';
import { transportRows } from '../errors/rows/transport';
import { isNewJob, readClock } from './account';
import { sendWithCatalogName, usesCatalog } from './catalogName';
import {
	abortedResult,
	type ApiRequest,
	type Client,
	type Effort,
	type FailedResult,
	type LimiterSlot,
	type Result,
	succeedWith,
	type Wait,
} from './client';
import { endpointClassOf, rateLimitSignal } from './limits';
import { headTimeoutOf, requestBody, requestHeaders, requestUrl } from './request';
import { isTimeout, retryDecision, unsentRetry } from './retry';

/** Whether the attempt reached the service. */
const hasReached = (outcome: Attempt): boolean =>
	outcome.ok || outcome.failure.httpCode !== undefined || outcome.failure.possiblyExecuted;

/** What a call has done until now. */
class CallEffort implements Effort {
	/** Number of requests that were sent. */
	attempts = 0;
	readonly waits: Wait[] = [];
	/** Milliseconds of the waits, without the pauses of the account that have ended. */
	waitedMs = 0;
	/** Milliseconds in which attempts waited for their responses. */
	sentMs = 0;
	timeouts = 0;
	/** Whether an attempt before the last one reached the service. */
	reachedBefore = false;
	/** Whether the service may have executed an attempt. */
	possiblyExecuted = false;
	private sentAt = 0;
	private last?: { failure: Failure; endedAt: number };

	/** Records that another attempt starts. */
	start(nowMs: number, pausedMs: number): void {
		this.sentAt = nowMs;
		if (this.last === undefined) return;
		const { failure, endedAt } = this.last;
		const { errorId, httpCode } = failure;
		const delayMs = Math.round(nowMs - endedAt);
		this.waits.push({ errorId, httpCode, delayMs });
		this.waitedMs += delayMs - pausedMs;
		this.reachedBefore ||= hasReached({ ok: false, failure });
	}

	/** Records the outcome of a request that was sent. */
	end(outcome: Attempt, nowMs: number): void {
		this.attempts++;
		this.sentMs += nowMs - this.sentAt;
		if (outcome.ok) return;
		const { failure } = outcome;
		this.last = { failure, endedAt: nowMs };
		this.possiblyExecuted ||= failure.possiblyExecuted;
		if (isTimeout(failure)) this.timeouts++;
	}

	/** Returns the result of a call that failed. If a limit has prevented a retry, the failure is that of the last attempt. */
	failed(
		{ headers }: ApiRequest,
		failure: Failure,
		stopReason: FailedResult['stopReason'],
	): FailedResult {
		const reported = unsentRetry(failure, this.last?.failure) ?? { failure, stopReason };
		// The request's own ID replaces the ID in the response.
		const requestId = headers?.['x-request-id'] ?? reported.failure.requestId;
		const isAborted = failure.errorId === transportRows.aborted.id;
		return {
			ok: false,
			failure: { ...reported.failure, requestId },
			stopReason: isAborted ? 'aborted' : reported.stopReason,
			possiblyExecuted: this.possiblyExecuted || reported.failure.possiblyExecuted,
			attempts: this.attempts,
			waits: this.waits,
		};
	}
}

/** Maximum time between two chunks of a response. */
const STALL_MS = 60_000;

/** Maximum time for which the node, after a stop, waits for the answer to a request that must not be repeated. */
const LATE_ANSWER_MS = 10_000;

/**
 * Calls `send` with the signal that aborts the request. A request that must not be repeated is not aborted at once,
 * because a retry needs its answer. If a user stops the execution, the node waits only for an answer that it needs to
 * cancel what the request has started.
 */
async function withAnswerSignal<Sent>(
	{ idempotency, cancelOnStop }: ApiRequest,
	{ runtime, stop }: Client,
	send: (signal?: AbortSignal) => Promise<Sent>,
): Promise<Sent> {
	if (idempotency !== 'unsafe' || stop.signal === undefined) return await send(stop.signal);
	const [late, ended] = [new AbortController(), new AbortController()];
	const unsubscribe = runtime.onAbort(stop.signal, () => {
		if (stop.isByUser() && cancelOnStop !== true) late.abort();
		else void runtime.sleep(LATE_ANSWER_MS, ended.signal).then(() => late.abort());
	});
	try {
		return await send(late.signal);
	} finally {
		unsubscribe();
		ended.abort('ended');
	}
}

/** Sends a request once. Attempts are counted from 1. The attempt may take `leftMs`. */
async function sendOnce(
	request: ApiRequest,
	client: Client,
	attempt: number,
	leftMs: number,
): Promise<Attempt> {
	const failure = failureOfPath(request.path);
	if (failure !== undefined) return { ok: false, failure };
	const { account, runtime, settings, transport } = client;
	const url = requestUrl(account, request);
	const result = await withAnswerSignal(request, client, (signal) =>
		transport.send({
			method: request.method,
			url,
			headers: requestHeaders(account, request),
			body: requestBody(request),
			headTimeoutMs: Math.min(headTimeoutOf(request, attempt), leftMs),
			stallTimeoutMs: Math.min(STALL_MS, leftMs),
			maxResponseBytes: settings.maxResponseBytes,
			signal,
		}),
	);
	const now = runtime.now();
	if (result.kind === 'response') readClock(client.service, result.headers, now);
	return classify(result, request, now, account.apiKey, url);
}

/** Whether the service may not find a job yet because the job has just been started. */
export const isNotFoundYet = (
	{ method, endsJob, path }: ApiRequest,
	{ httpCode, errorId }: Pick<Failure, 'httpCode' | 'errorId'>,
	client: Client,
): boolean =>
	(method === 'GET' || endsJob === true) &&
	httpCode === 404 &&
	errorId !== gatewayRows.gatewayNotFound.id &&
	path.some((segment) => isNewJob(segment, client, client.runtime.now()));

/** An attempt that may only take less time is not sent. */
const MIN_ATTEMPT_MS = 1000;

const leftMs = ({ totalTimeoutMs = Infinity }: ApiRequest, { sentMs }: CallEffort): number =>
	totalTimeoutMs - sentMs;

/** Sends an attempt, unless the execution was stopped while the attempt waited or has used its credits. */
async function attempt(
	request: ApiRequest,
	client: Client,
	effort: CallEffort,
	pausedMs: number,
): Promise<Attempt> {
	const { creditGuard, runtime, service, stop } = client;
	if (stop.signal?.aborted) return abortedResult();
	effort.start(runtime.elapsed(), pausedMs);
	const send = async (): Promise<Attempt> => {
		const outcome = await sendOnce(request, client, effort.attempts + 1, leftMs(request, effort));
		if (service !== undefined) service.responded ||= hasReached(outcome);
		effort.end(outcome, runtime.elapsed());
		return outcome;
	};
	return await (creditGuard?.attempt(request, send) ?? send());
}

/**
 * Sends a request until an attempt succeeds or the retry rules allow no further attempt. Never rejects: the result
 * contains the failure. The API key is sent only in the authorization header.
 */
export const callApi = (request: ApiRequest, client: Client): Promise<Result> =>
	usesCatalog(request.body)
		? sendWithCatalogName(request, client.account, (named) => sendUntilDone(named, client))
		: sendUntilDone(request, client);

async function sendUntilDone(request: ApiRequest, client: Client): Promise<Result> {
	const { signal } = client.stop;
	const slot = client.limiter.open({ ...endpointClassOf(request), signal });
	try {
		return await sendInSlot(slot, request, client);
	} finally {
		slot.close();
	}
}

async function sendInSlot(slot: LimiterSlot, request: ApiRequest, client: Client): Promise<Result> {
	const { runtime, service, settings, stop } = client;
	const { maxTries, maxWaitMs } = settings;
	const { maxPauseMs = Infinity } = request;
	const effort = new CallEffort();
	const waitLeftMs = (): number => Math.min(maxWaitMs - effort.waitedMs, maxPauseMs);
	for (;;) {
		const acquired = await slot.acquire(waitLeftMs());
		if (acquired.kind === 'waitTooLong') {
			return effort.failed(request, failureOfPause(acquired, runtime.now()), 'waitTooLong');
		}
		const excusedBefore = slot.excused;
		let outcome: Attempt | undefined;
		if (acquired.kind === 'start') {
			try {
				outcome = await attempt(request, client, effort, acquired.pausedMs);
			} finally {
				slot.release(outcome === undefined ? { kind: 'none' } : rateLimitSignal(outcome));
			}
		}
		outcome ??= abortedResult();
		if (outcome.ok) return succeedWith(effort, outcome.answer);
		const { failure } = outcome;
		const decision = retryDecision({
			attempt: effort.attempts - slot.excused,
			excused: slot.excused > excusedBefore,
			maxTries: leftMs(request, effort) < MIN_ATTEMPT_MS ? 0 : maxTries,
			failure,
			idempotency: request.idempotency,
			// After a lost answer, the service does not find what the request has ended.
			notFoundYet:
				isNotFoundYet(request, failure, client) && !(request.endsJob && effort.possiblyExecuted),
			ownRequest: request.keyGenerated === true || effort.reachedBefore,
			timeouts: effort.timeouts,
			serviceResponded: service?.responded,
			waitLeftMs: waitLeftMs(),
			random: runtime.random(),
		});
		if (!decision.retry) return effort.failed(request, failure, decision.reason);
		if (decision.delayMs > 0) await runtime.sleep(decision.delayMs, stop.signal);
	}
}
