import { AnswerError } from '../answer';
import type { CategoryName, SearchBody, SourceName } from '../schemas/search';
import { creditsOf, runScrape, type Document } from '../scrape/runScrape';
import { sentencesAbout } from '../scrape/sentences';
import type { ServiceState } from '../state';
import { rankedBy, relevance } from './relevance';
import { indexedPages, type IndexedPage } from './searchIndex';
import { timeFilterOf } from './timeFilter';

const DEFAULT_LIMIT = 10;
const DAY_MS = 86_400_000;

type PageSource = Exclude<SourceName, 'catalog'>;

type Result = Record<string, unknown> & { url: string };

export interface SearchOutcome {
	data: Partial<Record<PageSource, Result[]>>;
	count: number;
	/** Credits already charged for the scrapes of the results. */
	scrapeCredits: number;
}

export async function runSearch(body: SearchBody, state: ServiceState): Promise<SearchOutcome> {
	const data: SearchOutcome['data'] = {};
	let count = 0;
	for (const { type, tbs } of sourcesOf(body)) {
		const results = resultsOf(type, findPages(type, { ...body, tbs }, state), body, state);
		count += results.length;
		if (results.length === 0) continue;
		data[type] = type === 'images' ? results : await scraped(results, body, state);
	}
	return {
		data,
		count,
		scrapeCredits: Object.values(data)
			.flat()
			.reduce((sum, one) => sum + creditsOf(one), 0),
	};
}

// The top-level `tbs` applies only to sources that are listed by name.
function sourcesOf(body: SearchBody): { type: PageSource; tbs: string | undefined }[] {
	const sources = body.sources?.length ? body.sources : ['web' as const];
	return sources.flatMap((source) => {
		const { type, tbs } =
			typeof source === 'string' ? { type: source, tbs: body.tbs } : { tbs: undefined, ...source };
		return type === 'catalog' ? [] : [{ type, tbs }];
	});
}

type Query = Omit<SearchBody, 'tbs'> & { tbs: string | undefined };

function findPages(type: PageSource, query: Query, state: ServiceState): IndexedPage[] {
	const time = timeFilterOf(query.tbs, state.clock.now());
	const fitting = indexedPages(state)
		.filter((page) => isOfSource(type, page))
		.filter((page) => relevance(query.query, page.text) > 0)
		.filter((page) => isOfDomain(query, new URL(page.url).hostname))
		.filter((page) => isOfCategory(query, page))
		.filter(({ publishedAt }) => publishedAt >= time.from && publishedAt < time.until);
	const ranked = rankedBy(query.query, fitting, (page) => page.text);
	if (time.newestFirst) ranked.sort((a, b) => b.publishedAt - a.publishedAt);
	return ranked.slice(0, query.limit ?? DEFAULT_LIMIT);
}

function isOfSource(type: PageSource, page: IndexedPage): boolean {
	if (type === 'images') return page.image !== undefined;
	return type === 'news' ? page.isNews : true;
}

function isOfDomain({ includeDomains, excludeDomains }: Query, hostname: string): boolean {
	const isListed = (domains: string[]): boolean =>
		domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
	if (includeDomains?.length) return isListed(includeDomains);
	return !isListed(excludeDomains ?? []);
}

function isOfCategory({ categories }: Query, page: IndexedPage): boolean {
	if (!categories?.length) return true;
	const names: (CategoryName | undefined)[] = categories.map((category) =>
		typeof category === 'string' ? category : category.type,
	);
	return names.includes(page.category);
}

function resultsOf(
	type: PageSource,
	pages: readonly IndexedPage[],
	body: SearchBody,
	state: ServiceState,
): Result[] {
	if (type === 'images') return pages.map(imageResult);
	if (type === 'news') return pages.map((page, index) => newsResult(page, index, state));
	return pages.map((page) => webResult(page, body));
}

function webResult(page: IndexedPage, { query, highlights, categories }: SearchBody): Result {
	const { url, title, category } = page;
	const relevant = highlights ? sentencesAbout(page.text, query) : null;
	const description = relevant ?? page.description;
	return { url, title, description, ...(categories && category && { category }) };
}

function newsResult(page: IndexedPage, index: number, state: ServiceState): Result {
	const { url, title, image } = page;
	const days = Math.round((state.clock.now() - page.publishedAt) / DAY_MS);
	const date = `${days} day${days === 1 ? '' : 's'} ago`;
	const imageUrl = image && { imageUrl: image.url };
	return { title, url, snippet: page.description, date, ...imageUrl, position: index + 1 };
}

function imageResult({ url, image }: IndexedPage, index: number): Result {
	return {
		title: image?.title,
		imageUrl: image?.url,
		imageWidth: image?.width,
		imageHeight: image?.height,
		url,
		position: index + 1,
	};
}

async function scraped(
	results: Result[],
	{ scrapeOptions }: SearchBody,
	state: ServiceState,
): Promise<Result[]> {
	if (!scrapeOptions?.formats?.length) return results;
	const scrape = async (result: Result): Promise<Result> => ({
		...result,
		...(await documentOf({ ...scrapeOptions, url: result.url }, state)),
	});
	return await Promise.all(results.map(scrape));
}

/** A failed scrape does not end the search. */
async function documentOf(
	body: Parameters<typeof runScrape>[0],
	state: ServiceState,
): Promise<Document> {
	try {
		return await runScrape(body, state);
	} catch (error) {
		if (!(error instanceof AnswerError)) throw error;
		const { status: statusCode } = error.answer;
		const failed = JSON.parse(error.answer.body.toString()) as { error: string };
		return { metadata: { sourceURL: body.url, statusCode, error: failed.error } };
	}
}
