import { type Attempt, classify, failureOfKind, failureOfPath } from '../errors/classify';
import { failureOfPause } from '../errors/retryAfter';
import type { Failure } from '../errors/row';
import { transportRows } from '../errors/rows/transport';
import type { JsonObject } from '../json/json';
import { readClock } from './account';
import { sendWithCatalogName } from './catalogName';
import { endpointClassOf, rateLimitSignal } from './limits';
import {
	type ApiRequest,
	requestBody,
	requestHeaders,
	requestUrl,
	serviceTimeoutMs,
} from './request';
import { backoffMs, isTimeout, retryDecision, type RetryDecision, unsentRetry } from './retry';
import type { Client } from './client';

/** The timeout of a request is the service's time limit plus this time. */
const GRACE_MS = 30_000;
/** Maximum time between two chunks of a response. */
const STALL_MS = 60_000;

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

async function sendOnce(request: ApiRequest, client: Client): Promise<Attempt> {
	const failure = failureOfPath(request.path);
	if (failure !== undefined) return { ok: false, failure };
	const { account, runtime, settings, transport } = client;
	const url = requestUrl(account, request);
	const result = await transport.send({
		method: request.method,
		url,
		headers: requestHeaders(account, request),
		body: requestBody(request),
		headTimeoutMs: serviceTimeoutMs(request) + GRACE_MS,
		stallTimeoutMs: STALL_MS,
		maxResponseBytes: settings.maxResponseBytes,
		signal: client.stop.signal,
	});
	const now = runtime.now();
	if (result.kind === 'response') readClock(client.service, result.headers, now);
	return classify(result, request, now, account.apiKey, url);
}

/** Whether the attempt reached the service. */
const wasReached = (outcome: Attempt): boolean =>
	outcome.ok || outcome.failure.httpCode !== undefined || outcome.failure.possiblyExecuted;

class Call {
	/** Number of requests that were sent. */
	attempts = 0;
	readonly waits: Wait[] = [];
	/** What counts toward *Max Tries*. */
	private tries = 0;
	private waitedMs = 0;
	private timeouts = 0;
	private possiblyExecuted = false;
	private reachedService = false;
	private lastFailure?: { failure: Failure; at: number };

	constructor(
		private readonly request: ApiRequest,
		private readonly client: Client,
	) {}

	async send(): Promise<{ outcome: Attempt; stopReason?: StopReason }> {
		const { request, client } = this;
		const ended = await client.limiter.run(
			{
				...endpointClassOf(request),
				maxWaitMs: Math.min(this.waitLeftMs, request.maxPauseMs ?? Infinity),
				maxTries: client.settings.maxTries - this.tries,
				backoffMs: (refusals) => backoffMs(this.tries + refusals, client.runtime.random()),
				signal: client.stop.signal,
				signalOf: rateLimitSignal,
			},
			() => this.attempt(),
		);
		this.tries += ended.refusals;
		this.waitedMs += ended.waitedMs;
		if (ended.kind === 'done') return { outcome: ended.result };
		if (ended.kind === 'refused') return { outcome: ended.result, stopReason: 'maxTriesReached' };
		if (ended.kind === 'aborted') return { outcome: abortedResult(), stopReason: 'aborted' };
		const failure = failureOfPause(ended, client.runtime.now());
		return { outcome: ended.result ?? { ok: false, failure }, stopReason: 'waitTooLong' };
	}

	async waitAfter(failure: Failure): Promise<StopReason | undefined> {
		const { request, client } = this;
		if (isTimeout(failure)) this.timeouts++;
		const decision = retryDecision({
			attempt: this.tries + 1,
			maxTries: client.settings.maxTries,
			failure,
			idempotency: request.idempotency,
			ownRequest: request.keyGenerated === true || this.reachedService,
			timeouts: this.timeouts,
			serviceResponded: client.service?.responded,
			waitLeftMs: this.waitLeftMs,
			random: client.runtime.random(),
		});
		this.tries++;
		if (!decision.retry) return decision.reason;
		this.waitedMs += decision.countedMs;
		this.addWait(failure, decision.delayMs);
		await client.runtime.sleep(decision.delayMs, client.stop.signal);
		return undefined;
	}

	failed(failure: Failure, stopReason: StopReason): Result {
		const retry = unsentRetry(failure, this.lastFailure?.failure);
		if (retry !== undefined) return this.failed(retry.failure, retry.stopReason);
		// The request's own ID replaces the ID in the response.
		const requestId = this.request.headers?.['x-request-id'] ?? failure.requestId;
		return {
			ok: false,
			failure: { ...failure, requestId },
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
		return this.client.settings.maxWaitMs - this.waitedMs;
	}

	private async attempt(): Promise<Attempt> {
		const { request, client } = this;
		// The execution may have been stopped while the request was waiting.
		if (client.stop.signal?.aborted) return abortedResult();
		this.recordLastFailure();
		const send = async () => {
			this.attempts++;
			const outcome = await sendOnce(request, client);
			if (client.service !== undefined) client.service.responded ||= wasReached(outcome);
			const at = client.runtime.elapsed();
			this.lastFailure = outcome.ok ? undefined : { failure: outcome.failure, at };
			if (!outcome.ok) this.possiblyExecuted ||= outcome.failure.possiblyExecuted;
			return outcome;
		};
		return await (client.creditGuard?.attempt(request, send) ?? send());
	}

	private recordLastFailure(): void {
		if (this.lastFailure === undefined) return;
		const { failure, at } = this.lastFailure;
		this.reachedService ||= wasReached({ ok: false, failure });
		if (rateLimitSignal({ ok: false, failure }).kind !== 'limited') return;
		this.addWait(failure, this.client.runtime.elapsed() - at);
	}
}

/**
 * Sends a request until an attempt succeeds or the retry rules allow no further attempt. Never rejects: the result
 * contains the failure. The API key is sent only in the authorization header.
 */
export const callApi = (request: ApiRequest, client: Client): Promise<Result> =>
	sendWithCatalogName(request, client.account, (named) => sendUntilDone(named, client));

async function sendUntilDone(request: ApiRequest, client: Client): Promise<Result> {
	const call = new Call(request, client);
	for (;;) {
		if (client.stop.signal?.aborted) return call.failed(abortedResult().failure, 'aborted');
		const { outcome, stopReason } = await call.send();
		if (outcome.ok) return succeedWith(call, outcome.answer);
		const reason = stopReason ?? (await call.waitAfter(outcome.failure));
		if (reason !== undefined) return call.failed(outcome.failure, reason);
	}
}
