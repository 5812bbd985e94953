// Failures of single catalog calls inside an answer that is a success.

import { nonEmptyText, type JsonObject } from '../http/response';
import { failureOfRow, type Failure } from '../errors/failure';
import { serviceRows } from '../errors/rows';
import { callRows } from '../errors/rows/catalog';
import { omitFields } from '../errors/details';

export const missingCallFailure: Failure = failureOfRow(callRows.callMissing);

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
	const row = failureOfRow(known ?? callRows.callFailed);
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
