import { failureOfIds, failureOfKind } from '../errors/failure';
import { boundedWaitMs } from '../errors/retryAfter';
import { type ErrorRow, type Failure, failureOfRow } from '../errors/row';
import { rateLimitRows } from '../errors/rows/limits';
import { gatewayRows } from '../errors/rows/response';
import { transportRows } from '../errors/rows/transport';
import { toReason, withReason } from '../errors/text';
import type { JsonObject } from '../json/json';
import { readClock } from './account';
import { type Attempt, classify, failed, rateLimitSignal, type RateLimitSignal } from './attempt';
import { sendWithCatalogName, usesCatalog } from './catalogName';
import { type Client, type LimiterSlot, ServiceError, serviceError, type Wait } from './client';
import { type ApiRequest, toTransportRequest } from './request';
import { isTimeout, retryDecision, type StopReason, unsentRetry } from './retry';

/** Whether the attempt reached the service. */
const hasReached = (outcome: Attempt): boolean =>
	outcome.ok || outcome.failure.httpCode !== undefined || outcome.failure.possiblyExecuted;

/** The attempts of a request so far. */
class Tries {
	/** Number of attempts that were sent. */
	count = 0;
	waitedMs = 0;
	/** Milliseconds of the waits in which the account was paused. Such a pause has its own limit. */
	pausedMs = 0;
	/** Milliseconds in which attempts waited for their responses. */
	sentMs = 0;
	timeouts = 0;
	/** Value of the slot's `excused` when the last attempt started. */
	excusedBefore = 0;
	/** Whether an attempt before the last one reached the service. */
	reachedBefore = false;
	/** Whether the service may have executed an attempt. */
	possiblyExecuted = false;
	private sentAt = 0;
	private last?: { failure: Failure; endedAt: number };

	/** Records that an attempt starts. Returns the wait since the last attempt. */
	start(nowMs: number, pausedMs: number): Wait | undefined {
		this.sentAt = nowMs;
		if (this.last === undefined) return undefined;
		const { failure, endedAt } = this.last;
		const delayMs = Math.round(nowMs - endedAt);
		this.waitedMs += delayMs;
		this.pausedMs += pausedMs;
		this.reachedBefore ||= hasReached({ ok: false, failure });
		return { httpCode: failure.httpCode, delayMs };
	}

	/** Records the outcome of an attempt that was sent. */
	end(outcome: Attempt, nowMs: number): void {
		this.count++;
		this.sentMs += nowMs - this.sentAt;
		if (outcome.ok) return;
		const { failure } = outcome;
		this.last = { failure, endedAt: nowMs };
		this.possiblyExecuted ||= failure.possiblyExecuted;
		if (isTimeout(failure)) this.timeouts++;
	}

	/** Returns the error after the last attempt. If a limit has prevented another attempt, names the failure before it. */
	error({ headers }: ApiRequest, failure: Failure, stopReason: StopReason): ServiceError {
		const reported = unsentRetry(failure, this.last?.failure) ?? { failure, stopReason };
		// The request's own ID replaces the ID in the response.
		const requestId = headers?.['x-request-id'] ?? reported.failure.requestId;
		const possiblyExecuted = this.possiblyExecuted || reported.failure.possiblyExecuted;
		const isAborted = failure.errorId === transportRows.aborted.id;
		return new ServiceError(
			{ ...reported.failure, requestId, possiblyExecuted },
			{
				stopReason: isAborted ? 'aborted' : reported.stopReason,
				attempts: this.count,
				waitedMs: this.waitedMs,
			},
		);
	}
}

/** Maximum time between two chunks of a response. */
const STALL_MS = 60_000;

/** Maximum time for which the node, after a stop, waits for the answer to a request that must not be repeated. */
const LATE_ANSWER_MS = 10_000;

/**
 * Returns the signal that aborts a request. A request that must not be repeated is not aborted at once, because a retry
 * needs its answer. If a user stops the execution, the node waits only for an answer that it needs to cancel what the
 * request has started. The caller must call `end` after the answer.
 */
