import type { Output } from '../../operation/output';
import type { z } from 'zod';
import { callApi, type Result } from '../../client/call';
import type { ApiRequest } from '../../client/request';
import type { Failure } from '../../errors/row';
import { scrapeRows } from '../../errors/rows/scrape';
import type { ContractIssue } from '../../form/issues';
import { type JsonObject, omitUndefined } from '../../json/json';
import { defineOperation, type Resource, type OutputContext } from '../../operation/operation';
import { type CatalogCall, catalogEndpoint, catalogForm } from './form';
import { callItem, callNotices, toOutputParts } from './output';
import { searchTools, toolOptions } from './pickers';

/** Whether the text contains the name as a whole word. For example, `rates` is not a whole word in `exchange-rates`. */
const containsName = (text: string, name: string): boolean =>
	new RegExp(`(?<![\\w-])${name.replace(/\W/g, '\\$&')}(?![\\w-])`).test(text);

/** Returns the numbers of the calls that a text from the service mentions. The first call has the number 1. */
export function mentionedCalls(text: string, calls: readonly CatalogCall[]): number[] {
	if (calls.length === 1) return [1];
	const named = calls.map(({ provider, capability }, index) => ({
		number: index + 1,
		provider: containsName(text, provider),
		capability: containsName(text, capability),
	}));
	const levels = [
		named.filter((call) => call.provider && call.capability),
		named.filter((call) => call.provider),
		named.filter((call) => call.capability),
	];
	return (levels.find((level) => level.length > 0) ?? []).map(({ number }) => number);
}

interface ToolValues {
	/** The options, if the user entered them as JSON. */
	toolOptionsJson?: unknown;
}

const labelOfOptions = ({ toolOptionsJson }: ToolValues): string =>
	toolOptionsJson === undefined ? 'toolOptions' : 'toolOptionsJson';

const replaceFieldNames = (text: string, values: ToolValues): string =>
	text
		.replace(/\{provider\}(?: and \{capability\}|, \{capability\},)/g, '{tool}')
		.replaceAll('{options}', `{${labelOfOptions(values)}}`);

const replacePath = (path: string, values: ToolValues): string =>
	path
		.replace(/^catalog\.0\.options\b/, labelOfOptions(values))
		.replace(/^catalog(\.0(\.provider|\.capability)?)?$/, 'tool');

/** Replaces the field names of a 'Calls' row in a failure with the field names of the single-tool form. */
const forSingleTool = (failure: Failure, values: ToolValues): Failure => ({
	...failure,
	cause: replaceFieldNames(failure.cause, values),
	remedy: replaceFieldNames(failure.remedy, values),
	issues: failure.issues?.map(({ path, message }) => ({
		path: replacePath(path, values),
		message,
	})),
});

/** Default of `timeout` (specification: Limits). */
const DEFAULT_CALL_TIMEOUT_MS = 60_000;

/** Required field of each choice in 'Specify Calls', with the message for an empty field. */
const requiredFields = {
	tool: ['tool', 'is required'],
	fields: ['catalog', 'must contain at least one call'],
	json: ['catalogJson', 'must contain at least one call'],
} as const;

type FormValues = z.infer<typeof catalogForm.input>;

function missingCalls(values: FormValues): ContractIssue[] {
	const [field, message] = requiredFields[values.specifyCalls];
	return values[field] === undefined ? [{ path: [field], message }] : [];
}

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

function withCallNumbers(result: Result, values: FormValues): Result {
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
	return {
		endpoint: catalogEndpoint,
		method: 'POST',
		path: ['scrape'],
		body: omitUndefined({ catalog: toCalls(values), timeout, origin, integration }),
		headers: key === undefined ? undefined : { 'x-request-id': key },
		idempotency: 'keyed',
		serviceTimeoutMs: timeout ?? DEFAULT_CALL_TIMEOUT_MS,
	};
}

function toOutput(answer: JsonObject, context: OutputContext<FormValues>): Output {
	const { values } = context;
	const parts = toOutputParts(answer, context, toCalls(values)).map((part) =>
		'failure' in part && values.tool !== undefined
			? { ...part, failure: forSingleTool(part.failure, values) }
			: part,
	);
	return { parts, notices: callNotices(answer) };
}

const call = defineOperation({
	value: 'call',
	name: 'Call',
	action: 'Call catalog tools',
	description: 'Execute up to 10 catalog tools in one request, one item per call',
	toolDescription:
		'Gets data from ready-made catalog tools, identified by provider and capability, and returns one result for each call. Each call costs credits. Do not repeat a call that succeeded.',
	costs: true,
	form: catalogForm,
	simplifies: true,
	output: callItem,
	conflicts: missingCalls,
	toRequest,
	execute: async (request, client, values) =>
		withCallNumbers(await callApi(request, client), values),
	toOutput,
});

export const catalogResource: Resource = {
	value: 'catalog',
	name: 'Catalog',
	description: 'Ready-made tools from data providers',
	defaultOperation: 'call',
	operations: [call],
	pickers: { searchTools },
	fieldLists: { getToolOptions: toolOptions },
};
