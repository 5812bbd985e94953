import { z } from 'zod';
import { followJob, runJob } from '../../client/jobs/follow';
import { cancelJob, type Job, jobJson } from '../../client/jobs/job';
import { startOnce } from '../../client/jobs/start';
import { readList } from '../../client/lists';
import { formOf, maxEntries } from '../../form/form';
import { hasNoContent, type JsonObject, objectsIn } from '../../json/json';
import { followSettings, waitFields, waitOptions } from '../../operation/jobWait';
import { jobNotices } from '../../operation/notices';
import {
	defineOperation,
	defineResource,
	listOutput,
	type Notice,
	noticesOf,
	openObject,
	type Output,
	type OutputContext,
	type OutputPart,
	startedOutput,
} from '../../operation/operation';
import {
	jobForm,
	jobId,
	listForm,
	runForm,
	startConflicts,
	startForm,
	threadForm,
	toStartRequest,
} from './form';
import { agentJob } from './job';
import { nextBefore, searchRuns, searchSnapshots } from './pickers';
import { agentRoutes, agentThread, jobItem, jobListRequest } from './service';
import { getSnapshot, getTrace } from './snapshots';

/**
 * With *Simplify*, removes fields that repeat the request or only report success, and renames `error`, because n8n treats
 * an item with an `error` field as failed.
 */
export function toRunParts(answer: JsonObject, simplify: boolean): OutputPart[] {
	if (!simplify) return [{ json: answer }];
	const { success: _success, model: _model, effort: _effort, mode: _mode, ...rest } = answer;
	const { error, ...facts } = rest;
	return [{ json: error === undefined ? facts : { ...facts, failure: error } }];
}

const noResult = (answer: JsonObject): Notice | false =>
	answer.status === 'completed' &&
	hasNoContent(answer.data) && {
		text: 'The agent run completed without a result',
		advice: 'To see the reason, use the Get Trace operation with the job ID from the item',
		forModels: true,
		warns: true,
	};

const runOutput = (job: Job, { simplify }: Pick<OutputContext, 'simplify'>): Output => ({
	parts: toRunParts(jobJson(job), simplify),
	notices: noticesOf(jobNotices(agentJob, job), noResult(jobJson(job))),
});

const run = defineOperation({
	action: 'Run agent and wait for result',
	description: 'Give an agent a research task and return the result',
	toolDescription:
		'Gives a research task to an agent that searches and reads the web on its own, and waits for the result, which takes minutes. Costs credits. Use this tool once per task, and only if single pages cannot answer the question.',
	costs: true,
	form: runForm,
	simplifies: true,
	output: jobItem,
	conflicts: startConflicts,
	equalItems: { name: agentJob.name, share: false },
	toRequest: (values) => toStartRequest(runForm.sent(values)),
	execute: (request, client, { own }) => runJob(agentJob, request, client, followSettings(own)),
	toOutput: runOutput,
});

const start = defineOperation({
	action: 'Start agent run',
	description: 'Give an agent a research task without waiting for the result',
	toolDescription:
		'Gives a research task to an agent that searches and reads the web on its own, and returns the job ID immediately. The result takes minutes. Get the result later with the job ID. Costs credits, so start one run per task.',
	costs: true,
	form: startForm,
	// Fields outside the specification were read in the public documentation.
	output: openObject({
		success: z.boolean(),
		jobId: z.string(),
		threadId: z.string(),
		threadTurn: z.number().int(),
	}),
	conflicts: startConflicts,
	equalItems: { name: agentJob.name, share: false },
	toRequest: (values) => toStartRequest(startForm.sent(values)),
	execute: (request, client, { own }) => startOnce(agentJob, request, client, own.cancelOnStop),
	toOutput: startedOutput,
});

const wait = defineOperation({
	action: 'Wait for agent run',
	description: 'Poll an agent run until it ends, and return its result',
	toolDescription:
		"Waits until a research run that was started earlier has ended, which can take minutes, and returns the result in 'data'. Needs the job ID.",
	form: formOf({ jobId, ...waitFields(agentJob.name) }, waitOptions(agentJob.name)),
	simplifies: true,
	output: jobItem,
	toRequest: (values) => agentJob.poll(values.jobId),
	execute: (request, client, { sent, own }) =>
		followJob({ kind: agentJob, jobId: sent.jobId, client }, request, followSettings(own)),
	toOutput: runOutput,
});

const get = defineOperation({
	action: 'Get agent run',
	description: 'Return the current status and result of an agent run',
	toolDescription:
		"Gets the status and result of a research run. Needs the job ID. If the status is 'completed', 'data' contains the result. If the status is 'processing', try again later. If the status is 'failed', 'failure' contains the reason.",
	form: jobForm,
	simplifies: true,
	output: jobItem,
	toRequest: (values) => agentJob.poll(values.jobId),
	toOutput: (answer, { simplify, sent: { jobId } }) => ({
		parts: toRunParts({ ...answer, jobId }, simplify),
		notices: noticesOf(noResult(answer)),
	}),
});

const getAll = defineOperation({
	name: 'Get Many',
	action: 'Get many agent runs',
	description:
		"Return your team's agent runs, newest first. Not yet tested with the public service.",
	toolDescription:
		"Lists the team's research runs, newest first, each with its job ID, status, and task. Needs no input. Free of charge.",
	form: listForm,
	// The fields were read in the public documentation.
	output: openObject({
		id: z.string().describe('Job ID'),
		createdAt: z.string(),
		targetHint: z.string().nullable(),
		origin: z.string(),
		integration: z.string().nullable(),
		settings: openObject({}),
		status: z.string().describe('processing, completed, or failed'),
		options: openObject({}).describe('Fields of the start request'),
	}),
	toRequest: ({ before }) => jobListRequest(before?.toString()),
	execute: (request, client, { own }) =>
		readList(request, client, {
			entriesIn: ({ agents }) => objectsIn(agents),
			nextIn(page, query) {
				const before = nextBefore(page, query.before);
				return before === undefined ? undefined : { before };
			},
			maxEntries: maxEntries(own),
		}),
	toOutput: (runs) =>
		listOutput(runs, 'Your team has no matching agent runs from the last 24 hours'),
});

const getThread = defineOperation({
	action: 'Get agent thread',
	description:
		'Return a conversation with its agent runs, oldest first. Not yet tested with the public service.',
	toolDescription:
		'Gets a conversation with the research agent: its runs, oldest first, each with its job ID, task, status, and answer. Needs the thread ID. Free of charge.',
	form: threadForm,
	simplifies: true,
	output: agentThread,
	toRequest: ({ threadId, includeData }) => ({
		route: agentRoutes.thread,
		ids: [threadId],
		query: includeData ? { includeData: 'true' } : undefined,
	}),
});

const cancel = defineOperation({
	action: 'Cancel agent run',
	description: 'Cancel an agent run. Succeeds even if the run has already ended.',
	toolDescription:
		'Cancels a research run. Needs the job ID. Does not change a run that has already ended.',
	form: jobForm,
	output: openObject({
		success: z.boolean(),
		jobId: z.string(),
		outcome: z.string().describe('cancelling, alreadyCancelling, or alreadyFinished'),
		message: z.string(),
	}),
	toRequest: (values) => agentJob.cancel(values.jobId),
	execute: (request, client, { sent: { jobId } }) =>
		cancelJob({ kind: agentJob, jobId, client }, request),
});

export const agentResource = defineResource({
	value: 'agent',
	description: 'Web research by an agent',
	operations: { run, start, wait, get, getAll, getThread, getTrace, getSnapshot, cancel },
	pickers: { searchRuns, searchSnapshots },
});
