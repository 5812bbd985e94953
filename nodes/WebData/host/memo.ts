// Remembers an item's paid work in the node's context, which n8n keeps over Retry On Fail, waits, and Retry of the execution.

import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject, type JsonObject } from '../api/answer';
import { fingerprint } from '../api/idempotency';
import type { Memo, Memory } from '../api/memo';
import type { ApiRequest } from '../api/request';
import { isTool } from './tool';

type MemoSource = Pick<IExecuteFunctions, 'getContext' | 'getWorkflowDataProxy' | 'getNode'>;

/** The memory of one piece of work, and by what it is known again. */
interface Entry extends Memory {
	/** Fingerprint of the request. */
	asked: string;
	/** Fingerprint of the form as it is stored, with its expressions and not with what they gave. */
	form: string;
}

const SHELF = 'webData';

const shelfOf = (source: MemoSource): Record<string, Entry> => {
	const context: JsonObject = source.getContext('node');
	const shelf = context[SHELF];
	if (isObject(shelf)) return shelf as Record<string, Entry>;
	const empty: Record<string, Entry> = {};
	context[SHELF] = empty;
	return empty;
};

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
export function openMemo(source: MemoSource, itemIndex: number, request: ApiRequest): Memo {
	let known: { place: string; marks: Pick<Entry, 'asked' | 'form'> } | undefined;
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
		recall: () => {
			const { place, marks } = know();
			const entry = shelfOf(source)[place];
			if (entry === undefined) return {};
			const { asked, form, ...memory } = entry;
			return asked === marks.asked || form === marks.form ? memory : {};
		},
		keep: (memory) => {
			const { place, marks } = know();
			shelfOf(source)[place] = { ...memory, ...marks };
		},
	};
}
