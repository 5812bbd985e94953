// The state of a page trigger between two polls, and what a poll changes in it.

import { z } from 'zod';
import { fingerprint } from '../../api/http/idempotency';
import {
	comparePage,
	isSeen,
	pageRecord,
	type Comparison,
	type PageChange,
	type PageCheck,
	type PageRecord,
} from './comparePage';

const stateSchema = z.object({
	/** Fingerprint of what the content depends on: contents under different settings cannot be compared. */
	settings: z.string(),
	pages: z.record(pageRecord),
	/** The place in the list at which the next poll starts, if the last one did not reach the end. */
	startAt: z.number().int().min(0).optional(),
});

export type PageTriggerState = z.infer<typeof stateSchema>;

/** Characters of Markdown that the state keeps for all pages together. */
const MAX_KEPT_CHARACTERS = 2_000_000;

/** The stored state. Without one, or with other settings, no page is known. */
export function readState(stored: unknown, settings: string): PageTriggerState {
	const read = stateSchema.safeParse(stored);
	return read.success && read.data.settings === settings ? read.data : { settings, pages: {} };
}

/** A key of fixed length, so that long URLs do not enlarge the state. */
const pageKey = (url: string): string => fingerprint({ url });

/** What the state says about a page. */
export const pageRecordOf = ({ pages }: PageTriggerState, url: string): PageRecord =>
	pages[pageKey(url)] ?? {};

export interface PollSettings {
	/** All pages of the list, each once. */
	urls: readonly string[];
	emitFirstCheck: boolean;
	/** Whether a failed page is an item. */
	emitFailures: boolean;
	/** Maximum characters to keep for each page. */
	beforeCharacters: number;
}

/** Characters to keep for each page, so that a long list does not enlarge the state without limit. */
export const keptCharacters = ({ urls, beforeCharacters }: PollSettings): number =>
	Math.min(beforeCharacters, Math.floor(MAX_KEPT_CHARACTERS / Math.max(1, urls.length)));

function isOutput({ change, isNews }: Comparison, known: PageRecord, settings: PollSettings) {
	if (!isNews) return false;
	if (change.changeStatus === 'failed') return settings.emitFailures;
	return isSeen(known) || settings.emitFirstCheck;
}

/** The pages in the order in which they are checked: first those that the last poll did not reach. */
export function checkOrder({ startAt = 0 }: PageTriggerState, urls: readonly string[]): string[] {
	const start = startAt < urls.length ? startAt : 0;
	return [...urls.slice(start), ...urls.slice(0, start)];
}

/**
 * The changes to output, in the order of the checks, and the next state. Pages without a check keep their record, and
 * those that are no longer in the list are dropped.
 */
export function nextState(
	state: PageTriggerState,
	checks: readonly PageCheck[],
	settings: PollSettings,
): { changes: PageChange[]; state: PageTriggerState } {
	const characters = keptCharacters(settings);
	const changes: PageChange[] = [];
	const checked = new Map<string, PageRecord>();
	for (const check of checks) {
		const known = pageRecordOf(state, check.url);
		const comparison = comparePage(known, check, characters);
		checked.set(check.url, comparison.next);
		if (isOutput(comparison, known, settings)) changes.push(comparison.change);
	}
	const records = settings.urls.flatMap((url): [string, PageRecord][] => {
		const key = pageKey(url);
		const record = checked.get(url) ?? state.pages[key];
		return record === undefined ? [] : [[key, record]];
	});
	const unchecked = checkOrder(state, settings.urls).find((url) => !checked.has(url));
	const startAt = unchecked === undefined ? undefined : settings.urls.indexOf(unchecked);
	return {
		changes,
		state: { settings: state.settings, pages: Object.fromEntries(records), startAt },
	};
}
