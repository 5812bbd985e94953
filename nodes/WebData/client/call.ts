import { type Attempt, failureOfKind } from '../errors/classify';
import { failureOfPause } from '../errors/retryAfter';
import type { Failure } from '../errors/row';
import { transportRows } from '../errors/rows/transport';
import type { JsonObject } from '../json/json';
import { isNotFoundYet, sendOnce } from './attempt';
import { sendWithCatalogName } from './catalogName';
import { endpointClassOf, rateLimitSignal } from './limits';
import type { ApiRequest } from './request';
import { isTimeout, retryDecision, type RetryDecision, unsentRetry } from './retry';
import type { Client } from './client';

export interface Wait {
	errorId: string;
	httpCode?: number;
	delayMs: number;
}

export const totalDelayMs = (waits: readonly Wait[]): number =>
	waits.reduce((sum, { delayMs }) => sum + delayMs, 0);

type StopReason = (RetryDecision & { retry: false })['reason'] | 'creditLimitReached' | 'aborted';

export interface Effort {
	attempts: number;
	waits: readonly Wait[];
}

export const noEffort: Effort = { attempts: 0, waits: [] };

export const totalEffort = (efforts: readonly Effort[]): Effort => ({
	attempts: efforts.reduce((sum, { attempts }) => sum + attempts, 0),
	waits: efforts.flatMap(({ waits }) => waits),
});

export interface FailedResult extends Effort {
	ok: false;
	failure: Failure;
	stopReason: StopReason;
	possiblyExecuted?: boolean;
}

export type Result<Answer = JsonObject> = (Effort & { ok: true; answer: Answer }) | FailedResult;

export const abortedResult = (): FailedResult => ({
	ok: false,
	failure: failureOfKind('aborted', false),
	stopReason: 'aborted',
	...noEffort,
});

export const addFacts = (failed: FailedResult, facts: JsonObject): FailedResult => ({
	...failed,
	failure: { ...failed.failure, facts: { ...failed.failure.facts, ...facts } },
});

export const succeedWith = <Answer>({ attempts, waits }: Effort, answer: Answer) => ({
	ok: true as const,
	answer,
	attempts,
	waits,
});

export const failWith = ({ attempts, waits }: Effort, failure: Failure): FailedResult => ({
	ok: false,
	failure,
	stopReason: 'notRetryable',
	attempts,
	waits,
});

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
	timeouts = 0;
	/** Whether an attempt before the last one reached the service. */
	reachedBefore = false;
	private possiblyExecuted = false;
	private last?: { failure: Failure; endedAt: number };

	/** Records that another attempt starts. */
	start(nowMs: number, pausedMs: number): void {
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
		if (outcome.ok) return;
		const { failure } = outcome;
		this.last = { failure, endedAt: nowMs };
		this.possiblyExecuted ||= failure.possiblyExecuted;
		if (isTimeout(failure)) this.timeouts++;
	}

	/** Returns the result of a call that failed. If a limit has prevented a retry, the failure is that of the last attempt. */
	failed({ headers }: ApiRequest, failure: Failure, stopReason: StopReason): FailedResult {
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
		const outcome = await sendOnce(request, client, effort.attempts + 1);
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
	sendWithCatalogName(request, client.account, (named) => sendUntilDone(named, client));

async function sendUntilDone(request: ApiRequest, client: Client): Promise<Result> {
	const { limiter, runtime, service, settings, stop } = client;
	const { maxTries, maxWaitMs } = settings;
	const { maxPauseMs = Infinity } = request;
	const { endpointClass, usesBrowser } = endpointClassOf(request);
	const slot = limiter.open({ endpointClass, usesBrowser, signal: stop.signal });
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
			maxTries,
			failure,
			idempotency: request.idempotency,
			notFoundYet: isNotFoundYet(request, failure, client),
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
