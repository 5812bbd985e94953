import { sourceType } from '../../client/catalogName';
import { defineRoute, type Price } from '../../client/request';
import { defineServiceRows } from '../../errors/row';
import { requestRows } from '../../errors/rows/scrape';
import { finiteNumber, isObject, type JsonObject, listOf, parseUrl } from '../../json/json';
import { pagePrice, threatCheckPrice } from '../../page/price';

/** The specification does not document the errors of search requests. The open-source server returns them. */
export const searchRows = defineServiceRows({
	searchTimedOut: {
		status: 408,
		code: 'SCRAPE_TIMEOUT',
		message: 'Search timed out',
		cause: 'The search or the scrape of a result took longer than the request timeout.',
		remedy:
			"Allow more time for the search in {timeout}, allow more time for the results with 'Timeout (Ms)' in {scrapeOptions}, or set {limit} to fewer results.",
		retry: 'backoff',
		possiblyExecuted: true,
	},
	searchModeNotEnabled: {
		status: 403,
		pattern: /zero ?data ?retention|\bzdr\b|anonymi[sz]ed|anonymous/i,
		message: 'This type of search is not enabled for your team',
		cause: 'Your team does not have access to the type of search that is selected in {enterprise}.',
		remedy: [
			"Ask the service's support team to enable this type of search.",
			'To use the standard search, remove the entries in {enterprise}.',
		],
	},
	catalogSearchDenied: {
		status: 403,
		pattern: /catalog|alexandria|exchange/i,
		message: 'No access to the catalog',
		cause: 'The search requests catalog tools, and your team does not have access to the catalog.',
		remedy: [
			"Ask the service's support team for access to the catalog.",
			"Otherwise, remove the source 'Catalog' from {sources} and turn off {domainTools}.",
		],
	},
});

/** The open-source server passes on the error responses of its index, which have a format of their own. */
export const paperRows = defineServiceRows({
	paperNotFound: {
		status: 404,
		fromGateway: true,
		message: 'Paper or index not found',
		cause:
			'The index does not contain the paper, or the server, such as a self-hosted server, has no index of papers.',
		remedy: [
			'Check {paperId}.',
			'If the server has no index of papers, set {baseUrl} to the address of a server that has one.',
		],
	},
});

/** Kinds of the results by list. The results of any other list have its name as their kind. */
const listKinds: ReadonlyMap<string, string> = new Map([
	['web', 'web'],
	['news', 'news'],
	['images', 'image'],
	['tools', 'tool'],
	['research', 'paper'],
]);

export interface SearchResult {
	kind: string;
	/** Name of the list that contains the result. */
	list: string;
	/** Position among the results of the same kind, starting at 1. */
	position: number;
	result: JsonObject;
	at: (string | number)[];
}

interface ResultList {
	kind: string;
	list: string;
	entries: unknown[];
	at: string[];
}

/** Returns the lists of an object. The known lists come first. */
function listsIn(object: JsonObject, at: string[]): ResultList[] {
	const names = new Set([...listKinds.keys(), ...Object.keys(object)]);
	return [...names].flatMap((list) => {
		const entries = object[list];
		if (!Array.isArray(entries)) return [];
		return [{ kind: listKinds.get(list) ?? list, list, entries, at: [...at, list] }];
	});
}

/**
 * Returns the lists of results in the order of the output. Some servers return all results as one list in `data`, or the
 * lists without `data`.
 */
export function resultLists(answer: JsonObject): ResultList[] {
	const { data } = answer;
	if (isObject(data)) return listsIn(data, ['data']);
	return Array.isArray(data)
		? [{ kind: 'web', list: 'web', entries: data, at: ['data'] }]
		: listsIn(answer, []);
}

const isSearchResponse = (answer: JsonObject): boolean =>
	isObject(answer.data) || resultLists(answer).length > 0;

/** Returns the number of results that cost credits. Catalog tools and papers are free. */
const countPaidResults = (answer: JsonObject): number =>
	resultLists(answer)
		.filter(({ kind }) => kind !== 'tool' && kind !== 'paper')
		.reduce((sum, { entries }) => sum + entries.length, 0);

function toResult(entry: unknown): JsonObject {
	if (isObject(entry)) return entry;
	return parseUrl(String(entry)) === undefined ? { value: entry } : { url: entry };
}

export function* searchResults(answer: JsonObject): Generator<SearchResult, void> {
	for (const { kind, list, entries, at } of resultLists(answer)) {
		for (const [index, entry] of entries.entries()) {
			const result = toResult(entry);
			yield {
				kind,
				list,
				position: typeof result.position === 'number' ? result.position : index + 1,
				result,
				at: [...at, index],
			};
		}
	}
}

/** The service's default for `limit`, in results. */
export const DEFAULT_SEARCH_LIMIT = 10;

const CREDITS_PER_TEN_RESULTS = 2;
/** With the value `zdr` in `enterprise`. */
const PRIVATE_CREDITS_PER_TEN_RESULTS = 10;

/** The limit applies to each source. The catalog is free. */
function maxPaidResults({ limit, sources = ['web'] }: JsonObject): number {
	const paid = listOf(sources).filter((source) => sourceType(source) !== 'catalog');
	return paid.length * (finiteNumber(limit) ?? DEFAULT_SEARCH_LIMIT);
}

function searchPrice(body: JsonObject): Price {
	const { enterprise, scrapeOptions } = body;
	const results = maxPaidResults(body);
	const isPrivate = listOf(enterprise).includes('zdr');
	const perTen = isPrivate ? PRIVATE_CREDITS_PER_TEN_RESULTS : CREDITS_PER_TEN_RESULTS;
	const ofPage = isObject(scrapeOptions) ? pagePrice(scrapeOptions) : 0;
	const most = perTen * Math.ceil(results / 10) + results * (threatCheckPrice(body) + ofPage);
	return { least: 0, most, field: 'Limit' };
}

/** Minimum wait for a response. A shorter wait could lose pages that the user paid for. */
const MIN_WAIT_MS = 300_000;

export const searchRoute = defineRoute('POST', 'search', {
	rateClass: 'search',
	usesBrowser: true,
	idempotency: 'repeatable',
	errors: [...Object.values(searchRows), requestRows.threatProtectionRefused],
	credits: ['creditsUsed'],
	price: ({ body = {} }) => searchPrice(body),
	lowestPrice: (answer) => CREDITS_PER_TEN_RESULTS * Math.ceil(countPaidResults(answer) / 10),
	listField: 'data',
	isExpected: isSearchResponse,
	serviceTimeoutMs: ({ timeout }) => Math.max(finiteNumber(timeout) ?? 0, MIN_WAIT_MS),
});

/** The open-source server limits the rate of these requests separately. */
const ofPapers = { errors: Object.values(paperRows), rateClass: 'research' } as const;

const getPaper = defineRoute('GET', 'search/research/papers/{paperId}', {
	...ofPapers,
	dataField: 'paper',
});

/** Routes of the index of research papers. */
export const paperRoutes = {
	search: defineRoute('GET', 'search/research/papers', ofPapers),
	get: getPaper,
	/** The open-source server searches the full text of a paper for up to 120 seconds. */
	passages: { ...getPaper, serviceTimeoutMs: 120_000 },
	similar: defineRoute('GET', 'search/research/papers/{paperId}/similar', ofPapers),
};
