// What one item of an execution came to.

import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import type { CallResult, Wait } from '../api/http/call';
import type { FormIssue, FormReading } from '../operations/form/readForm';
import type { Notice, Operation } from '../operations/operation';

/** What was tried for an item before it succeeded or was given up. */
export interface Attempts {
	attempts: number;
	waits: Wait[];
}

/** The item's form was not fit to be sent. */
export interface InvalidItem {
	kind: 'refused';
	issues: FormIssue[];
}

/** The service or the network said no. */
export interface FailedItem {
	kind: 'failed';
	operation: Operation;
	reading: FormReading;
	result: CallResult & { ok: false };
	/** The `x-request-id` that the request was sent under. */
	requestId?: string;
	/** What the other parts of the same request gave, where they succeeded and were paid for. */
	paid?: IDataObject[];
}

/** n8n itself could not give the item's parameters or credential, or code had a fault. */
export interface ThrownItem {
	kind: 'thrown';
	error: Error;
	/** Whether the item's request may have gone out before. */
	sent: boolean;
}

/** One output item, or the part of the work that failed in its place. */
export type ItemOutput = { json: IDataObject; binary?: IBinaryKeyData } | FailedItem;

export interface SucceededItem {
	kind: 'succeeded';
	outputs: ItemOutput[];
	notices: Notice[];
	effort: Attempts;
}

export type UnsuccessfulItem = InvalidItem | FailedItem | ThrownItem;

export type ItemResult = SucceededItem | UnsuccessfulItem;
