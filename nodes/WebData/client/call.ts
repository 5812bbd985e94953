import { type AttemptResult, classify, failureOfKind, failureOfPath } from '../errors/classify';
import { failureOfPause } from '../errors/retryAfter';
import type { Failure } from '../errors/row';
import { transportRows } from '../errors/rows/transport';
import type { JsonObject } from '../json/json';
import type { Runtime, Transport } from '../transport/http';
import { type JobIds, readClock, type ServiceState } from './account';
import type { CreditGuard } from './credits';
import { endpointClassOf, rateLimitSignal, type Limiter } from './limits';
import type { ReplayStore } from './replay';
import {
	type Account,
	type ApiRequest,
	requestBody,
	requestHeaders,
	requestUrl,
	serviceTimeoutMs,
} from './request';
import { backoffMs, isTimeout, retryDecision, type RetryDecision, unsentRetry } from './retry';
import type { RunningWork, Stop } from './stop';

/** The timeout of a request is the service's time limit plus this time. */
const GRACE_MS = 30_000;
/** Maximum time between two chunks of a response. */
const STALL_MS = 60_000;

export interface CallSettings {
	maxTries: number;
	maxWaitMs: number;
	maxResponseBytes: number;
}

export interface Session {
	account: Account;
	transport: Transport;
	limiter: Limiter;
	runtime: Runtime;
	settings: CallSettings;
	replayStore: ReplayStore;
	creditGuard?: CreditGuard;
	service?: ServiceState;
	knownJobs?: JobIds;
	/** The item's jobs and browser sessions that have not ended, by ID. */
	running?: Map<string, RunningWork>;
	stop: Stop;
}

export interface Wait {
	errorId: string;
	httpCode?: number;
	delayMs: number;
}

type StopReason = (RetryDecision & { retry: false })['reason'] | 'creditLimitReached' | 'aborted';

export interface Effort {
	attempts: number;
	waits: Wait[];
}

export interface FailedCall extends Effort {
	ok: false;
	failure: Failure;
	stopReason: StopReason;
	possiblyExecuted?: boolean;
}

export type CallResult<Answer = JsonObject> = (Effort & { ok: true; answer: Answer }) | FailedCall;

export const abortedResult = (attempts = 0, waits: Wait[] = []): FailedCall => ({
	ok: false,
	failure: failureOfKind('aborted', false),
	stopReason: 'aborted',
	attempts,
	waits,
});

export const addFacts = (failed: FailedCall, facts: JsonObject): FailedCall => ({
	...failed,
	failure: { ...failed.failure, facts: { ...failed.failure.facts, ...facts } },
});

/** Replaces the failure's request ID with the `x-request-id` of the request. */
const withOwnRequestId = (failure: Failure, request: ApiRequest): Failure => ({
	...failure,
	requestId: request.headers?.['x-request-id'] ?? failure.requestId,
});

async function sendOnce(request: ApiRequest, session: Session): Promise<AttemptResult> {
	const failure = failureOfPath(request.path);
	if (failure !== undefined) return { ok: false, failure };
	const { account, runtime, settings, transport } = session;
	const result = await transport.send({
		method: request.method,
		url: requestUrl(account, request),
		headers: requestHeaders(account, request),
		body: requestBody(request),
		headTimeoutMs: serviceTimeoutMs(request) + GRACE_MS,
		stallTimeoutMs: STALL_MS,
		maxResponseBytes: settings.maxResponseBytes,
		signal: session.stop.signal,
	});
	const now = runtime.now();
	if (result.kind === 'response') readClock(session.service, result.headers, now);
	return classify(result, request, now, account.apiKey);
}

/** Whether the attempt reached the service. */
const wasReached = (outcome: AttemptResult): boolean =>
	outcome.ok || outcome.failure.httpCode !== undefined || outcome.failure.possiblyExecuted;

class Call {
	attempts = 0;
	readonly waits: Wait[] = [];
	private tries = 0;
	private waitedMs = 0;
	private timeouts = 0;
	private possiblyExecuted = false;
	private reachedService = false;
	private lastFailure?: { failure: Failure; at: number };

	constructor(
		private readonly request: ApiRequest,
		private readonly session: Session,
	) {}

