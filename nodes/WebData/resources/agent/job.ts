import { call } from '../../client/call';
import { noAnswer } from '../../client/client';
import type { JobKind } from '../../client/jobs/job';
import { type Failure, failureOfRow } from '../../errors/row';
import { jobRows, withJobName } from '../../errors/rows/job';
import { headline, serviceText } from '../../errors/text';
import { isObject, type JsonObject, nonEmptyText, objectsIn } from '../../json/json';
import { agentRows, traceRows } from './errors';
import { agentRoutes, traceRequest } from './service';

interface FailureReason {
	/** Code from a trace event or the run status. Later versions of the service may send undocumented codes. */
	code?: string;
	/** Error code of the trace event, if it differs from `code`. */
	traceCode?: string;
	outcome?: string;
	message?: string;
	retryable?: boolean;
}

const isTraceCode = (value: unknown): value is keyof typeof traceRows =>
	typeof value === 'string' && Object.hasOwn(traceRows, value);

const reasonOfEvent = (event: JsonObject): FailureReason => {
	const error = isObject(event.error) ? event.error : {};
	const outcome = nonEmptyText(event.outcome);
	const errorCode = nonEmptyText(error.code);
	const code = [outcome, errorCode].find(isTraceCode) ?? errorCode;
	return {
		code,
		traceCode: errorCode === code ? undefined : errorCode,
		outcome,
		message: nonEmptyText(error.message) ?? nonEmptyText(event.message),
		retryable: [event.retryable, error.retryable].find((value) => typeof value === 'boolean'),
	};
};

/** A subagent ends with `parent_finished` when its parent agent finishes. */
const isOfSubagent = ({ type, agent, error }: JsonObject): boolean =>
	(isObject(agent) && (agent.role === 'subagent' || nonEmptyText(agent.parentId) !== undefined)) ||
	(type === 'agent.finished' && isObject(error) && error.code === 'parent_finished');

const reasonInStatus = (response: JsonObject): FailureReason => {
	const code = [response.stopReason, response.code, response.status].find(isTraceCode);
	if (code !== undefined) return { code };
	const error = nonEmptyText(response.error) ?? '';
	if (/cancel/i.test(error)) return { code: 'cancelled' };
	return /credit/i.test(error) ? { code: 'credit_limit_reached' } : {};
};

const reasonsOf = (type: string, events: readonly JsonObject[]): FailureReason[] =>
	events
		.filter((event) => event.type === type)
		.map(reasonOfEvent)
		.reverse();

function codedReasons(events: readonly JsonObject[], response: JsonObject): FailureReason[] {
	const ofParent = events.filter((event) => !isOfSubagent(event));
	const errors = reasonsOf('error.occurred', ofParent);
	const subagentErrors = reasonsOf('error.occurred', events.filter(isOfSubagent));
	return [
		...reasonsOf('run.finished', ofParent),
		...reasonsOf('agent.finished', ofParent),
		...errors.filter(({ code }) => isTraceCode(code)),
		reasonInStatus(response),
		...subagentErrors.filter(({ code }) => isTraceCode(code)),
		...errors,
	].filter(({ code }) => code !== undefined);
}

/**
 * Returns the reason why a run failed. The sources, from most to least reliable:
 * - the final event of the run
 * - the final event and the last error of the parent agent
 * - the run status
 * - the errors of subagents
 *
 * See "Events" and "Trace error codes" in the specification.
 */
export function reasonOfFailure(
	events: readonly JsonObject[],
	response: JsonObject,
): FailureReason {
	const reasons = codedReasons(events, response);
	const [end = {}] = reasonsOf('run.finished', events);
	const reason = reasons.find(({ code }) => code !== 'parent_finished') ?? reasons[0] ?? end;
	return { ...reason, outcome: end.outcome, retryable: end.retryable ?? reason.retryable };
}

export function failureOfJob(jobId: string, response: JsonObject, reason: FailureReason): Failure {
	const { code, traceCode, outcome, retryable } = reason;
	const { status, creditsUsed, partial, partialSchemaValid, stopReason, message } = response;
	const run = { jobId, status, creditsUsed, partial, partialSchemaValid, stopReason };
	const row = isTraceCode(code) ? traceRows[code] : withJobName(jobRows.jobFailed, 'agent run');
	const retry = retryable ? 'backoff' : 'never';
	const error = nonEmptyText(response.error);
	const traceMessage = reason.message === error ? undefined : reason.message;
	return {
		...failureOfRow(row, { ...run, runMessage: message, outcome, traceCode, traceMessage }),
		...headline(row.message, serviceText({ error, message: traceMessage }), true),
		retry: retryable === undefined ? row.retry : retry,
		code,
	};
}

export const agentJob = {
	name: 'agent run',
	// The specification documents only `failed`. The other statuses were read in the public documentation.
	phases: {
		pending: 'running',
		processing: 'running',
		completed: 'completed',
		failed: 'failed',
		cancelled: 'failed',
	},
	statusOf: ({ status }) => status,
	// The service may set `expiresAt` while the run is still processing.
	hasEnded: ({ data, error, stopReason, completedAt }) =>
		[data, error, stopReason, completedAt].some((value) => value !== undefined && value !== null),
	poll: (jobId) => ({ route: agentRoutes.status, ids: [jobId] }),
	cancel: (jobId) => ({ route: agentRoutes.cancel, ids: [jobId] }),
	async failureOf(jobId, response, client) {
		const trace = await call(traceRequest(jobId), client).catch(noAnswer);
		const reason = reasonOfFailure(objectsIn(trace.events), response);
		const creditsUsed = response.creditsUsed ?? trace.creditsUsed;
		return failureOfJob(jobId, { ...response, creditsUsed }, reason);
	},
	goneErrorId: agentRows.agentJobNotFound.id,
	cancelOutcomes: {
		[agentRows.agentAlreadyFinished.id]: 'alreadyFinished',
		[agentRows.agentAlreadyCancelled.id]: 'alreadyCancelling',
	},
} satisfies JobKind;
