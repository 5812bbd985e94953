import { call } from '../../client/call';
import { ServiceError } from '../../client/client';
import { queryOfNext } from '../../client/lists';
import { failureOfRow } from '../../errors/row';
import {
	finiteNumber,
	isObject,
	type JsonObject,
	nonEmptyText,
	objectsIn,
	parseTime,
} from '../../json/json';
import {
	ageOf,
	type Choice,
	choiceName,
	includesText,
	type ListSearch,
	searchPages,
} from '../../operation/pickers';
import { agentFormRows } from './errors';
import { jobId } from './form';
import { jobListRequest, traceRequest } from './service';

// The specification does not document the list of runs. The fields of a run were read in the public documentation.

interface ListedSnapshot {
	id: string;
	/** `json`, `markdown`, `html`, `screenshot`, or `text`. Later versions of the service may return other kinds. */
	kind?: string;
	path?: string;
	itemCount?: number;
	/** Time of the event in milliseconds since the epoch. */
	occurredAt?: number;
}

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

/** Returns no choice for a run without an ID, and for a run that does not match the filter. */
function jobChoice(run: JsonObject, filter: string, now: number): Choice[] {
	const { prompt } = isObject(run.options) ? run.options : {};
	const [id, target, status] = [run.id, run.targetHint, run.status].map(nonEmptyText);
	if (id === undefined || !includesText(filter, id, prompt, target, status)) return [];
	const title = nonEmptyText(prompt) ?? target ?? id;
	return [{ name: choiceName([ageOf(run.createdAt, now), status], title), value: id }];
}

/** Lists the team's agent runs, newest first. */
export const searchRuns: ListSearch = ({ client }, filter, from) =>
	searchPages(from, async (before) => {
		const answer = await call(jobListRequest(before), client);
		const runs = objectsIn(answer.agents);
		const now = client.runtime.now();
		return {
			choices: runs.flatMap((run) => jobChoice(run, filter, now)),
			next: runs.length === 0 ? undefined : nextBefore(answer, before),
		};
	});

const snapshotChoice = (snapshot: ListedSnapshot, now: number): Choice => {
	const { id, kind = 'snapshot', path, itemCount, occurredAt } = snapshot;
	const items = itemCount === undefined ? undefined : `${itemCount} items`;
	const title = [kind, path].filter((text) => text !== undefined).join(' ');
	return { name: choiceName([ageOf(occurredAt, now), items], title), value: id };
};

/** Lists the snapshots of the selected run, newest first. */
export const searchSnapshots: ListSearch = async ({ client, textIn }, filter) => {
	const job = jobId.type().safeParse(textIn('jobId'));
	if (!job.success) throw new ServiceError(failureOfRow(agentFormRows.noRun));
	const trace = await call(traceRequest(job.data), client);
	const choices = listedSnapshots(trace)
		.filter(({ id, kind, path }) => includesText(filter, id, kind, path))
		.map((snapshot) => snapshotChoice(snapshot, client.runtime.now()));
	return { choices };
};
