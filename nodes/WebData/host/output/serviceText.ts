import type { Failure } from '../../api/errors/failure';
import type { FormIssue, FormReading } from '../../operations/form/readForm';

/** List indexes become numbers, because `labelAt` counts them from 1. */
const pathSteps = (path: string): (string | number)[] =>
	path.split('.').map((step) => (/^\d{1,9}$/.test(step) ? Number(step) : step));

/** The issues that the service reported, under the labels of the form. */
export const issueFields = (failure: Failure, reading: FormReading): FormIssue[] =>
	(failure.issues ?? []).map(({ path, message }) => ({
		label: path === '' ? 'Request body' : reading.labelAt(pathSteps(path)),
		message,
	}));

/** The service's text need not read as a sentence with the label. */
const issueText = ({ label, message }: FormIssue): string =>
	`'${label}': ${message.endsWith('.') ? message.slice(0, -1) : message}`;

/** What happened: the first issue if the service only says that the request is not valid. */
export const failureMessage = (failure: Failure, [first]: readonly FormIssue[]): string =>
	failure.messageFromIssue === true && first !== undefined ? issueText(first) : failure.message;

/** What the service says in addition to the message. */
export function serviceSentences(failure: Failure, issues: readonly FormIssue[]): string[] {
	const others = failure.messageFromIssue === true ? issues.slice(1) : issues;
	return [
		...(failure.serviceMessage === undefined
			? []
			: [`The service responded: "${failure.serviceMessage}"`]),
		...(others.length === 0 ? [] : [`${others.map(issueText).join('; ')}.`]),
	];
}
