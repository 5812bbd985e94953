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
import type { Failure, Retry } from '../api/failures/failure';
import type { FormIssue, FormReading } from '../operations/form';
import { requestSettingsField } from '../operations/settings.fields';
import type { Failed, Failing, Thrown } from './outcome';
import { isTool } from './tool';
import { asHtml, timeInWords, withLabels } from './words';

/** An item's failure in words and in data, before it takes one of n8n's shapes. */
export interface Account {
	message: string;
	description: string;
	details: IDataObject;
}

const retryables: Record<Retry, boolean | 'sometimes'> = {
	never: false,
	backoff: true,
	sameKey: true,
	sometimes: 'sometimes',
	unlessPaid: true,
	whileOurs: false,
};

/** Of a spoilt answer it depends on the request whether another try costs; the client knows. */
const isRetryable = ({ failure, gaveUp }: Failed['result']): boolean | 'sometimes' =>
	gaveUp === 'couldRunTwice' || (failure.retry === 'unlessPaid' && gaveUp === 'notRetryable')
		? false
		: retryables[failure.retry];

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

const withoutGaps = (record: Record<string, unknown>): IDataObject =>
	Object.fromEntries(
		Object.entries(record).filter(([, value]) => value !== undefined),
	) as IDataObject;

const sentence = ({ label, message }: FormIssue): string => `'${label}' ${message}`;

/** The service's words need not go on from the label. */
const quotation = ({ label, message }: FormIssue): string =>
	`'${label}': ${message.replace(/\.$/, '')}`;

function accountOfRefusal(issues: readonly FormIssue[]): Account {
	const [first, ...others] = issues.map(sentence);
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
const stepsOf = (path: string): (string | number)[] =>
	path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));

const fieldsOf = (failure: Failure, reading: FormReading): FormIssue[] =>
	(failure.issues ?? []).map(({ path, message }) => ({
		label: path === '' ? 'Request body' : reading.labelAt(stepsOf(path)),
		message,
	}));

/** Why no further try was made, where that is not plain from the rest. */
function effortOf({ result, operation }: Failed): string {
	const waitedMs = result.waits.reduce((sum, { delayMs }) => sum + delayMs, 0);
	if (result.gaveUp === 'triesUsedUp' && result.attempts > 1) {
		return `Tried ${result.attempts} times, with ${timeInWords(waitedMs)} of waiting between the tries.`;
	}
	if (result.gaveUp === 'waitTooLong') {
		const asked = result.failure.retryAfterMs;
		const wish = asked === undefined ? '' : ` The service asks to wait ${timeInWords(asked)}.`;
		return `Not tried again, since the wait would go beyond {maxRetryWait} in the Settings tab.${wish}`;
	}
	if (result.gaveUp === 'couldRunTwice') {
		return `It is not known whether the service carried '${operation.name}' out, and a repeat would do it twice, so it was not tried again.`;
	}
	return '';
}

/** Any change of the request, and any new execution, would buy the same work again. */
const remedyUnderKey = (requestId: string): string =>
	`The service may have carried this out. Use 'Retry' of this execution, or set {requestId} to ${requestId} for this item and change nothing else: either gets the result without paying again.`;

/** Whether an earlier request of one's own may have done the work, so that its result can still be had. */
const isOpen = ({ failure, gaveUp, mayHaveRun }: Failed['result']): boolean =>
	failure.retry !== 'never' &&
	(mayHaveRun === true || failure.mayHaveRun) &&
	!(failure.retry === 'whileOurs' && gaveUp === 'notRetryable');

/** What the row says would do the work a second time where the first may have happened. */
function remedyOf({ result, requestId }: Failed): string {
	if (result.gaveUp === 'couldRunTwice') {
		return 'Find out at the service whether it happened, then decide whether to run the node again.';
	}
	return requestId !== undefined && isOpen(result)
		? remedyUnderKey(requestId)
		: result.failure.remedy;
}

function accountOfFailure(failed: Failed): Account {
	const { failure, attempts, gaveUp } = failed.result;
	const issues = fieldsOf(failure, failed.reading);
	const fields = [...failed.operation.fields, requestSettingsField];
	const words = [
		withLabels(failure.cause, fields),
		issues.length === 0 ? '' : `${issues.map(quotation).join('; ')}.`,
		withLabels(effortOf(failed), fields),
		failure.requestId === undefined ? '' : `Request ID: ${failure.requestId}.`,
		withLabels(remedyOf(failed), fields),
	];
	return {
		message: failure.message,
		description: words.filter((each) => each !== '').join(' '),
		details: withoutGaps({
			httpCode: failure.httpCode,
			code: failure.code,
			reason: failure.row,
			retryable: isRetryable(failed.result),
			tries: attempts,
			mayHaveRun: gaveUp === 'couldRunTwice' || undefined,
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
const MAY_BE_SENT =
	"The item's request may have been carried out. Find out at the service whether it was, then decide whether to run the node again.";

/** Errors of n8n carry what to do in `description`. */
function accountOfThrown({ error, sent }: Thrown): Account {
	const described = 'description' in error && typeof error.description === 'string';
	const otherwise = sent ? MAY_BE_SENT : NOTHING_SENT;
	return {
		message: error.message,
		description: described ? String(error.description) : otherwise,
		details: { retryable: false, mayHaveRun: sent || undefined },
	};
}

/** An item's failure in words and in data. The key is in none of it: nothing here comes from the request. */
export function accountOf(failing: Failing): Account {
	switch (failing.kind) {
		case 'refused':
			return accountOfRefusal(failing.issues);
		case 'failed':
			return accountOfFailure(failing);
		case 'thrown':
			return accountOfThrown(failing);
	}
}

function apiError(node: INode, failed: Failed, account: Account, itemIndex: number): NodeApiError {
	const { row, httpCode, retryAfterMs } = failed.result.failure;
	const cause = causesOfStatus[row === 'held' ? 429 : (httpCode ?? 0)];
	return new NodeApiError(node, { message: account.message } satisfies JsonObject, {
		message: account.message,
		description: account.description,
		httpCode: httpCode === undefined ? undefined : String(httpCode),
		itemIndex,
		...(cause === undefined ? {} : { failure: { cause, retryAfterMs } }),
	});
}

/** Of what a tool throws, the model gets the message alone. */
const inOneText = ({ message, description, details }: Account): Account => ({
	message: `${message}${/[.!?]$/.test(message) ? '' : '.'} ${description}`,
	description: '',
	details,
});

/** The error that ends the node for this item. Its context holds the same details as an error item. */
export function toNodeError(
	node: INode,
	failing: Failing,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	const told = accountOf(failing);
	// n8n shows the description as HTML, and the message as it is.
	const account = isTool(node)
		? inOneText(told)
		: { ...told, description: asHtml(told.description) };
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
export function toErrorItem(failing: Failing, itemIndex: number): INodeExecutionData {
	const { message, description, details } = accountOf(failing);
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
