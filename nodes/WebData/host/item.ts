import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Wait } from '../client/call';
import type { JsonObject } from '../json/json';
import type { Notice } from '../operation/output';
import type { PreparedItem } from './input';
import type { OpenAccount } from './network/accounts';
import type { UnsuccessfulItem } from './output/errorReport';

/** `ofRequest` means that the notice belongs to a request of several items, so its hint names no item. */
export type ItemNotice = Notice & { ofRequest?: true };

export interface ItemResult {
	/** Output items in order, with an error item for each part that failed. */
	items: INodeExecutionData[];
	/** Failure of the item, or of its first failed part. */
	failure?: UnsuccessfulItem;
	notices: ItemNotice[];
	waits: readonly Wait[];
}

export interface ReadyItem extends PreparedItem {
	opened: OpenAccount;
}

/** Items that are sent as one request, in input order. */
export type Batch = readonly [ReadyItem, ...ReadyItem[]];

/** n8n runs a node again if its first output item contains the top-level key `error`, so the key is renamed. */
const ERROR_FIELD_NAME = 'serviceError';

const renameErrorField = (json: JsonObject): JsonObject => {
	if (!Object.hasOwn(json, 'error')) return json;
	const named = Object.entries(json).map(([key, value]) => [
		key === 'error' ? ERROR_FIELD_NAME : key,
		value,
	]);
	return Object.fromEntries(named) as JsonObject;
};

/** The cast is safe, because JSON contains only values that n8n accepts in item data. */
export const asItemJson = (json: JsonObject): IDataObject => json as IDataObject;

export const toItemJson = (json: JsonObject): IDataObject => asItemJson(renameErrorField(json));

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
