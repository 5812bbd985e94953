import { mapTexts } from '../../json/json';
import { defineExecutedRows, type ErrorRow } from '../row';

/** In the texts of these rows, the name of the job kind replaces `{job}`. */
export const jobRows = defineExecutedRows({
	maxWaitOver: {
		message: 'The {job} did not finish in time',
		cause: 'The {job} did not end within {maxWait}.',
		remedy: [
			'To wait longer, increase {maxWait}, then retry this execution.',
			'The retry attaches to the same {job}.',
			'Otherwise, use the Wait operation with the job ID from the error details.',
		],
		retry: 'backoff',
	},
	maxWaitOverUnknownStatus: {
		message: 'The {job} did not finish in time',
		cause:
			'The {job} did not end within {maxWait}, and has a status that this node does not recognize.',
		remedy:
			'Check the status and the job ID in the error details. Use the Get operation with this job ID, or retry this execution to attach to the same {job}.',
		retry: 'backoff',
	},
	maxWaitOverCancelled: {
		message: 'The {job} did not finish in time',
		cause:
			'The {job} did not end within {maxWait}, so the node sent a cancel request, as set in {whenMaxWaitIsOver}.',
		remedy: 'Increase {maxWait}, or reduce the scope of the {job}.',
	},
	resultNotFetched: {
		message: 'Could not fetch the result of the {job}',
		cause: 'The {job} has ended, but the service did not return the result.',
		remedy:
			'To get the result without starting another {job}, retry this execution or use the Wait operation with the job ID from the error details.',
		retry: 'backoff',
	},
	jobGone: {
		message: 'The previously started {job} no longer exists',
		cause: 'The {job} that an earlier attempt started has expired.',
		remedy: 'Run the workflow again to start another {job}, which is charged separately.',
		retry: 'sometimes',
	},
	jobFailed: {
		message: 'The {job} failed',
		cause:
			'The service reported no reason for the failure, or a reason that this node does not recognize.',
		remedy: 'Check the error details, then start the {job} again.',
		retry: 'backoff',
	},
	jobCancelled: {
		message: 'The {job} was stopped by a cancel request',
		cause: 'A user or a workflow sent the request before the {job} returned a result.',
		remedy: 'Start another {job} to get a result.',
		retry: 'sometimes',
	},
	startUnsettled: {
		message: 'Could not confirm that the {job} was started',
		cause:
			'An earlier attempt sent the start request but received no clear response, so the node does not repeat the request.',
		remedy:
			"Look for the {job} in the service's list of {job}s. If you find it, use the Wait operation with its job ID. Otherwise, run the workflow again to start another {job}.",
	},
	startNotFound: {
		message: 'Could not confirm that the {job} was started',
		cause:
			"The start request received no clear response, and the node could not identify the {job} in the service's list of {job}s.",
		remedy:
			"Retry this execution to look for the {job} again without starting another one. If you find the {job} in the service's list of {job}s, use the Wait operation with its job ID. To start another {job}, run the workflow again.",
	},
	noJobId: {
		message: 'The service returned no valid job ID',
		cause:
			'The service accepted the start request, but the job ID in the response is missing or contains invalid characters.',
		remedy:
			"Look for the {job} in the service's list of {job}s before you start another {job}. Check that {baseUrl} is the address of the API.",
	},
});

export type JobErrorId = keyof typeof jobRows;

/** Returns the texts of a row or a failure, with `{job}` replaced by the name of the job kind. */
export const withJobName = <Texts extends Pick<ErrorRow, 'message' | 'cause' | 'remedy'>>(
	texts: Texts,
	job: string,
): Texts => {
	const { message, cause, remedy } = texts;
	const withName = (sentence: string): string => sentence.replaceAll('{job}', job);
	return { ...texts, ...mapTexts({ message, cause, remedy }, withName) };
};
