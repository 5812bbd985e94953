// What has to come of each operation at each fault, by the rules of the specification and the design and by nothing that the code prints.

import type { Fault } from './faultKinds';
import type { Repeat, Subject } from './operations';

export interface Expected {
	/** `ok`, `canceled`, or the reason of the error. */
	outcome: string;
	/** Requests that reach the service; undefined where it depends on how many polls fit into the time. */
	requests?: number;
	/** How often the work was carried out; undefined where nothing counts it. */
	carriedOut?: number;
	/** The same after Retry On Fail, with the fault gone, where the first try ended without a result. */
	afterRetry?: number;
	/** `details.retryable` of the error. */
	retryable?: boolean;
}

const DEFAULT_TRIES = 5;

/** Never pay twice: what would do the work twice is sent again only where it is known that it was not begun. */
const mayRepeat = (repeat: Repeat, { retryable, notBegun, isPaid }: Fault): boolean =>
	retryable && (repeat !== 'never' || notBegun) && !(isPaid && repeat === 'paidAgain');

const workedAtFault = (repeat: Repeat, { worked }: Fault): boolean =>
	worked === 'always' || (worked === 'catalogOnly' && repeat === 'replayed');

/** Agent runs: only a clear no ends the following, so polls outlive any number of failed tries. */
function succeeds(repeat: Repeat, fault: Fault): boolean {
	if (fault.stops || !mayRepeat(repeat, fault)) return false;
	const { spoils = 1, maxTries = DEFAULT_TRIES } = fault;
	return spoils < maxTries || (repeat === 'poll' && spoils !== Infinity);
}

function requestsOf(repeat: Repeat, fault: Fault): number | undefined {
	const { spoils = 1, unseen = 0, lastsMs } = fault;
	if (repeat === 'poll' && lastsMs !== undefined && spoils > 1) return undefined;
	if (unseen === Infinity) return 0;
	if (!mayRepeat(repeat, fault)) return 1;
	return spoils - unseen + (succeeds(repeat, fault) ? 1 : 0);
}

const outcomeOf = (repeat: Repeat, fault: Fault): string => {
	if (succeeds(repeat, fault)) return 'ok';
	// A poll is tried until Max Wait is over, since the run may be going on. A run of which nothing
	// was ever heard is no slow run: the reason is the poll's own then.
	return repeat === 'poll' && fault.retryable && fault.unseen !== Infinity
		? 'maxWaitOver'
		: fault.reason;
};

function timesCarriedOut(repeat: Repeat, fault: Fault): number {
	if (repeat === 'poll') return 1;
	const atFault = workedAtFault(repeat, fault) ? 1 : 0;
	const isDone = succeeds(repeat, fault);
	// Nothing but the key of a catalog call and the end of something keep a repeat from being work.
	return isDone ? (repeat === 'paidAgain' ? atFault + 1 : 1) : atFault;
}

/** Retry On Fail: a call replays, a poll attaches, a start that may have happened is not sent again. */
function timesAfterRetry(repeat: Repeat, fault: Fault): number | undefined {
	if (succeeds(repeat, fault)) return undefined;
	if (repeat === 'replayed' || repeat === 'poll') return 1;
	if (repeat !== 'never') return undefined;
	return fault.notBegun ? 1 : timesCarriedOut(repeat, fault);
}

export function expectedOf({ repeat, carriedOut }: Subject, fault: Fault): Expected {
	const counts = carriedOut !== undefined;
	const outcome = outcomeOf(repeat, fault);
	const isError = outcome !== 'ok' && outcome !== 'canceled';
	return {
		outcome,
		requests: requestsOf(repeat, fault),
		carriedOut: counts ? timesCarriedOut(repeat, fault) : undefined,
		afterRetry: counts ? timesAfterRetry(repeat, fault) : undefined,
		retryable: isError ? mayRepeat(repeat, fault) : undefined,
	};
}

/** A run has one address for its start and its polls. */
export const isPossible = ({ name }: Subject, { unseen }: Fault): boolean =>
	!(name === 'Agent: Run, a poll' && unseen === Infinity);
