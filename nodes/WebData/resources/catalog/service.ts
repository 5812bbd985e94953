import { defineRoute, SERVICE_TIMEOUT_MS } from '../../client/request';
import { omitFields } from '../../errors/details';
import { rowOfCode } from '../../errors/failure';
import {
	type AnyRow,
	defineErrorRows,
	defineServiceRows,
	either,
	type Failure,
	failureOfRow,
} from '../../errors/row';
import { requestRows, scrapeRows } from '../../errors/rows/scrape';
import { headline, serviceText } from '../../errors/text';
import { dataOf, finiteNumber, isObject, type JsonObject, nonEmptyText } from '../../json/json';

export const catalogRows = defineServiceRows({
	catalogNotEnabled: {
		status: 403,
		uncoded: true,
		// The pattern excludes the texts that other rows match: generic texts and texts about key permissions.
		pattern:
			/^(?!.*\b(key|token|scope)s?\b)(.*\bcatalog\b|(?!\W*(forbidden\W*)?$)(?!.*permission))/is,
		message: 'Catalog calls are not enabled for your team',
		cause: 'Your team does not have access to catalog calls, or zero data retention is active.',
		remedy:
			"Ask the service's support team to enable catalog calls for your team. Otherwise, set {apiKey} to the key of a team with this access and without zero data retention.",
	},
	catalogForbidden: {
		status: 403,
		uncoded: true,
		pattern: /^\W*(forbidden\W*)?$/i,
		message: 'Access to catalog calls denied',
		cause:
			'The API key lacks permission, or your team cannot use catalog calls, for example, because zero data retention is active.',
		remedy:
			"Set {apiKey} to a key with the required scope. Otherwise, ask the service's support team to enable catalog calls for your team.",
	},
});

export const callRows = defineErrorRows({
	callFailed: {
		preferServiceText: true,
		message: 'The catalog call failed',
		cause: 'The tool rejected this call or could not execute it, but other calls are not affected.',
		remedy: either('Correct {provider}, {capability}, or {options}.', 'Correct the call.'),
	},
	callMissing: {
		message: 'No result for this call',
		cause: 'The response contains fewer results than the request contains calls.',
		remedy: 'Send the call again in a separate request.',
		possiblyExecuted: true,
	},
	toolNotFound: {
		message: 'Tool not found in the catalog',
		cause: 'The name is misspelled, or the catalog does not list the tool.',
		remedy: 'Choose another tool from the list, or enter the options of this tool as JSON.',
	},
});

const facts = {
	errors: [
		requestRows.zeroDataRetentionActive,
		requestRows.tooManyScrapes,
		// The pattern of a catalog row also matches the text of this row.
		scrapeRows.countryRestricted,
		requestRows.catalogNotSupported,
		requestRows.catalogMixed,
		...Object.values(catalogRows),
	],
	credits: ['data', 'creditsCost'],
	rateClass: 'catalog',
} as const;

export const catalogRoutes = {
	call: defineRoute('POST', 'scrape', {
		...facts,
		idempotency: 'keyed',
		// `timeout` has this default (specification, "Limits").
		serviceTimeoutMs: ({ timeout }) => finiteNumber(timeout) ?? SERVICE_TIMEOUT_MS,
	}),
	/** The request is free of charge, so repeats are safe. */
	findTools: defineRoute('POST', 'scrape', { ...facts, serviceTimeoutMs: 20_000 }),
};

/**
 * Returns one entry per call, in request order, with the name of the result list, or undefined if the response contains
 * no result list.
 */
export function catalogEntries(
	answer: JsonObject,
): { name: string; entries: JsonObject[] } | undefined {
	const data = dataOf(answer);
	// The name of the list is not documented.
	const name = ['catalog', 'alexandria', 'exchange'].find((list) => data[list] !== undefined);
	if (name === undefined) return undefined;
	const results = data[name];
	const list: unknown[] = Array.isArray(results) ? results : [results];
	return { name, entries: list.map((entry) => (isObject(entry) ? entry : { data: entry })) };
}

/** Returns the error of a failed call as an object with a `message`, or undefined if the call succeeded. */
export function entryError({ error }: JsonObject): JsonObject | undefined {
	// `{}` counts as an error, because `JSON.stringify` turns an `Error` into `{}`.
	if (isObject(error)) return error;
	if (!error || (typeof error === 'string' && error.trim() === '')) return undefined;
	const errors: unknown[] = Array.isArray(error) ? error : [error];
	if (errors.length === 0) return undefined;
	const texts = errors.map((each) => {
		const text = isObject(each) ? each.message : each;
		return typeof text === 'string' || typeof text === 'number' ? String(text).trim() : '';
	});
	return { message: texts.filter((text) => text !== '').join('; ') };
}

export const missingCallFailure: Failure = failureOfRow(callRows.callMissing);

const typedFields = {
	code: 'string',
	message: 'string',
	chargeId: 'string',
	status: 'number',
} as const;

export const formatCredits = (credits: number): string =>
	`${credits} ${credits === 1 ? 'credit' : 'credits'}`;

/** Returns the failure of a catalog call from its entry in the response. */
export function failureOfCatalogCall(error: JsonObject, entry: JsonObject = {}): Failure {
	const code = nonEmptyText(error.code);
	const row: AnyRow = rowOfCode(code, nonEmptyText(error.message)) ?? callRows.callFailed;
	const typed = Object.entries(typedFields).filter(([name, type]) => typeof error[name] === type);
	const answer = omitFields(
		error,
		typed.map(([name]) => name),
	);
	const { error: _error, provider: _provider, capability: _capability, ...rest } = entry;
	const facts = Object.entries(rest).filter(([, value]) => value != null);
	const { creditsCost } = entry;
	const isCharged = typeof creditsCost === 'number' && creditsCost > 0;
	const charge = isCharged ? `was charged ${formatCredits(creditsCost)}` : 'was not charged';
	const sentence = typeof creditsCost === 'number' ? ` This call ${charge}.` : '';
	return {
		...failureOfRow(row),
		...headline(
			row.message,
			serviceText({ message: error.message }),
			row.preferServiceText === true,
		),
		cause: `${row.cause}${sentence}`,
		possiblyExecuted: row.possiblyExecuted || isCharged,
		// An individual call in a request cannot be retried.
		retry: 'never',
		code,
		httpCode: typeof error.status === 'number' ? error.status : undefined,
		chargeId: nonEmptyText(error.chargeId),
		facts: { ...(answer && { answer }), ...Object.fromEntries(facts) },
	};
}
