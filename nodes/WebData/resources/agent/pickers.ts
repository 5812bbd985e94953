import { call } from '../../client/call';
import { ServiceError } from '../../client/client';
import { queryOfNext } from '../../client/lists';
import { failureOfRow } from '../../errors/row';
import { finiteNumber, isObject, type JsonObject, nonEmptyText, objectsIn } from '../../json/json';
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

/** Returns the `before` parameter for the next page, or undefined if there is no next page. */
export function nextBefore({ next }: JsonObject, previous?: string): string | undefined {
	const before = queryOfNext(next)?.before;
	if (before === undefined || !/^\d+$/.test(before)) return undefined;
	return previous === undefined || Number(before) < Number(previous) ? before : undefined;
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

/** Returns a choice for each snapshot in the events of a run that matches the filter, newest first. */
function snapshotChoices(events: unknown, filter: string, now: number): Choice[] {
	const known = new Set<string>();
	return [...objectsIn(events)].reverse().flatMap(({ artifact, snapshotId, occurredAt }) => {
		const facts = isObject(artifact) ? artifact : {};
		const id = nonEmptyText(facts.snapshotId) ?? nonEmptyText(snapshotId);
		if (id === undefined || known.has(id)) return [];
		known.add(id);
		const [kind, path] = [facts.kind, facts.path].map(nonEmptyText);
		if (!includesText(filter, id, kind, path)) return [];
		const count = finiteNumber(facts.itemCount);
		const details = [ageOf(occurredAt, now), count === undefined ? undefined : `${count} items`];
		const title = [kind ?? 'snapshot', path].filter((text) => text !== undefined).join(' ');
		return [{ name: choiceName(details, title), value: id }];
	});
}

/** Lists the snapshots of the selected run, newest first. */
export const searchSnapshots: ListSearch = async ({ client, textIn }, filter) => {
	const job = jobId.type().safeParse(textIn('jobId'));
	if (!job.success) throw new ServiceError(failureOfRow(agentFormRows.noRun));
	const { events } = await call(traceRequest(job.data), client);
	return { choices: snapshotChoices(events, filter, client.runtime.now()) };
};
