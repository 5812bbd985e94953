// Stores records of paid work in the node's context, which n8n keeps for retries.

import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../../api/http/response';
import { fingerprint } from '../../api/http/idempotency';
import type { ReplayStore, ReplayRecord } from '../../api/http/replayStore';
import { maskFailure } from '../../api/http/maskSecret';
import type { ReadyItem } from '../batch';
import { isTool } from '../output/toolOutput';
import type { ExecutionRecord } from './executionRecord';

export interface ReplaySource {
	context: Pick<IExecuteFunctions, 'getWorkflowDataProxy' | 'getNode'>;
	record: ExecutionRecord;
}

interface Fingerprints {
	request: string;
	/** Fingerprint of the form before expressions are resolved. */
	form: string;
}

type StoredRecord = ReplayRecord & Fingerprints;

const STORAGE_KEY = 'webData';

const recordsOf = ({ node }: ExecutionRecord): Record<string, StoredRecord> => {
	const records: unknown = node[STORAGE_KEY];
	if (isObject(records)) return records as Record<string, StoredRecord>;
	const empty: Record<string, StoredRecord> = {};
	node[STORAGE_KEY] = empty;
	return empty;
};

/** Masks the API key, because n8n stores the context with the execution. */
const maskRecord = (record: ReplayRecord, apiKey: string): ReplayRecord => ({
	...record,
	...(record.failure && { failure: maskFailure(record.failure, apiKey) }),
});

/** Returns the number of earlier runs of the node in this execution. */
export const runIndexOf = (
	source: Pick<IExecuteFunctions, 'getWorkflowDataProxy'>,
	itemIndex: number,
): number => Number(source.getWorkflowDataProxy(itemIndex).$runIndex ?? 0);

/**
 * Opens the replay store for one item. The execution ID changes with *Retry*, so the store identifies an item by its
 * position.
 */
export function openReplayStore(
	{ context, record: executionRecord }: ReplaySource,
	{ index: itemIndex, plan: { request }, opened: { account } }: ReadyItem,
): ReplayStore {
	let identity: { storageKey: string; fingerprints: Fingerprints } | undefined;
	const identify = () => {
		if (identity !== undefined) return identity;
		const node = context.getNode();
		const fingerprints = {
			request: fingerprint({ path: request.path, body: request.body }),
			form: fingerprint(node.parameters),
		};
		const position = `${runIndexOf(context, itemIndex)}:${itemIndex}`;
		// A model can send different requests with the same form.
		const storageKey = isTool(node) ? `${position}:${fingerprints.request}` : position;
		return (identity = { storageKey, fingerprints });
	};
	return {
		get: () => {
			const { storageKey, fingerprints } = identify();
			const stored = recordsOf(executionRecord)[storageKey];
			if (stored === undefined) return {};
			const { request: storedRequest, form, ...record } = stored;
			return storedRequest === fingerprints.request || form === fingerprints.form ? record : {};
		},
		set: (record) => {
			const { storageKey, fingerprints } = identify();
			recordsOf(executionRecord)[storageKey] = {
				...maskRecord(record, account.apiKey),
				...fingerprints,
			};
		},
	};
}
