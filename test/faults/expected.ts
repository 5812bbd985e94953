// The expected outcome of each operation for each fault, derived only from the specification and the design.

import type { FaultKind } from './faultKinds';
import type { Repeat, Subject } from './operations';

export interface Expected {
	/** `ok`, `canceled`, or the reason of the error. */
	outcome: string;
	/** Requests that reach the service; undefined if the number depends on the polls in the available time. */
	requests?: number;
	/** How often the work was executed; undefined if nothing counts it. */
	executions?: number;
	/** The same after Retry On Fail without the fault, if the first attempt ended without a result. */
	afterRetry?: number;
	/** `details.retryable` of the error. */
	retryable?: boolean;
}

const DEFAULT_TRIES = 5;

const isStart = (repeat: Repeat): boolean => ['never', 'found', 'matched'].includes(repeat);

/** Work with a cost is repeated only if it definitely did not start. */
const mayRepeat = (
	repeat: Repeat,
	{ retryable, certainlyNotExecuted, isPaid }: FaultKind,
): boolean =>
	retryable && (!isStart(repeat) || certainlyNotExecuted) && !(isPaid && repeat === 'paidAgain');

const executedAtFault = (repeat: Repeat, { executedAnyway }: FaultKind): boolean =>
	executedAnyway === 'always' || (executedAnyway === 'catalogOnly' && repeat === 'replayed');

/** Agent runs: only a definitive error stops polling, so it continues after any number of failed attempts. */
function succeeds(repeat: Repeat, fault: FaultKind): boolean {
	if (fault.stops || !mayRepeat(repeat, fault)) return false;
	const { unreadable: spoils = 1, maxTries = DEFAULT_TRIES } = fault;
	return spoils < maxTries || (repeat === 'poll' && spoils !== Infinity);
}

function requestsOf(repeat: Repeat, fault: FaultKind): number | undefined {
	const { unreadable: spoils = 1, unreachedAttempts: unreachedAttempts = 0, lastsMs } = fault;
	if (repeat === 'poll' && lastsMs !== undefined && spoils > 1) return undefined;
	if (unreachedAttempts === Infinity) return 0;
	if (!mayRepeat(repeat, fault)) return 1;
	return spoils - unreachedAttempts + (succeeds(repeat, fault) ? 1 : 0);
}

const outcomeOf = (repeat: Repeat, fault: FaultKind): string => {
	if (succeeds(repeat, fault)) return 'ok';
	if (['found', 'matched'].includes(repeat) && !fault.certainlyNotExecuted && !fault.stops) {
		if (executedAtFault(repeat, fault)) return 'ok';
		return repeat === 'found' ? 'startNotFound' : fault.reason;
	}
	// A poll is retried until Max Wait is over, since the run can still be in progress. If no poll
	// succeeded, the reason is the error of the poll and not the timeout.
	return repeat === 'poll' && fault.retryable && fault.unreachedAttempts !== Infinity
		? 'maxWaitOver'
		: fault.reason;
};

function timesExecuted(repeat: Repeat, fault: FaultKind): number {
	if (repeat === 'poll') return 1;
	const atFault = executedAtFault(repeat, fault) ? 1 : 0;
	const isDone = succeeds(repeat, fault);
	// Only the key of a catalog call prevents a repeated execution, and ending something twice is harmless.
	return isDone ? (repeat === 'paidAgain' ? atFault + 1 : 1) : atFault;
}

/** Retry On Fail: a call replays, a poll attaches, and a start that possibly executed is sent again only if a search for equal work comes first. */
function timesAfterRetry(repeat: Repeat, fault: FaultKind): number | undefined {
	if (outcomeOf(repeat, fault) === 'ok') return undefined;
	if (repeat === 'replayed' || repeat === 'poll' || repeat === 'matched') return 1;
	if (!isStart(repeat)) return undefined;
	return fault.certainlyNotExecuted ? 1 : timesExecuted(repeat, fault);
}

export function expectedOf({ repeat, executions }: Subject, fault: FaultKind): Expected {
	const counts = executions !== undefined;
	const outcome = outcomeOf(repeat, fault);
	const isError = outcome !== 'ok' && outcome !== 'canceled';
	return {
		outcome,
		requests: requestsOf(repeat, fault),
		executions: counts ? timesExecuted(repeat, fault) : undefined,
		afterRetry: counts ? timesAfterRetry(repeat, fault) : undefined,
		retryable: isError ? mayRepeat(repeat, fault) : undefined,
	};
}

/** The start and the polls of a run have the same URL prefix. */
export const isPossible = (
	{ name }: Subject,
	{ unreachedAttempts: unreachedAttempts }: FaultKind,
): boolean => !(name.endsWith(': Run, a poll') && unreachedAttempts === Infinity);