function answerSignal(
	{ route, cancelOnStop }: ApiRequest,
	{ runtime, stop }: Client,
): { signal?: AbortSignal; end?: () => void } {
	if (route.idempotency !== 'unsafe' || stop.signal === undefined) return { signal: stop.signal };
	const [late, ended] = [new AbortController(), new AbortController()];
	const unsubscribe = runtime.onAbort(stop.signal, () => {
		if (stop.isByUser() && cancelOnStop !== true) late.abort();
		else void runtime.sleep(LATE_ANSWER_MS, ended.signal).then(() => late.abort());
	});
	const end = (): void => {
		unsubscribe();
		ended.abort('ended');
	};
	return { signal: late.signal, end };
}

const sendingLeftMs = ({ totalTimeoutMs = Infinity }: ApiRequest, { sentMs }: Tries): number =>
	totalTimeoutMs - sentMs;

async function sendOnce(request: ApiRequest, client: Client, tries: Tries): Promise<Attempt> {
	const { account, runtime, settings } = client;
	const leftMs = sendingLeftMs(request, tries);
	const { signal, end } = answerSignal(request, client);
	const sent = toTransportRequest(account, request, tries.count + 1);
	const sending = account.transport.send({
		...sent,
		headTimeoutMs: Math.min(sent.headTimeoutMs, leftMs),
		stallTimeoutMs: Math.min(STALL_MS, leftMs),
		maxResponseBytes: settings.maxResponseBytes,
		signal,
	});
	const result = await sending.finally(end);
	const now = runtime.now();
	if (result.kind === 'response') readClock(account.service, result.headers, now);
	const outcome = classify(result, request, now, account.apiKey, sent.url);
	account.service.responded ||= hasReached(outcome);
	return outcome;
}

/** For a moment after its start, the service may not find a job. */
const NEW_MS = 60_000;

/** Whether this process started a job less than a minute ago, or the job's ID contains such a time. */
export function isNewJob(jobId: string, { account, runtime }: Client): boolean {
	const { knownJobs, service } = account;
	const nowMs = runtime.now();
	const startedAt = knownJobs.get(jobId);
	if (startedAt !== undefined) return nowMs - startedAt < NEW_MS;
	// A UUID of version 7 (RFC 9562) contains its time, in milliseconds since the epoch.
	const [, high, low] = /^([\da-f]{8})-([\da-f]{4})-7[\da-f]{3}-/i.exec(jobId) ?? [];
	if (high === undefined || low === undefined) return false;
	const serviceMs = nowMs + (service.clockOffsetMs ?? 0);
	return Math.abs(serviceMs - parseInt(high + low, 16)) < NEW_MS;
}

/** Whether the service may not find a job yet because the job has just been started. */
export const isNotFoundYet = (
	{ route, ids = [] }: ApiRequest,
	{ httpCode, errorId }: Pick<Failure, 'httpCode' | 'errorId'>,
	client: Client,
): boolean =>
	(route.method === 'GET' || route.endsJob === true) &&
	httpCode === 404 &&
	errorId !== gatewayRows.gatewayNotFound.id &&
	ids.some((id) => isNewJob(id, client));

const waitLeftMs = (
	{ maxPauseMs = Infinity }: ApiRequest,
	{ settings }: Client,
	{ waitedMs, pausedMs }: Tries,
): number => Math.min(settings.maxWaitMs - (waitedMs - pausedMs), maxPauseMs);

/** Returns the failure of a request that was not sent because of a rate limit pause. */
export function failureOfPause(
	{ retryAfterMs, message = '' }: { retryAfterMs?: number; message?: string },
	nowMs: number,
): Failure {
	const failure = failureOfRow(rateLimitRows.rateLimitPaused);
	const cause = withReason(failure.cause, toReason(message));
	if (retryAfterMs === undefined) return { ...failure, cause };
	const boundedMs = boundedWaitMs(retryAfterMs);
	const pausedUntil = new Date(nowMs + boundedMs).toISOString();
	const minute = pausedUntil.slice(0, 16).replace('T', ' ');
	return {
		...failure,
		cause: `${cause} The pause ends at ${minute} UTC.`,
		retryAfterMs: boundedMs,
		facts: { pausedUntil },
	};
}

/**
 * Sends an attempt as soon as the account's limits allow it, unless the execution is stopped first or has used its
 * credits. Tells the limiter what the outcome says about the limits.
 */
