// The planned course of an agent run: set by a test, parsed from the prompt, or the default.
import { closedObject, flag, integer, list, oneOfWords, openObject, text } from '../schemas/parts';
import { compileCheck } from '../schemas/validate';

export const outcomes = [
	'succeeded',
	'failed',
	'cancelled',
	'refused',
	'credit_limit_reached',
	'internal',
	'parent_finished',
] as const;

export type RunOutcome = (typeof outcomes)[number];

export interface RunPlan {
	/** Duration of the run in milliseconds. */
	ms?: number;
	/** Default: `succeeded`, unless the run is refused or exceeds its credit limit. */
	outcome?: RunOutcome;
	/** Statuses that are reported in this order, each for an equal part of the duration. */
	statuses?: string[];
	/** Status that is reported after the run has ended, instead of `completed` or `failed`. */
	status?: string;
	/** Data that is returned instead of the run's result. */
	data?: unknown;
	/** Whether a run that does not succeed returns its result as `partial`. */
	partial?: boolean;
	/** Fields that are merged into the status response of an ended run. null removes a key. */
	patch?: Record<string, unknown>;
}

const checkPlans = compileCheck(
	list(
		closedObject({
			ms: integer(0),
			outcome: oneOfWords(...outcomes),
			statuses: list(text, { minItems: 1 }),
			status: text,
			data: {},
			partial: flag,
			patch: openObject,
		}),
	),
);

export function checkedPlans(plans: unknown): RunPlan[] {
	const [issue] = checkPlans(plans);
	if (issue) throw new Error(`Runs: ${issue.path.join('.')} ${issue.message}`);
	return plans as RunPlan[];
}

/**
 * Parses `[outcome:refused] [ms:20000] [status:paused_for_review] [statuses:pending,processing]
 * [partial]` in a prompt, for clients that cannot set a plan.
 */
export function planInPrompt(prompt: string): RunPlan {
	const plan: RunPlan = {};
	for (const [, name, value = ''] of prompt.matchAll(/\[(\w+)(?::([\w,]+))?\]/g)) {
		if (name === 'ms' && /^\d+$/.test(value)) plan.ms = Number(value);
		if (name === 'outcome') plan.outcome = outcomes.find((outcome) => outcome === value);
		if (name === 'status') plan.status = value;
		if (name === 'statuses') plan.statuses = value.split(',');
		if (name === 'partial') plan.partial = true;
	}
	return plan;
}
