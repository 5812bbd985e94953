// The agent runs of a team and the snapshots of a run, as the service tells of them. Both are the living service's; the specification does not show a list.

import { isObject, nonEmptyText, type JsonObject } from '../http/response';

export interface ListedRun {
	id: string;
	/** What the run was asked for. */
	prompt?: string;
	/** Where it was sent. */
	target?: string;
	status?: string;
	/** Milliseconds since the epoch. */
	createdAt?: number;
}

export interface ListedSnapshot {
	id: string;
	/** json, markdown, html, screenshot or text; others may come. */
	kind?: string;
	/** Where in the result it belongs. */
	path?: string;
	itemCount?: number;
	/** Milliseconds since the epoch. */
	occurredAt?: number;
}

const numberOf = (value: unknown): number | undefined =>
	typeof value === 'number' && Number.isFinite(value) ? value : undefined;

const timeOf = (value: unknown): number | undefined =>
	numberOf(typeof value === 'string' ? Date.parse(value) : value);

const objectsIn = (list: unknown): JsonObject[] =>
	Array.isArray(list) ? list.filter(isObject) : [];

/** Newest first, as the service gives them. What has no id is passed over. */
export const runsIn = ({ agents }: JsonObject): ListedRun[] =>
	objectsIn(agents).flatMap((run) => {
		const id = nonEmptyText(run.id);
		if (id === undefined) return [];
		const prompt = isObject(run.options) ? nonEmptyText(run.options.prompt) : undefined;
		const target = nonEmptyText(run.targetHint);
		return [
			{ id, prompt, target, status: nonEmptyText(run.status), createdAt: timeOf(run.createdAt) },
		];
	});

/**
 * `before` of the next page. Of the address that the service gives, only this is taken: its host is the service's
 * view of itself. None where it does not lead further back than the page that was asked for.
 */
export function nextBefore({ next }: JsonObject, asked?: string): string | undefined {
	const before = /[?&]before=(\d+)/.exec(nonEmptyText(next) ?? '')?.[1];
	if (before === undefined) return undefined;
	return asked === undefined || Number(before) < Number(asked) ? before : undefined;
}

/** Newest first, each once. Specification: Events, `artifact.updated`; its id is in `artifact` at the living service. */
export function snapshotsIn({ events }: JsonObject): ListedSnapshot[] {
	const found = objectsIn(events).flatMap((event) => {
		const artifact = isObject(event.artifact) ? event.artifact : {};
		const id = nonEmptyText(artifact.snapshotId) ?? nonEmptyText(event.snapshotId);
		if (id === undefined) return [];
		const { kind, path, itemCount } = artifact;
		const occurredAt = timeOf(event.occurredAt);
		return [
			{
				id,
				kind: nonEmptyText(kind),
				path: nonEmptyText(path),
				itemCount: numberOf(itemCount),
				occurredAt,
			},
		];
	});
	const newest = found.reverse();
	return newest.filter(({ id }, index) => newest.findIndex((each) => each.id === id) === index);
}