	async send(): Promise<{ outcome: AttemptResult; stopReason?: StopReason }> {
		const { request, session } = this;
		const ended = await session.limiter.run(
			{
				...endpointClassOf(request),
				maxWaitMs: Math.min(this.waitLeftMs, request.maxPauseMs ?? Infinity),
				maxTries: session.settings.maxTries - this.tries,
				backoffMs: (refusals) => backoffMs(this.tries + refusals, session.runtime.random()),
				signal: session.stop.signal,
				signalOf: rateLimitSignal,
			},
			() => this.attempt(),
		);
		this.tries += ended.refusals;
		this.waitedMs += ended.waitedMs;
		switch (ended.kind) {
			case 'done':
				return { outcome: ended.result };
			case 'refused':
				return { outcome: ended.result, stopReason: 'maxTriesReached' };
			case 'waitTooLong': {
				const failure = failureOfPause(ended, session.runtime.now());
				const outcome = ended.result ?? { ok: false, failure };
				return { outcome, stopReason: 'waitTooLong' };
			}
			case 'aborted':
				return { outcome: abortedResult(), stopReason: 'aborted' };
		}
	}

	async waitAfter(failure: Failure): Promise<StopReason | undefined> {
		const { request, session } = this;
		if (isTimeout(failure)) this.timeouts++;
		const decision = retryDecision({
			attempt: this.tries + 1,
			maxTries: session.settings.maxTries,
			failure,
			idempotency: request.idempotency,
			ownRequest: request.keyGenerated === true || this.reachedService,
			timeouts: this.timeouts,
			serviceResponded: session.service?.responded,
			waitLeftMs: this.waitLeftMs,
			random: session.runtime.random(),
		});
		this.tries++;
		if (!decision.retry) return decision.reason;
		this.waitedMs += decision.countedMs;
		this.addWait(failure, decision.delayMs);
		await session.runtime.sleep(decision.delayMs, session.stop.signal);
		return undefined;
	}

	failed(failure: Failure, stopReason: StopReason): CallResult {
		const retry = unsentRetry(failure, this.lastFailure?.failure);
		if (retry !== undefined) return this.failed(retry.failure, retry.stopReason);
		return {
			ok: false,
			failure: withOwnRequestId(failure, this.request),
			stopReason: failure.errorId === transportRows.aborted.id ? 'aborted' : stopReason,
			possiblyExecuted: this.possiblyExecuted || failure.possiblyExecuted,
			attempts: this.attempts,
			waits: this.waits,
		};
	}

	private addWait({ errorId, httpCode }: Failure, delayMs: number): void {
		this.waits.push({ errorId, httpCode, delayMs });
	}

	private get waitLeftMs(): number {
		return this.session.settings.maxWaitMs - this.waitedMs;
	}

	private async attempt(): Promise<AttemptResult> {
		const { request, session } = this;
		// The execution may have been stopped while the request was waiting.
		if (session.stop.signal?.aborted) return abortedResult();
		this.recordLastFailure();
		const send = async () => {
			this.attempts++;
			const outcome = await sendOnce(request, session);
			if (session.service !== undefined) session.service.responded ||= wasReached(outcome);
			const at = session.runtime.elapsed();
			this.lastFailure = outcome.ok ? undefined : { failure: outcome.failure, at };
			if (!outcome.ok) this.possiblyExecuted ||= outcome.failure.possiblyExecuted;
			return outcome;
		};
		return await (session.creditGuard?.attempt(request, send) ?? send());
	}

	private recordLastFailure(): void {
		if (this.lastFailure === undefined) return;
		const { failure, at } = this.lastFailure;
		this.reachedService ||= wasReached({ ok: false, failure });
		if (rateLimitSignal({ ok: false, failure }).kind !== 'limited') return;
		this.addWait(failure, this.session.runtime.elapsed() - at);
	}
}

/**
 * Sends a request until an attempt succeeds or the retry rules allow no further attempt. Never rejects: the result
 * contains the failure. The API key is sent only in the authorization header.
 */
export async function callApi(request: ApiRequest, session: Session): Promise<CallResult> {
	const call = new Call(request, session);
	const { waits } = call;
	for (;;) {
		if (session.stop.signal?.aborted) return call.failed(abortedResult().failure, 'aborted');
		const { outcome, stopReason } = await call.send();
		if (outcome.ok) return { ...outcome, attempts: call.attempts, waits };
		const reason = stopReason ?? (await call.waitAfter(outcome.failure));
		if (reason !== undefined) return call.failed(outcome.failure, reason);
	}
}
