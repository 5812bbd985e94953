import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { CallResult, Wait } from '../api/http/call';
import type { FormIssue, FormReading } from '../operations/form/readForm';
import type { Notice, Operation } from '../operations/operation';

/** An item with an invalid form or credential. No request was sent. */
export interface InvalidItem {
	kind: 'invalid';
	issues: FormIssue[];
}

/** An item whose request failed, completely or in part, because of the service or the network. */
export interface FailedItem {
	kind: 'failed';
	operation: Operation;
	reading: FormReading;
	result: CallResult & { ok: false };
	/** Value of the request's `x-request-id` header. */
	requestId?: string;
	/** Output JSON of the request's successful parts, which were paid for. */
	paid?: IDataObject[];
}

/** An item that failed because n8n could not provide its parameters or credential, or because of a bug. */
export interface ThrownItem {
	kind: 'thrown';
	error: Error;
	/** Whether the request may have been sent before the error occurred. */
	sent: boolean;
}

export type UnsuccessfulItem = InvalidItem | FailedItem | ThrownItem;

/** The output of one input item. */
export interface ItemResult {
	/** Output items in order, with an error item for each part that failed. */
	items: INodeExecutionData[];
	/** Failure of the item or of its first failed part. Ends the node if *On Error* is *Stop Workflow*. */
	failure?: UnsuccessfulItem;
	notices: Notice[];
	/** The waits between the attempts of a successful request. */
	waits: Wait[];
}
