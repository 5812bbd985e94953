// Why an agent run failed, from its trace or its status, and the failure that it stands for.

import { isObject, type JsonObject } from '../answer';
import type { Failure, FailureRow } from './failure';
import { runRows } from './runRows';
import { traceRows, type TraceCode } from './traceRows';

export const failureOfRow = ({ id, ...row }: FailureRow, facts: JsonObject): Failure => ({
	row: id,
	...row,
	facts,
});

const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

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

/**
 * The reason in a run's events: its own end first, then the last thing that went wrong. Specification:
 * Events, "Terminal events and `error.occurred` events carry"; both places of `retryable` are read.
 */
export function reasonIn(events: readonly JsonObject[]): Reason {
	const last = (type: string) => events.filter((event) => event.type === type).map(reasonOfEvent);
	const ends = [...last('error.occurred'), ...last('run.finished')];
	return ends.reverse().find(({ code }) => code !== undefined) ?? {};
}

/** What the status itself says of the reason, for when the trace cannot be had. */
export const reasonInStatus = (answer: JsonObject): Reason => {
	if (isTraceCode(answer.stopReason)) return { code: answer.stopReason };
	const error = textOf(answer.error) ?? '';
	if (/cancel/i.test(error)) return { code: 'cancelled' };
	return /credit/i.test(error) ? { code: 'credit_limit_reached' } : {};
};

const retryOf = (row: FailureRow['retry'], retryable: boolean | undefined): FailureRow['retry'] => {
	if (retryable === undefined) return row;
	return retryable ? 'backoff' : 'never';
};

/** The failure that a run with the status `failed` stands for; partial results and numbers stay in its facts. */
export function failureOfRun(jobId: string, answer: JsonObject, reason: Reason): Failure {
	const { code, retryable } = reason;
	const row = code === undefined ? runRows.failedWithoutCode : { id: code, ...traceRows[code] };
	const { status, creditsUsed, partial, partialSchemaValid, stopReason, message } = answer;
	return {
		...failureOfRow(
			{ mayHaveRun: true, ...row },
			{
				jobId,
				status,
				creditsUsed,
				partial,
				partialSchemaValid,
				stopReason,
				runMessage: message,
			},
		),
		message: textOf(answer.error) ?? row.message,
		retry: retryOf(row.retry, retryable),
		code,
	};
}
