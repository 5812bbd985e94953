import { z } from 'zod';
import { call as send } from '../../client/call';
import { serviceError } from '../../client/client';
import type { Failure } from '../../errors/row';
import { scrapeRows } from '../../errors/rows/scrape';
import { dataOf, type JsonObject, mapTexts, omitUndefined, type Path } from '../../json/json';
import {
	anything,
	defineOperation,
	defineResource,
	type Notice,
	openObject,
	type OutputContext,
	type OutputPart,
} from '../../operation/operation';
import { type CatalogCall, catalogForm } from './form';
import { searchTools, toolOptions } from './pickers';
import {
	catalogEntries,
	catalogRoutes,
	entryError,
	failureOfCatalogCall,
	missingCallFailure,
} from './service';

const withCall = (failure: Failure, index: number, call?: CatalogCall): OutputPart => {
	const { provider, capability } = call ?? {};
	const facts = { ...failure.facts, call: index + 1, provider, capability };
	return { failure: { ...failure, facts } };
};

/** Returns one output per call, in the order of the calls. A call without a result becomes a failure. */
export function toOutputParts(
	answer: JsonObject,
	{ simplify, requestId }: Pick<OutputContext, 'simplify' | 'requestId'>,
	calls: readonly CatalogCall[],
): OutputPart[] {
	const results = catalogEntries(answer);
	if (results === undefined) return [{ json: { ...answer, requestId } }];
	const { name, entries } = results;
	return Array.from({ length: Math.max(calls.length, entries.length) }, (_, index): OutputPart => {
		const entry = entries[index];
		if (entry === undefined) return withCall(missingCallFailure, index, calls[index]);
		const error = entryError(entry);
		if (error !== undefined) {
			return withCall(failureOfCatalogCall(error, entry), index, calls[index]);
		}
		// A response may contain more entries than calls, so only the entries of calls repeat the other fields.
		const [rest, data] = index < calls.length ? [answer, dataOf(answer)] : [{}, {}];
		const json = simplify
			? { ...entry, scrapeId: answer.scrape_id, totalCreditsCost: dataOf(answer).creditsCost }
			: { ...rest, data: { ...data, [name]: [entry] } };
		return { json: { ...json, requestId } };
	});
}

export function callNotices(answer: JsonObject): Notice[] {
	const results = catalogEntries(answer);
	if (results === undefined) {
		const text =
			'The response contains no list of results, so the item contains the whole response';
		return [{ text, warns: true }];
	}
	return results.entries.flatMap(({ upstreamStatus: status }, index) => {
		if (typeof status !== 'number' || status < 400) return [];
		const text = `The provider of call ${index + 1} returned HTTP status ${status}`;
		return [{ kind: 'upstreamStatus', text, warns: true }];
	});
}

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

type SentValues = ReturnType<typeof catalogForm.sent>;

/** Returns the path of a field of a 'Calls' row in the single-tool form. */
function toSingleTool(path: Path, options: string): Path {
	const [list, , name, ...inside] = path;
	if (list !== 'catalog') return path;
	return name === 'options' ? [options, ...inside] : ['tool'];
}

/** Replaces the field names of a 'Calls' row in a failure with the field names of the single-tool form. */
function forSingleTool(failure: Failure, { toolOptionsJson }: SentValues): Failure {
	const options = toolOptionsJson === undefined ? 'toolOptions' : 'toolOptionsJson';
	const replaceNames = (text: string): string =>
		text
			.replace(/\{provider\}(?: and \{capability\}|, \{capability\},)/g, '{tool}')
			.replaceAll('{options}', `{${options}}`);
	return {
		...failure,
		...mapTexts({ cause: failure.cause, remedy: failure.remedy }, replaceNames),
		issues: failure.issues?.map(({ path, message }) => ({
			path: toSingleTool(path, options),
			message,
		})),
	};
}

function toCalls(values: SentValues): CatalogCall[] {
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

/** Returns the failure of a request in the words of the form, with the calls to which it applies. */
function failureWithCalls(failure: Failure, values: SentValues): Failure {
	if (values.tool !== undefined) return forSingleTool(failure, values);
	if (!failuresOfCalls.has(failure.errorId)) return failure;
	const text = `${failure.message} ${failure.serviceMessage ?? ''}`;
	const numbers = mentionedCalls(text, toCalls(values));
	if (numbers.length === 0) return failure;
	const labels = numbers.map((number) => `'Call ${number}'`).join(', ');
	const cause = `${failure.cause} The error applies to ${labels}.`;
	return { ...failure, cause, facts: { ...failure.facts, calls: numbers } };
}

const call = defineOperation({
	action: 'Call catalog tools',
	description: 'Call up to 10 catalog tools in one request, and return one item per call',
	toolDescription:
		'Gets data from ready-made catalog tools, identified by provider and capability, and returns one result for each call. Each call costs credits. Do not repeat a call that succeeded.',
	costs: true,
	form: catalogForm,
	simplifies: true,
	// The specification does not document the fields of a result. They were observed in the live API.
	output: openObject({
		data: anything,
		provider: z.string(),
		capability: z.string(),
		creditsCost: z.number().int(),
		records: z.number().int(),
		upstreamStatus: z.number().int(),
		recordedAt: z.string(),
		requestId: z.string(),
		scrapeId: z.string().describe("The service's ID for the request"),
		totalCreditsCost: z.number().describe('Credits for all calls in the request'),
	}),
	conflicts(values) {
		const requiredFields = {
			tool: ['tool', 'is required'],
			fields: ['catalog', 'must contain at least one call'],
			json: ['catalogJson', 'must contain at least one call'],
		} as const;
		const [field, message] = requiredFields[values.specifyCalls];
		return values[field] === undefined ? [{ path: [field], message }] : [];
	},
	toRequest(values) {
		const { timeout, origin, integration, requestId: key } = values;
		return {
			route: catalogRoutes.call,
			body: omitUndefined({ catalog: toCalls(values), timeout, origin, integration }),
			headers: key === undefined ? undefined : { 'x-request-id': key },
		};
	},
	execute: (request, client, { sent }) =>
		send(request, client).catch((thrown: unknown) => {
			const error = serviceError(thrown);
			throw error.with(failureWithCalls(error.failure, sent));
		}),
	toOutput(answer, context) {
		const { sent } = context;
		const parts = toOutputParts(answer, context, toCalls(sent));
		return {
			parts: parts.map((part) =>
				'failure' in part && sent.tool !== undefined
					? { ...part, failure: forSingleTool(part.failure, sent) }
					: part,
			),
			notices: callNotices(answer),
		};
	},
});

export const catalogResource = defineResource({
	value: 'catalog',
	description: 'Ready-made tools from data providers',
	operations: { call },
	pickers: { searchTools },
	fieldLists: { getToolOptions: toolOptions },
});
