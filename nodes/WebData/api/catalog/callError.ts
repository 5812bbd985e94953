import { nonEmptyText, type JsonObject } from '../http/response';
import type { ErrorRow } from '../errors/errorRow';
import { failureOfRow, type Failure } from '../errors/failure';
import { rowOfCode } from '../errors/findRow';
import { callRows } from '../errors/rows/catalog';
import { omitFields } from '../errors/details';
import { headline, serviceText } from '../errors/text';

export const missingCallFailure: Failure = failureOfRow(callRows.callMissing);

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

export const formatCredits = (credits: number): string =>
	`${credits} ${credits === 1 ? 'credit' : 'credits'}`;

function chargeSentence({ creditsCost }: JsonObject): string {
	if (typeof creditsCost !== 'number') return '';
	return creditsCost > 0
		? ` This call was charged ${formatCredits(creditsCost)}.`
		: ' This call was not charged.';
}

const isCharged = ({ creditsCost }: JsonObject): boolean =>
	typeof creditsCost === 'number' && creditsCost > 0;

const entryFacts = (entry: JsonObject): JsonObject => {
	const { error: _error, provider: _provider, capability: _capability, ...rest } = entry;
	return Object.fromEntries(Object.entries(rest).filter(([, value]) => value != null));
};

/** Returns the failure of a catalog call from its entry in the response. */
export function failureOfCatalogCall(error: JsonObject, entry: JsonObject = {}): Failure {
	const code = nonEmptyText(error.code);
	const row: ErrorRow = rowOfCode(code, nonEmptyText(error.message)) ?? callRows.callFailed;
	const answer = omitFields(error, typedFieldsIn(error));
	return {
		...failureOfRow(row),
		...headline(
			row.message,
			serviceText({ message: error.message }),
			row.preferServiceText === true,
		),
		cause: `${row.cause}${chargeSentence(entry)}`,
		possiblyExecuted: row.possiblyExecuted || isCharged(entry),
		// An individual call in a request cannot be retried.
		retry: 'never',
		code,
		httpCode: typeof error.status === 'number' ? error.status : undefined,
		chargeId: nonEmptyText(error.chargeId),
		facts: { ...(answer && { answer }), ...entryFacts(entry) },
	};
}
