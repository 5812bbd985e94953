import type { Failure, Remedy } from '../../errors/row';
import { listSome, MAX_MESSAGE_LENGTH, withoutFullStop } from '../../errors/text';
import { insertLabels, type LabeledIssue, type LabelOf, labelsOf } from '../../form/labels';
import { requestSettingsField } from '../../operation/settings';

export const settingLabel = labelsOf([requestSettingsField]);

export const issueSentence = ({ label, message }: LabeledIssue): string => `'${label}' ${message}`;

/** A form or a response can have an issue for each of 10,000 rows. */
const MAX_LISTED_ISSUES = 10;

export const issueSentences = (issues: readonly LabeledIssue[]): string =>
	listSome(issues.map(issueSentence), MAX_LISTED_ISSUES, '; ');

const issueText = ({ label, message }: LabeledIssue): string =>
	`'${label}': ${withoutFullStop(message)}`;

/** Returns the message of a failure, and what else the service has said. */
export function failureTexts(
	{ message, messageFromIssue, serviceMessage }: Failure,
	issues: readonly LabeledIssue[],
): { message: string; sentences: string[] } {
	const texts = issues.map(issueText);
	const [first = ''] = texts;
	const isFirst = messageFromIssue === true && first !== '' && first.length <= MAX_MESSAGE_LENGTH;
	const others = isFirst ? texts.slice(1) : texts;
	const sentences: string[] = [];
	if (serviceMessage !== undefined) {
		const stop = /[.!?…]$/.test(serviceMessage) ? '' : '.';
		sentences.push(`The service responded: "${serviceMessage}${stop}"`);
	}
	if (others.length > 0) sentences.push(`${listSome(others, MAX_LISTED_ISSUES, '; ')}.`);
	return { message: isFirst ? first : message, sentences };
}

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

/** Removes a reference to a sentence before, such as "Otherwise, upgrade the plan". */
const withoutReference = (sentence: string): string =>
	sentence.replace(/^Otherwise, (.)/, (_match, letter: string) => letter.toUpperCase());

/** Returns a function that writes remedies and other sentences for a form. */
export const sayWith =
	(labelOf: LabelOf) =>
	(...remedies: readonly Remedy[]): string => {
		const sentences = remedies
			.flat()
			.filter((sentence) => sentence !== false)
			.map((sentence) => {
				const alternatives = typeof sentence === 'string' ? [sentence] : sentence.either;
				const written = alternatives.map((each) => insertLabels(each, labelOf));
				return written.find((each) => each !== undefined);
			});
		const shown = sentences.map((sentence, index) =>
			index > 0 && sentences[index - 1] === undefined && sentence !== undefined
				? withoutReference(sentence)
				: sentence,
		);
		return shown.filter(Boolean).join(' ');
	};

/** Returns the message and the description of a failure as one text. */
export const failureText = (failure: Failure, message = failure.message): string =>
	`${message.replace(/[.:]$/, '')}. ${failureDescription(failure)}`;

/**
 * Returns the cause and the remedy of a request that no execution has sent, such as a request of the editor. The text does
 * not refer to form fields or to an execution.
 */
export const failureDescription = ({ cause, remedy }: Pick<Failure, 'cause' | 'remedy'>): string =>
	sayWith(() => undefined)(cause, remedy)
		.replace(/Retry this execution[^.]*\. /g, '')
		.replace(/\b([Rr])un the workflow again/g, (_match, letter: string) =>
			letter === 'R' ? 'Try again' : 'try again',
		);
