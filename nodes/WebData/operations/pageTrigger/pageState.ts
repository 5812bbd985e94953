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
	/**
	 * Fingerprint of the settings that affect the content. Two versions of a page are comparable only if their
	 * fingerprints are equal.
	 */
	settings: z.string(),
	pages: z.record(pageRecord),
	/** Index of the first URL that the last poll did not check. Undefined if the last poll checked all URLs. */
	startAt: z.number().int().min(0).optional(),
});

export type PageTriggerState = z.infer<typeof stateSchema>;

/** Maximum number of Markdown characters that the state keeps for all pages together. */
const MAX_KEPT_CHARACTERS = 2_000_000;

/** Returns the stored state, or a state without pages if the settings differ or no valid state is stored. */
export function readState(stored: unknown, settings: string): PageTriggerState {
	const read = stateSchema.safeParse(stored);
	return read.success && read.data.settings === settings ? read.data : { settings, pages: {} };
}

/** Returns a key of fixed length, so that long URLs do not enlarge the state. */
const pageKey = (url: string): string => fingerprint({ url });

/** Returns the stored record of a page, or an empty record if the state contains none. */
export const pageRecordOf = ({ pages }: PageTriggerState, url: string): PageRecord =>
	pages[pageKey(url)] ?? {};

export interface PollSettings {
	/** URLs of the pages, without duplicates. */
	urls: readonly string[];
	emitFirstCheck: boolean;
	emitFailures: boolean;
	/** Maximum number of Markdown characters to keep per page. */
	beforeCharacters: number;
}

/**
 * Returns the maximum number of Markdown characters to keep per page. The number decreases for long lists, so that the
 * state does not grow without limit.
 */
export const keptCharacters = ({ urls, beforeCharacters }: PollSettings): number =>
	Math.min(beforeCharacters, Math.floor(MAX_KEPT_CHARACTERS / Math.max(1, urls.length)));

function isOutput({ change, isNews }: Comparison, known: PageRecord, settings: PollSettings) {
	if (!isNews) return false;
	if (change.changeStatus === 'failed') return settings.emitFailures;
	return isSeen(known) || settings.emitFirstCheck;
}

/** Returns the URLs in the order of the checks. URLs that the last poll did not reach come first. */
export function checkOrder({ startAt = 0 }: PageTriggerState, urls: readonly string[]): string[] {
	const start = startAt < urls.length ? startAt : 0;
	return [...urls.slice(start), ...urls.slice(0, start)];
}

/**
 * Returns the changes to output, in the order of the checks, and the next state. Pages that were not checked keep their
 * records. Records of pages that are no longer in the list are deleted.
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
