import type { INode, NodeExecutionHint } from 'n8n-workflow';
import type { Wait } from '../../client/client';
import { listSome } from '../../errors/text';
import { insertLabels, labelsOf } from '../../form/labels';
import { type Notice, noticesOf } from '../../operation/operation';
import type { Batch, ItemNotice, ItemResult } from '../item';
import { escapeHtml, formatDuration } from './text';

/** Warns if several items ask for the same job. *Execute Once* would leave out the items of other groups. */
function equalItemsNotice(
	[{ operation, settings, plan }, ...others]: Batch,
	isOnlyGroup: boolean,
): Notice | undefined {
	const { equalItems, form } = operation;
	if (equalItems === undefined || others.length === 0) return undefined;
	if (plan.joinsItems || settings.previewRequest) return undefined;
	const count = others.length + 1;
	const { name, share, alternative } = equalItems;
	const other =
		alternative === undefined ? '' : `, or ${insertLabels(alternative, labelsOf(form.fields))}`;
	const once = isOnlyGroup
		? "turn on 'Execute Once' on the Settings tab"
		: 'remove the input items that repeat it';
	return {
		kind: 'equalItems',
		text: share
			? `${count} items asked for the same ${name}, so the node sent one request. Each of these items gets a copy, so the output contains the result ${count} times`
			: `${count} items start the same ${name}, and each of them costs credits`,
		advice: `If one ${name} is enough, ${once}${other}`,
		warns: true,
	};
}

export const groupNotices = (groups: readonly Batch[], { executeOnce }: INode): Notice[] =>
	noticesOf(
		groups.map((group) => equalItemsNotice(group, groups.length === 1)),
		executeOnce === true &&
			groups.some(([{ plan }]) => plan.joinsItems) && {
				kind: 'executeOnce',
				text: "'Execute Once' is on, so the request contains only the first input item",
				advice: "To send all input items, turn off 'Execute Once' on the Settings tab",
				warns: true,
			},
	);

interface GroupedNotice extends ItemNotice {
	items: number[];
}

const MAX_LISTED_ITEMS = 5;
const MAX_SENTENCES = 3;

const totalDelayMs = (waits: readonly Wait[]): number =>
	waits.reduce((sum, { delayMs }) => sum + delayMs, 0);

/** Includes notices about waits. A retry after which the item failed is part of its error. */
function allNotices({ failure, waits = [], notices }: ItemResult): ItemNotice[] {
	const throttled = waits.filter(({ httpCode }) => httpCode === 429);
	const failed = waits.filter(({ httpCode }) => httpCode !== 429);
	const ofWaits = noticesOf(
		failure === undefined &&
			failed.length > 0 && {
				kind: 'retried',
				text: 'Succeeded only after a retry and a wait of {time}',
				ms: totalDelayMs(failed),
			},
		throttled.length > 0 && {
			kind: 'throttled',
			text: 'Waited {time} because of the rate limit',
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
	return ` [items ${listSome(items.map(String), MAX_LISTED_ITEMS)}]`;
};

const sentencesOf = (grouped: readonly GroupedNotice[], count: number): string[] => {
	const sentences = grouped.slice(0, MAX_SENTENCES).map(({ text, ms, items, ofRequest }) => {
		const prefix = items.length > 1 ? 'up to ' : '';
		// A text without a time may contain a URL that contains {time}.
		const timed =
			ms === undefined ? text : text.replace('{time}', () => `${prefix}${formatDuration(ms)}`);
		return `${timed}${ofRequest ? '' : itemsSuffix(items, count)}.`;
	});
	const hidden = grouped.length - MAX_SENTENCES;
	if (hidden > 0) {
		sentences.push(`${hidden} similar ${hidden === 1 ? 'message is' : 'messages are'} not shown.`);
	}
	return sentences;
};

const adviceOf = ([first]: readonly GroupedNotice[]): string[] =>
	first?.advice === undefined ? [] : [`${first.advice}.`];

/** The advice is for people, because a model cannot change the settings of a node. */
export const emptyOutputHint: NodeExecutionHint = {
	message:
		"The output contains no items, so n8n does not run the following nodes, and a loop ends here without an error. To continue in this case, turn on 'Always Output Data' on the 'Settings' tab.",
	type: 'info',
	location: 'outputPane',
};

/**
 * Returns what the node reports about its results, one hint and one fact per kind of notice. Warnings come first. The
 * facts are the hints as plain text for a language model, with the advice that a model can follow.
 */
export function toRemarks(
	results: readonly (ItemResult | undefined)[],
	ofExecution: readonly Notice[] = [],
): { hints: NodeExecutionHint[]; facts: string[] } {
	const kinds = new Map<string, Map<string, GroupedNotice>>();
	const add = (notice: ItemNotice, item: number): void => {
		const { kind: key = notice.advice ?? notice.text } = notice;
		const kind = kinds.get(key) ?? new Map<string, GroupedNotice>();
		const same = kind.get(notice.text) ?? { ...notice, items: [] };
		if (same.items.at(-1) !== item) same.items.push(item);
		if (notice.ms !== undefined) same.ms = Math.max(same.ms ?? 0, notice.ms);
		kind.set(notice.text, same);
		kinds.set(key, kind);
	};
	results.forEach((result, item) => {
		if (result !== undefined) allNotices(result).forEach((notice) => add(notice, item));
	});
	ofExecution.forEach((notice) => add({ ...notice, ofRequest: true }, 0));
	const all = [...kinds.values()].map((kind) => [...kind.values()]);
	const warns = (seen: GroupedNotice[]): boolean => seen[0]?.warns === true;
	const sorted = [...all.filter(warns), ...all.filter((seen) => !warns(seen))];
	return {
		hints: sorted.map((seen) => ({
			message: [...sentencesOf(seen, results.length).map(escapeHtml), ...adviceOf(seen)].join(' '),
			type: warns(seen) ? 'warning' : 'info',
			location: 'outputPane',
		})),
		facts: sorted.map((seen) =>
			[
				...sentencesOf(seen, results.length),
				...(seen[0]?.forModels === true ? adviceOf(seen) : []),
			].join(' '),
		),
	};
}
