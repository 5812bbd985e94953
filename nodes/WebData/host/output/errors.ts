// What a person or the next node sees of an item that failed: n8n's errors, and error items.

import * as workflow from 'n8n-workflow';
import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type JsonObject,
} from 'n8n-workflow';
import type { RetryAdvice } from '../../api/errors/errorRow';
import type { Failure } from '../../api/errors/failure';
import type { FormIssue, FormReading } from '../../operations/form/readForm';
import { requestSettingsField } from '../../operations/common/settings.fields';
import type { FailedItem, UnsuccessfulItem, ThrownItem } from '../itemResult';
import { isTool } from './toolOutput';
import { escapeHtml, formatDuration, insertLabels } from './insertLabels';

/** An item's failure in words and in data, before it takes one of n8n's shapes. */
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

/** Of a spoilt answer it depends on the request whether another try costs; the client knows. */
const isRetryable = ({ failure, stopReason }: FailedItem['result']): boolean | 'sometimes' =>
	stopReason === 'unsafeToRepeat' || (failure.retry === 'ifFree' && stopReason === 'notRetryable')
		? false
		: retryableByAdvice[failure.retry];

/** n8n's own word for what a status proves; hosts before 2.37 do not look at it. */
const causesOfStatus: Record<
	number,
	'rate-limited' | 'quota-exhausted' | 'temporarily-unavailable' | 'credential-invalid'
> = {
	401: 'credential-invalid',
	402: 'quota-exhausted',
	429: 'rate-limited',
	502: 'temporarily-unavailable',
	503: 'temporarily-unavailable',
	504: 'temporarily-unavailable',
};

const omitUndefined = (record: Record<string, unknown>): IDataObject =>
	Object.fromEntries(
		Object.entries(record).filter(([, value]) => value !== undefined),
	) as IDataObject;

const issueSentence = ({ label, message }: FormIssue): string => `'${label}' ${message}`;

/** The service's words need not go on from the label. */
const serviceIssueText = ({ label, message }: FormIssue): string =>
	`'${label}': ${message.replace(/\.$/, '')}`;

function invalidItemReport(issues: readonly FormIssue[]): ErrorReport {
	const [first, ...others] = issues.map(issueSentence);
	const also = others.length === 0 ? '' : ` Also: ${others.join('; ')}.`;
	return {
		message: first ?? 'The form is not complete',
		description: `Nothing was sent.${also} Correct the value${others.length > 0 ? 's' : ''}, then try again.`,
		details: {
			retryable: false,
			fields: issues.map(({ label, message }) => ({ field: label, message })),
		},
	};
}

/** Places in a list are numbers there, so that they can be counted from 1. */
const pathSteps = (path: string): (string | number)[] =>
	path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));

const issueFields = (failure: Failure, reading: FormReading): FormIssue[] =>
	(failure.issues ?? []).map(({ path, message }) => ({
		label: path === '' ? 'Request body' : reading.labelAt(pathSteps(path)),
		message,
	}));

/** Why no further try was made, where that is not plain from the rest. */
function attemptsText({ result, operation }: FailedItem): string {
	const waitedMs = result.waits.reduce((sum, { delayMs }) => sum + delayMs, 0);
	if (result.stopReason === 'maxTriesReached' && result.attempts > 1) {
		return `Tried ${result.attempts} times, with ${formatDuration(waitedMs)} of waiting between the tries.`;
	}
	if (result.stopReason === 'waitTooLong') {
		const asked = result.failure.retryAfterMs;
		const wish = asked === undefined ? '' : ` The service asks to wait ${formatDuration(asked)}.`;
		return `Not tried again, since the wait would go beyond {maxRetryWait} in the Settings tab.${wish}`;
	}
	if (result.stopReason === 'unsafeToRepeat') {
		return `It is not known whether the service carried '${operation.name}' out, and a repeat would do it twice, so it was not tried again.`;
	}
	return '';
}

/** Any change of the request, and any new execution, would buy the same work again. */
const replayRemedy = (requestId: string): string =>
	`The service may have carried this out. Use 'Retry' of this execution, or set {requestId} to ${requestId} for this item and change nothing else: either gets the result without paying again.`;

/** Whether an earlier request of one's own may have done the work, so that its result can still be had. */
const canReplay = ({ failure, stopReason, possiblyExecuted }: FailedItem['result']): boolean =>
	failure.retry !== 'never' &&
	(possiblyExecuted === true || failure.possiblyExecuted) &&
	!(failure.retry === 'ifOwnRequest' && stopReason === 'notRetryable');

/** What the row says would do the work a second time where the first may have happened. */
function remedyText({ result, requestId }: FailedItem): string {
	if (result.stopReason === 'unsafeToRepeat') {
		return 'Find out at the service whether it happened, then decide whether to run the node again.';
	}
	return requestId !== undefined && canReplay(result)
		? replayRemedy(requestId)
		: result.failure.remedy;
}

