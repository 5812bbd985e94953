import { z } from 'zod';
import type { ApiRequest } from '../../client/request';
import type { ContractIssue } from '../../form/issues';
import { type JsonObject, omitUndefined } from '../../json/json';
import { defineOperation, type Resource } from '../../operation/operation';
import { pageOutputValues, simplifiedPage } from '../../page/output';
import { nestedConflicts, scrapeOptionValues, withFormats } from '../../page/values';
import {
	placeSettings,
	resultOptionsField,
	searchEndpoint,
	searchFields,
	searchFormats,
	searchRequest,
	searchSource,
	timeRange,
	type TimeRange,
	toTbs,
} from './form';
import { searchNotices, type SearchOutput, searchResult, toSearchParts } from './output';

/** The service's default for `limit`, in results. */
const DEFAULT_SEARCH_LIMIT = 10;

/** Minimum wait for a response. A shorter wait could lose pages that the user paid for. */
const MIN_WAIT_MS = 300_000;

const { downloadFiles, fieldPrefix } = pageOutputValues;

const formValues = searchRequest.extend({
	...timeRange,
	sources: z.array(searchSource.extend(timeRange)).optional(),
	scrapeResults: z.boolean().default(false),
	scrapeOptions: scrapeOptionValues.extend({ formats: searchFormats.optional() }).optional(),
	downloadFiles,
	fieldPrefix,
});

type FormValues = z.infer<typeof formValues>;
const withTbs = <Values extends TimeRange>({ dateRange, sortByDate, tbs, ...rest }: Values) => ({
	...rest,
	tbs: toTbs({ dateRange, sortByDate, tbs }),
});

const placed = ({ sources, ...values }: FormValues) =>
	placeSettings(withTbs(values), sources?.map(withTbs));

/** `dateRange` and `tbs` both set the time range. */
const timeConflicts = (
	{ tbs, dateRange }: TimeRange,
	path: (string | number)[],
): ContractIssue[] =>
	tbs !== undefined && dateRange !== undefined
		? [{ path: [...path, 'tbs'], message: 'cannot be combined with {dateRange}' }]
		: [];

const sourceConflicts = ({ sources = [] }: FormValues): ContractIssue[] =>
	sources.flatMap((source, index) => timeConflicts(source, ['sources', index]));

const domainConflicts = ({ includeDomains, excludeDomains }: FormValues): ContractIssue[] =>
	includeDomains !== undefined && excludeDomains !== undefined
		? [{ path: ['includeDomains'], message: 'cannot be combined with {excludeDomains}' }]
		: [];

const conflicts = (values: FormValues): ContractIssue[] => [
	...domainConflicts(values),
	...timeConflicts(values, []),
	...sourceConflicts(values),
	...nestedConflicts(values.scrapeOptions ?? {}, resultOptionsField),
];

const nestedOptions = ({ scrapeResults, scrapeOptions }: FormValues): JsonObject | undefined =>
	scrapeResults ? withFormats(scrapeOptions ?? {}) : undefined;

function toBody(values: FormValues): JsonObject {
	const {
		downloadFiles: _files,
		fieldPrefix: _prefix,
		scrapeResults: _scrape,
		...fields
	} = withTbs(values);
	const { settings, sources } = placed(values);
	return omitUndefined({
		...fields,
		...settings,
		limit: fields.limit === DEFAULT_SEARCH_LIMIT ? undefined : fields.limit,
		sources,
		scrapeOptions: nestedOptions(values),
	});
}

const toRequest = (values: FormValues): ApiRequest => ({
	endpoint: searchEndpoint,
	method: 'POST',
	path: ['search'],
	dataField: 'data',
	body: toBody(values),
	idempotency: 'repeatable',
	serviceTimeoutMs: ({ timeout }) =>
		Math.max(typeof timeout === 'number' ? timeout : 0, MIN_WAIT_MS),
});

const outputOf = (values: FormValues): SearchOutput => ({
	downloadFiles: values.downloadFiles,
	fieldPrefix: values.fieldPrefix,
	scrapeResults: values.scrapeResults,
	scrapeOptions: nestedOptions(values) ?? {},
	sources: placed(values).sources ?? [],
});

const search = defineOperation({
	value: 'search',
	name: 'Search',
	action: 'Search web',
	description: 'Find web pages, news, or images, and optionally scrape the results',
	toolDescription:
		"Searches the web and returns the best results, each with title, URL, and a short description. Use this tool to find pages when you do not know their URL. If you need the whole page, read the result's URL with a scraping tool. Costs credits, so do not repeat a search with the same words.",
	toolDefaults: { limit: 5 },
	fields: searchFields,
	simplifies: true,
	output: searchResult.extend({ metadata: simplifiedPage.shape.metadata }),
	input: formValues,
	conflicts,
	toRequest,
	toParts: (answer, { simplify }, values) => toSearchParts(answer, simplify, outputOf(values)),
	notices: (answer, values, nowMs) => searchNotices(answer, outputOf(values), nowMs),
});

export const searchResource: Resource = {
	value: 'search',
	name: 'Search',
	defaultOperation: 'search',
	operations: [search],
};
