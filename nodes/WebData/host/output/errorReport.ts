import type { IDataObject } from 'n8n-workflow';
import type { ServiceError } from '../../client/client';
import type { StopReason } from '../../client/retry';
import type { Remedy, RetryAdvice } from '../../errors/row';
import { type LabeledIssue, type LabelOf, withLabels } from '../../form/labels';
import { mapTexts, omitUndefined } from '../../json/json';
import type { Operation } from '../../operation/operation';
import {
	failureTexts,
	formatDuration,
	issueSentence,
	issueSentences,
	sayWith,
	settingLabel,
} from './text';

/** An item whose request failed completely or in part. */
export interface FailedItem {
	kind: 'failed';
	error: ServiceError;
	operation: Pick<Operation, 'name'>;
	labelOf: LabelOf;
	/** Value of the request's `x-request-id` header. */
	requestId?: string;
	/** Output JSON of the successful parts of the request. */
	paid?: IDataObject[];
}

export type UnsuccessfulItem =
	/** An item whose form values or credential are invalid. No request was sent. */
	| { kind: 'invalid'; issues: LabeledIssue[] }
	| FailedItem
	/**
	 * Thrown by n8n, for an expression or a credential, or by a bug. `sent` says whether a request may have been sent, and
	 * `label` names the field with the expression.
	 */
	| { kind: 'thrown'; error: Error; sent: boolean; label?: string };

export interface ErrorReport {
	message: string;
	description: string;
	details: IDataObject;
}

const retryableByAdvice: Record<RetryAdvice, boolean | 'sometimes'> = {
	never: false,
	backoff: true,
	sameKey: true,
	sometimes: 'sometimes',
	ifFree: true,
	ifOwnRequest: false,
};

const isRetryable = ({ failure, stopReason }: ServiceError): boolean | 'sometimes' =>
	stopReason === 'unsafeToRepeat' || (failure.retry === 'ifFree' && stopReason === 'notRetryable')
		? false
		: retryableByAdvice[failure.retry];

const fieldsOf = (issues: readonly LabeledIssue[]) =>
	issues.map(({ label, message }) => ({ field: label, message }));

/** The setting that ended the attempts. */
const endedBy: Partial<Record<StopReason, string>> = {
	maxTriesReached: 'maxTries',
	waitTooLong: 'maxRetryWait',
	creditLimitReached: 'maxCreditsPerExecution',
};

/** Says what the node did, and which limit ended the attempts. */
function attemptsText({ error, operation }: FailedItem): string {
	const { attempts, stopReason, waitedMs, failure } = error;
	const waited = formatDuration(waitedMs);
	const tried =
		attempts === 1
			? 'The node sent the request once.'
			: `The node sent the request ${attempts} times, with a total wait of ${waited} between the attempts.`;
	switch (stopReason) {
		case 'maxTriesReached':
			return attempts > 1 ? `${tried} {maxTries} on the Settings tab allows no more attempts.` : '';
		case 'unreached':
			return `${tried} As long as the server has not responded, the node tries only twice.`;
		case 'timedOutTwice':
			return `${tried} Regardless of {maxTries} on the Settings tab, the node does not repeat a request that timed out twice, because each attempt may cost credits.`;
		case 'waitTooLong': {
			const { retryAfterMs } = failure;
			const requested =
				retryAfterMs === undefined
					? ''
					: ` The service requests a wait of ${formatDuration(retryAfterMs)}.`;
			const wait = attempts === 0 ? 'The wait' : `${tried} The next wait`;
			return `${wait} would exceed {maxRetryWait} on the Settings tab.${requested}`;
		}
		case 'creditLimitReached':
			return `${tried} The execution has now reached {maxCreditsPerExecution} on the Settings tab.`;
		case 'unsafeToRepeat':
			return `The service may have executed '${operation.name}'. The node did not retry the request, because a retry could execute the operation twice.`;
		default:
			return '';
	}
}

