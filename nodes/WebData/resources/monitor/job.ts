import { callApi, type CallResult, type Session } from '../../client/call';
import { fitsTime } from '../../client/jobs/find';
import { followJob, type FollowSettings } from '../../client/jobs/follow';
import { errorText, type FailedCall, type JobKind, validJobId } from '../../client/jobs/job';
import { initialPollState } from '../../client/jobs/poll';
import { startOnce } from '../../client/jobs/start';
import { objectsIn } from '../../client/lists';
import type { ApiRequest } from '../../client/request';
import { type Failure, failureOfRow } from '../../errors/row';
import { jobRows } from '../../errors/rows/job';
import { isObject, type JsonObject, nonEmptyText } from '../../json/json';
import { checkRows, lostCheckTexts, monitorRows } from './errors';
import { getCheckRequest, listChecksRequest, runRequest } from './service';

const checkIn = ({ data }: JsonObject): JsonObject => (isObject(data) ? data : {});

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

function mayBeStarted(check: JsonObject, sentAt: number, clockOffsetMs?: number): boolean {
	const created = Date.parse(String(check.createdAt));
	// Without the service's clock, the end shows that an earlier request started the check.
	const endedBefore = clockOffsetMs === undefined && Date.parse(String(check.finishedAt)) < sentAt;
	return check.trigger === 'manual' && !endedBefore && fitsTime(created, { sentAt, clockOffsetMs });
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
	statusOf: (response) => checkIn(response).status,
	hasEnded: (response) => nonEmptyText(checkIn(response).finishedAt) !== undefined,
	poll: (checkId) => getCheckRequest(monitorId, checkId, { limit: '1' }),
	failureOf: (checkId, response) => Promise.resolve(failureOfCheck(checkId, response)),
	async findStarted(_request, session, { sentAt = session.runtime.now(), isTaken }) {
		const listed = await callApi(listChecksRequest(monitorId, 10), session);
		if (!listed.ok) return { lookupError: errorText(listed.failure) };
		const { clockOffsetMs } = session.service ?? {};
		const ids = objectsIn(listed.answer.data)
			.filter((check) => mayBeStarted(check, sentAt, clockOffsetMs))
			.flatMap(({ id }) => validJobId(id) ?? [])
			.filter((id) => !isTaken(id));
		const [jobId, ...others] = ids;
		return jobId !== undefined && others.length === 0 ? { jobId } : {};
	},
	goneErrorId: monitorRows.checkNotFound.id,
	cancelOutcomes: {},
});

function runningCheckId({ failure }: FailedCall): string | undefined {
	const answer = failure.facts?.answer;
	return failure.errorId === monitorRows.checkRunning.id && isObject(answer)
		? validJobId(answer.checkId)
		: undefined;
}

/** `joined` means that a check was already running. */
export type RunOutcome = 'started' | 'joined';

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

const stillRunning: ReadonlySet<string> = new Set([
	jobRows.maxWaitOver.id,
	jobRows.maxWaitOverUnknownStatus.id,
]);

function asCheckFailure(result: CallResult): CallResult {
	if (result.ok) return result;
	const { jobId, ...facts } = result.failure.facts ?? {};
	const named = jobId === undefined ? facts : { checkId: jobId, ...facts };
	const failure = stillRunning.has(result.failure.errorId)
		? failureOfRow(checkRows.checkStillRunning, named)
		: { ...result.failure, ...lostCheckTexts[result.failure.errorId], facts: named };
	return { ...result, failure };
}

/** Starts a check or joins the running check. If `wait` is set, polls until the check ends. */
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
