import { defineErrorRows, defineExecutedRows, defineServiceRows, either } from '../../errors/row';

export const agentRows = defineServiceRows({
	invalidJobId: {
		status: 400,
		pattern: /invalid job id/i,
		message: "'Job ID' must be a UUID",
		cause: 'The service rejected the value.',
		remedy: either(
			'Set {jobId} to the ID in the output of Start.',
			'Use the ID in the output of Start.',
		),
	},
	invalidSnapshotId: {
		status: 400,
		pattern: /invalid snapshot id/i,
		message: "'Snapshot' does not contain a valid ID",
		cause: 'The service rejected the value.',
		remedy: either(
			"Set {snapshotId} to the ID from an 'artifact.updated' event in the trace of the run.",
			"Use the ID from an 'artifact.updated' event in the trace of the run.",
		),
	},
	traceNotRecorded: {
		status: 400,
		pattern: /trace is only available/i,
		message: 'The agent run has no trace',
		cause: 'The run used an older agent model that does not record traces.',
		remedy: 'Start the agent run again to record a trace.',
	},
	snapshotsNotRecorded: {
		status: 400,
		pattern: /snapshots are only available/i,
		message: 'The agent run has no snapshots',
		cause: 'The run used an older agent model that does not record snapshots.',
		remedy: 'Start the agent run again to record snapshots.',
	},
	zeroDataRetentionForced: {
		status: 400,
		pattern: /zero data retention/i,
		message: 'Agent runs are not available with zero data retention',
		cause: 'Zero data retention is enforced for your team, and agent runs need to store data.',
		remedy: 'Use the API key of a team without enforced zero data retention.',
	},
	invalidSchema: {
		status: 400,
		pattern: /invalid json schema/i,
		message: "'Schema' is not a valid JSON Schema",
		cause: 'The service could not compile the JSON Schema.',
		remedy: either(
			'Correct the keyword in {schema} that the service names.',
			'Correct the JSON Schema.',
		),
	},
	threadsDisabled: {
		status: 403,
		code: 'threads_disabled',
		message: 'Conversations are not enabled for your team',
		cause: 'Your team cannot continue earlier agent runs.',
		remedy: either(
			"Remove {threadId}, or ask the service's support team to enable conversations for your team.",
			"Ask the service's support team to enable conversations for your team.",
		),
	},
	threadNotFound: {
		status: 404,
		code: 'thread_not_found',
		message: 'Conversation not found',
		cause: 'No conversation has this ID, or the conversation belongs to another team.',
		remedy: ['Check {threadId}.', 'To start a new conversation, run an agent without a thread ID.'],
	},
	threadExpired: {
		status: 410,
		code: 'thread_expired',
		message: 'The conversation has expired',
		cause: 'The service keeps a conversation only for a limited time after its last agent run.',
		remedy: either(
			'Remove {threadId} to start a new conversation.',
			'Start another agent run, which starts a new conversation.',
		),
	},
	agentJobNotFound: {
		status: 404,
		pattern: /agent job not found/i,
		message: 'Agent run not found',
		cause: 'No agent run has this ID, or the run belongs to another team.',
		remedy: ['Check {jobId}.', 'Use the credential that started the run.'],
	},
	snapshotNotFound: {
		status: 404,
		pattern: /snapshot not found/i,
		message: 'Snapshot not found',
		cause: 'The agent run has no snapshot with this ID.',
		remedy: either(
			"Set {snapshotId} to the ID from an 'artifact.updated' event in the trace of the same run.",
			"Use the ID from an 'artifact.updated' event in the trace of the same run.",
		),
	},
	agentAlreadyFinished: {
		status: 409,
		pattern: /agent already finished/i,
		message: 'The agent run has already ended',
		cause: 'The agent run ended before the cancel request arrived.',
		remedy: 'Use the Get operation to see the result.',
	},
	agentAlreadyCancelled: {
		status: 409,
		pattern: /agent is already cancelled/i,
		message: 'The cancellation of the agent run is already in progress',
		cause: 'The service accepted an earlier cancel request for this run.',
		remedy:
			"After a cancel request, a run ends with the status 'failed'. Use the Get operation to check the status.",
	},
	agentServiceMissing: {
		status: 500,
		code: 'UNKNOWN_ERROR',
		// Only self-hosted servers refer to their log.
		pattern: /check your logs/i,
		message: 'Agent runs are not available on this server',
		cause:
			'The self-hosted server could not forward the request to an agent service, so no run was started.',
		remedy:
			"Set {baseUrl} to the address of a server with an agent service. If this server has an agent service, ask the server's operator to look for the error ID in the server's log.",
	},
	agentNotAccepted: {
		status: 500,
		pattern: /failed to passthrough agent request/i,
		message: 'The agent service did not accept the run',
		cause: 'The service could not forward the start request, so no run was started.',
		remedy: 'Run the workflow again later.',
		retry: 'backoff',
	},
});

export const agentFormRows = defineErrorRows({
	noRun: {
		message: "Select an agent run in 'Job ID' first",
		cause: 'The list shows the snapshots of one agent run.',
		remedy:
			"If 'Job ID' is an expression, run the previous nodes first, or select 'By ID' in 'Snapshot'.",
	},
});

/** By trace error code (specification, "Trace error codes"). */
export const traceRows = defineExecutedRows({
	cancelled: {
		message: 'The agent run was stopped by a cancel request',
		cause: 'A user or a workflow sent the request.',
		remedy: 'Start the run again to get a result.',
	},
	credit_limit_reached: {
		message: 'The agent run reached its credit limit',
		cause: 'The run reached its maximum number of credits and failed, so it was not charged.',
		remedy: either(
			'Allow more credits in {maxCredits}, or simplify the task.',
			'Start a run with a higher limit.',
		),
	},
	parent_finished: {
		message: 'A subagent was stopped because its parent agent ended',
		cause: 'The agent that started the subagent ended first.',
		remedy: "Use the Get Trace operation, and check the parent agent's last event for the cause.",
	},
	refused: {
		message: 'The agent declined the task',
		cause: 'The agent decided not to perform the task in the prompt.',
		remedy: either(
			'Change the task in {prompt}, or explain what the result is for.',
			'Start a run with another task, or explain what the result is for.',
		),
	},
	internal: {
		message: 'The agent run failed unexpectedly',
		cause: 'An unexpected error occurred inside the run.',
		remedy:
			"Start the run again. If the error persists, send the job ID to the service's support team.",
		retry: 'backoff',
	},
});
