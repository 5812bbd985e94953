// Failures of single catalog calls inside an answer that is a success.

import type { JsonObject } from '../http/response';
import type { Failure, ErrorRow } from '../errors/failure';
import { serviceRows } from '../errors/rows/service';
import { omitFields } from '../errors/details';
import { nonEmptyText } from '../errors/text';

const callRows = {
	callFailed: {
		id: 'callFailed',
		message: 'The catalog call failed',
		cause:
			'The tool could not do what this call asks for. The other calls are not concerned, and this one was not charged.',
		remedy:
			'Correct the call. Check {provider}, {capability} and what the tool expects in {options}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	callMissing: {
		id: 'callMissing',
		message: 'The answer holds no result for this call',
		cause: 'The service answered fewer calls than were asked for.',
		remedy: 'Send the call again in a request of its own.',
		retry: 'never',
		possiblyExecuted: true,
	},
} as const satisfies Record<string, ErrorRow>;

const rowFailure = ({ id, ...row }: ErrorRow): Failure => ({ errorId: id, ...row });

export const missingCallFailure: Failure = rowFailure(callRows.callMissing);

/** What has a place of its own in a failure, where it is of this type. */
const typedFields = {
	code: 'string',
	message: 'string',
	chargeId: 'string',
	status: 'number',
} as const;

const typedFieldsIn = (error: JsonObject): string[] =>
	Object.entries(typedFields).flatMap(([name, type]) =>
		typeof error[name] === type ? [name] : [],
	);

/** The failure that a call's `error` object stands for: `{ code, message, status?, chargeId? }`; what else is in it stays in its facts. */
export function failureOfCatalogCall(error: JsonObject): Failure {
	const code = nonEmptyText(error.code);
	const known = serviceRows.find((row) => row.code !== undefined && row.code === code);
	const row = rowFailure(known ?? callRows.callFailed);
	const answer = omitFields(error, typedFieldsIn(error));
	return {
		...row,
		message: nonEmptyText(error.message) ?? row.message,
		// A call inside an answer cannot be tried again alone under the same request id.
		retry: 'never',
		code,
		httpCode: typeof error.status === 'number' ? error.status : undefined,
		chargeId: nonEmptyText(error.chargeId),
		facts: answer && { answer },
	};
}
