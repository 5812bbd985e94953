import type { ErrorRow } from '../errorRow';

/** Error rows for job failures that the node detects. `{job}` is replaced by the name of the job kind. */
export const jobRows = {
	maxWaitOver: {
		id: 'maxWaitOver',
		message: 'The {job} did not finish in time',
		cause: 'The {job} is still running after {maxWait}.',
		remedy:
			'Retry this execution to attach to the same {job}. Increase {maxWait}, or use the Wait operation with the job ID in the error details.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
	maxWaitOverUnknownStatus: {
		id: 'maxWaitOverUnknownStatus',
		message: 'The {job} did not finish in time',
		cause: 'After {maxWait}, the {job} has a status that this node does not know.',
		remedy:
			'Check the status in the error details. Use the Get operation with the job ID there, or retry this execution to attach to the same {job}.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
	maxWaitOverCancelled: {
		id: 'maxWaitOverCancelled',
		message: 'The {job} did not finish in time and was cancelled',
		cause:
			'The {job} was still running after {maxWait}, and {whenMaxWaitIsOver} is set to cancel it.',
		remedy: 'Increase {maxWait}, or start a smaller task.',
		retry: 'never',
		possiblyExecuted: true,
	},
	resultNotFetched: {
		id: 'resultNotFetched',
		message: 'The {job} has ended, but its result could not be fetched',
		cause: 'The {job} has ended, and the service did not return its result.',
		remedy:
			'Retry this execution, or use the Get operation with the job ID in the error details; neither of them starts another {job}.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
	jobGone: {
		id: 'jobGone',
		message: 'The {job} started earlier no longer exists',
		cause:
			'The {job} that an earlier attempt started has expired, or {apiKey} now belongs to another team.',
		remedy:
			'If the API key was changed, use the Get operation with the previous key and the job ID from the error details. Otherwise, run the workflow again to start another {job}, which is charged again.',
		retry: 'sometimes',
		possiblyExecuted: true,
	},
	jobFailed: {
		id: 'jobFailed',
		message: 'The {job} failed',
		cause:
			'The service reported no reason for the failure, or a reason that this node does not know.',
		remedy: 'Check the error details, then start the {job} again.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
	jobCancelled: {
		id: 'jobCancelled',
		message: 'The {job} was cancelled',
		cause: 'The {job} was cancelled before it had a result.',
		remedy: 'Run the workflow again to start another {job}.',
		retry: 'sometimes',
		possiblyExecuted: true,
	},
	startUnsettled: {
		id: 'startUnsettled',
		message: 'Not known whether the {job} was started',
		cause:
			'An earlier attempt sent the start request and received no clear response, so it is not sent again.',
		remedy:
			"Look for the {job} in the service's dashboard, and use the Wait operation with its job ID. Run the workflow again to start another {job}.",
		retry: 'never',
		possiblyExecuted: true,
	},
	startNotFound: {
		id: 'startNotFound',
		message: 'Not known whether the {job} was started',
		cause:
			"The start request got no clear response, and the account's activity does not show exactly one {job} that it could have started.",
		remedy:
			"Look for the {job} in the service's dashboard, and use the Wait operation with its job ID. Retry this execution to search again: it does not start another {job}. Run the workflow again to start another one.",
		retry: 'never',
		possiblyExecuted: true,
	},
	noJobId: {
		id: 'noJobId',
		message: 'The service returned no valid job ID',
		cause:
			'The service accepted the start of the {job}, but the ID in its response is missing or cannot be part of a URL.',
		remedy: "Look for the {job} in the service's dashboard, and check {baseUrl}.",
		retry: 'never',
		possiblyExecuted: true,
	},
} as const satisfies Record<string, ErrorRow>;

export type JobErrorId = keyof typeof jobRows;
