import { pageStatusError, formatPageStatus } from '../../api/errors/pageError';
import { isObject, nonEmptyText, type JsonObject } from '../../api/http/response';
import { searchResults, type SearchResult } from '../../api/search/searchResponse';
import { filesIn } from '../common/pageOutput/files';
import { pageNotices, serviceWarning } from '../common/pageOutput/notices';
import { pagePart } from '../common/pageOutput/pagePart';
import { simplifyPage } from '../common/pageOutput/simplifyPage';
import type { Notice, OutputPart } from '../operation';

export interface SearchOutput {
	downloadFiles: boolean;
	fieldPrefix: string;
	scrapeResults: boolean;
	formats: unknown;
}

const toResultPart = (found: SearchResult, output: SearchOutput): OutputPart => {
	const { kind, position, result } = found;
	const json = { kind, ...simplifyPage(result), position };
	return pagePart(result, { ...output, failOnPageError: false }, { json, at: [] });
};

const toResponsePart = (answer: JsonObject, output: SearchOutput): OutputPart => {
	if (!output.downloadFiles) return { json: answer };
	const files = searchResults(answer).flatMap(({ kind, position, result, at }) =>
		filesIn(result, `${output.fieldPrefix}${kind}${position}_`).map((file) => ({
			...file,
			at: [...at, ...(file.at ?? [])],
		})),
	);
	return { json: answer, files };
};

/** Returns one output per result, or one output for the whole response if Simplify is off. */
export const toSearchParts = (
	answer: JsonObject,
	simplify: boolean,
	output: SearchOutput,
): OutputPart[] =>
	simplify
		? searchResults(answer).map((found) => toResultPart(found, output))
		: [toResponsePart(answer, output)];

const noResults: Notice = {
	kind: 'noResults',
	text: 'The search found no results, so the output contains no items',
	advice: 'Use fewer or different words in {query}, or remove filters from the options',
};

/** Kinds of results with a page that can be scraped. */
const withPage: ReadonlySet<string> = new Set(['web', 'news']);

function scrapeProblem({ result }: SearchResult): string | undefined {
	const status = pageStatusError(result);
	if (status !== undefined) return `HTTP status ${formatPageStatus(status)}`;
	if (!isObject(result.metadata)) return 'no page';
	return nonEmptyText(result.metadata.error);
}

const MAX_NAMED = 3;

function unscrapedResults(results: readonly SearchResult[]): Notice[] {
	const problems = results.flatMap((found) => {
		const problem = scrapeProblem(found);
		return problem === undefined ? [] : [`${String(found.result.url)} (${problem})`];
	});
	if (problems.length === 0) return [];
	const others = problems.length - MAX_NAMED;
	const named = problems.slice(0, MAX_NAMED).join(', ');
	return [
		{
			kind: 'unscrapedResults',
			text: `${problems.length} of ${results.length} results could not be scraped: ${named}${others > 0 ? `, and ${others} more` : ''}`,
			advice: 'These items contain only the search result',
			warns: true,
		},
	];
}

/** A redirect needs no hint, because the item already shows the redirect. */
const isWorthHint = ({ kind }: Notice): boolean => kind !== 'redirected';

export function searchNotices(answer: JsonObject, output: SearchOutput, nowMs: number): Notice[] {
	const results = searchResults(answer);
	const notices = [...serviceWarning(answer), ...(results.length === 0 ? [noResults] : [])];
	if (!output.scrapeResults) return notices;
	const { formats, downloadFiles } = output;
	const pages = results.filter(({ kind }) => withPage.has(kind));
	const scraped = pages.filter((found) => scrapeProblem(found) === undefined);
	const context = { values: { formats, downloadFiles }, nowMs };
	return [
		...notices,
		...unscrapedResults(pages),
		...scraped.flatMap(({ result }) => pageNotices(result, context)).filter(isWorthHint),
	];
}
