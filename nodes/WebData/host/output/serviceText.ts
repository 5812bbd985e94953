import { withoutFullStop, MAX_MESSAGE_LENGTH } from '../../api/errors/text';
import type { Failure } from '../../api/errors/failure';
import type { FormIssue, FormReading } from '../../operations/form/readForm';

/** Converts the list indexes in a path to numbers. */
const pathSteps = (path: string): (string | number)[] =>
	path.split('.').map((step) => (/^\d{1,9}$/.test(step) ? Number(step) : step));

export const issueFields = (failure: Failure, reading: FormReading): FormIssue[] =>
	(failure.issues ?? []).map(({ path, message }) => ({
		label: path === '' ? 'Request body' : reading.labelAt(pathSteps(path)),
		message,
	}));

const issueText = ({ label, message }: FormIssue): string =>
	`'${label}': ${withoutFullStop(message)}`;

const leadingIssue = (
	{ messageFromIssue }: Failure,
	[first]: readonly FormIssue[],
): string | undefined => {
	const text = messageFromIssue === true && first !== undefined ? issueText(first) : '';
	return text !== '' && text.length <= MAX_MESSAGE_LENGTH ? text : undefined;
};

export const failureMessage = (failure: Failure, issues: readonly FormIssue[]): string =>
	leadingIssue(failure, issues) ?? failure.message;

const quote = (text: string): string => (/[.!?…]$/.test(text) ? `"${text}"` : `"${text}."`);

export function serviceSentences(failure: Failure, issues: readonly FormIssue[]): string[] {
	const others = leadingIssue(failure, issues) === undefined ? issues : issues.slice(1);
	return [
		...(failure.serviceMessage === undefined
			? []
			: [`The service responded: ${quote(failure.serviceMessage)}`]),
		...(others.length === 0 ? [] : [`${others.map(issueText).join('; ')}.`]),
	];
}
