// The planned course of an agent run. A test or the prompt sets the plan; otherwise, the default
// plan applies.
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
	ms?: number;
	outcome?: RunOutcome;
	/** The service reports these statuses in order, each for an equal part of the run. */
	statuses?: string[];
	status?: string;
	data?: unknown;
	partial?: boolean;
	/** The service merges these fields into the status response of a run that has ended. A null value removes a field. */
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
 * Reads a plan from a prompt, for clients that cannot set a plan. Example:
 * `[outcome:refused] [ms:20000] [statuses:pending,processing] [partial]`
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