function failedItemReport(failed: FailedItem): ErrorReport {
	const { failure, attempts, stopReason } = failed.result;
	const issues = issueFields(failure, failed.reading);
	const fields = [...failed.operation.fields, requestSettingsField];
	const words = [
		insertLabels(failure.cause, fields),
		issues.length === 0 ? '' : `${issues.map(serviceIssueText).join('; ')}.`,
		insertLabels(attemptsText(failed), fields),
		failure.requestId === undefined ? '' : `Request ID: ${failure.requestId}.`,
		insertLabels(remedyText(failed), fields),
	];
	return {
		message: failure.message,
		description: words.filter((each) => each !== '').join(' '),
		details: omitUndefined({
			httpCode: failure.httpCode,
			code: failure.code,
			reason: failure.errorId,
			retryable: isRetryable(failed.result),
			tries: attempts,
			possiblyExecuted: stopReason === 'unsafeToRepeat' || undefined,
			retryAfterMs: failure.retryAfterMs,
			...failure.facts,
			chargeId: failure.chargeId,
			requestId: failure.requestId,
			fields:
				issues.length === 0
					? undefined
					: issues.map(({ label, message }) => ({ field: label, message })),
			paid: failed.paid,
		}),
	};
}

const NOTHING_SENT = 'Nothing was sent for this item.';
const POSSIBLY_SENT =
	"The item's request may have been carried out. Find out at the service whether it was, then decide whether to run the node again.";

/** Errors of n8n carry what to do in `description`. */
function thrownItemReport({ error, sent }: ThrownItem): ErrorReport {
	const described = 'description' in error && typeof error.description === 'string';
	const otherwise = sent ? POSSIBLY_SENT : NOTHING_SENT;
	return {
		message: error.message,
		description: described ? String(error.description) : otherwise,
		details: { retryable: false, possiblyExecuted: sent || undefined },
	};
}

/** An item's failure in words and in data. The key is in none of it: nothing here comes from the request. */
export function errorReport(failing: UnsuccessfulItem): ErrorReport {
	switch (failing.kind) {
		case 'invalid':
			return invalidItemReport(failing.issues);
		case 'failed':
			return failedItemReport(failing);
		case 'thrown':
			return thrownItemReport(failing);
	}
}

function apiError(
	node: INode,
	failed: FailedItem,
	account: ErrorReport,
	itemIndex: number,
): NodeApiError {
	const { errorId, httpCode, retryAfterMs } = failed.result.failure;
	const cause = causesOfStatus[errorId === 'held' ? 429 : (httpCode ?? 0)];
	return new NodeApiError(node, { message: account.message } satisfies JsonObject, {
		message: account.message,
		description: account.description,
		httpCode: httpCode === undefined ? undefined : String(httpCode),
		itemIndex,
		...(cause === undefined ? {} : { failure: { cause, retryAfterMs } }),
	});
}

/** Of what a tool throws, the model gets the message alone. */
const singleMessage = ({ message, description, details }: ErrorReport): ErrorReport => ({
	message: `${message}${/[.!?]$/.test(message) ? '' : '.'} ${description}`,
	description: '',
	details,
});

/** The error that ends the node for this item. Its context holds the same details as an error item. */
export function toNodeError(
	node: INode,
	failing: UnsuccessfulItem,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	const told = errorReport(failing);
	// n8n shows the description as HTML, and the message as it is.
	const account = isTool(node)
		? singleMessage(told)
		: { ...told, description: escapeHtml(told.description) };
	const error =
		failing.kind === 'failed'
			? apiError(node, failing, account, itemIndex)
			: new NodeOperationError(node, account.message, {
					description: account.description,
					itemIndex,
				});
	// Both classes replace a message in which they find the name of a Node error code.
	error.message = account.message;
	error.context.data = account.details;
	return error;
}

/**
 * The item that goes on in place of a failed one. Exactly these three keys: any other, and n8n would take
 * it for a success on its way to the error output.
 */
export function toErrorItem(failing: UnsuccessfulItem, itemIndex: number): INodeExecutionData {
	const { message, description, details } = errorReport(failing);
	return {
		json: { error: message, message: description, details },
		pairedItem: { item: itemIndex },
	};
}

/** n8n takes a run for canceled only by the name or the message of what was thrown. */
export function toCancellation(node: INode, executionId: string, signal?: AbortSignal): Error {
	const reason: unknown = signal?.reason;
	if (reason instanceof Error && reason.name.includes('Cancelled')) return reason;
	const host: Partial<typeof workflow> = workflow;
	return host.ManualExecutionCancelledError === undefined
		? new NodeOperationError(node, 'The execution was canceled')
		: new host.ManualExecutionCancelledError(executionId);
}
