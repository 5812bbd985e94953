import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { CallResult, Wait } from '../client/call';
import type { FormIssue, FormReading } from '../form/read';
import type { Operation } from '../operation/operation';
import type { Notice } from '../operation/output';
import type { PreparedItem } from './input';
import type { OpenAccount } from './network/accounts';

/** An item whose form values or credential are invalid. No request was sent. */
interface InvalidItem {
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

export interface ReadyItem extends PreparedItem {
	index: number;
	opened: OpenAccount;
}

/** Items that are sent as one request, in input order. */
export type Batch = readonly [ReadyItem, ...ReadyItem[]];

/**
 * Groups items with the same batch key, operation, account, and settings. Items and groups keep the input order. An item
 * without a batch key forms its own group.
 */
export function groupItems(items: readonly ReadyItem[]): Batch[] {
	const accounts = [...new Set(items.map(({ opened }) => opened))];
	const groups = new Map<string, [ReadyItem, ...ReadyItem[]]>();
	for (const item of items) {
		const { operation, plan, opened, settings, index } = item;
		const { batchKey } = plan;
		const shared = [operation.value, accounts.indexOf(opened), settings];
		const key = batchKey === undefined ? String(index) : `${JSON.stringify(shared)} ${batchKey}`;
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [item]);
		else group.push(item);
	}
	return [...groups.values()];
}
