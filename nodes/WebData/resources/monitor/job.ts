import { callApi } from '../../client/call';
import {
	type ApiRequest,
	type Client,
	type FailedResult,
	type Result,
	succeedWith,
} from '../../client/client';
import { fitsTime } from '../../client/jobs/find';
import { followJob, type FollowSettings } from '../../client/jobs/follow';
import { errorText, type JobKind, validJobId, type StartedJob } from '../../client/jobs/job';
import { initialPollState } from '../../client/jobs/poll';
import { startOnce } from '../../client/jobs/start';
import { type Failure, failureOfRow } from '../../errors/row';
import { jobRows } from '../../errors/rows/job';
import { dataOf, isObject, type JsonObject, nonEmptyText, objectsIn } from '../../json/json';
import { checkRows, lostCheckTexts, monitorRows } from './errors';
import { checkRequest, listChecksRequest } from './service';

function failureOfCheck(checkId: string, response: JsonObject): Failure {
	const { status, error, summary } = dataOf(response);
	const rows = {
		skipped_no_credits: checkRows.checkSkippedNoCredits,
		skipped_overlap: checkRows.checkSkippedOverlap,
	};
	const row = rows[String(status) as keyof typeof rows] ?? checkRows.checkFailed;
	const failure = failureOfRow(row, { checkId, status, summary });
	return { ...failure, serviceMessage: nonEmptyText(error) };
}

/** Returns the job kind for the checks of a monitor. The service cannot cancel checks. */
const checkJob = (monitorId: string): JobKind => ({
	name: 'check',
	phases: {
		queued: 'running',
		running: 'running',
		completed: 'completed',
		partial: 'completed',
		failed: 'failed',
		skipped_overlap: 'failed',
		skipped_no_credits: 'failed',
	},
	statusOf: (response) => dataOf(response).status,
	hasEnded: (response) => nonEmptyText(dataOf(response).finishedAt) !== undefined,
	poll: (checkId) => checkRequest(monitorId, checkId, 1),
	failureOf: (checkId, response) => Promise.resolve(failureOfCheck(checkId, response)),
	async findStarted(_request, client, { sentAt, isTaken }) {
		const listed = await callApi(listChecksRequest(monitorId, 10), client);
		if (!listed.ok) return { lookupError: errorText(listed.failure) };
		const { clockOffsetMs } = client.service ?? {};
		const ids = objectsIn(listed.answer.data)
			.filter(({ trigger, createdAt, finishedAt }) => {
				if (trigger !== 'manual') return false;
				// Without the service's clock, the end shows that an earlier request started the check.
				if (clockOffsetMs === undefined && Date.parse(String(finishedAt)) < sentAt) return false;
				return fitsTime(Date.parse(String(createdAt)), { sentAt, clockOffsetMs });
			})
			.flatMap(({ id }) => validJobId(id) ?? [])
			.filter((id) => !isTaken(id));
		const [jobId, ...others] = ids;
		return jobId !== undefined && others.length === 0 ? { jobId } : {};
	},
	goneErrorId: monitorRows.checkNotFound.id,
	cancelOutcomes: {},
});

/** A check. `joined` means that the check was already running. */
export interface CheckRun {
	checkId: string;
	outcome: 'started' | 'joined';
	/** Latest status response, or the response to the start request. */
	response: JsonObject;
}

const checkRun = ({ jobId, response }: StartedJob): CheckRun => ({
	checkId: jobId,
	outcome: response.outcome === 'joined' ? 'joined' : 'started',
	response,
});

async function startCheck(
	monitorId: string,
	request: ApiRequest,
	client: Client,
): Promise<Result<CheckRun>> {
	const started = await startOnce(checkJob(monitorId), request, client, false);
	if (started.ok) return { ...started, answer: checkRun(started.answer) };
	const { errorId, facts, message } = started.failure;
	if (errorId !== monitorRows.checkRunning.id || !isObject(facts?.answer)) return started;
	const jobId = validJobId(facts.answer.checkId);
	if (jobId === undefined) return started;
	const response = { success: true, outcome: 'joined', message };
	client.replayStore.set({ jobId, response });
	return succeedWith(started, checkRun({ jobId, response }));
}

function asCheckFailure(result: FailedResult): FailedResult {
	const { jobId, ...facts } = result.failure.facts ?? {};
	const named = jobId === undefined ? facts : { checkId: jobId, ...facts };
	const { errorId } = result.failure;
	const isStillRunning =
		errorId === jobRows.maxWaitOver.id || errorId === jobRows.maxWaitOverUnknownStatus.id;
	const failure = isStillRunning
		? failureOfRow(checkRows.checkStillRunning, named)
		: { ...result.failure, ...lostCheckTexts[errorId], facts: named };
	return { ...result, failure };
}

/** Starts a check or joins the running check. If `wait` is set, polls until the check ends. */
export async function runCheck(
	monitorId: string,
	request: ApiRequest,
	client: Client,
	wait?: FollowSettings,
): Promise<Result<CheckRun>> {
	const started = await startCheck(monitorId, request, client);
	if (!started.ok) return asCheckFailure(started);
	if (wait === undefined) return started;
	const run = started.answer;
	const kind = checkJob(monitorId);
	const state = { ...initialPollState, confirmed: true };
	const poll = kind.poll(run.checkId);
	const ended = await followJob({ kind, jobId: run.checkId, client }, poll, wait, state);
	if (!ended.ok) return asCheckFailure(ended);
	return { ...ended, answer: { ...run, response: ended.answer.status } };
}
