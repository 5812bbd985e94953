// Stores the records of an item's paid work in the node's context, which n8n keeps across Retry On Fail, waits, and
// Retry of the execution.

import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject, type JsonObject } from '../../api/http/response';
import { fingerprint } from '../../api/http/idempotency';
import type { ReplayStore, ReplayRecord } from '../../api/http/replayStore';
import { maskFailure, maskResponse } from '../output/maskSecret';
import type { ReadyItem } from '../batch';
import { isTool } from '../output/toolOutput';

type ReplaySource = Pick<IExecuteFunctions, 'getContext' | 'getWorkflowDataProxy' | 'getNode'>;

/** Identifies the work of a record. */
interface Fingerprints {
	/** Fingerprint of the request. */
	request: string;
	/** Fingerprint of the stored form, with its expressions and not with their results. */
	form: string;
}

type StoredRecord = ReplayRecord & Fingerprints;

const STORAGE_KEY = 'webData';

const recordsOf = (source: ReplaySource): Record<string, StoredRecord> => {
	const context: JsonObject = source.getContext('node');
	const records = context[STORAGE_KEY];
	if (isObject(records)) return records as Record<string, StoredRecord>;
	const empty: Record<string, StoredRecord> = {};
	context[STORAGE_KEY] = empty;
	return empty;
};

/** n8n stores the context with the execution, where the key must not appear. */
const maskRecord = (record: ReplayRecord, apiKey: string): ReplayRecord => ({
	...record,
	...(record.answer && { answer: maskResponse(record.answer, apiKey) }),
	...(record.failure && { failure: maskFailure(record.failure, apiKey) }),
});

/** How often the node has already run in this execution. */
export const runIndexOf = (
	source: Pick<IExecuteFunctions, 'getWorkflowDataProxy'>,
	itemIndex: number,
): number => Number(source.getWorkflowDataProxy(itemIndex).$runIndex ?? 0);

/**
 * The record of one item's work. The execution's id does not identify the work: *Retry* of a failed execution has
 * another id and must find what the first one paid for. Nor does the request: an expression such as `$now` changes it
 * in every attempt. A form that was changed before *Retry* is different work, and so is each request of a model,
 * because all of them use the same form.
 */
export function openReplayStore(
	source: ReplaySource,
	{ index: itemIndex, plan: { request }, opened: { account } }: ReadyItem,
): ReplayStore {
	let identity: { storageKey: string; fingerprints: Fingerprints } | undefined;
	// Most items never read the record, because scraping a page twice does no harm.
	const identify = () => {
		if (identity !== undefined) return identity;
		const node = source.getNode();
		const fingerprints = {
			request: fingerprint({ path: request.path, body: request.body }),
			form: fingerprint(node.parameters),
		};
		const position = `${runIndexOf(source, itemIndex)}:${itemIndex}`;
		const storageKey = isTool(node) ? `${position}:${fingerprints.request}` : position;
		return (identity = { storageKey, fingerprints });
	};
	return {
		get: () => {
			const { storageKey, fingerprints } = identify();
			const stored = recordsOf(source)[storageKey];
			if (stored === undefined) return {};
			const { request: storedRequest, form, ...record } = stored;
			return storedRequest === fingerprints.request || form === fingerprints.form ? record : {};
		},
		set: (record) => {
			const { storageKey, fingerprints } = identify();
			recordsOf(source)[storageKey] = { ...maskRecord(record, account.apiKey), ...fingerprints };
		},
	};
}
