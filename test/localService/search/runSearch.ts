import { AnswerError } from '../answer';
import type { SearchBody, SourceName } from '../schemas/search';
import { creditsOf, runScrape, type Document } from '../scrape/runScrape';
import type { ScrapeBody } from '../scrape/scrapeRequest';
import type { ServiceState } from '../state';
import { indexedPages, rankedBy, type IndexedPage } from './searchIndex';

const DEFAULT_LIMIT = 10;

type PageSource = Exclude<SourceName, 'catalog'>;

type Result = Record<string, unknown> & { url: string };

export interface SearchOutcome {
	data: Partial<Record<PageSource, Result[]>>;
	count: number;
	/** Credits already charged for the scrapes of the results. */
	scrapeCredits: number;
}

/** Filters, such as the time range and the categories, do not affect the results. */
export async function runSearch(body: SearchBody, state: ServiceState): Promise<SearchOutcome> {
	const { query, limit = DEFAULT_LIMIT, scrapeOptions } = body;
	const matches = rankedBy(query, indexedPages(state), ({ title, text }) => `${title} ${text}`)
		.filter(({ score }) => score > 0)
		.map(({ item }) => item);
	const data: SearchOutcome['data'] = {};
	for (const type of sourcesOf(body)) {
		const found = matches.filter((page) => isOfSource(type, page)).slice(0, limit);
		const results = found.map((page, index) => resultOf(type, page, index + 1));
		if (results.length === 0) continue;
		const isScraped = type !== 'images' && scrapeOptions?.formats?.length;
		const finish = (result: Result): Result | Promise<Result> =>
			isScraped ? withDocument(result, scrapeOptions, state) : result;
		data[type] = await Promise.all(results.map(finish));
	}
	const all = Object.values(data).flat();
	const scrapeCredits = all.reduce((sum, result) => sum + creditsOf(result), 0);
	return { data, count: all.length, scrapeCredits };
}

export function sourceNames({ sources = [] }: SearchBody): SourceName[] {
	return sources.map((source) => (typeof source === 'string' ? source : source.type));
}

function sourcesOf(body: SearchBody): PageSource[] {
	const names = sourceNames(body);
	return names.length === 0 ? ['web'] : names.filter((name) => name !== 'catalog');
}

function isOfSource(type: PageSource, { imageUrl, newsDays }: IndexedPage): boolean {
	if (type === 'images') return imageUrl !== undefined;
	return type === 'web' || newsDays !== undefined;
}

function resultOf(type: PageSource, page: IndexedPage, position: number): Result {
	const { url, title, description, imageUrl, newsDays } = page;
	if (type === 'web') return { url, title, description };
	const picture = imageUrl && { imageUrl };
	if (type === 'images')
		return { title, ...picture, imageWidth: 1280, imageHeight: 720, url, position };
	const date = `${newsDays} day${newsDays === 1 ? '' : 's'} ago`;
	return { title, url, snippet: description, date, ...picture, position };
}

/** A failed scrape does not end the search. */
async function withDocument(
	result: Result,
	options: Partial<ScrapeBody> | undefined,
	state: ServiceState,
): Promise<Result> {
	const { url } = result;
	try {
		return { ...result, ...(await runScrape({ ...options, url }, state)) };
	} catch (error) {
		if (!(error instanceof AnswerError)) throw error;
		const { status: statusCode, body } = error.answer;
		const failed = JSON.parse(body.toString()) as Document;
		return { ...result, metadata: { sourceURL: url, statusCode, error: failed.error } };
	}
}