async function attempt(
	request: ApiRequest,
	client: Client,
	tries: Tries,
	slot: LimiterSlot,
): Promise<Attempt> {
	const { creditGuard, effort, runtime, stop } = client;
	const acquired = await slot.acquire(waitLeftMs(request, client, tries));
	if (acquired.kind === 'aborted') return failed(failureOfKind('aborted', false));
	if (acquired.kind === 'waitTooLong') return failed(failureOfPause(acquired, runtime.now()));
	tries.excusedBefore = slot.excused;
	let signal: RateLimitSignal = { kind: 'none' };
	try {
		if (stop.signal?.aborted) return failed(failureOfKind('aborted', false));
		const wait = tries.start(runtime.elapsed(), acquired.pausedMs);
		if (wait !== undefined) effort.waits.push(wait);
		const refusal = creditGuard.refusal(request);
		if (refusal !== undefined) return failed(refusal);
		const outcome = await sendOnce(request, client, tries);
		tries.end(outcome, runtime.elapsed());
		effort.attempts = tries.count;
		creditGuard.count(request, outcome);
		signal = rateLimitSignal(outcome);
		return outcome;
	} finally {
		slot.release(signal);
	}
}

/** Sends a request until an attempt succeeds, and returns the answer. Throws if the retry rules allow no further attempt. */
async function sendUntilDone(request: ApiRequest, client: Client): Promise<JsonObject> {
	const { account, runtime, settings, stop } = client;
	const { idempotency, endsJob } = request.route;
	const tries = new Tries();
	const invalid = failureOfIds(request.ids);
	if (invalid !== undefined) throw tries.error(request, invalid, 'notRetryable');
	const slot = account.limiter.open(request.route, stop.signal);
	try {
		for (;;) {
			const outcome = await attempt(request, client, tries, slot);
			if (outcome.ok) return outcome.answer;
			const { failure } = outcome;
			const decision = retryDecision({
				attempt: tries.count - slot.excused,
				excused: slot.excused > tries.excusedBefore,
				maxTries: settings.maxTries,
				timeLeftMs: sendingLeftMs(request, tries),
				failure,
				idempotency,
				// After a lost answer, the service does not find what the request has ended.
				notFoundYet:
					isNotFoundYet(request, failure, client) && !(endsJob && tries.possiblyExecuted),
				ownRequest: request.keyGenerated === true || tries.reachedBefore,
				timeouts: tries.timeouts,
				serviceResponded: account.service.responded,
				waitLeftMs: waitLeftMs(request, client, tries),
				random: runtime.random(),
			});
			if (typeof decision === 'string') throw tries.error(request, failure, decision);
			if (decision > 0) await runtime.sleep(decision, stop.signal);
		}
	} finally {
		slot.close();
	}
}

/**
 * Returns the answer to a request. Throws a `ServiceError` if the request fails. The API key is sent only in the
 * authorization header.
 */
export const call = (request: ApiRequest, client: Client): Promise<JsonObject> =>
	usesCatalog(request.body)
		? sendWithCatalogName(request, client.account, (named) => sendUntilDone(named, client))
		: sendUntilDone(request, client);

interface OnceRules {
	unsettled: ErrorRow;
	/** ID of the error that shows that the service executed the request, although the request counts as failed. */
	knownOutcome: string;
	/** Sends the request. The default is `call`. */
	send?(): Promise<JsonObject>;
}

/** Sends a request at most once per item. When the item is attempted again, returns or throws the stored result. */
export async function atMostOnce(
	request: ApiRequest,
	client: Client,
	{ unsettled, knownOutcome, send = () => call(request, client) }: OnceRules,
): Promise<JsonObject> {
	const { replayStore } = client;
	const before = replayStore.get();
	if ('answer' in before) return before.answer;
	if ('failure' in before) throw new ServiceError(before.failure, { attempts: 0 });
	if ('unsettled' in before) throw new ServiceError(failureOfRow(unsettled, {}), { attempts: 0 });
	replayStore.set({ unsettled: true });
	const answer = await send().catch(serviceError);
	if (!(answer instanceof ServiceError)) {
		replayStore.set({ answer });
		return answer;
	}
	const { failure } = answer;
	if (failure.errorId === knownOutcome) replayStore.set({ failure });
	else if (!failure.possiblyExecuted) replayStore.set({});
	throw answer;
}
