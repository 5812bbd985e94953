import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { CallResult, Wait } from '../api/http/call';
import type { FormIssue, FormReading } from '../operations/form/readForm';
import type { Notice, Operation } from '../operations/operation';

/** An item whose form values or credential are invalid. No request was sent. */
export interface InvalidItem {
	kind: 'invalid';
	issues: FormIssue[];
}

/** An item whose request failed completely or in part. */
export interface FailedItem {
	kind: 'failed';
	operation: Operation;
	reading: FormReading;
	result: CallResult & { ok: false };
	/** Value of the request's `x-request-id` header. */
	requestId?: string;
	/** Output JSON of the successful parts of the request. */
	paid?: IDataObject[];
}

/** An item that failed because n8n could not provide its parameters or credential, or because of a bug. */
export interface ThrownItem {
	kind: 'thrown';
	error: Error;
	/** Whether the request may have been sent. */
	sent: boolean;
}

export type UnsuccessfulItem = InvalidItem | FailedItem | ThrownItem;

/** `ofRequest` means that the notice belongs to a request of several items, so its hint names no item. */
export type ItemNotice = Notice & { ofRequest?: true };

export interface ItemResult {
	/** Output items in order, with an error item for each part that failed. */
	items: INodeExecutionData[];
	/** Failure of the item, or of its first failed part. */
	failure?: UnsuccessfulItem;
	notices: ItemNotice[];
	waits: Wait[];
}
