import type { ErrorRow } from '../errorRow';

/** Errors of jobs that the client itself detects. `{job}` stands for the name of the kind of job. */
export const jobRows = {
	maxWaitOver: {
		id: 'maxWaitOver',
		message: 'The {job} did not end in time',
		cause: 'The {job} is still running after {maxWait}.',
		remedy:
			'Run this node again to attach to the same {job}. Increase {maxWait}, or use the operation Wait with the job ID from the details.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
	maxWaitOverUnknownStatus: {
		id: 'maxWaitOverUnknownStatus',
		message: 'The {job} did not end in time',
		cause: 'After {maxWait}, the {job} has a status that this node does not know.',
		remedy:
			'The status is in the details. Use the operation Get with the job ID from the details, or run this node again to attach to the same {job}.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
	maxWaitOverCancelled: {
		id: 'maxWaitOverCancelled',
		message: 'The {job} did not end in time and was cancelled',
		cause:
			'The {job} was still running after {maxWait}, and {whenMaxWaitIsOver} is set to cancel it.',
		remedy: 'Increase {maxWait}, or reduce the task.',
		retry: 'never',
		possiblyExecuted: true,
	},
	resultNotFetched: {
		id: 'resultNotFetched',
		message: 'The {job} has ended, but its result could not be fetched',
		cause: 'The service did not return the result of a {job} that has ended.',
		remedy:
			'Run this node again to fetch the result without starting another {job}, or use the operation Get with the job ID from the details.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
	jobGone: {
		id: 'jobGone',
		message: 'The {job} that was started before no longer exists',
		cause:
			'An earlier try of this node started it, and the service cannot find it: it has expired, or {apiKey} belongs to another team than before.',
		remedy:
			'If the key was changed, use the operation Get with the previous key and the job ID from the details. Run the node again to start another {job}, which is charged again.',
		retry: 'sometimes',
		possiblyExecuted: true,
	},
	jobFailed: {
		id: 'jobFailed',
		message: 'The {job} failed',
		cause:
			'The service reported no reason for the failure, or a reason that this node does not know.',
		remedy: 'Check what the details say about the failure, then start the {job} again.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
	startUnsettled: {
		id: 'startUnsettled',
		message: 'It is not known whether the {job} was started',
		cause:
			'An earlier try of this node sent the start request and got no clear response, so the request is not sent again.',
		remedy:
			"Look for the {job} in the service's dashboard and use the operation Wait with its job ID. To start another {job}, execute the workflow again.",
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
