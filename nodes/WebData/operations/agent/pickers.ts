import { jobId } from '../../api/agent/agentRequest';
import {
	listedJobs,
	listedSnapshots,
	nextBefore,
	type ListedJob,
	type ListedSnapshot,
} from '../../api/agent/jobList';
import { traceRequest, jobListRequest } from '../../api/agent/requests';
import { agentFormRows } from '../../api/errors/rows/agent';
import { failureOfRow } from '../../api/errors/failure';
import {
	ago,
	includesText,
	MAX_CHOICE_LENGTH,
	MAX_SEARCH_PAGES,
	truncateLine,
	type Choice,
	type Choices,
	type ListSearch,
} from '../common/editorLists';

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
	const job = jobId.safeParse(textIn('jobId'));
	if (!job.success) return { failure: failureOfRow(agentFormRows.noRun) };
	const response = await ask(traceRequest(job.data));
	if ('failure' in response) return response;
	const choices = listedSnapshots(response.answer)
		.filter(({ id, kind, path }) => includesText(filter, id, kind, path))
		.map((snapshot) => snapshotChoice(snapshot, now));
	return { choices };
};
