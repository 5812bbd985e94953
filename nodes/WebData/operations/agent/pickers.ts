// The lists of runs and of a run's snapshots to choose from.

import { getTrace, listRuns } from '../../api/agent/requests';
import { jobId } from '../../api/agent/agentRequest';
import {
	nextBefore,
	runsIn,
	snapshotsIn,
	type ListedRun,
	type ListedSnapshot,
} from '../../api/agent/runList';
import { failureOfRow } from '../../api/errors/failure';
import { agentFormRows } from '../../api/errors/rows/agent';
import { ago, truncateLine, type Choice, type Choices, type ListSearch } from '../common/picker';

/** With status and age behind it, a line of n8n's list is full. */
const LONGEST_TITLE = 28;
/** Pages that one search looks through at most: the service itself has no search. */
const PAGES_OF_SEARCH = 5;

const has = (filter: string, ...texts: (string | undefined)[]): boolean =>
	texts.some((text) => text?.toLowerCase().includes(filter.trim().toLowerCase()));

const inBrackets = (details: (string | undefined)[]): string => {
	const known = details.filter((detail) => detail !== undefined);
	return known.length === 0 ? '' : ` (${known.join(', ')})`;
};

const choiceOfRun = (run: ListedRun, now: number): Choice => {
	const { id, prompt, target, status, createdAt } = run;
	const title = prompt ?? target ?? id;
	const age = createdAt === undefined ? undefined : ago(createdAt, now);
	return { name: `${truncateLine(title, LONGEST_TITLE)}${inBrackets([status, age])}`, value: id };
};

const fits = ({ id, prompt, target, status }: ListedRun, filter: string): boolean =>
	has(filter, id, prompt, target, status);

/** The runs of the team, newest first. A search goes on through some pages until it has found something. */
export const searchRuns: ListSearch = async ({ ask, now }, filter, from) => {
	let before = from;
	for (let page = 1; ; page++) {
		const answered = await ask(listRuns(before));
		if ('failure' in answered) return answered;
		const runs = runsIn(answered.answer);
		const choices = runs.filter((run) => fits(run, filter)).map((run) => choiceOfRun(run, now));
		const next = runs.length === 0 ? undefined : nextBefore(answered.answer, before);
		if (choices.length > 0 || next === undefined || page === PAGES_OF_SEARCH) {
			return { choices, next } satisfies Choices;
		}
		before = next;
	}
};

const choiceOfSnapshot = (snapshot: ListedSnapshot, now: number): Choice => {
	const { id, kind = 'snapshot', path, itemCount, occurredAt } = snapshot;
	const title = [kind, path].filter((text) => text !== undefined).join(' ');
	const items = itemCount === undefined ? undefined : `${itemCount} items`;
	const age = occurredAt === undefined ? undefined : ago(occurredAt, now);
	return { name: `${truncateLine(title, LONGEST_TITLE)}${inBrackets([items, age])}`, value: id };
};

/** The snapshots of the run in 'Job ID', newest first: its trace names them, all in one answer. */
export const searchSnapshots: ListSearch = async ({ ask, now, textIn }, filter) => {
	const run = jobId.safeParse(textIn('jobId'));
	if (!run.success) return { failure: failureOfRow(agentFormRows.noRun) };
	const answered = await ask(getTrace(run.data));
	if ('failure' in answered) return answered;
	const choices = snapshotsIn(answered.answer)
		.filter(({ id, kind, path }) => has(filter, id, kind, path))
		.map((snapshot) => choiceOfSnapshot(snapshot, now));
	return { choices };
};
