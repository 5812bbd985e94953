// Call catalogued tools. Specification: POST /v2/scrape in catalog mode, Catalog request idempotency.

import { z } from 'zod';
import { call as callService, type CallResult } from '../../api/client';
import {
	catalogCall,
	catalogRequest,
	requestId,
	type CatalogCall,
} from '../../api/contract/catalog';
import type { ApiRequest } from '../../api/request';
import { defineOperation } from '../operation';
import { partsOf } from './calls';
import { catalogFields } from './fields';

/** Milliseconds that the service takes for catalog calls at most when none are asked for. */
const DEFAULT_TIMEOUT_MS = 60_000;

const calls = z.array(catalogCall).min(1).max(10);

/** A single call may stand alone in JSON. */
const callsAsJson = z.preprocess((value) => (Array.isArray(value) ? value : [value]), calls);

const formValues = catalogRequest
	.extend({
		catalog: calls.optional(),
		catalogJson: callsAsJson.optional(),
		requestId: requestId.optional(),
	})
	.superRefine((values, context) => {
		if (values.catalog !== undefined || values.catalogJson !== undefined) return;
		context.addIssue({ code: 'custom', path: ['catalog'], message: 'must hold at least one call' });
	});

type FormValues = z.infer<typeof formValues>;

const callsOf = ({ catalog, catalogJson }: FormValues): CatalogCall[] =>
	catalog ?? catalogJson ?? [];

/** The calls that the service's words are about, so that the error can name their rows; of a single call there is no doubt. */
const mentioned = (words: string, list: readonly CatalogCall[]): number[] => {
	if (list.length === 1) return [1];
	return list.flatMap(({ provider, capability }, index) =>
		words.includes(provider) || words.includes(capability) ? [index + 1] : [],
	);
};

/** Only an answer that names what it does not like can be about a call: others are about the whole request. */
const aboutCalls: ReadonlySet<string> = new Set(['unknownProvider', 'thirdPartyTerms']);

function namingCalls(result: CallResult, list: readonly CatalogCall[]): CallResult {
	if (result.ok || !aboutCalls.has(result.failure.row)) return result;
	const { failure } = result;
	const rows = mentioned(failure.message, list);
	if (rows.length === 0) return result;
	const which = rows.map((row) => `'Call ${row}'`).join(', ');
	const remedy = `${failure.remedy} This is about ${which}.`;
	return { ...result, failure: { ...failure, remedy, facts: { ...failure.facts, calls: rows } } };
}

function requestOf(values: FormValues): ApiRequest {
	const { requestId: key, catalog: _rows, catalogJson: _json, ...siblings } = values;
	return {
		endpoint: 'catalog',
		method: 'POST',
		path: ['scrape'],
		body: { catalog: callsOf(values), ...siblings },
		headers: key === undefined ? undefined : { 'x-request-id': key },
		replay: 'keyed',
		serviceTimeoutMs: siblings.timeout ?? DEFAULT_TIMEOUT_MS,
	};
}

export const call = defineOperation({
	value: 'call',
	name: 'Call',
	action: 'Call catalog tools',
	description:
		"Run up to 10 tools of the service's catalog in one request, with one output item each",
	fields: catalogFields,
	simplifies: true,
	input: formValues,
	toRequest: requestOf,
	carryOut: async (request, session, values) =>
		namingCalls(await callService(request, session), callsOf(values)),
	read: (answer, reading, values) => partsOf(answer, reading, callsOf(values)),
});
