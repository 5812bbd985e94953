import { withIds, type ErrorRow } from '../errorRow';

type TraceRow = Omit<ErrorRow, 'id' | 'possiblyExecuted'>;

/** The specification documents these codes in "Trace error codes". */
export type TraceCode =
	'cancelled' | 'credit_limit_reached' | 'parent_finished' | 'refused' | 'internal';

export const traceRows = withIds<TraceCode, TraceRow>({
	cancelled: {
		message: 'The agent run was stopped',
		cause: 'A user or a workflow sent a cancel request for the run.',
		remedy: 'Start the run again to get a result.',
		retry: 'never',
	},
	credit_limit_reached: {
		message: 'The agent run reached its credit limit',
		cause: 'The run reached its maximum number of credits and failed, so it was not charged.',
		remedy: 'Start a run with a higher limit or a smaller task. Increase {maxCredits}.',
		retry: 'never',
	},
	parent_finished: {
		message: 'The parent agent finished first',
		cause: 'A subagent stopped because the agent that started it finished first.',
		remedy: "Get the trace of the run, and check the parent agent's last event for the cause.",
		retry: 'never',
	},
	refused: {
		message: 'The agent declined the task',
		cause: 'The agent decided not to do what the prompt asks for.',
		remedy:
			'Start a run with another task, or explain the purpose of the result more clearly. Change {prompt}.',
		retry: 'never',
	},
	internal: {
		message: 'The agent run failed unexpectedly',
		cause: 'An unexpected error occurred inside the run.',
		remedy:
			"Start the run again. If the error persists, send the job ID to the service's support team.",
		retry: 'backoff',
	},
});
