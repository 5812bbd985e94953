// How a run is to go: ordered by a test, said in the prompt, or as it comes.
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

export type Outcome = (typeof outcomes)[number];

export interface RunPlan {
	/** From start to end. */
	ms?: number;
	/** Without it the run succeeds, unless it is refused or costs too much. */
	outcome?: Outcome;
	/** Reported one after the other, each for an equal part of the time. */
	statuses?: string[];
	/** Reported after the end, in place of `completed` or `failed`. */
	status?: string;
	/** Given in place of what the run found. */
	data?: unknown;
	/** A run that does not succeed gives what it found as `partial`. */
	partial?: boolean;
	/** Merged over the body of the status of a run that has ended; null takes a key away. */
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
 * `[outcome:refused] [ms:20000] [status:paused_for_review] [statuses:pending,processing] [partial]`
 * in a prompt, for a client that can order nothing else.
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
