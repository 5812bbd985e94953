// The expected outcome of a fault in a step of a trigger, from the limits of the step.

import { executedAtFault, mayRepeat, timesExecuted } from './expected';
import type { FaultKind } from './faultKinds';
import type { TriggerStep } from './triggerSteps';

const endsFirst = ({ limits }: TriggerStep, { stallMs = 0 }: FaultKind): boolean =>
	stallMs > limits.maxMs;

const isRepeated = (step: TriggerStep, fault: FaultKind): boolean =>
	mayRepeat(step.repeat, fault) &&
	!endsFirst(step, fault) &&
	(fault.pauseMs ?? 0) <= step.limits.maxWaitMs;

const succeeds = (step: TriggerStep, fault: FaultKind): boolean =>
	isRepeated(step, fault) && (fault.failingAttempts ?? 1) < step.limits.maxTries;

function requestsOf(step: TriggerStep, fault: FaultKind): number {
	const { failingAttempts = 1, unreachedAttempts = 0 } = fault;
	if (!isRepeated(step, fault)) return 1;
	const failed = Math.min(failingAttempts, step.limits.maxTries);
	return failed - unreachedAttempts + (succeeds(step, fault) ? 1 : 0);
}

function outcomeOf(step: TriggerStep, fault: FaultKind): string {
	const { repeat, limits } = step;
	const isFound = ['found', 'matched'].includes(repeat) && executedAtFault(repeat, fault);
	if (succeeds(step, fault) || isFound) return 'ok';
	if (repeat === 'found' && !fault.notExecuted) return 'startNotFound';
	if (endsFirst(step, fault)) return limits.timeoutReason;
	const isRefusedLast = fault.unreachedAttempts === 1 && isRepeated(step, fault);
	return isRefusedLast ? 'refused' : fault.reason;
}

function executionsOf(step: TriggerStep, fault: FaultKind, outcome: string): number {
	const [without, withEffect] = step.counts;
	const atFault = executedAtFault(step.repeat, fault);
	if (step.repeat !== 'paidAgain') {
		return outcome === 'ok' || (step.isWrite && atFault) ? withEffect : without;
	}
	return without + (outcome === 'ok' ? timesExecuted('paidAgain', fault) : atFault ? 1 : 0);
}

export function expectedStep(step: TriggerStep, fault: FaultKind) {
	const outcome = outcomeOf(step, fault);
	return {
		outcome,
		requests: requestsOf(step, fault),
		executions: executionsOf(step, fault, outcome),
		again: step.countsAgain ?? step.counts[1],
		isStateKept: outcome !== 'ok' && step.changesState !== true,
	};
}
