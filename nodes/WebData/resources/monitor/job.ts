import { call } from '../../client/call';
import { type Client, ServiceError, serviceError } from '../../client/client';
import { startedJobs } from '../../client/jobs/find';
import { followJob, type FollowSettings } from '../../client/jobs/follow';
import { isReported, type JobKind, type StartedJob, validJobId } from '../../client/jobs/job';
import { startOnce } from '../../client/jobs/start';
import type { ApiRequest } from '../../client/request';
import { type Failure, failureOfRow } from '../../errors/row';
import { jobRows } from '../../errors/rows/job';
import {
	dataOf,
	isObject,
	type JsonObject,
	nonEmptyText,
	objectsIn,
	omitUndefined,
} from '../../json/json';
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
		const listed = await call(listChecksRequest(monitorId, 10), client).catch(serviceError);
		if (listed instanceof ServiceError) return { lookupError: listed.text };
		const { clockOffsetMs } = client.account.service;
		// Without the service's clock, the end shows that an earlier request started the check.
		const isEarlier = ({ finishedAt }: JsonObject): boolean =>
			clockOffsetMs === undefined && Date.parse(String(finishedAt)) < sentAt;
		const checks = objectsIn(listed.data)
			.filter((check) => check.trigger === 'manual' && !isEarlier(check))
			.map(({ id, createdAt }) => ({ id, created_at: createdAt }));
		const [jobId, ...others] = startedJobs(checks, { sentAt, isTaken, clockOffsetMs });
		return jobId !== undefined && others.length === 0 ? { jobId } : {};
	},
	goneErrorId: monitorRows.checkNotFound.id,
	cancelOutcomes: {},
});

/** A check. `joined` means that the check was already running. */
interface CheckRun {
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
): Promise<CheckRun> {
	const starting = startOnce(checkJob(monitorId), request, client, false);
	const started = await starting.catch(serviceError);
	if (!(started instanceof ServiceError)) return checkRun(started);
	const { errorId, facts, message } = started.failure;
	const answer = errorId === monitorRows.checkRunning.id ? facts?.answer : undefined;
	const jobId = isObject(answer) ? validJobId(answer.checkId) : undefined;
	if (jobId === undefined) throw started;
	const response = { success: true, outcome: 'joined', message };
	client.replayStore.set({ jobId, response });
	return checkRun({ jobId, response });
}

/** Returns the error of a check in the words of the monitor operations. */
function checkError(thrown: unknown): ServiceError {
	const error = serviceError(thrown);
	const { failure } = error;
	const { jobId, ...facts } = failure.facts ?? {};
	const named = jobId === undefined ? facts : { checkId: jobId, ...facts };
	const { errorId } = failure;
	const isStillRunning =
		errorId === jobRows.maxWaitOver.id || errorId === jobRows.maxWaitOverUnknownStatus.id;
	return error.with(
		isStillRunning
			? failureOfRow(checkRows.checkStillRunning, named)
			: { ...failure, ...lostCheckTexts[errorId], facts: named },
	);
}

/** Starts a check or joins the running check. If `wait` is set, polls until the check ends. */
export async function runCheck(
	monitorId: string,
	request: ApiRequest,
	client: Client,
	wait?: FollowSettings,
): Promise<CheckRun> {
	try {
		const run = await startCheck(monitorId, request, client);
		if (wait === undefined) return run;
		const kind = checkJob(monitorId);
		const job = { kind, jobId: run.checkId, client };
		const { status, lastError } = await followJob(job, kind.poll(run.checkId), wait, true);
		if (isReported({ status })) return { ...run, response: status };
		const data = omitUndefined({ ...dataOf(run.response), status: 'unknown', message: lastError });
		return { ...run, response: { ...run.response, data } };
	} catch (thrown) {
		throw checkError(thrown);
	}
}
