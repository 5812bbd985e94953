import { RecentMap } from '../../client/account';
import { isObject, type JsonObject } from '../../json/json';
import type { PageChange, PageCheck, PageRecord } from './compare';
import { pageKey } from './state';

/** Maximum number of nodes whose differences are kept. */
const MAX_NODES = 100;
/** Maximum number of characters of the differences of a node, as JSON. */
const MAX_CHARACTERS = 2_000_000;

const joined = (earlier: unknown, later: unknown): unknown => {
	if (typeof earlier === 'string' && typeof later === 'string') return `${earlier}\n${later}`;
	if (Array.isArray(earlier) && Array.isArray(later)) return [...earlier, ...later];
	if (!isObject(earlier) || !isObject(later)) return later ?? earlier;
	const names = Object.keys({ ...earlier, ...later });
	return Object.fromEntries(names.map((name) => [name, joined(earlier[name], later[name])]));
};

const withPrevious = (earlier: unknown, later: unknown): unknown =>
	isObject(earlier) && isObject(later) && 'previous' in earlier
		? { ...later, previous: earlier.previous }
		: later;

/** Returns the change tracking of two consecutive comparisons of a page as one comparison. */
export function joinTracking(earlier: JsonObject, later: JsonObject): JsonObject {
	if (later.changeStatus === 'same') return earlier;
	const [before, after] = [earlier.json, later.json].map((json) => (isObject(json) ? json : {}));
	const changed = Object.entries(after ?? {});
	const json = {
		...before,
		...Object.fromEntries(
			changed.map(([name, value]) => [name, withPrevious(before?.[name], value)]),
		),
	};
	const diff = joined(earlier.diff, later.diff);
	return {
		...later,
		...(diff !== undefined && { diff }),
		...(Object.keys(json).length > 0 && { json }),
	};
}

interface Difference {
	/** Hash of the recorded content that the page differed from. */
	recordHash: unknown;
	tracking: JsonObject;
}

/**
 * Differences that the service has reported. The service compares a page with its last scrape, so it reports each
 * difference only once. If n8n does not use the result of a poll, the page's record stays the same, and the next poll
 * needs the difference again. This happens if another page fails the poll, if the workflow is published during the poll,
 * or if n8n restores an older state.
 */
export class ReportedDifferences {
	private readonly byNode = new RecentMap<ReadonlyMap<string, Difference>>(MAX_NODES);

	/** Returns the change tracking between the recorded content and the last scrape, if the two differ. */
	trackingOf(node: string, url: string, { content }: PageRecord): JsonObject | undefined {
		const difference = this.byNode.get(node)?.get(pageKey(url));
		return difference?.recordHash === content?.hash ? difference?.tracking : undefined;
	}

	/** Replaces the differences of the checked pages. The difference of a page whose check failed stays. */
	set(node: string, checks: readonly PageCheck[], changes: readonly PageChange[]): void {
		const differences = new Map(this.byNode.get(node));
		for (const { kind, url } of checks) if (kind !== 'failed') differences.delete(pageKey(url));
		for (const { url, changeStatus, before, after } of changes) {
			const tracking = after?.changeTracking;
			if (changeStatus !== 'changed' || !isObject(tracking)) continue;
			differences.set(pageKey(url), { recordHash: before?.hash, tracking });
		}
		let characters = 0;
		const newestFirst = [...differences].reverse();
		const kept = newestFirst.filter(
			([, { tracking }]) => (characters += JSON.stringify(tracking).length) <= MAX_CHARACTERS,
		);
		this.byNode.set(node, new Map(kept.reverse()));
	}
}
