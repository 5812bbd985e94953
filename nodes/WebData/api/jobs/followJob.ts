import type { CallResult, Session } from '../http/call';
import type { ApiRequest } from '../http/request';
import type { JsonObject } from '../http/response';
import { abortJob } from './cancelJob';
import { fetchResult } from './fetchResult';
import { failWith, forgetJob, jobFailure, startFactsIn, type JobKind } from './job';
import { pollDelayMs } from './pollDelay';
import { initialPollState, pollOnce, type PollState } from './pollOnce';
import { startOnce } from './startOnce';
import { timedOut, type TimeoutSettings } from './timedOut';

export interface FollowSettings extends TimeoutSettings {
	intervalMs: number;
	maxWaitMs: number;
}

type Followed = { completed: CallResult & { ok: true } } | { ended: CallResult };

const ended = (result: CallResult): Followed =>
	result.ok ? { completed: result } : { ended: result };

async function pollUntilEnded(
	kind: JobKind,
	jobId: string,
	session: Session,
	settings: FollowSettings,
	before: PollState,
): Promise<Followed> {
	const { runtime, signal } = session;
	const { intervalMs, maxWaitMs, cancelOnStop } = settings;
	const abort = async () => ({ ended: await abortJob(kind, jobId, session, cancelOnStop) });
	let state = before;
	let elapsedMs = 0;
	for (;;) {
		const sentAt = runtime.elapsed();
		const polled = await pollOnce(kind, jobId, state, maxWaitMs - elapsedMs, session);
		if (signal?.aborted) return await abort();
		if ('ended' in polled) return ended(polled.ended);
		state = polled.running;
		elapsedMs += runtime.elapsed() - sentAt;
		const remainingMs = maxWaitMs - elapsedMs;
		if (remainingMs <= 0) return { ended: await timedOut(kind, jobId, state, session, settings) };
		const delayMs = pollDelayMs({
			elapsedMs,
			intervalMs,
			remainingMs,
			random: runtime.random(),
			failures: state.failures,
			retryAfterMs: state.lastFailure?.failure.retryAfterMs,
		});
		await runtime.sleep(delayMs, signal);
		elapsedMs += delayMs;
		if (signal?.aborted) return await abort();
		// The service requested a wait that is longer than the remaining time.
		if ((state.lastFailure?.failure.retryAfterMs ?? 0) > delayMs)
			return { ended: await timedOut(kind, jobId, state, session, settings) };
	}
}

/** Polls a job until the job ends, the maximum wait has passed, or the execution is aborted. */
export async function followJob(
	kind: JobKind,
	jobId: string,
	session: Session,
	settings: FollowSettings,
	state: PollState = initialPollState,
): Promise<CallResult> {
	const followed = await pollUntilEnded(kind, jobId, session, settings, state);
	if ('ended' in followed) return followed.ended;
	return await fetchResult(kind, jobId, followed.completed, session);
}

function forgetIfGone(kind: JobKind, result: CallResult, session: Session): CallResult {
	if (result.ok || result.failure.errorId !== kind.goneErrorId) return result;
	const { httpCode, facts = {} } = result.failure;
	forgetJob(session);
	return failWith(result, { ...jobFailure(kind, 'jobGone', facts), httpCode });
}

const withStartFacts = (kind: JobKind, started: JsonObject, result: CallResult): CallResult =>
	result.ok ? { ...result, answer: { ...startFactsIn(kind, started), ...result.answer } } : result;

/** A job that the node has found after a lost response may belong to another client. */
const withoutCancel = ({ onTimeout, ...settings }: FollowSettings): FollowSettings => ({
	...settings,
	cancelOnStop: false,
	onTimeout: onTimeout === 'cancel' ? 'error' : onTimeout,
});

export async function followStarted(
	kind: JobKind,
	started: CallResult & { ok: true },
	session: Session,
	settings: FollowSettings,
): Promise<CallResult> {
	const jobId = String(started.answer.jobId);
	const state: PollState = { ...initialPollState, confirmed: true };
	const careful = started.answer.recovered === true ? withoutCancel(settings) : settings;
	const followed = await followJob(kind, jobId, session, careful, state);
	const result = withStartFacts(kind, started.answer, followed);
	const isAttached = started.attempts === 0;
	return isAttached ? forgetIfGone(kind, result, session) : result;
}

/** Starts a job, or finds the item's earlier job, and polls until the job ends. */
export async function runJob(
	kind: JobKind,
	request: ApiRequest,
	session: Session,
	settings: FollowSettings,
): Promise<CallResult> {
	const started = await startOnce(kind, request, session, settings.cancelOnStop);
	return started.ok ? await followStarted(kind, started, session, settings) : started;
}
