// Call catalogued tools. Specification: POST /v2/scrape in catalog mode, Catalog request idempotency.

import { z } from 'zod';
import type { JsonObject } from '../../api/http/response';
import { callApi as callService, type CallResult } from '../../api/http/call';
import {
	catalogCall,
	catalogRequest,
	requestId,
	type CatalogCall,
} from '../../api/catalog/catalogRequest';
import { toolId } from '../../api/catalog/toolId';
import type { ApiRequest } from '../../api/http/request';
import { defineOperation, type OutputPart, type OutputOptions } from '../operation';
import { callItem, callNotices, toOutputParts } from './output';
import { catalogFields } from './catalog.fields';
import { forSingleTool } from './singleTool';

/** Milliseconds that the service takes for catalog calls at most when none are asked for. */
const DEFAULT_TIMEOUT_MS = 60_000;

const calls = z.array(catalogCall).min(1).max(10);

/** A single call may stand alone in JSON. */
const callsAsJson = z.preprocess((value) => (Array.isArray(value) ? value : [value]), calls);

const toolOptions = z.record(z.unknown()).optional();

const formValues = catalogRequest
	.extend({
		specifyCalls: z.enum(['tool', 'fields', 'json']).default('tool'),
		tool: toolId.optional(),
		toolOptions,
		toolOptionsJson: toolOptions,
		catalog: calls.optional(),
		catalogJson: callsAsJson.optional(),
		requestId: requestId.optional(),
	})
	.superRefine(({ specifyCalls, tool, catalog, catalogJson }, context) => {
		if (specifyCalls === 'tool') {
			if (tool !== undefined) return;
			context.addIssue({ code: 'custom', path: ['tool'], message: 'is required' });
		} else if (catalog === undefined && catalogJson === undefined) {
			context.addIssue({
				code: 'custom',
				path: ['catalog'],
				message: 'must hold at least one call',
			});
		}
	});

type FormValues = z.infer<typeof formValues>;

function callsOf(values: FormValues): CatalogCall[] {
	const { tool, catalog, catalogJson } = values;
	if (tool === undefined) return catalog ?? catalogJson ?? [];
	const options = values.toolOptions ?? values.toolOptionsJson;
	return [options === undefined ? tool : { ...tool, options }];
}

/** The calls that the service's words are about, so that the error can name their rows; of a single call there is no doubt. */
const mentioned = (words: string, list: readonly CatalogCall[]): number[] => {
	if (list.length === 1) return [1];
	return list.flatMap(({ provider, capability }, index) =>
		words.includes(provider) || words.includes(capability) ? [index + 1] : [],
	);
};

/** Only an answer that names what it does not like can be about a call: others are about the whole request. */
const aboutCalls: ReadonlySet<string> = new Set(['unknownProvider', 'thirdPartyTerms']);

function namingCalls(result: CallResult, values: FormValues): CallResult {
	if (result.ok) return result;
	const { failure } = result;
	if (values.tool !== undefined) return { ...result, failure: forSingleTool(failure, values) };
	if (!aboutCalls.has(failure.errorId)) return result;
	const list = callsOf(values);
	const rows = mentioned(`${failure.message} ${failure.serviceMessage ?? ''}`, list);
	if (rows.length === 0) return result;
	const which = rows.map((row) => `'Call ${row}'`).join(', ');
	const cause = `${failure.cause} This is about ${which}.`;
	return { ...result, failure: { ...failure, cause, facts: { ...failure.facts, calls: rows } } };
}

function requestOf(values: FormValues): ApiRequest {
	const { timeout, origin, integration, requestId: key } = values;
	const siblings = Object.entries({ timeout, origin, integration });
	const given = Object.fromEntries(siblings.filter(([, value]) => value !== undefined));
	return {
		endpoint: 'catalog',
		method: 'POST',
		path: ['scrape'],
		body: { catalog: callsOf(values), ...given },
		headers: key === undefined ? undefined : { 'x-request-id': key },
		idempotency: 'keyed',
		serviceTimeoutMs: timeout ?? DEFAULT_TIMEOUT_MS,
	};
}

function toParts(answer: JsonObject, reading: OutputOptions, values: FormValues): OutputPart[] {
	const parts = toOutputParts(answer, reading, callsOf(values));
	if (values.tool === undefined) return parts;
	return parts.map((part) =>
		'failure' in part ? { failure: forSingleTool(part.failure, values) } : part,
	);
}

export const call = defineOperation({
	value: 'call',
	name: 'Call',
	action: 'Call catalog tools',
	description:
		"Run up to 10 tools of the service's catalog in one request, with one output item each",
	toolDescription:
		'Looks up data with ready-made tools of a catalog, named by provider and capability, and returns one result for each call. Every call costs credits, so do not repeat one that has succeeded.',
	fields: catalogFields,
	simplifies: true,
	output: callItem,
	input: formValues,
	toRequest: requestOf,
	execute: async (request, session, values) =>
		namingCalls(await callService(request, session), values),
	toParts,
	notices: callNotices,
});
