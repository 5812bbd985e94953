import { failureOfRow, type Failure } from '../errors/failure';
import { checkRows, lostCheckTexts } from '../errors/rows/monitor';
import { callApi, type CallResult, type Session } from '../http/call';
import { objectsIn } from '../http/pagination';
import type { ApiRequest } from '../http/request';
import { isObject, nonEmptyText, type JsonObject } from '../http/response';
import { followJob, type FollowSettings } from '../jobs/followJob';
import { errorText, validJobId, type FailedCall, type JobKind } from '../jobs/job';
import { initialPollState } from '../jobs/pollOnce';
import { startOnce } from '../jobs/startOnce';
import { getCheckRequest, listChecksRequest, runRequest } from './requests';

/** Milliseconds by which the clocks of n8n and the service may differ. */
const CLOCK_DIFFERENCE_MS = 60_000;

const checkIn = ({ data }: JsonObject): JsonObject => (isObject(data) ? data : {});

/** Returns the failure of a check that ended without a result. */
function failureOfCheck(checkId: string, response: JsonObject): Failure {
	const { status, error, summary } = checkIn(response);
	const rows = {
		skipped_no_credits: checkRows.checkSkippedNoCredits,
		skipped_overlap: checkRows.checkSkippedOverlap,
	};
	const row = rows[String(status) as keyof typeof rows] ?? checkRows.checkFailed;
	const failure = failureOfRow(row, { checkId, status, summary });
	return { ...failure, serviceMessage: nonEmptyText(error) };
}

/** Whether a check was started manually after `sentAt`. */
const isStartedCheck = ({ trigger, createdAt }: JsonObject, sentAt: number): boolean =>
	trigger === 'manual' && Date.parse(String(createdAt)) >= sentAt - CLOCK_DIFFERENCE_MS;

/** Returns the job kind for the checks of one monitor. The service cannot cancel a check. */
export const checkJob = (monitorId: string): JobKind => ({
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
	statusOf: (response) => checkIn(response).status,
	hasEnded: (response) => nonEmptyText(checkIn(response).finishedAt) !== undefined,
	poll: (checkId) => getCheckRequest(monitorId, checkId, { limit: '1' }),
	failureOf: (checkId, response) => Promise.resolve(failureOfCheck(checkId, response)),
	async findStarted(_request, session, { sentAt = session.runtime.now(), isTaken }) {
		const listed = await callApi(listChecksRequest(monitorId, 10), session);
		if (!listed.ok) return { lookupError: errorText(listed.failure) };
		const ids = objectsIn(listed.answer.data)
			.filter((check) => isStartedCheck(check, sentAt))
			.flatMap(({ id }) => validJobId(id) ?? [])
			.filter((id) => !isTaken(id));
		const [jobId, ...others] = ids;
		return jobId !== undefined && others.length === 0 ? { jobId } : {};
	},
	goneErrorId: 'checkNotFound',
	cancelOutcomes: {},
});

/** If the service rejected the request because a check is already running, returns the ID of that check. */
function runningCheckId({ failure }: FailedCall): string | undefined {
	const answer = failure.facts?.answer;
	return failure.errorId === 'checkRunning' && isObject(answer)
		? validJobId(answer.checkId)
		: undefined;
}

/**
 * Whether a request from this node started the check, or joined a check that was already running. If the response to
 * the request was lost and the node finds the check later, the check counts as `started`. All later attempts report the
 * same outcome.
 */
export type RunOutcome = 'started' | 'joined';

/** Starts a check, or joins the running check. In the result, `answer.jobId` is the ID of the check. */
async function startCheck(
	monitorId: string,
	request: ApiRequest,
	session: Session,
): Promise<CallResult> {
	const result = await startOnce(checkJob(monitorId), request, session, false);
	if (result.ok) return { ...result, answer: { outcome: 'started', ...result.answer } };
	const jobId = runningCheckId(result);
	if (jobId === undefined) return result;
	const { attempts, waits } = result;
	const startFacts = { outcome: 'joined', message: result.failure.message };
	session.replayStore.set({ jobId, startFacts });
	return { ok: true, answer: { success: true, ...startFacts, jobId }, attempts, waits };
}

const stillRunning: ReadonlySet<string> = new Set(['maxWaitOver', 'maxWaitOverUnknownStatus']);

/** Adapts a job failure to checks: renames `jobId` to `checkId`, and names only monitor operations in the remedy. */
function asCheckFailure(result: CallResult): CallResult {
	if (result.ok) return result;
	const { jobId, ...facts } = result.failure.facts ?? {};
	const named = jobId === undefined ? facts : { checkId: jobId, ...facts };
	const failure = stillRunning.has(result.failure.errorId)
		? failureOfRow(checkRows.checkStillRunning, named)
		: { ...result.failure, ...lostCheckTexts[result.failure.errorId], facts: named };
	return { ...result, failure };
}

/** Starts or joins a check. If `wait` is set, polls until the check ends. */
export async function runCheck(
	monitorId: string,
	session: Session,
	wait?: FollowSettings,
): Promise<CallResult> {
	const started = await startCheck(monitorId, runRequest(monitorId), session);
	if (!started.ok || wait === undefined) return asCheckFailure(started);
	const { jobId, outcome } = started.answer;
	const state = { ...initialPollState, confirmed: true };
	const ended = await followJob(checkJob(monitorId), String(jobId), session, wait, state);
	return ended.ok ? { ...ended, answer: { ...ended.answer, outcome } } : asCheckFailure(ended);
}
