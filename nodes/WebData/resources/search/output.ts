import { z } from 'zod';
import { formatPageStatus, pageStatusError } from '../../errors/page';
import { openObject } from '../../operation/body';
import { dataOf, hasNoContent, isObject, type JsonObject, nonEmptyText } from '../../json/json';
import { type Notice, noticesOf, type OutputPart } from '../../operation/output';
import { filesIn } from '../../page/files';
import { pageNotices, serviceWarning } from '../../page/notices';
import { pagePart, simplifyPage } from '../../page/output';
import { page, tool } from '../../page/response';
import { hasSettings, searchFormatTypes } from './form';
import { sourceType } from '../../client/catalogName';
import { resultLists, searchResults, type SearchResult } from './results';

/** A paper in the index of papers. The fields were read in the public documentation. */
export const paper = openObject({
	paperId: z.string(),
	primaryId: z.string().describe('arxiv:, pmid:, pmcid:, or doi:, followed by the ID'),
	title: z.string(),
	abstract: z.string(),
	ids: openObject({}).describe('Lists of IDs by source'),
	score: z.number(),
});

export const paperWithPassages = openObject({
	...paper.omit({ primaryId: true, score: true }).shape,
	authors: z.string().describe('Names, separated by commas'),
	categories: z.array(z.string()),
	createdDate: z.string(),
	updateDate: z.string(),
	passages: z.array(openObject({ text: z.string(), score: z.number() })),
});

export const relatedPaper = openObject({
	...paper.shape,
	signals: openObject({
		structural: z.number(),
		semantic: z.number(),
		articleRank: z.number(),
		seedOverlap: z.number().int().describe('Number of given papers to which the paper is related'),
	}),
});

export const searchResult = openObject({
	kind: z
		.string()
		.describe('web, news, image, tool, or paper. Any other source has the name of its list.'),
	position: z.number().describe('Position among the results of the same kind, starting at 1'),
	title: z.string(),
	url: z.string(),
	description: z.string(),
	snippet: z.string(),
	date: z.string(),
	category: z.string(),
	imageUrl: z.string(),
	imageWidth: z.number(),
	imageHeight: z.number(),
})
	.extend(page.omit({ tools: true }).shape)
	.extend(tool.omit({ description: true }).shape)
	.extend(paper.omit({ title: true }).shape);

export interface SearchOutput {
	downloadFiles: boolean;
	fieldPrefix: string;
	scrapeResults: boolean;
	scrapeOptions: JsonObject;
	simplify: boolean;
	/** The sources as sent: names, or objects with settings. */
	sources: readonly unknown[];
}

const toResultPart = (found: SearchResult, output: SearchOutput): OutputPart => {
	const { kind, position, result } = found;
	const json = { kind, ...simplifyPage(result), position };
	return pagePart(result, { ...output, failOnPageError: false }, { json, at: [] });
};

const toResponsePart = (answer: JsonObject, output: SearchOutput): OutputPart => {
	if (!output.downloadFiles) return { json: answer };
	const files = [...searchResults(answer)].flatMap(({ kind, position, result, at }) =>
		filesIn(result, `${output.fieldPrefix}${kind}${position}_`).map((file) => ({
			...file,
			at: [...at, ...(file.at ?? [])],
		})),
	);
	return { json: answer, files };
};

/** Whether `data` contains something other than lists of results. */
const hasOtherContent = (answer: JsonObject): boolean =>
	resultLists(answer).length === 0 && Object.keys(dataOf(answer)).length > 0;

/** Returns one output per result, or one output for the whole response if Simplify is off. */
export function* toSearchParts(
	answer: JsonObject,
	output: SearchOutput,
): Generator<OutputPart, void> {
	if (output.simplify) {
		for (const result of searchResults(answer)) yield toResultPart(result, output);
	}
	if (!output.simplify || hasOtherContent(answer)) yield toResponsePart(answer, output);
}

const noResults: Notice = {
	kind: 'noResults',
	text: 'The search found no results, so the output contains no items',
	advice: 'Use fewer or different words in {query}, or remove filters from the options',
};

const otherContent: Notice = {
	kind: 'otherContent',
	text: 'The response contains no list of results, so the item contains the whole response',
	advice: 'Check whether the server supports version 2 of the API',
	warns: true,
};

const oneList: Notice = {
	kind: 'oneList',
	text: "The response contains one list instead of a list for each source, so all items have the kind 'web'",
};

