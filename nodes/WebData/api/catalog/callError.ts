import { nonEmptyText, type JsonObject } from '../http/response';
import { failureOfRow, type Failure, type IdentifiedRow } from '../errors/failure';
import { serviceRows } from '../errors/rows';
import { callRows } from '../errors/rows/catalog';
import { omitFields } from '../errors/details';
import { headline, serviceText } from '../errors/text';

export const missingCallFailure: Failure = failureOfRow(callRows.callMissing);

/** The fields of a call's error that a failure has too, with their types. */
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

/** The failure of a call with an `error` object: `{ code, message, status?, chargeId? }`; its other fields stay in the facts. */
export function failureOfCatalogCall(error: JsonObject): Failure {
	const code = nonEmptyText(error.code);
	const known = serviceRows.find((row) => row.code !== undefined && row.code === code);
	const row: IdentifiedRow = known ?? callRows.callFailed;
	const answer = omitFields(error, typedFieldsIn(error));
	return {
		...failureOfRow(row),
		...headline(
			row.message,
			serviceText({ message: error.message }),
			row.preferServiceText === true,
		),
		// A single call cannot be repeated under the request id of the whole request.
		retry: 'never',
		code,
		httpCode: typeof error.status === 'number' ? error.status : undefined,
		chargeId: nonEmptyText(error.chargeId),
		facts: answer && { answer },
	};
}
