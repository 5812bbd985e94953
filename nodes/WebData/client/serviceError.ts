import { failureOfKind } from '../errors/failure';
import type { Failure } from '../errors/row';
import type { JsonObject } from '../json/json';
import type { RetryDecision } from './retry';

/** Thrown if a request fails, or the work that it has started. */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';
	/** Why no further attempt follows. */
	readonly stopReason:
		(RetryDecision & { retry: false })['reason'] | 'creditLimitReached' | 'aborted';
	/** Number of attempts that were sent. */
	readonly attempts: number;
	/** Total wait between the attempts, in milliseconds. */
	readonly waitedMs: number;

	constructor(
		/** `possiblyExecuted` says whether the service may have executed any attempt. */
		readonly failure: Failure,
		rest: Partial<Pick<ServiceError, 'stopReason' | 'attempts' | 'waitedMs'>> = {},
	) {
		const { stopReason = 'notRetryable', attempts = 1, waitedMs = 0 } = rest;
		super(failure.message);
		this.stopReason = stopReason;
		this.attempts = attempts;
		this.waitedMs = waitedMs;
	}

	/** Whether the node gave up because the execution was stopped, or because another item failed. */
	get isAborted(): boolean {
		return this.stopReason === 'aborted';
	}

	/** Returns the error of the same request with another failure. */
	with(failure: Failure): ServiceError {
		return new ServiceError(failure, this);
	}

	withFacts(facts: Failure['facts']): ServiceError {
		return this.with({ ...this.failure, facts: { ...this.failure.facts, ...facts } });
	}
}

/** Returns the error of work that was aborted before it sent a request. */
export const abortedError = (): ServiceError =>
	new ServiceError(failureOfKind('aborted', false), { stopReason: 'aborted', attempts: 0 });

/** Returns the error of a request, so that `catch` can go on without the answer. Throws any other error again. */
export function serviceError(thrown: unknown): ServiceError {
	if (thrown instanceof ServiceError) return thrown;
	throw thrown;
}

/** Returns an empty answer for a request that has failed. Throws any other error again. */
export function noAnswer(thrown: unknown): JsonObject {
	serviceError(thrown);
	return {};
}
