import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { CallResult, Wait } from '../api/http/call';
import type { FormIssue, FormReading } from '../operations/form/readForm';
import type { Notice, Operation } from '../operations/operation';

/** The item's form or credential is invalid. Nothing was sent. */
export interface InvalidItem {
	kind: 'invalid';
	issues: FormIssue[];
}

/** The item's request, or part of it, failed at the service or in the network. */
export interface FailedItem {
	kind: 'failed';
	operation: Operation;
	reading: FormReading;
	result: CallResult & { ok: false };
	/** The `x-request-id` of the request. */
	requestId?: string;
	/** JSON of the parts of the same request that succeeded and were paid for. */
	paid?: IDataObject[];
}

/** n8n could not provide the item's parameters or credential, or the code has a bug. */
export interface ThrownItem {
	kind: 'thrown';
	error: Error;
	/** Whether the item's request may have been sent before. */
	sent: boolean;
}

export type UnsuccessfulItem = InvalidItem | FailedItem | ThrownItem;

/** The output of one input item. */
export interface ItemResult {
	/** Output items in order, with an error item for each part that failed. */
	items: INodeExecutionData[];
	/** Why the item, or its first failed part, failed. With *On Error: Stop Workflow*, this ends the node. */
	failure?: UnsuccessfulItem;
	notices: Notice[];
	/** The waits between the attempts of a request that succeeded. */
	waits: Wait[];
}
