import { z } from 'zod';
import { omitFields } from '../../errors/details';
import { rowOfCode } from '../../errors/findRow';
import { type ErrorRow, type Failure, failureOfRow } from '../../errors/row';
import { headline, serviceText } from '../../errors/text';
import { anything, openObject } from '../../operation/body';
import { dataOf, isObject, type JsonObject, nonEmptyText } from '../../json/json';
import { callRows } from './errors';

/** Undocumented field names of the result list in a response. */
const listNames = ['catalog', 'alexandria', 'exchange'] as const;

interface CatalogEntries {
	name: string;
	/** One entry per call, in request order. */
	entries: JsonObject[];
}

/** Returns the results of the calls, or undefined if the response contains no result list. */
export function catalogEntries(answer: JsonObject): CatalogEntries | undefined {
	const data = dataOf(answer);
	const name = listNames.find((listName) => data[listName] !== undefined);
	if (name === undefined) return undefined;
	const results = data[name];
	const list: unknown[] = Array.isArray(results) ? results : [results];
	return { name, entries: list.map((entry) => (isObject(entry) ? entry : { data: entry })) };
}

/** `{}` counts as an error, because `JSON.stringify` turns an `Error` into `{}`. */
const isBlankError = (error: unknown): boolean =>
	!error ||
	(typeof error === 'string' && error.trim() === '') ||
	(Array.isArray(error) && error.length === 0);

const entryErrorText = (error: unknown): string => {
	const text = isObject(error) ? error.message : error;
	return typeof text === 'string' || typeof text === 'number' ? String(text).trim() : '';
};

/** Returns the error of a failed call as an object with a `message`, or undefined if the call succeeded. */
export function entryError({ error }: JsonObject): JsonObject | undefined {
	if (isBlankError(error)) return undefined;
	if (isObject(error)) return error;
	const texts = (Array.isArray(error) ? error : [error]).map(entryErrorText);
	return { message: texts.filter((text) => text !== '').join('; ') };
}

/**
 * Result of one catalog call. The specification does not document these fields. The fields were observed in the live
 * API.
 */
export const catalogResult = openObject({
	data: anything,
	provider: z.string(),
	capability: z.string(),
	creditsCost: z.number().int(),
	records: z.number().int(),
	upstreamStatus: z.number().int(),
	recordedAt: z.string(),
});

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
