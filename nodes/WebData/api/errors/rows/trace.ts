import type { ErrorRow } from '../errorRow';

/** Specification: Trace error codes. */
export type TraceCode =
	'cancelled' | 'credit_limit_reached' | 'parent_finished' | 'refused' | 'internal';

/** A run that failed came to an end: trying again means starting another. */
export const traceRows = {
	cancelled: {
		message: 'The run was cancelled',
		cause: 'Somebody cancelled the run, or the execution that waited for it was stopped.',
		remedy: 'Start the run again when you need the result.',
		retry: 'never',
	},
	credit_limit_reached: {
		message: 'The run reached its credit limit',
		cause: 'The run hit the most credits that it may cost. A run that failed is not billed.',
		remedy: 'Start a run that may cost more or asks for less. Raise {maxCredits} for that.',
		retry: 'never',
	},
	parent_finished: {
		message: 'The agent that started this one finished first',
		cause: 'A subagent stopped because the agent that had started it finished before it did.',
		remedy: 'Get the trace of the run: the last event of the parent agent holds the real cause.',
		retry: 'never',
	},
	refused: {
		message: 'The agent declined the task',
		cause: 'The agent did not want to do what the prompt asks for.',
		remedy:
			'Start a run that asks for something else, or that says more clearly what you need it for. Change {prompt} for that.',
		retry: 'never',
	},
	internal: {
		message: 'The run failed unexpectedly',
		cause: 'Something unexpected went wrong inside the run.',
		remedy:
			'Start the run again; if it fails again, give the job ID to the support of the service.',
		retry: 'backoff',
	},
} as const satisfies Record<TraceCode, Omit<ErrorRow, 'id' | 'possiblyExecuted'>>;
