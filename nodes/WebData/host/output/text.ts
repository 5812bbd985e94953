import type { Failure } from '../../errors/row';
import { listSome, MAX_MESSAGE_LENGTH, withoutFullStop } from '../../errors/text';
import { FIELD_REFERENCE, type FormIssue, type FormReading } from '../../form/labels';

/** Converts the list indexes in the paths of the issues to numbers. */
export const issueFields = (failure: Failure, reading: Pick<FormReading, 'labelAt'>): FormIssue[] =>
	(failure.issues ?? []).map(({ path, message }) => {
		if (path === '') return { label: 'Request body', message };
		const steps = path.split('.').map((step) => (/^\d{1,9}$/.test(step) ? Number(step) : step));
		return { label: reading.labelAt(steps), message };
	});

export const issueSentence = ({ label, message }: FormIssue): string => `'${label}' ${message}`;

/** A form or a response can have an issue for each of 10,000 rows. */
const MAX_LISTED_ISSUES = 10;

export const issueSentences = (issues: readonly FormIssue[]): string =>
	listSome(issues.map(issueSentence), MAX_LISTED_ISSUES, '; ');

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

export function serviceSentences(failure: Failure, issues: readonly FormIssue[]): string[] {
	const { serviceMessage } = failure;
	const sentences: string[] = [];
	if (serviceMessage !== undefined) {
		const stop = /[.!?…]$/.test(serviceMessage) ? '' : '.';
		sentences.push(`The service responded: "${serviceMessage}${stop}"`);
	}
	const others = leadingIssue(failure, issues) === undefined ? issues : issues.slice(1);
	if (others.length > 0)
		sentences.push(`${listSome(others.map(issueText), MAX_LISTED_ISSUES, '; ')}.`);
	return sentences;
}

const credentialLabels: Record<string, string> = {
	apiKey: "the credential's 'API Key'",
	baseUrl: "the credential's 'Base URL'",
};

/** A duration is shown in the first unit in which its value is at least `least`. */
const units = [
	{ name: 'days', ms: 86_400_000, least: 2 },
	{ name: 'hours', ms: 3_600_000, least: 2 },
	{ name: 'minutes', ms: 60_000, least: 10 },
] as const;

export function formatDuration(ms: number): string {
	const unit = units.find((each) => ms >= each.least * each.ms);
	if (unit !== undefined) return `${Math.round(ms / unit.ms)} ${unit.name}`;
	const places = ms < 10_000 ? 1 : 0;
	return `${Number((ms / 1000).toFixed(places))} s`;
}

/** Escapes text that n8n renders as HTML, such as URLs and service messages. */
export const escapeHtml = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * Replaces each `{apiName}` with the label of the field. Removes sentences about fields that the form does not show,
 * and uses the sentence after `|` instead.
 */
export function textWithLabels(
	text: string,
	labelOf: (name: string) => string | undefined,
): string {
	const labelFor = (name: string): string | undefined => {
		const label = labelOf(name);
		return credentialLabels[name] ?? (label === undefined ? undefined : `'${label}'`);
	};
	const isShown = (sentence: string): boolean =>
		[...sentence.matchAll(FIELD_REFERENCE)].every(([, name = '']) => labelFor(name) !== undefined);
	return text
		.split(/(?<=[.!?]) (?=[A-Z{'])/)
		.flatMap((sentence) => sentence.split('|').find(isShown) ?? [])
		.join(' ')
		.replace(FIELD_REFERENCE, (place, name: string) => labelFor(name) ?? place);
}

/** Returns a failure's cause and remedy without the sentences that refer to form fields. */
export const failureDescription = ({ cause, remedy }: Failure): string =>
	textWithLabels(`${cause} ${remedy}`, () => undefined);
