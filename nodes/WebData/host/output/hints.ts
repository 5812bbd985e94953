import type { NodeExecutionHint } from 'n8n-workflow';
import { totalDelayMs } from '../../client/client';
import { noticesOf } from '../../operation/operation';
import type { ItemNotice, ItemResult } from '../item';
import { escapeHtml, formatDuration } from './text';

interface GroupedNotice extends ItemNotice {
	items: number[];
}

const MAX_LISTED_ITEMS = 5;
const MAX_SENTENCES = 3;

/** Includes notices about waits. A retry after which the item failed is part of its error. */
function allNotices({ failure, waits, notices }: ItemResult): ItemNotice[] {
	const throttled = waits.filter(({ httpCode }) => httpCode === 429);
	const failed = waits.filter(({ httpCode }) => httpCode !== 429);
	const ofWaits = noticesOf(
		failure === undefined &&
			failed.length > 0 && {
				kind: 'retried',
				text: 'Succeeded only after a retry, with a wait of {time}',
				ms: totalDelayMs(failed),
			},
		throttled.length > 0 && {
			kind: 'throttled',
			text: 'Waited {time} because of the account limit',
			ms: totalDelayMs(throttled),
			advice:
				'To make the workflow faster, upgrade the plan or reduce other traffic on this account',
		},
	);
	return [...ofWaits, ...notices];
}

/** Item numbers start at 0, as in n8n. */
const itemsSuffix = (items: readonly number[], count: number): string => {
	if (count === 1) return '';
	if (items.length === count) return ' [all items]';
	if (items.length === 1) return ` [item ${items[0]}]`;
	const more = items.length - MAX_LISTED_ITEMS;
	const shown = items.slice(0, MAX_LISTED_ITEMS).join(', ');
	return ` [items ${shown}${more > 0 ? `, and ${more} more` : ''}]`;
};

const hintMessage = (grouped: readonly GroupedNotice[], count: number): string => {
	const sentences = grouped.slice(0, MAX_SENTENCES).map(({ text, ms, items, ofRequest }) => {
		const prefix = items.length > 1 ? 'up to ' : '';
		// A text without a time may contain a URL that contains {time}.
		const timed =
			ms === undefined ? text : text.replace('{time}', () => `${prefix}${formatDuration(ms)}`);
		return `${escapeHtml(timed)}${ofRequest ? '' : itemsSuffix(items, count)}.`;
	});
	const hidden = grouped.length - MAX_SENTENCES;
	if (hidden > 0) {
		sentences.push(`${hidden} similar ${hidden === 1 ? 'message is' : 'messages are'} not shown.`);
	}
	const advice = grouped[0]?.advice;
	if (advice !== undefined) sentences.push(`${advice}.`);
	return sentences.join(' ');
};

/** Returns one hint per kind of notice. Warnings precede other hints. */
export function toHints(results: readonly (ItemResult | undefined)[]): NodeExecutionHint[] {
	const kinds = new Map<string, Map<string, GroupedNotice>>();
	results.forEach((result, item) => {
		if (result === undefined) return;
		for (const notice of allNotices(result)) {
			const kind = kinds.get(notice.kind) ?? new Map<string, GroupedNotice>();
			const same = kind.get(notice.text) ?? { ...notice, items: [] };
			if (same.items.at(-1) !== item) same.items.push(item);
			if (notice.ms !== undefined) same.ms = Math.max(same.ms ?? 0, notice.ms);
			kind.set(notice.text, same);
			kinds.set(notice.kind, kind);
		}
	});
	const all = [...kinds.values()].map((kind) => [...kind.values()]);
	const warns = (seen: GroupedNotice[]): boolean => seen[0]?.warns === true;
	const sorted = [...all.filter(warns), ...all.filter((seen) => !warns(seen))];
	return sorted.map((seen) => ({
		message: hintMessage(seen, results.length),
		type: warns(seen) ? 'warning' : 'info',
		location: 'outputPane',
	}));
}
