// The specification does not document the list of runs. The fields of a run were observed in the live API.

import { objectsIn, queryOfNext } from '../http/pagination';
import { finiteNumber, isObject, nonEmptyText, parseTime, type JsonObject } from '../http/response';

export interface ListedJob {
	id: string;
	prompt?: string;
	target?: string;
	status?: string;
	/** Creation time in milliseconds since the epoch. */
	createdAt?: number;
}

export interface ListedSnapshot {
	id: string;
	/** `json`, `markdown`, `html`, `screenshot`, or `text`. Later versions of the service may return other kinds. */
	kind?: string;
	path?: string;
	itemCount?: number;
	/** Time of the event in milliseconds since the epoch. */
	occurredAt?: number;
}

/** Returns the runs on one page, newest first. Runs without an ID are skipped. */
export const listedJobs = ({ agents }: JsonObject): ListedJob[] =>
	objectsIn(agents).flatMap((run) => {
		const id = nonEmptyText(run.id);
		if (id === undefined) return [];
		const { prompt } = isObject(run.options) ? run.options : {};
		return [
			{
				id,
				prompt: nonEmptyText(prompt),
				target: nonEmptyText(run.targetHint),
				status: nonEmptyText(run.status),
				createdAt: parseTime(run.createdAt),
			},
		];
	});

/** Returns the `before` parameter for the next page, or undefined if there is no next page. */
export function nextBefore({ next }: JsonObject, previous?: string): string | undefined {
	const before = queryOfNext(next)?.before;
	if (before === undefined || !/^\d+$/.test(before)) return undefined;
	return previous === undefined || Number(before) < Number(previous) ? before : undefined;
}

const snapshotOf = (event: JsonObject): ListedSnapshot | undefined => {
	const artifact = isObject(event.artifact) ? event.artifact : {};
	const id = nonEmptyText(artifact.snapshotId) ?? nonEmptyText(event.snapshotId);
	if (id === undefined) return undefined;
	return {
		id,
		kind: nonEmptyText(artifact.kind),
		path: nonEmptyText(artifact.path),
		itemCount: finiteNumber(artifact.itemCount),
		occurredAt: parseTime(event.occurredAt),
	};
};

export function listedSnapshots({ events }: JsonObject): ListedSnapshot[] {
	const byId = new Map<string, ListedSnapshot>();
	for (const event of [...objectsIn(events)].reverse()) {
		const snapshot = snapshotOf(event);
		if (snapshot !== undefined && !byId.has(snapshot.id)) byId.set(snapshot.id, snapshot);
	}
	return [...byId.values()];
}
