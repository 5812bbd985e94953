import type { ErrorRow } from '../errorRow';

export const runRows = {
	maxWaitOver: {
		id: 'maxWaitOver',
		message: 'The run has not ended in time',
		cause: 'The run is still going on after {maxWait}.',
		remedy:
			'Running this node again attaches to the same run. Raise {maxWait}, or follow the run with the operation Wait and the job ID from the details.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
	maxWaitOverCancelled: {
		id: 'maxWaitOverCancelled',
		message: 'The run has not ended in time and was cancelled',
		cause: 'The run was still going on after {maxWait}, and {whenMaxWaitIsOver} says to cancel it.',
		remedy: 'Raise {maxWait}, or start a run that asks for less.',
		retry: 'never',
		possiblyExecuted: true,
	},
	resultNotFetched: {
		id: 'resultNotFetched',
		message: 'The run has ended, but its result could not be fetched',
		cause:
			'The run ended by itself before it could be cancelled, and the service did not give its result.',
		remedy:
			'Another try of this node asks for the result and starts no other run. Get it with the operation Get and the job ID from the details where there is no other try.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
	runGone: {
		id: 'runGone',
		message: 'The run that was started before is not there any more',
		cause:
			'An earlier try of this node started it, and the service does not know it now: it has expired, or {apiKey} belongs to another team than then.',
		remedy:
			'With the key of then, the operation Get and the job ID from the details may still give its result. Run the node again where you want a new run, which costs again.',
		retry: 'sometimes',
		possiblyExecuted: true,
	},
	failedWithoutCode: {
		id: 'failedWithoutCode',
		message: 'The run failed',
		cause: 'The run ended as failed, and neither its status nor its trace says why.',
		remedy: 'Get the trace of the run, then start the run again.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
	startUnsettled: {
		id: 'startUnsettled',
		message: 'It is not known whether the run was started',
		cause:
			'An earlier try of this node sent the start of the run and got no clear answer, so it is not sent again.',
		remedy:
			"Look for the run in the service's dashboard and follow it with the operation Wait; to start another one, execute the workflow anew.",
		retry: 'never',
		possiblyExecuted: true,
	},
	noRunId: {
		id: 'noRunId',
		message: 'The service gave no id for the run',
		cause: 'The service accepted the start of the run, and its answer holds no id to follow it by.',
		remedy: "Look for the run in the service's dashboard, and check {baseUrl}.",
		retry: 'never',
		possiblyExecuted: true,
	},
} as const satisfies Record<string, ErrorRow>;
