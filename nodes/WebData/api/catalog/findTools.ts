// What tools the catalog has, and what each of them takes: the service tells it through a tool that is free of charge.

import { isObject, type JsonObject } from '../http/response';
import { catalogEntries, entryError } from './catalogResponse';
import { toolIdOf, type ToolName } from './toolId';
import { failureOfCatalogCall } from './callError';
import { failureOfRow, type Failure } from '../errors/failure';
import { callRows } from '../errors/rows/catalog';
import type { ApiRequest } from '../http/request';

/**
 * Providers that are known to offer discovery, in the order in which they are asked. These names are facts of
 * living services and stand in no specification; a service that knows none of them does not list its tools.
 */
export const toolListProviders = ['catalog', 'firecrawl'] as const;

const LIST_CAPABILITY = 'find-tools';
const PAGE_SIZE = 50;
const SERVICE_TIMEOUT_MS = 20_000;

/** What discovery is asked for. */
export interface ToolQuery {
	query?: string;
	offset?: number;
	/** This tool alone, with its contract. */
	only?: ToolName;
}

/** One option of a tool, as its contract says it. */
export interface ToolOption {
	name: string;
	/** The service's own word for the kind of value; none where it gives none. */
	type?: string;
	required: boolean;
	description?: string;
	/** The values to choose from, where there are no others. */
	choices?: (string | number | boolean)[];
}

export interface ListedTool extends ToolName {
	description?: string;
	/** Credits for a call. */
	creditsCost?: number;
	/** None where the answer holds no contract. */
	options?: ToolOption[];
	/** Names of options of which one must be there. */
	requiresOneOf: string[];
}

export interface ToolPage {
	tools: ListedTool[];
	/** Where the next page begins, where there is one. */
	nextOffset?: number;
}

const queryOptions = ({ query, offset, only }: ToolQuery): JsonObject => ({
	level: 'tools',
	limit: PAGE_SIZE,
	...(query ? { query } : {}),
	...(offset === undefined ? {} : { offset }),
	...(only === undefined
		? {}
		: { providers: [only.provider], capabilities: [only.capability], expand: ['options'] }),
});

/** Asks a provider for tools. It costs nothing, so a repeat does no harm and no key is needed. */
export const findTools = (provider: string, query: ToolQuery): ApiRequest => ({
	endpoint: 'catalog',
	method: 'POST',
	path: ['scrape'],
	body: { catalog: [{ provider, capability: LIST_CAPABILITY, options: queryOptions(query) }] },
	idempotency: 'read',
	serviceTimeoutMs: SERVICE_TIMEOUT_MS,
});

const trimmedText = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

const stringsIn = (value: unknown): string[] =>
	Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

const isChoice = (value: unknown): value is string | number | boolean =>
	['string', 'number', 'boolean'].includes(typeof value);

/** Services differ in the name of the list. */
const optionChoices = ({ enum: words, values, choices }: JsonObject): ToolOption['choices'] => {
	const list = [words, values, choices].find(Array.isArray)?.filter(isChoice) ?? [];
	return list.length > 0 ? list : undefined;
};

const parseOption = (option: JsonObject): ToolOption[] => {
	const name = trimmedText(option.name);
	if (name === undefined) return [];
	return [
		{
			name,
			type: trimmedText(option.type)?.toLowerCase(),
			required: option.required === true,
			description: trimmedText(option.description),
			choices: optionChoices(option),
		},
	];
};

const parseTool = (item: JsonObject): ListedTool[] => {
	const called = isObject(item.execute) ? item.execute : item;
	const [provider, capability] = [trimmedText(called.provider), trimmedText(called.capability)];
	if (provider === undefined || capability === undefined) return [];
	return [
		{
			provider,
			capability,
			description: trimmedText(item.description),
			creditsCost: typeof item.creditsCost === 'number' ? item.creditsCost : undefined,
			options: Array.isArray(item.options)
				? item.options.filter(isObject).flatMap(parseOption)
				: undefined,
			requiresOneOf: stringsIn(item.requiresOneOf),
		},
	];
};

const nextOffset = ({ next }: JsonObject, asked: number): number | undefined => {
	const options = isObject(next) && isObject(next.options) ? next.options : {};
	const offset = Number(options.offset);
	return offset > asked ? offset : undefined;
};

/** The tools of an answer, or why it holds none. What is no tool is passed over. */
export function parseToolPage(
	answer: JsonObject,
	asked: ToolQuery,
): ToolPage | { failure: Failure } {
	const [entry] = catalogEntries(answer)?.entries ?? [];
	const error = entry === undefined ? undefined : entryError(entry);
	if (error !== undefined) return { failure: failureOfCatalogCall(error) };
	const data = entry !== undefined && isObject(entry.data) ? entry.data : {};
	const items = Array.isArray(data.items) ? data.items.filter(isObject) : [];
	return { tools: items.flatMap(parseTool), nextOffset: nextOffset(data, asked.offset ?? 0) };
}

/** Specification: General errors, `unknown_provider`. */
export const isUnknownProvider = ({ errorId }: Failure): boolean => errorId === 'unknownProvider';

/** What a service is told to be that knows none of the discoverers; `remedy` is the way out from where it was asked. */
export const toolListUnsupported = (failure: Failure, remedy: string): Failure => ({
	...failure,
	message: 'This service does not list its tools',
	cause: 'It knows none of the tools by which services are known to list theirs.',
	remedy,
});

/** What is said of a tool that discovery does not find. */
export const toolNotFound = (tool: ToolName): Failure => ({
	...failureOfRow(callRows.toolNotFound),
	message: `Tool '${toolIdOf(tool)}' not found in the catalog`,
});
