import { objectsIn, queryOfNext } from '../../client/lists';
import { failureOfRow } from '../../errors/row';
import { finiteNumber, isObject, type JsonObject, nonEmptyText, parseTime } from '../../json/json';
import {
	ago,
	type Choice,
	type Choices,
	includesText,
	type ListSearch,
	MAX_CHOICE_LENGTH,
	MAX_SEARCH_PAGES,
	truncateLine,
} from '../../operation/pickers';
import { agentFormRows } from './errors';
import { jobId } from './form';
import { jobListRequest, traceRequest } from './service';

// The specification does not document the list of runs. The fields of a run were observed in the live API.

interface ListedJob {
	id: string;
	prompt?: string;
	target?: string;
	status?: string;
	/** Creation time in milliseconds since the epoch. */
	createdAt?: number;
}

interface ListedSnapshot {
	id: string;
	/** `json`, `markdown`, `html`, `screenshot`, or `text`. Later versions of the service may return other kinds. */
	kind?: string;
	path?: string;
	itemCount?: number;
	/** Time of the event in milliseconds since the epoch. */
	occurredAt?: number;
}

/** Returns the runs on one page, newest first. Runs without an ID are skipped. */
const listedJobs = ({ agents }: JsonObject): ListedJob[] =>
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

/** Details precede the title, because n8n truncates the end of long names. */
const choiceName = (details: (string | undefined)[], title: string): string => {
	const known = details.filter((detail) => detail !== undefined);
	const name = known.length === 0 ? title : `${known.join(', ')}: ${title}`;
	return truncateLine(name, MAX_CHOICE_LENGTH);
};

const ageOf = (time: number | undefined, now: number): string | undefined =>
	time === undefined ? undefined : ago(time, now);

const jobChoice = (job: ListedJob, now: number): Choice => {
	const { id, prompt, target, status, createdAt } = job;
	return { name: choiceName([ageOf(createdAt, now), status], prompt ?? target ?? id), value: id };
};

const matches = ({ id, prompt, target, status }: ListedJob, filter: string): boolean =>
	includesText(filter, id, prompt, target, status);

/** Lists the team's agent runs, newest first. */
export const searchRuns: ListSearch = async ({ ask, now }, filter, from) => {
	let before = from;
	for (let page = 1; ; page++) {
		const response = await ask(jobListRequest(before));
		if ('failure' in response) return response;
		const jobs = listedJobs(response.answer);
		const choices = jobs.filter((job) => matches(job, filter)).map((job) => jobChoice(job, now));
		const next = jobs.length === 0 ? undefined : nextBefore(response.answer, before);
		if (choices.length > 0 || next === undefined || page === MAX_SEARCH_PAGES) {
			return { choices, next } satisfies Choices;
		}
		before = next;
	}
};

const snapshotChoice = (snapshot: ListedSnapshot, now: number): Choice => {
	const { id, kind = 'snapshot', path, itemCount, occurredAt } = snapshot;
	const items = itemCount === undefined ? undefined : `${itemCount} items`;
	const title = [kind, path].filter((text) => text !== undefined).join(' ');
	return { name: choiceName([ageOf(occurredAt, now), items], title), value: id };
};

/** Lists the snapshots of the selected run, newest first. */
export const searchSnapshots: ListSearch = async ({ ask, now, textIn }, filter) => {
	const job = jobId.type().safeParse(textIn('jobId'));
	if (!job.success) return { failure: failureOfRow(agentFormRows.noRun) };
	const response = await ask(traceRequest(job.data));
	if ('failure' in response) return response;
	const choices = listedSnapshots(response.answer)
		.filter(({ id, kind, path }) => includesText(filter, id, kind, path))
		.map((snapshot) => snapshotChoice(snapshot, now));
	return { choices };
};
