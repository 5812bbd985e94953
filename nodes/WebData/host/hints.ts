// Hints beside the output: what happened quietly while the items were worked on, each kind said once.

import type { NodeExecutionHint } from 'n8n-workflow';
import type { Wait } from '../api/client';
import type { Notice } from '../operations/operation';
import type { Outcome, Succeeded } from './outcome';
import { asHtml, timeInWords } from './words';

/** A notice, and the items that it is about. */
interface Seen extends Notice {
	items: number[];
}

const MOST_ITEMS = 5;
const MOST_TEXTS = 3;

const total = (waits: readonly Wait[]): number =>
	waits.reduce((sum, { delayMs }) => sum + delayMs, 0);

/** Tries that failed and waits for the account's limit are told apart: only the second have a remedy here. */
const repeated = (waits: readonly Wait[]): Notice[] => {
	const throttled = waits.filter(({ httpCode }) => httpCode === 429);
	const failed = waits.filter(({ httpCode }) => httpCode !== 429);
	const retry: Notice = {
		kind: 'retried',
		text: 'Succeeded only after more than one try, with {time} of waiting',
		ms: total(failed),
	};
	const limit: Notice = {
		kind: 'throttled',
		text: "Waited {time} for the account's limit",
		ms: total(throttled),
		advice: "Lower 'Max Concurrency' in the Settings tab, or upgrade the plan",
	};
	return [...(failed.length > 0 ? [retry] : []), ...(throttled.length > 0 ? [limit] : [])];
};

const noticesOf = (outcome: Succeeded): Notice[] => [
	...repeated(outcome.effort.waits),
	...outcome.notices,
];

/** As n8n marks the item of an error, counted from 0 as its expressions and its JSON view count; none where there is but one. */
const mark = (items: readonly number[], count: number): string => {
	if (count === 1) return '';
	if (items.length === count) return ' [all items]';
	if (items.length === 1) return ` [item ${items[0]}]`;
	const more = items.length - MOST_ITEMS;
	const shown = items.slice(0, MOST_ITEMS).join(', ');
	return ` [items ${shown}${more > 0 ? ` and ${more} more` : ''}]`;
};

const sentenceOf = ({ text, ms = 0, items }: Seen, count: number): string => {
	const time = `${items.length > 1 ? 'up to ' : ''}${timeInWords(ms)}`;
	return `${asHtml(text.replace('{time}', time))}${mark(items, count)}.`;
};

const messageOf = (seen: readonly Seen[], count: number): string => {
	const told = seen.slice(0, MOST_TEXTS).map((each) => sentenceOf(each, count));
	const items = new Set(seen.slice(MOST_TEXTS).flatMap((each) => each.items)).size;
	const more = items > 0 ? [`Something like it happened with ${items} more items.`] : [];
	const advice = seen[0]?.advice === undefined ? [] : [`${seen[0].advice}.`];
	return [...told, ...more, ...advice].join(' ');
};

/** The notices of one kind by their text. */
type Kind = Map<string, Seen>;

/** Adds a notice of an item to those of its kind: the same text once, with the longest of its times. */
function add(kind: Kind, notice: Notice, item: number): void {
	const same = kind.get(notice.text) ?? { ...notice, items: [] };
	if (same.items.at(-1) !== item) same.items.push(item);
	same.ms = Math.max(same.ms ?? 0, notice.ms ?? 0);
	kind.set(notice.text, same);
}

/** One hint for each kind of notice, naming the items by their index; those that warn come first. */
export function hintsOf(outcomes: readonly (Outcome | undefined)[]): NodeExecutionHint[] {
	const kinds = new Map<string, Kind>();
	outcomes.forEach((outcome, item) => {
		if (outcome?.kind !== 'succeeded') return;
		for (const notice of noticesOf(outcome)) {
			const kind: Kind = kinds.get(notice.kind) ?? new Map();
			add(kind, notice, item);
			kinds.set(notice.kind, kind);
		}
	});
	const seenOf = (kind: Kind): Seen[] => [...kind.values()];
	const all = [...kinds.values()].map(seenOf);
	const warns = (seen: Seen[]): boolean => seen[0]?.warns === true;
	const sorted = [...all.filter(warns), ...all.filter((seen) => !warns(seen))];
	return sorted.map((seen) => ({
		message: messageOf(seen, outcomes.length),
		type: warns(seen) ? 'warning' : 'info',
		location: 'outputPane',
	}));
}