function remedyFor({ error: { failure, stopReason, attempts }, requestId }: FailedItem): Remedy {
	if (stopReason === 'unsafeToRepeat') {
		return 'Check whether the service executed the operation, then decide whether to run the node again.';
	}
	const isLastTry = stopReason === 'maxTriesReached';
	// The sentences about the attempts name the setting, except after a single attempt.
	const named = isLastTry && attempts === 1 ? undefined : endedBy[stopReason];
	const remedy = mapTexts(failure.remedy, (sentence) =>
		// After the last attempt, a longer wait has no effect.
		(isLastTry ? sentence.replace('{maxRetryWait}', '{maxTries}') : sentence).replace(
			`{${named}} on the Settings tab`,
			'this setting',
		),
	);
	if (requestId === undefined || !failure.possiblyExecuted) return remedy;
	const executed = 'The service may have executed this request.';
	const advice = 'To get the result without paying again,';
	if (failure.retry === 'never') {
		const correction = `${advice} make this correction, then retry this execution.`;
		return [remedy, executed, correction].flat();
	}
	if (failure.retry === 'ifOwnRequest' && stopReason === 'notRetryable') return remedy;
	// The service charges again for a retry with a different request ID.
	return [
		executed,
		`${advice} retry this execution, or set {requestId} to ${requestId} for this item and change nothing else.`,
	];
}

function failedItemReport(failed: FailedItem): ErrorReport {
	const { failure, attempts, stopReason } = failed.error;
	const issues = withLabels(failure.issues ?? [], failed.labelOf);
	// The settings come first, because an API field may have the same name as a setting.
	const say = sayWith((name) => settingLabel(name) ?? failed.labelOf(name));
	const { message, sentences: ofService } = failureTexts(failure, issues);
	const sentences = [
		say(failure.cause),
		...ofService,
		failure.requestId === undefined ? '' : `Request ID: ${failure.requestId}.`,
		say(attemptsText(failed)),
		say(remedyFor(failed)),
	];
	return {
		message,
		description: sentences.filter(Boolean).join(' '),
		details: omitUndefined({
			httpCode: failure.httpCode,
			code: failure.code,
			reason: failure.errorId,
			retryable: isRetryable(failed.error),
			tries: attempts,
			possiblyExecuted: stopReason === 'unsafeToRepeat' || undefined,
			retryAfterMs: failure.retryAfterMs,
			...failure.facts,
			chargeId: failure.chargeId,
			requestId: failure.requestId,
			fields: issues.length === 0 ? undefined : fieldsOf(issues),
			paid: failed.paid,
		}) as IDataObject,
	};
}

/** The report contains no request headers, so the report does not expose the API key. */
export function errorReport(unsuccessful: UnsuccessfulItem): ErrorReport {
	if (unsuccessful.kind === 'failed') return failedItemReport(unsuccessful);
	if (unsuccessful.kind === 'thrown') {
		const { error, sent, label } = unsuccessful;
		const description = sent
			? 'The service may have executed the request for this item. Check whether the service executed the operation, then decide whether to run the node again.'
			: 'Nothing was sent for this item.';
		// n8n's own errors contain the remedy in `description`.
		const hasDescription = 'description' in error && typeof error.description === 'string';
		return {
			message:
				label === undefined
					? error.message
					: `The expression in '${label}' failed: ${error.message}`,
			description: hasDescription ? String(error.description) : description,
			details: { retryable: false, possiblyExecuted: sent || undefined },
		};
	}
	const { issues } = unsuccessful;
	const [first, ...others] = issues;
	const also = others.length === 0 ? '' : ` Also: ${issueSentences(others)}.`;
	const remedy =
		first?.remedy ?? `Correct the value${others.length > 0 ? 's' : ''}, then try again`;
	return {
		message: first === undefined ? 'The form is incomplete' : issueSentence(first),
		description: `Nothing was sent.${also} ${remedy}.`,
		details: { reason: 'invalidInput', retryable: false, tries: 0, fields: fieldsOf(issues) },
	};
}
