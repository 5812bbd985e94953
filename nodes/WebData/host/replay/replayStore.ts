// Remembers an item's paid work in the node's context, which n8n keeps over Retry On Fail, waits, and Retry of the execution.

import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject, type JsonObject } from '../../api/http/response';
import { fingerprint } from '../../api/http/idempotency';
import type { ReplayStore, ReplayRecord } from '../../api/http/replayStore';
import { maskFailure, maskResponse } from '../output/maskSecret';
import type { ReadyItem } from '../batch';
import { isTool } from '../output/toolOutput';

type ReplaySource = Pick<IExecuteFunctions, 'getContext' | 'getWorkflowDataProxy' | 'getNode'>;

/** The memory of one piece of work, and by what it is known again. */
interface StoredRecord extends ReplayRecord {
	/** Fingerprint of the request. */
	asked: string;
	/** Fingerprint of the form as it is stored, with its expressions and not with what they gave. */
	form: string;
}

const STORAGE_KEY = 'webData';

const storageOf = (source: ReplaySource): Record<string, StoredRecord> => {
	const context: JsonObject = source.getContext('node');
	const shelf = context[STORAGE_KEY];
	if (isObject(shelf)) return shelf as Record<string, StoredRecord>;
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

/** How often the node ran before in this execution. */
export const runIndexOf = (
	source: Pick<IExecuteFunctions, 'getWorkflowDataProxy'>,
	itemIndex: number,
): number => Number(source.getWorkflowDataProxy(itemIndex).$runIndex ?? 0);

/**
 * The memory of one item's work. The execution's id is no part of it: *Retry* of a failed execution
 * runs under another id and must find what the first one bought. Nor need the request be the same: an
 * expression such as `$now` gives another one to every try. A form that was changed before *Retry* is
 * other work; so is every request of a model, whose words come through one and the same form.
 */
export function openReplayStore(
	source: ReplaySource,
	{ index: itemIndex, plan: { request }, opened: { account } }: ReadyItem,
): ReplayStore {
	let known: { place: string; marks: Pick<StoredRecord, 'asked' | 'form'> } | undefined;
	// Most items never ask: a page that is scraped twice harms nobody.
	const know = () => {
		if (known !== undefined) return known;
		const node = source.getNode();
		const asked = fingerprint({ path: request.path, body: request.body });
		const place = `${runIndexOf(source, itemIndex)}:${itemIndex}`;
		return (known = {
			place: isTool(node) ? `${place}:${asked}` : place,
			marks: { asked, form: fingerprint(node.parameters) },
		});
	};
	return {
		get: () => {
			const { place, marks } = know();
			const entry = storageOf(source)[place];
			if (entry === undefined) return {};
			const { asked, form, ...memory } = entry;
			return asked === marks.asked || form === marks.form ? memory : {};
		},
		set: (memory) => {
			const { place, marks } = know();
			storageOf(source)[place] = { ...maskRecord(memory, account.apiKey), ...marks };
		},
	};
}
