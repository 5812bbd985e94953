import { z } from 'zod';
import { sourceType } from '../../client/catalogName';
import { formatPageStatus, pageStatusError } from '../../errors/page';
import { listSome } from '../../errors/text';
import {
	dataOf,
	hasNoContent,
	isObject,
	type JsonObject,
	listOf,
	nonEmptyText,
} from '../../json/json';
import {
	type Notice,
	noticesOf,
	openObject,
	type OutputContext,
	type OutputPart,
} from '../../operation/operation';
import { filesIn } from '../../page/files';
import { pageNotices, serviceWarning } from '../../page/notices';
import { pagePart, simplifiedPage, simplifyPage } from '../../page/output';
import { page, tool } from '../../page/response';
import { hasSettings, searchFormatTypes, type searchForm } from './form';
import { resultLists, searchResults, type SearchResult } from './service';

/** A paper in the index of papers. The fields were read in the public documentation. */
export const paper = openObject({
	paperId: z.string(),
	primaryId: z.string().describe('arxiv:, pmid:, pmcid:, or doi:, followed by the ID'),
	title: z.string(),
	abstract: z.string(),
	ids: openObject({}).describe('Lists of IDs by source'),
	score: z.number(),
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
	.extend(paper.omit({ title: true }).shape)
	.extend({ metadata: simplifiedPage.shape.metadata });

type SearchContext = OutputContext<ReturnType<typeof searchForm.inputs>>;

/** Whether `data` contains something other than lists of results. */
const hasOtherContent = (answer: JsonObject): boolean =>
	resultLists(answer).length === 0 && Object.keys(dataOf(answer)).length > 0;

/** Returns one output per result, or one output for the whole response if Simplify is off. */
export function* toSearchParts(
	answer: JsonObject,
	{ simplify, own }: SearchContext,
): Generator<OutputPart, void> {
	if (simplify) {
		for (const { kind, position, result } of searchResults(answer)) {
			const json = { kind, ...simplifyPage(result), position };
			yield pagePart(result, { ...own, failOnPageError: false }, { json, at: [] });
		}
		if (!hasOtherContent(answer)) return;
	}
	if (!own.downloadFiles) {
		yield { json: answer };
		return;
	}
	const files = [...searchResults(answer)].flatMap(({ kind, position, result, at }) =>
		filesIn(result, `${own.fieldPrefix}${kind}${position}_`).map((file) => ({
			...file,
			at: [...at, ...(file.at ?? [])],
		})),
	);
	yield { json: answer, files };
}

/** Some servers ignore a source that they do not support. `sources` are names, or objects with settings. */
function sourceNotices(answer: JsonObject, sources: readonly unknown[]): Notice[] {
	const filled = resultLists(answer).filter(({ entries }) => entries.length > 0);
	const lists = new Set(filled.map(({ list }) => list));
	const empty = sources
		.map((source) => String(sourceType(source)))
		.filter((type) => !lists.has(type === 'catalog' ? 'tools' : type));
	return noticesOf(
		sources.some(hasSettings) && {
			text: 'The sources have different settings, which some versions of the service ignore',
			advice: 'To make sure that the settings apply, use a separate search for each source',
		},
		empty.length > 0 &&
			empty.length < sources.length &&
			isObject(answer.data) && {
				text: `The search returned no results for some sources: ${[...new Set(empty)].join(', ')}`,
				advice: 'Some servers do not support these sources. To leave them out, change {sources}',
			},
	);
}

function scrapeProblem({ result }: SearchResult): string | undefined {
	const error = pageStatusError(result);
	if (error !== undefined) return formatPageStatus(error);
	if (!isObject(result.metadata)) return 'no page';
	return nonEmptyText(result.metadata.error);
}

const hasContent = ({ result }: SearchResult): boolean =>
	[...searchFormatTypes, 'answer'].some((name) => !hasNoContent(result[name]));

const MAX_NAMED = 3;

const named = (found: readonly SearchResult[]): string => {
	const texts = found.map((each) => `${String(each.result.url)} (${scrapeProblem(each)})`);
	return listSome(texts, MAX_NAMED);
};

/** Returns notices about the pages of the results. Without formats, a search scrapes no pages. */
function scrapeNotices(answer: JsonObject, { sent, own, nowMs }: SearchContext): Notice[] {
	const scrapeOptions = isObject(sent.scrapeOptions) ? sent.scrapeOptions : {};
	if (listOf(scrapeOptions.formats).length === 0) return [];
	// Some servers do not scrape the pages of images.
	const scraped = [...searchResults(answer)].filter(
		({ kind, result }) =>
			kind === 'web' || kind === 'news' || (kind === 'image' && isObject(result.metadata)),
	);
	const pages = scraped.filter((found) => scrapeProblem(found) === undefined);
	const failed = scraped.filter((found) => scrapeProblem(found) !== undefined);
	const errorPages = failed.filter(hasContent);
	const unscraped = failed.filter((found) => !hasContent(found));
	const of = `of ${scraped.length} results`;
	const context = { scrapeOptions, own, nowMs };
	return noticesOf(
		unscraped.length > 0 && {
			text: `${unscraped.length} ${of} could not be scraped: ${named(unscraped)}`,
			advice: 'These items contain only the search result',
			forModels: true,
			warns: true,
		},
		errorPages.length > 0 && {
			text: `${errorPages.length} ${of} returned an error page: ${named(errorPages)}`,
			advice: 'These items contain the content of the error page',
			forModels: true,
			warns: true,
		},
		pages
			.flatMap(({ result }) => pageNotices(result, context))
			// A redirect needs no hint, because the item already shows the redirect.
			.filter(({ kind }) => kind !== 'redirected')
			.map((notice) => {
				// In a search, some servers replace `maxAge` with 3 days.
				const advice = "To load the page again, scrape its URL with 'Cache: Max Age (Ms)' set to 0";
				return notice.kind === 'oldCopy' ? { ...notice, advice, forModels: true as const } : notice;
			}),
	);
}

export function searchNotices(answer: JsonObject, context: SearchContext): Notice[] {
	const isEmpty = searchResults(answer).next().done === true;
	const isOther = hasOtherContent(answer);
	return noticesOf(
		serviceWarning(answer),
		isEmpty &&
			!isOther && {
				text: 'The search found no results',
				advice: 'Use fewer or different words in {query}, or remove filters from the options',
				forModels: true,
			},
		isOther &&
			context.simplify && {
				text: 'The response contains no list of results, so the item contains the whole response',
				advice: 'Check whether the server supports version 2 of the API',
				warns: true,
			},
		sourceNotices(answer, listOf(context.sent.sources)),
		scrapeNotices(answer, context),
	);
}
