import { z } from 'zod';
import {
	catalogCall,
	catalogEndpoint,
	catalogRequest,
	requestId,
	type CatalogCall,
} from '../../api/catalog/catalogRequest';
import { toolId } from '../../api/catalog/toolId';
import { scrapeRows } from '../../api/errors/rows/scrape';
import { callApi, type CallResult } from '../../api/http/call';
import type { ApiRequest } from '../../api/http/request';
import type { JsonObject } from '../../api/http/response';
import { defineOperation, type OutputOptions, type OutputPart } from '../operation';
import { catalogFields } from './catalog.fields';
import { mentionedCalls } from './mentionedCalls';
import { callItem, callNotices, toOutputParts } from './output';
import { forSingleTool } from './singleTool';

/** Default of `timeout` (specification: Limits). */
const DEFAULT_CALL_TIMEOUT_MS = 60_000;

const calls = z.array(catalogCall).min(1).max(10);

/** The JSON may contain a single call instead of a list. */
const callsAsJson = z.preprocess((value) => (Array.isArray(value) ? value : [value]), calls);

const toolOptionsSchema = z.record(z.unknown()).optional();

/** Required field of each choice in 'Specify Calls', with the message for an empty field. */
const requiredFields = {
	tool: ['tool', 'is required'],
	fields: ['catalog', 'must contain at least one call'],
	json: ['catalogJson', 'must contain at least one call'],
} as const;

const formValues = catalogRequest
	.extend({
		specifyCalls: z.enum(['tool', 'fields', 'json']).default('tool'),
		tool: toolId.optional(),
		toolOptions: toolOptionsSchema,
		toolOptionsJson: toolOptionsSchema,
		catalog: calls.optional(),
		catalogJson: callsAsJson.optional(),
		requestId: requestId.optional(),
	})
	.superRefine((values, context) => {
		const [field, message] = requiredFields[values.specifyCalls];
		if (values[field] !== undefined) return;
		context.addIssue({ code: 'custom', path: [field], message });
	});

type FormValues = z.infer<typeof formValues>;

function toCalls(values: FormValues): CatalogCall[] {
	const { tool, catalog, catalogJson } = values;
	if (tool === undefined) return catalog ?? catalogJson ?? [];
	const options = values.toolOptions ?? values.toolOptionsJson;
	return [options === undefined ? tool : { ...tool, options }];
}

/** Errors that individual calls can cause. All other errors apply to the whole request. */
const failuresOfCalls: ReadonlySet<string> = new Set([
	scrapeRows.unknownProvider.id,
	scrapeRows.thirdPartyTerms.id,
]);

function withCallNumbers(result: CallResult, values: FormValues): CallResult {
	if (result.ok) return result;
	const { failure } = result;
	if (values.tool !== undefined) return { ...result, failure: forSingleTool(failure, values) };
	if (!failuresOfCalls.has(failure.errorId)) return result;
	const text = `${failure.message} ${failure.serviceMessage ?? ''}`;
	const numbers = mentionedCalls(text, toCalls(values));
	if (numbers.length === 0) return result;
	const labels = numbers.map((number) => `'Call ${number}'`).join(', ');
	const cause = `${failure.cause} The error applies to ${labels}.`;
	const facts = { ...failure.facts, calls: numbers };
	return { ...result, failure: { ...failure, cause, facts } };
}

function toRequest(values: FormValues): ApiRequest {
	const { timeout, origin, integration, requestId: key } = values;
	const siblings = Object.entries({ timeout, origin, integration });
	return {
		endpoint: catalogEndpoint,
		method: 'POST',
		path: ['scrape'],
		body: {
			catalog: toCalls(values),
			...Object.fromEntries(siblings.filter(([, value]) => value !== undefined)),
		},
		headers: key === undefined ? undefined : { 'x-request-id': key },
		idempotency: 'keyed',
		serviceTimeoutMs: timeout ?? DEFAULT_CALL_TIMEOUT_MS,
	};
}

function toParts(answer: JsonObject, options: OutputOptions, values: FormValues): OutputPart[] {
	const parts = toOutputParts(answer, options, toCalls(values));
	if (values.tool === undefined) return parts;
	return parts.map((part) =>
		'failure' in part ? { ...part, failure: forSingleTool(part.failure, values) } : part,
	);
}

export const call = defineOperation({
	value: 'call',
	name: 'Call',
	action: 'Call catalog tools',
	description: 'Execute up to 10 catalog tools in one request, one output item per call',
	toolDescription:
		'Gets data from ready-made catalog tools, identified by provider and capability, and returns one result for each call. Each call costs credits. Do not repeat a call that succeeded.',
	fields: catalogFields,
	simplifies: true,
	output: callItem,
	input: formValues,
	toRequest,
	execute: async (request, session, values) =>
		withCallNumbers(await callApi(request, session), values),
	toParts,
	notices: callNotices,
});
