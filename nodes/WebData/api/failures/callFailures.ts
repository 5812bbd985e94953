// Failures of single catalog calls inside an answer that is a success.

import type { JsonObject } from '../answer';
import type { Failure, FailureRow } from './failure';
import { serviceRows } from './serviceRows';
import { withoutNames } from './structure';
import { textOf } from './text';

const callRows = {
	callFailed: {
		id: 'callFailed',
		message: 'The catalog call failed',
		cause:
			'The tool could not do what this call asks for. The other calls are not concerned, and this one was not charged.',
		remedy:
			'Correct the call. Check {provider}, {capability} and what the tool expects in {options}.',
		retry: 'never',
		mayHaveRun: false,
	},
	callMissing: {
		id: 'callMissing',
		message: 'The answer holds no result for this call',
		cause: 'The service answered fewer calls than were asked for.',
		remedy: 'Send the call again in a request of its own.',
		retry: 'never',
		mayHaveRun: true,
	},
} as const satisfies Record<string, FailureRow>;

const asFailure = ({ id, ...row }: FailureRow): Failure => ({ row: id, ...row });

export const missingCall: Failure = asFailure(callRows.callMissing);

/** What has a place of its own in a failure, where it is of this type. */
const placed = { code: 'string', message: 'string', chargeId: 'string', status: 'number' } as const;

const namesPlacedIn = (error: JsonObject): string[] =>
	Object.entries(placed).flatMap(([name, type]) => (typeof error[name] === type ? [name] : []));

/** The failure that a call's `error` object stands for: `{ code, message, status?, chargeId? }`; what else is in it stays in its facts. */
export function failureOfCall(error: JsonObject): Failure {
	const code = textOf(error.code);
	const known = serviceRows.find((row) => row.code !== undefined && row.code === code);
	const row = asFailure(known ?? callRows.callFailed);
	const answer = withoutNames(error, namesPlacedIn(error));
	return {
		...row,
		message: textOf(error.message) ?? row.message,
		// A call inside an answer cannot be tried again alone under the same request id.
		retry: 'never',
		code,
		httpCode: typeof error.status === 'number' ? error.status : undefined,
		chargeId: textOf(error.chargeId),
		facts: answer && { answer },
	};
}
