import type { PreparedItem } from './input/prepare';
import type { OpenAccount } from './network/accounts';

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