const dataListOf = (source: unknown): string => {
	const type = sourceType(source);
	return type === 'catalog' ? 'tools' : String(type);
};

/** Some servers ignore a source that they do not support. */
function sourceNotices(answer: JsonObject, sources: readonly unknown[]): Notice[] {
	const filled = resultLists(answer).filter(({ entries }) => entries.length > 0);
	const lists = new Set(filled.map(({ list }) => list));
	const isEmpty = (source: unknown): boolean => !lists.has(dataListOf(source));
	const empty = sources.filter(isEmpty).map((source) => String(sourceType(source)));
	return noticesOf(
		sources.some(hasSettings) && {
			kind: 'sourceSettings',
			text: 'The sources have different settings, which some servers ignore',
			advice: 'To apply the settings on every server, use a separate search for each source',
		},
		empty.length > 0 &&
			empty.length < sources.length &&
			isObject(answer.data) && {
				kind: 'emptySources',
				text: `The search returned no results for some sources: ${[...new Set(empty)].join(', ')}`,
				advice: 'The server may not support these sources. To leave them out, change {sources}',
			},
	);
}

/** Some servers do not scrape the pages of images. */
const isScraped = ({ kind, result }: SearchResult): boolean =>
	kind === 'web' || kind === 'news' || (kind === 'image' && isObject(result.metadata));

function scrapeProblem({ result }: SearchResult): string | undefined {
	const error = pageStatusError(result);
	if (error !== undefined) return formatPageStatus(error);
	if (!isObject(result.metadata)) return 'no page';
	return nonEmptyText(result.metadata.error);
}

const contentFields = [...searchFormatTypes, 'answer'];

const hasContent = ({ result }: SearchResult): boolean =>
	contentFields.some((name) => !hasNoContent(result[name]));

const MAX_NAMED = 3;

const named = (found: readonly SearchResult[]): string => {
	const texts = found.map((each) => `${String(each.result.url)} (${scrapeProblem(each)})`);
	const others = texts.length - MAX_NAMED;
	return `${texts.slice(0, MAX_NAMED).join(', ')}${others > 0 ? `, and ${others} more` : ''}`;
};

function pageProblems(results: readonly SearchResult[]): Notice[] {
	const failed = results.filter((found) => scrapeProblem(found) !== undefined);
	const errorPages = failed.filter(hasContent);
	const unscraped = failed.filter((found) => !hasContent(found));
	const of = `of ${results.length} results`;
	return noticesOf(
		unscraped.length > 0 && {
			kind: 'unscrapedResults',
			text: `${unscraped.length} ${of} could not be scraped: ${named(unscraped)}`,
			advice: 'These items contain only the search result',
			warns: true,
		},
		errorPages.length > 0 && {
			kind: 'errorPages',
			text: `The pages of ${errorPages.length} ${of} are error pages: ${named(errorPages)}`,
			advice: 'These items contain the content of the error page',
			warns: true,
		},
	);
}

/** In a search, some servers replace `maxAge` with 3 days. */
const withSearchAdvice = (notice: Notice): Notice =>
	notice.kind === 'oldCopy'
		? { ...notice, advice: 'To load the page again, use the Scrape operation with its URL' }
		: notice;

/** A redirect needs no hint, because the item already shows the redirect. */
const isWorthHint = ({ kind }: Notice): boolean => kind !== 'redirected';

export function searchNotices(answer: JsonObject, output: SearchOutput, nowMs: number): Notice[] {
	const isEmpty = searchResults(answer).next().done === true;
	const isOther = hasOtherContent(answer);
	const notices = noticesOf(
		serviceWarning(answer),
		isEmpty && !isOther && noResults,
		isOther && output.simplify && otherContent,
		Array.isArray(answer.data) && output.simplify && oneList,
		sourceNotices(answer, output.sources),
	);
	if (!output.scrapeResults) return notices;
	const { scrapeOptions, downloadFiles } = output;
	const pages = [...searchResults(answer)].filter(isScraped);
	const scraped = pages.filter((found) => scrapeProblem(found) === undefined);
	const context = { merged: { ...scrapeOptions, downloadFiles }, nowMs };
	return [
		...notices,
		...pageProblems(pages),
		...scraped
			.flatMap(({ result }) => pageNotices(result, context))
			.filter(isWorthHint)
			.map(withSearchAdvice),
	];
}
