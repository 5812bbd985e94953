import { z } from 'zod';
import { cutText } from '../../errors/text';
import { fingerprint, isObject, type JsonObject, omitUndefined } from '../../json/json';

/** Returns the Markdown without the parts that the comparison ignores. */
export function comparedText(
	markdown: string,
	{ ignoreDigits, ignoreLines }: { ignoreDigits: boolean; ignoreLines: readonly string[] },
): string {
	const lines = markdown
		.split(/\r?\n/)
		.filter((line) => !ignoreLines.some((text) => line.includes(text)))
		.map((line) => line.trimEnd());
	const text = lines.join('\n').trim();
	return ignoreDigits ? text.replace(/\d+/g, '0') : text;
}

const sortDeep = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(sortDeep);
	if (!isObject(value)) return value;
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(entries.map(([key, inner]) => [key, sortDeep(inner)]));
};

interface TrackedValues {
	/** Hash of the current values of the tracked fields. Undefined if the service returned no difference. */
	hash?: string;
	/** Whether any tracked field's current value differs from its previous value. */
	differ: boolean;
}

/** Returns undefined if the service does not say whether the fields differ. */
export function trackedValues(page: JsonObject): TrackedValues | undefined {
	const tracking = isObject(page.changeTracking) ? page.changeTracking : {};
	if (!isObject(tracking.json)) {
		return tracking.changeStatus === 'same' ? { differ: false } : undefined;
	}
	const pairs = Object.entries(tracking.json);
	if (pairs.length === 0) return { differ: false };
	const isPair = (value: unknown): boolean =>
		isObject(value) && 'previous' in value && 'current' in value;
	if (!pairs.every(([, value]) => isPair(value))) return undefined;
	const side = (name: 'previous' | 'current') =>
		fingerprint({
			values: sortDeep(pairs.map(([key, value]) => [key, (value as JsonObject)[name]])),
		});
	return { hash: side('current'), differ: side('previous') !== side('current') };
}

const contentRecord = z.object({
	hash: z.string(),
	/** Hash of the tracked fields. */
	values: z.string().optional(),
	/** Time when the content was first seen, in ISO 8601. */
	since: z.string(),
	text: z.string().optional(),
	isTruncated: z.boolean().optional(),
});

export const pageRecord = z.object({
	content: contentRecord.optional(),
	/** Whether the last check found that the page no longer exists. */
	isRemoved: z.boolean().optional(),
	/** Reason why the last check failed. Undefined if the check succeeded. */
	failing: z.string().optional(),
});

type ContentRecord = z.infer<typeof contentRecord>;
export type PageRecord = z.infer<typeof pageRecord>;

/** Whether an earlier check of the page succeeded. */
export const isSeen = ({ content }: PageRecord): boolean => content !== undefined;

interface CheckBase {
	url: string;
	/** Time of the check in ISO 8601. */
	checkedAt: string;
}

interface CheckedContent extends CheckBase {
	kind: 'content';
	hash: string;
	markdown: string;
	tracked?: TrackedValues;
	page: JsonObject;
}

/** A `failed` check has the cause as its `reason`. An unchanged cause is not reported again. */
export type PageCheck =
	| CheckedContent
	| (CheckBase & { kind: 'missing'; page: JsonObject })
	| (CheckBase & { kind: 'failed'; reason: string; failure: JsonObject });

type ChangeStatus = 'new' | 'same' | 'changed' | 'removed' | 'failed';

export interface PageChange extends CheckBase {
	changeStatus: ChangeStatus;
	before: JsonObject | null;
	after: JsonObject | null;
	failure?: JsonObject;
}

/** Whether the content differs from the stored content. If fields are tracked, only these fields are compared. */
function isChanged({ hash, tracked }: CheckedContent, last: ContentRecord): boolean {
	if (hash === last.hash) return false;
	if (tracked === undefined) return true;
	return last.values === undefined || tracked.hash === undefined
		? tracked.differ
		: last.values !== tracked.hash;
}

export interface Comparison {
	change: PageChange;
	next: PageRecord;
	/** Whether this check is the first to find the change. */
	isNews: boolean;
}

function compareContent(
	known: PageRecord,
	check: CheckedContent,
	maxCharacters: number,
): { changeStatus: ChangeStatus; content: ContentRecord } {
	const { hash, tracked, checkedAt: since, markdown } = check;
	const last = known.isRemoved === true ? undefined : known.content;
	// Until the page changes, the record keeps the content, and the time when it was first seen.
	if (last !== undefined && !isChanged(check, last)) {
		const values = last.values ?? tracked?.hash;
		return { changeStatus: 'same', content: { ...last, ...(tracked && { values }) } };
	}
	const isTruncated = markdown.length > maxCharacters;
	const kept = maxCharacters > 0 && { text: cutText(markdown, maxCharacters), isTruncated };
	return {
		changeStatus: last === undefined ? 'new' : 'changed',
		content: { hash, ...(tracked && { values: tracked.hash }), since, ...kept },
	};
}

/** Compares a check with the page's stored record. Returns the change and the record for the next check. */
export function comparePage(
	known: PageRecord,
	check: PageCheck,
	maxCharacters: number,
): Comparison {
	const { url, checkedAt } = check;
	const { since, hash, text: markdown, isTruncated } = known.content ?? {};
	const before = isSeen(known) ? omitUndefined({ since, hash, markdown, isTruncated }) : null;
	const shared = { url, checkedAt, before };
	switch (check.kind) {
		case 'content': {
			const { changeStatus, content } = compareContent(known, check, maxCharacters);
			return {
				change: { ...shared, changeStatus, after: { hash: check.hash, ...check.page } },
				next: { content },
				isNews: changeStatus !== 'same',
			};
		}
		case 'missing':
			return {
				change: { ...shared, changeStatus: 'removed', after: check.page },
				next: { content: known.content, isRemoved: true },
				isNews: known.isRemoved !== true,
			};
		case 'failed': {
			const { reason, failure } = check;
			return {
				change: { ...shared, changeStatus: 'failed', after: null, failure },
				next: { ...known, failing: reason },
				isNews: known.failing !== reason,
			};
		}
	}
}
