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
import type { Failed, Failing } from './outcome';
import { isTool } from './tool';
import { withLabels } from './words';

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
	whileOurs: false,
};

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

function accountOfRefusal(issues: readonly FormIssue[]): Account {
	const [first, ...others] = issues.map(sentence);
	const also = others.length === 0 ? '' : ` Also: ${others.join('; ')}.`;
	return {
		message: first ?? 'The form is not complete',
		description: `Nothing was sent.${also} Correct the value, then try again.`,
		details: {
			retryable: false,
			fields: issues.map(({ label, message }) => ({ field: label, message })),
		},
	};
}

const fieldsOf = (failure: Failure, reading: FormReading): FormIssue[] =>
	(failure.issues ?? []).map(({ path, message }) => ({
		label: path === '' ? 'Request body' : reading.labelAt(path.split('.')),
		message,
	}));

const secondsIn = (milliseconds: number): string => `${Math.round(milliseconds / 1000)} s`;

/** Why no further try was made, where that is not plain from the rest. */
function effortOf({ result, operation }: Failed): string {
	const waitedMs = result.waits.reduce((sum, { delayMs }) => sum + delayMs, 0);
	if (result.gaveUp === 'triesUsedUp' && result.attempts > 1) {
		return `Tried ${result.attempts} times, with ${secondsIn(waitedMs)} of waiting between the tries.`;
	}
	if (result.gaveUp === 'waitTooLong') {
		const asked = result.failure.retryAfterMs;
		const wish = asked === undefined ? '' : ` The service asks to wait ${secondsIn(asked)}.`;
		return `Not tried again, since the wait would go beyond {maxRetryWait}.${wish}`;
	}
	if (result.gaveUp === 'couldRunTwice') {
		return `It is not known whether the service carried '${operation.name}' out, and a repeat would do it twice, so it was not tried again.`;
	}
	return '';
}

/** What the row says would do the work a second time where the first may have happened. */
const remedyOf = ({ result }: Failed): string =>
	result.gaveUp === 'couldRunTwice'
		? 'Look at the service whether it happened before you run the node again.'
		: result.failure.remedy;

function accountOfFailure(failed: Failed): Account {
	const { failure, attempts, gaveUp } = failed.result;
	const issues = fieldsOf(failure, failed.reading);
	const fields = [...failed.operation.fields, requestSettingsField];
	const words = [
		withLabels(failure.cause, fields),
		issues.length === 0 ? '' : `${issues.map(sentence).join('; ')}.`,
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
			retryable: gaveUp === 'couldRunTwice' ? false : retryables[failure.retry],
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

/** Errors of n8n carry what to do in `description`. */
function accountOfThrown(error: Error): Account {
	const described = 'description' in error && typeof error.description === 'string';
	return {
		message: error.message,
		description: described ? String(error.description) : 'Nothing was sent for this item.',
		details: { retryable: false },
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
			return accountOfThrown(failing.error);
	}
}

function apiError(node: INode, failed: Failed, account: Account, itemIndex: number): NodeApiError {
	const { httpCode, retryAfterMs } = failed.result.failure;
	const cause = causesOfStatus[httpCode ?? 0];
	const error = new NodeApiError(node, { message: account.message } satisfies JsonObject, {
		message: account.message,
		description: account.description,
		httpCode: httpCode === undefined ? undefined : String(httpCode),
		itemIndex,
		...(cause === undefined ? {} : { failure: { cause, retryAfterMs } }),
	});
	// The class replaces messages in which it finds the name of a Node error code.
	error.message = account.message;
	return error;
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
	const account = isTool(node) ? inOneText(told) : told;
	const error =
		failing.kind === 'failed'
			? apiError(node, failing, account, itemIndex)
			: new NodeOperationError(node, account.message, {
					description: account.description,
					itemIndex,
				});
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
