// The expected outcome of a fault, from the retry rules of the specification.

import type { Repeat } from '../cases/operationCase';
import type { FaultKind } from './faultKinds';

const DEFAULT_TRIES = 5;

const isStart = (repeat: Repeat): boolean => ['never', 'found', 'matched'].includes(repeat);

/** Whether the node may repeat the request. */
export const mayRepeat = (
	repeat: Repeat,
	{ isPermanent, notExecuted, isUnreadableSuccess }: FaultKind,
): boolean =>
	isPermanent !== true &&
	(!isStart(repeat) || notExecuted === true) &&
	!(isUnreadableSuccess && repeat === 'paidAgain');

export const executedAtFault = (repeat: Repeat, { executedAnyway }: FaultKind): boolean =>
	executedAnyway === 'always' || (executedAnyway === 'catalogOnly' && repeat === 'replayed');

function succeeds(repeat: Repeat, fault: FaultKind): boolean {
	if (fault.stops || !mayRepeat(repeat, fault)) return false;
	const { failingAttempts = 1 } = fault;
	return failingAttempts < DEFAULT_TRIES || (repeat === 'poll' && failingAttempts !== Infinity);
}

function requestsOf(repeat: Repeat, fault: FaultKind): number | undefined {
	const { failingAttempts = 1, unreachedAttempts = 0, lastsMs } = fault;
	if (repeat === 'poll' && lastsMs !== undefined && failingAttempts > 1) return undefined;
	if (!mayRepeat(repeat, fault)) return 1;
	return failingAttempts - unreachedAttempts + (succeeds(repeat, fault) ? 1 : 0);
}

function outcomeOf(repeat: Repeat, fault: FaultKind): string {
	if (succeeds(repeat, fault)) return 'ok';
	if (['found', 'matched'].includes(repeat) && !fault.notExecuted && !fault.stops) {
		if (executedAtFault(repeat, fault)) return 'ok';
		return repeat === 'found' ? 'startNotFound' : fault.reason;
	}
	return fault.reason;
}

export function timesExecuted(repeat: Repeat, fault: FaultKind): number {
	if (repeat === 'poll') return 1;
	const atFault = executedAtFault(repeat, fault) ? 1 : 0;
	const isDone = succeeds(repeat, fault);
	return isDone ? (repeat === 'paidAgain' ? atFault + 1 : 1) : atFault;
}

function timesAfterRetry(repeat: Repeat, fault: FaultKind): number | undefined {
	if (outcomeOf(repeat, fault) === 'ok') return undefined;
	if (repeat === 'replayed' || repeat === 'poll' || repeat === 'matched') return 1;
	if (!isStart(repeat)) return undefined;
	return fault.notExecuted ? 1 : timesExecuted(repeat, fault);
}

export function expectedOf(repeat: Repeat, fault: FaultKind) {
	const outcome = outcomeOf(repeat, fault);
	const isError = outcome !== 'ok' && outcome !== 'canceled';
	return {
		/** `ok`, `canceled`, or the reason of the error. */
		outcome,
		/** Number of requests that reach the service. Undefined if the number varies. */
		requests: requestsOf(repeat, fault),
		executions: timesExecuted(repeat, fault),
		/** Executions after n8n has run the node again. Undefined if there is no next run, or if it may repeat the work. */
		afterRetry: timesAfterRetry(repeat, fault),
		retryable: isError ? mayRepeat(repeat, fault) : undefined,
	};
}
