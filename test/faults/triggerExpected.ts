import { executedAtFault, mayRepeat, timesExecuted } from './expected';
import type { FaultKind } from './faultKinds';
import type { TriggerStep } from './triggerSteps';

export interface ExpectedStep {
	outcome: string;
	requests: number;
	executions: number;
	again: number;
	keepsState: boolean;
}

const triesOf = ({ limits }: TriggerStep, { maxTries }: FaultKind): number =>
	limits.maxMs === 300_000 && maxTries !== undefined ? maxTries : limits.maxTries;

const endsFirst = ({ limits }: TriggerStep, { stallMs = 0 }: FaultKind): boolean =>
	stallMs > limits.maxMs;

const isRepeated = (step: TriggerStep, fault: FaultKind): boolean =>
	mayRepeat(step.repeat, fault) &&
	!endsFirst(step, fault) &&
	(fault.pauseMs ?? 0) <= step.limits.maxWaitMs;

const succeeds = (step: TriggerStep, fault: FaultKind): boolean =>
	isRepeated(step, fault) && (fault.failingAttempts ?? 1) < triesOf(step, fault);

function requestsOf(step: TriggerStep, fault: FaultKind): number {
	const { failingAttempts = 1, unreachedAttempts = 0 } = fault;
	if (unreachedAttempts === Infinity) return 0;
	if (!isRepeated(step, fault)) return 1;
	const failed = Math.min(failingAttempts, triesOf(step, fault));
	return failed - unreachedAttempts + (succeeds(step, fault) ? 1 : 0);
}

const isFound = ({ repeat }: TriggerStep, fault: FaultKind): boolean =>
	['found', 'matched'].includes(repeat) && executedAtFault(repeat, fault);

/** Whether the service may have started a check even though the request failed. */
const isLostStart = ({ repeat }: TriggerStep, { certainlyNotExecuted }: FaultKind): boolean =>
	repeat === 'found' && !certainlyNotExecuted;

function outcomeOf(step: TriggerStep, fault: FaultKind): string {
	if (succeeds(step, fault) || isFound(step, fault)) return 'ok';
	if (isLostStart(step, fault)) return 'startNotFound';
	if (endsFirst(step, fault)) return step.limits.timeoutReason;
	return isUnreachedLast(step, fault) ? 'refused' : fault.reason;
}

const isUnreachedLast = (step: TriggerStep, fault: FaultKind): boolean =>
	fault.unreachedAttempts === 1 && isRepeated(step, fault) && !succeeds(step, fault);

function executionsOf(step: TriggerStep, fault: FaultKind, outcome: string): number {
	const [without, withEffect] = step.counts;
	if (step.repeat === 'paidAgain') {
		return without + (outcome === 'ok' ? timesExecuted('paidAgain', fault) : chargedAtFault(fault));
	}
	const hasEffect =
		outcome === 'ok' || (step.isWrite === true && executedAtFault(step.repeat, fault));
	return hasEffect ? withEffect : without;
}

const chargedAtFault = (fault: FaultKind): number => (executedAtFault('paidAgain', fault) ? 1 : 0);

/** Whether the poll times out before all pages are checked. */
const endsPartly = (step: TriggerStep, fault: FaultKind): boolean =>
	step.repeat === 'paidAgain' && step.countsAgain > 1 && endsFirst(step, fault);

export function expectedStep(step: TriggerStep, fault: FaultKind): ExpectedStep {
	const outcome = endsPartly(step, fault) ? 'ok' : outcomeOf(step, fault);
	return {
		outcome,
		requests: requestsOf(step, fault),
		executions: endsPartly(step, fault)
			? step.counts[0] + chargedAtFault(fault)
			: executionsOf(step, fault, outcome),
		again: step.countsAgain,
		keepsState: outcome !== 'ok' && step.changesState !== true,
	};
}

/**
 * Whether the fault can occur in the trigger step. Three faults are impossible:
 *
 * - Stopping the step, because n8n cannot stop a running step.
 * - Changing Max Tries outside the page trigger, because other triggers do not have this setting.
 * - Making the service unreachable before a second request, because the step ends after the first failed request.
 */
export const isPossibleForStep = (
	{ isSecond, limits }: TriggerStep,
	{ stops, maxTries, unreachedAttempts }: FaultKind,
): boolean =>
	stops !== true &&
	(maxTries === undefined || limits.maxMs === 300_000) &&
	!(isSecond === true && unreachedAttempts === Infinity);
