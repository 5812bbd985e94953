// The list of runs and the snapshots in a trace, as the live API returns them. The specification shows no list.

import { objectsIn, queryOfNext } from '../http/pagination';
import { finiteNumber, isObject, nonEmptyText, parseTime, type JsonObject } from '../http/response';

export interface ListedJob {
	id: string;
	prompt?: string;
	/** The site that the run was sent to. */
	target?: string;
	status?: string;
	/** Milliseconds since the epoch. */
	createdAt?: number;
}

export interface ListedSnapshot {
	id: string;
	/** json, markdown, html, screenshot, text, or a newer kind. */
	kind?: string;
	/** The part of the result that the snapshot shows. */
	path?: string;
	itemCount?: number;
	/** Milliseconds since the epoch. */
	occurredAt?: number;
}

/** The runs of one page, newest first. Entries without an id are skipped. */
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

/** `before` of the next page. Undefined if the page does not lead to older runs than the previous one. */
export function nextBefore({ next }: JsonObject, previous?: string): string | undefined {
	const before = queryOfNext(next)?.before;
	if (before === undefined || !/^\d+$/.test(before)) return undefined;
	return previous === undefined || Number(before) < Number(previous) ? before : undefined;
}

const snapshotOf = (event: JsonObject): ListedSnapshot | undefined => {
	const artifact = isObject(event.artifact) ? event.artifact : {};
	// The live API returns the id inside `artifact`, the specification in the event.
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

/** The snapshots of a trace, newest first, without duplicates. Specification: Events, `artifact.updated`. */
export function listedSnapshots({ events }: JsonObject): ListedSnapshot[] {
	const newestFirst = objectsIn(events)
		.flatMap((event) => snapshotOf(event) ?? [])
		.reverse();
	return newestFirst.filter(
		({ id }, index) => newestFirst.findIndex((snapshot) => snapshot.id === id) === index,
	);
}
