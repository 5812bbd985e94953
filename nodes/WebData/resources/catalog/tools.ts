import type { ApiRequest } from '../../client/request';
import { type Failure, failureOfRow } from '../../errors/row';
import { scrapeRows } from '../../errors/rows/scrape';
import { isObject, type JsonObject } from '../../json/json';
import { callRows } from './errors';
import { catalogEndpoint, toolIdOf, type ToolName } from './form';
import { catalogEntries, entryError, failureOfCatalogCall } from './service';

/** Providers that list the catalog's tools, in the order in which the node tries them. */
export const toolListProviders = ['catalog', 'firecrawl'] as const;

const LIST_CAPABILITY = 'find-tools';
const TOOLS_PER_PAGE = 50;
const TOOL_LIST_TIMEOUT_MS = 20_000;

export interface ToolQuery {
	query?: string;
	offset?: number;
	/** If set, the response lists only this tool and the tool's options. */
	only?: ToolName;
}

export interface ToolOption {
	name: string;
	type?: string;
	required: boolean;
	description?: string;
	/** Allowed values, or undefined if the service does not list them. */
	choices?: (string | number | boolean)[];
}

export interface ListedTool extends ToolName {
	description?: string;
	creditsCost?: number;
	options?: ToolOption[];
	/** A call must contain at least one of these options. */
	requiresOneOf: string[];
}

export interface ToolPage {
	tools: ListedTool[];
	nextOffset?: number;
}

const queryOptions = ({ query, offset, only }: ToolQuery): JsonObject => ({
	level: 'tools',
	limit: TOOLS_PER_PAGE,
	...(query ? { query } : {}),
	...(offset === undefined ? {} : { offset }),
	...(only === undefined
		? {}
		: { providers: [only.provider], capabilities: [only.capability], expand: ['options'] }),
});

/** Returns the request for one page of tools. Repeats are safe, because the request is free of charge. */
export const findTools = (provider: string, query: ToolQuery): ApiRequest => ({
	endpoint: catalogEndpoint,
	method: 'POST',
	path: ['scrape'],
	body: { catalog: [{ provider, capability: LIST_CAPABILITY, options: queryOptions(query) }] },
	idempotency: 'read',
	serviceTimeoutMs: TOOL_LIST_TIMEOUT_MS,
});

const trimmedText = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

const stringsIn = (value: unknown): string[] =>
	Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

const isChoice = (value: unknown): value is string | number | boolean =>
	['string', 'number', 'boolean'].includes(typeof value);

const optionChoices = ({
	enum: enumeration,
	values,
	choices,
}: JsonObject): ToolOption['choices'] => {
	const list = [enumeration, values, choices].find(Array.isArray)?.filter(isChoice) ?? [];
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
	const names = isObject(item.execute) ? item.execute : item;
	const [provider, capability] = [trimmedText(names.provider), trimmedText(names.capability)];
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

const nextOffset = ({ next }: JsonObject, current: number): number | undefined => {
	const options = isObject(next) && isObject(next.options) ? next.options : {};
	const offset = Number(options.offset);
	return offset > current ? offset : undefined;
};

/** Returns the tools in a response, or the failure that the response reports. */
export function parseToolPage(
	answer: JsonObject,
	query: ToolQuery,
): ToolPage | { failure: Failure } {
	const [entry] = catalogEntries(answer)?.entries ?? [];
	const error = entry === undefined ? undefined : entryError(entry);
	if (error !== undefined) return { failure: failureOfCatalogCall(error) };
	const data = entry !== undefined && isObject(entry.data) ? entry.data : {};
	const items = Array.isArray(data.items) ? data.items.filter(isObject) : [];
	return { tools: items.flatMap(parseTool), nextOffset: nextOffset(data, query.offset ?? 0) };
}

export const isUnknownProvider = ({ errorId }: Failure): boolean =>
	errorId === scrapeRows.unknownProvider.id;

export const toolListUnsupported = (failure: Failure, remedy: string): Failure => ({
	...failure,
	message: 'The service does not list its tools',
	cause: 'The service provides none of the known tools that list the catalog.',
	remedy,
});

export const toolNotFound = (tool: ToolName): Failure => ({
	...failureOfRow(callRows.toolNotFound),
	message: `Tool '${toolIdOf(tool)}' not found in the catalog`,
});
