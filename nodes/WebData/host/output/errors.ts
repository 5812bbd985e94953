import {
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import type { Failure } from '../../errors/row';
import { rateLimitRows } from '../../errors/rows/limits';
import { insertLabels, type LabeledIssue } from '../../form/labels';
import { resources } from '../../resources';
import { n8nWorkflow } from '../network/runtime';
import { errorReport, type ErrorReport, type UnsuccessfulItem } from './errorReport';
import {
	type IndexedFailure,
	invalidItemsReport,
	type OtherItems,
	withOtherItems,
} from './nodeReport';
import { escapeHtml, failureDescription, issueSentence, settingLabel } from './text';
import { isTool } from './tool';

/** n8n's names for error causes, by HTTP status code. n8n versions before 2.37 ignore these names. */
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

function causeOf({ errorId, httpCode, retryAfterMs }: Failure) {
	const isPaused = errorId === rateLimitRows.rateLimitPaused.id;
	const cause = causesOfStatus[isPaused ? 429 : (httpCode ?? 0)];
	return cause && { failure: { cause, retryAfterMs } };
}

/** `NodeApiError` replaces a message that contains a Node.js error code. */
function apiError(
	node: INode,
	{ message, description }: Pick<ErrorReport, 'message' | 'description'>,
	httpCode?: number,
	options: ConstructorParameters<typeof NodeApiError>[2] = {},
): NodeApiError {
	const status = httpCode === undefined ? undefined : String(httpCode);
	const texts = { message, description, httpCode: status };
	const error = new NodeApiError(node, { message }, { ...texts, ...options });
	error.message = message;
	return error;
}

/** Returns the error of a failed request, or of invalid items if there is no `failure`. */
function reportError(
	node: INode,
	{ message, description, details }: ErrorReport,
	itemIndex?: number,
	failure?: Failure,
): NodeApiError | NodeOperationError {
	// A model receives only the message of a tool's error, so the message includes the description.
	const separator = /[.!?]$/.test(message) ? ' ' : '. ';
	const shown = isTool(node)
		? { message: `${message}${separator}${description}`, description: '' }
		: // n8n renders the description as HTML, and the message as plain text.
			{ message, description: escapeHtml(description) };
	const error =
		failure === undefined
			? new NodeOperationError(node, shown.message, { description: shown.description, itemIndex })
			: apiError(node, shown, failure.httpCode, { itemIndex, ...causeOf(failure) });
	// Like `NodeApiError`, `NodeOperationError` replaces a message that contains a Node.js error code.
	// n8n records an execution as canceled if the message of its error contains "canceled":
	// https://github.com/n8n-io/n8n/blob/n8n%402.41.1/packages/core/src/execution-engine/workflow-execute.ts
	error.message = shown.message.replaceAll('canceled', 'cancelled');
	error.context.data = details;
	return error;
}

/** Returns the error that ends the node's execution or a poll. The error's `context.data` contains the details. */
export function toNodeError(
	node: INode,
	failure: UnsuccessfulItem,
	itemIndex?: number,
	others?: OtherItems,
): NodeApiError | NodeOperationError {
	const own = errorReport(failure);
	const report = others === undefined ? own : withOtherItems(own, others);
	const ofRequest = failure.kind === 'failed' ? failure.error.failure : undefined;
	return reportError(node, report, itemIndex, ofRequest);
}

export function toInvalidItemsError(
	node: INode,
	invalid: readonly IndexedFailure[],
	itemCount: number,
): Error {
	const [first, ...others] = invalid;
	if (first !== undefined && others.length === 0) {
		return toNodeError(node, first.failure, first.index);
	}
	return reportError(node, invalidItemsReport(invalid, itemCount));
}

/**
 * Returns the error of a node that has sent nothing, because the items cost at least `least` credits, and the limit
 * allows only `left` more.
 */
export function toCreditLimitError(
	node: INode,
	{ least, left }: { least: number; left: number },
): Error {
	const advice =
		"Increase the limit, or pass fewer items to the node. To get the results up to the limit, set On Error to 'Continue'.";
	const description = `Nothing was sent. The items cost at least ${least} credits, and {maxCreditsPerExecution} on the Settings tab allows ${left} more. ${advice}`;
	return reportError(node, {
		message: "'Max Credits per Execution' does not cover all items",
		description: insertLabels(description, settingLabel) ?? description,
		details: {
			reason: 'maxCreditsReached',
			retryable: false,
			tries: 0,
			leastCredits: least,
			creditsLeft: left,
		},
	});
}

/** Returns the error of a request that no item has sent, such as a request of the editor. */
export const requestError = (node: INode, failure: Failure, message = failure.message): Error =>
	apiError(node, { message, description: failureDescription(failure) }, failure.httpCode);

export function credentialError(node: INode, [issue]: readonly LabeledIssue[]): Error {
	const message = issueSentence(issue ?? { label: 'Credential', message: 'is incomplete' });
	return apiError(node, { message, description: 'Complete the credential.' });
}

export function unknownOperation(
	node: INode,
	resource: string,
	operation: string,
	itemIndex: number,
): Error {
	const known = resources.find(({ value }) => value === resource);
	const [label, list] = known ? ['Operation', known.operations] : ['Resource', resources];
	const values = list.map(({ value }) => value).join(', ');
	return new NodeOperationError(
		node,
		`This version of the node does not include the operation '${operation}' of '${resource}'`,
		{ description: `Set '${label}' to one of: ${values}. Or update the node.`, itemIndex },
	);
}

export const toError = (thrown: unknown): Error =>
	thrown instanceof Error ? thrown : new Error(String(thrown));

/**
 * An error item has only the keys `error`, `message`, and `details`. n8n treats an item with other keys as successful.
 */
export function toErrorItem(failure: UnsuccessfulItem, itemIndex: number): INodeExecutionData {
	const { message, description, details } = errorReport(failure);
	return {
		json: { error: message, message: description, details },
		pairedItem: { item: itemIndex },
	};
}

/**
 * Returns the error of a stopped execution. n8n recognizes the error by its name or its message. `description` says what
 * continues to run.
 */
export function toCancellation(
	node: INode,
	executionId: string,
	signal?: AbortSignal,
	description?: string,
): Error {
	const reason: unknown = signal?.reason;
	const { ManualExecutionCancelledError } = n8nWorkflow;
	let error: Error;
	if (reason instanceof Error && reason.name.includes('Cancelled')) error = reason;
	else if (ManualExecutionCancelledError === undefined)
		error = new NodeOperationError(node, 'The execution was canceled');
	else error = new ManualExecutionCancelledError(executionId);
	return description === undefined ? error : Object.assign(error, { description });
}

/** The error output of older n8n versions accepts only items with exactly two string fields. */
export function forErrorOutput(node: INode, items: INodeExecutionData[]): INodeExecutionData[] {
	// n8n has accepted `details` since version 2.34.4, but a node can detect only version 2.37 and later.
	const acceptsDetails = n8nWorkflow.ACTIONABLE_CAUSES !== undefined;
	if (node.onError !== 'continueErrorOutput' || acceptsDetails) return items;
	return items.map((item) => {
		const { error, message, details } = item.json;
		if (error === undefined || details === undefined) return item;
		const text = `${String(message)} Details: ${JSON.stringify(details)}`;
		return { ...item, json: { error, message: text.trim() } };
	});
}
