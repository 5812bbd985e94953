// Why an agent run failed, from its trace or its status, and the failure that it stands for.

import { isObject, nonEmptyText, type JsonObject } from '../http/response';
import type { RetryAdvice } from '../errors/errorRow';
import { failureOfRow, type Failure } from '../errors/failure';
import { runRows } from '../errors/rows/job';
import { traceRows, type TraceCode } from '../errors/rows/trace';

const isTraceCode = (value: unknown): value is TraceCode =>
	typeof value === 'string' && Object.hasOwn(traceRows, value);

/** Why a run failed, as far as anybody says it. */
export interface Reason {
	code?: TraceCode;
	retryable?: boolean;
}

const reasonOfEvent = (event: JsonObject): Reason => {
	const error = isObject(event.error) ? event.error : {};
	const code = [event.outcome, error.code].find(isTraceCode);
	const retryable = [event.retryable, error.retryable].find((said) => typeof said === 'boolean');
	return { code, retryable };
};

/** An agent that another one started ends as that one does: what it says is about itself. */
const isOfSubagent = ({ type, agent, error }: JsonObject): boolean =>
	(isObject(agent) && (agent.role === 'subagent' || nonEmptyText(agent.parentId) !== undefined)) ||
	(type === 'agent.finished' && isObject(error) && error.code === 'parent_finished');

/** The reasons in the events that can tell one, the best witness last: errors, the end of the parent agent, the end of the run. */
const reasonsIn = (events: readonly JsonObject[]): Reason[] =>
	['error.occurred', 'agent.finished', 'run.finished'].flatMap((type) =>
		events.filter((event) => event.type === type).map(reasonOfEvent),
	);

/** What the status itself says of the reason. */
const reasonInStatus = (answer: JsonObject): Reason => {
	const code = [answer.stopReason, answer.code].find(isTraceCode);
	if (code !== undefined) return { code };
	const error = nonEmptyText(answer.error) ?? '';
	if (/cancel/i.test(error)) return { code: 'cancelled' };
	return /credit/i.test(error) ? { code: 'credit_limit_reached' } : {};
};

/**
 * Why a run failed, by its events and its status: its own end, then that of the parent agent, then the last
 * thing that went wrong there, then what the status says, then what went wrong in a subagent. A run ends for a
 * reason of its own, so `parent_finished` is the last that is believed. Specification: Events, "Terminal events
 * and `error.occurred` events carry"; Trace error codes. Both places of `retryable` are read.
 */
export function reasonOfRun(events: readonly JsonObject[], answer: JsonObject): Reason {
	const ofParent = events.filter((event) => !isOfSubagent(event));
	const errorsBelow = events.filter(
		(event) => isOfSubagent(event) && event.type === 'error.occurred',
	);
	const reasons = [
		...reasonsIn(ofParent).reverse(),
		reasonInStatus(answer),
		...reasonsIn(errorsBelow).reverse(),
	].filter(({ code }) => code !== undefined);
	return reasons.find(({ code }) => code !== 'parent_finished') ?? reasons[0] ?? {};
}

const retryOf = (row: RetryAdvice, retryable: boolean | undefined): RetryAdvice => {
	if (retryable === undefined) return row;
	return retryable ? 'backoff' : 'never';
};

/** The failure that a run with the status `failed` stands for; partial results and numbers stay in its facts. */
export function failureOfRun(jobId: string, answer: JsonObject, reason: Reason): Failure {
	const { code, retryable } = reason;
	const row =
		code === undefined
			? runRows.failedWithoutCode
			: { id: code, possiblyExecuted: true, ...traceRows[code] };
	const { status, creditsUsed, partial, partialSchemaValid, stopReason, message } = answer;
	return {
		...failureOfRow(row, {
			jobId,
			status,
			creditsUsed,
			partial,
			partialSchemaValid,
			stopReason,
			runMessage: message,
		}),
		message: nonEmptyText(answer.error) ?? row.message,
		retry: retryOf(row.retry, retryable),
		code,
	};
}
