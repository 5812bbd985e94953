import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { RecentMap } from '../../client/account';
import { hostRuntime } from '../../host/network/runtime';
import { fingerprint, isObject, parseUrl } from '../../json/json';
import {
	comparePage,
	type Comparison,
	isSeen,
	type PageChange,
	type PageCheck,
	pageRecord,
	type PageRecord,
} from './compare';

/**
 * n8n may restore an older copy of this state, for example, when another trigger of the workflow saves its data. The next
 * poll then compares with older content. At worst, the trigger outputs a change again, or does not output a change back to
 * the older content.
 */
const stateSchema = z.object({
	/** Fingerprint of the settings that affect the content. */
	settings: z.string(),
	pages: z.record(pageRecord),
	/** Index of the URL that the next poll checks first. */
	startAt: z.number().int().min(0).optional(),
	/** Time when the state was stored, in milliseconds since the epoch. */
	savedAt: z.number().optional(),
});

export type PageTriggerState = z.infer<typeof stateSchema>;

/** Maximum number of Markdown characters that the state keeps for all pages together. */
const MAX_KEPT_CHARACTERS = 2_000_000;

const savedAt = (copy: unknown): number =>
	isObject(copy) && typeof copy.savedAt === 'number' ? copy.savedAt : 0;

/** Returns the copy of a state that was stored last. Of equal copies, the first one is returned. */
const newestOf = (copies: readonly unknown[]): unknown =>
	copies.reduce((newest, copy) =>
		newest === undefined || savedAt(copy) > savedAt(newest) ? copy : newest,
	);

/** Maximum duration of a poll. Only n8n's durable scheduler sets another one. */
const DEFAULT_BUDGET_MS = 300_000;

/** Older n8n versions do not provide `getPollBudgetMs`. */
export const pollBudgetMs = (context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number =>
	context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;

/** Whether n8n's durable scheduler runs a poll with this maximum duration. */
export const isScheduled = (budgetMs: number): boolean => budgetMs !== DEFAULT_BUDGET_MS;

const STATE = 'pageTrigger';

/** The workflow's static data keeps a copy of the state for each node ID. */
const STATES = 'webDataPageTriggers';

const statesIn = (context: IPollFunctions): IDataObject => {
	const states = context.getWorkflowStaticData('global')[STATES];
	return isObject(states) ? (states as IDataObject) : {};
};

export const nodeKey = (context: IPollFunctions): string =>
	JSON.stringify([context.getWorkflow().id, context.getNode().id]);

/**
 * States of polls without items. Without durable cursors, n8n's durable scheduler does not save these states, so that
 * each poll would record an added page again, and never find a change of it:
 * https://github.com/n8n-io/n8n/blob/n8n%402.41.1/packages/cli/src/scheduling/poll-trigger-node/poll-trigger-task-handler.ts
 */
const unsaved = new RecentMap<PageTriggerState>(100);

/**
 * Returns the state. n8n stores the static data of a node under the name of the node, so a renamed node reads its copy,
 * and a node with an earlier name finds older data.
 *
 * n8n may restore an older state. The node then finds changes again that it has already output.
 */
export const storedState = (context: IPollFunctions): unknown =>
	newestOf([
		context.getWorkflowStaticData('node')[STATE],
		statesIn(context)[context.getNode().id],
		isScheduled(pollBudgetMs(context)) ? unsaved.get(nodeKey(context)) : undefined,
	]);

export function storeState(
	context: IPollFunctions,
	changed: PageTriggerState,
	hasItems: boolean,
): void {
	const state = { ...changed, savedAt: hostRuntime.now() };
	// If n8n does not use the items, the next poll finds them again.
	if (!hasItems && isScheduled(pollBudgetMs(context)))
		unsaved.set(nodeKey(context), structuredClone(state));
	// Copies, because n8n wraps each object that it stores.
	context.getWorkflowStaticData('node')[STATE] = structuredClone(state) as unknown as IDataObject;
	const ofWorkflow = context.getWorkflowStaticData('global');
	ofWorkflow[STATES] ??= {};
	statesIn(context)[context.getNode().id] = state as unknown as IDataObject;
}

/** Returns the stored state, or an empty state if the settings have changed. */
export function readState(stored: unknown, settings: string): PageTriggerState {
	const read = stateSchema.safeParse(stored);
	return read.success && read.data.settings === settings ? read.data : { settings, pages: {} };
}

/**
 * Returns a key that all spellings of a URL share, such as `https://E.com/` and `https://e.com:443`. The key has a fixed
 * length, so that long URLs do not enlarge the state.
 */
export const pageKey = (url: string): string => fingerprint({ url: parseUrl(url)?.href ?? url });

/** Returns the stored record of a page, or an empty record if the state contains none. */
export const pageRecordOf = ({ pages }: PageTriggerState, url: string): PageRecord =>
	pages[pageKey(url)] ?? {};

export interface PollSettings {
	/** URLs of the pages, without duplicates. */
	urls: readonly string[];
	emitFirstCheck: boolean;
	failedPages: 'fail' | 'log' | 'items';
	/** Maximum number of Markdown characters to keep per page. */
	beforeCharacters: number;
}

export const keptCharacters = ({ urls, beforeCharacters }: PollSettings): number =>
	Math.min(beforeCharacters, Math.floor(MAX_KEPT_CHARACTERS / Math.max(1, urls.length)));

function isOutput({ change, isNews }: Comparison, known: PageRecord, settings: PollSettings) {
	if (!isNews) return false;
	if (change.changeStatus === 'failed') return settings.failedPages === 'items';
	return isSeen(known) || settings.emitFirstCheck;
}

/** Returns all URLs. URLs that the previous poll did not check come first. */
export function checkOrder({ startAt = 0 }: PageTriggerState, urls: readonly string[]): string[] {
	return [...urls.slice(startAt), ...urls.slice(0, startAt)];
}

/** Returns the changes that the trigger outputs, and the state for the next poll. */
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
		state: { ...state, pages: Object.fromEntries(records), startAt },
	};
}
