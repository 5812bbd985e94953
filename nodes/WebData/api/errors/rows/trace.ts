import type { ErrorRow } from '../errorRow';

/** Error codes in the trace of a run (specification, "Trace error codes"). */
export type TraceCode =
	'cancelled' | 'credit_limit_reached' | 'parent_finished' | 'refused' | 'internal';

/** Error rows for failed runs. A failed run has ended, so another attempt starts another run. */
export const traceRows = {
	cancelled: {
		message: 'The run was cancelled',
		cause: 'A user cancelled the run, or the execution that waited for it was stopped.',
		remedy: 'Start the run again when you need the result.',
		retry: 'never',
	},
	credit_limit_reached: {
		message: 'The run reached its credit limit',
		cause: 'The run used its maximum number of credits; failed runs are not charged.',
		remedy: 'Start a run with a higher limit or a smaller task. Increase {maxCredits}.',
		retry: 'never',
	},
	parent_finished: {
		message: 'The parent agent finished first',
		cause: 'A subagent stopped because the agent that started it finished first.',
		remedy: 'Get the trace of the run: the last event of the parent agent contains the cause.',
		retry: 'never',
	},
	refused: {
		message: 'The agent declined the task',
		cause: 'The agent decided not to do what the prompt asks for.',
		remedy:
			'Start a run with another task, or explain more clearly what the result is for. Change {prompt}.',
		retry: 'never',
	},
	internal: {
		message: 'The run failed unexpectedly',
		cause: 'An unexpected error occurred inside the run.',
		remedy:
			"Start the run again. If it fails again, send the job ID to the service's support team.",
		retry: 'backoff',
	},
} as const satisfies Record<TraceCode, Omit<ErrorRow, 'id' | 'possiblyExecuted'>>;
