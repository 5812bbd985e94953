import { randomUUID } from 'node:crypto';
import { failure, rowFailure, type Issue } from '../answer';
import { compileCheck, customIssue } from '../schemas/check';
import * as parts from '../schemas/parts';
import { type CatalogName, formatsOf, scrapeFields, type ScrapeOptions } from '../schemas/scrape';
import type { ServiceState } from '../state';
import { checkScrapePermissions, creditsOf, runScrape, type Document } from '../web/scrape';
import { indexedPages, rankedBy, type IndexedPage } from '../web/sitePages';
import { recordActivity } from './account';
import { catalogName } from './catalog';
import { toolsFor } from './catalogTools';
import { endpoint } from './endpoint';
import { papersAbout } from './papers';

const { closedObject, flags, list, oneOfWords, text, texts, typed } = parts;

type SourceName = 'web' | 'images' | 'news' | CatalogName;

interface SearchBody {
	query: string;
	limit?: number;
	sources?: (SourceName | { type: SourceName })[];
	categories?: (string | { type: string })[];
	includeDomains?: string[];
	excludeDomains?: string[];
	enterprise?: string[];
	domainTools?: boolean;
	scrapeOptions?: ScrapeOptions;
}

const webFields = { tbs: text, filter: text, lang: text, country: text, location: text };
const otherSources = ['images', 'news'];
const categories = ['github', 'research', 'pdf', 'developer', 'gov'];
const separate = ['developer', 'gov'];

/** The service rejects a list that contains both names and objects. */
function namesOrObjects(names: readonly string[], objects: object[]): object {
	return {
		type: 'array',
		if: { type: 'array', items: text },
		then: list({ enum: names }),
		else: list(parts.taggedUnion(objects)),
	};
}

const formats = formatsOf([
	...['markdown', 'html', 'rawHtml', 'links', 'images', 'summary', 'product', 'menu'],
	'knowledgeGraph',
	...['json', 'question', 'highlights', 'query', 'screenshot'],
]);

function sourcesWith(name: CatalogName): object {
	const others = [...otherSources, name];
	const objects = [typed('web', webFields), ...others.map((other) => typed(other))];
	return namesOrObjects(['web', ...others], objects);
}

const ofCategories = categories.map((name) => typed(name));

const checkWith = (name: CatalogName) =>
	compileCheck(
		closedObject(
			{
				query: text,
				limit: { ...parts.positive, maximum: 100 },
				sources: sourcesWith(name),
				categories: namesOrObjects(categories, ofCategories),
				...flags('safe', 'ignoreInvalidURLs', 'highlights', 'asyncScraping', 'domainTools'),
				...webFields,
				includeDomains: texts,
				excludeDomains: texts,
				timeout: parts.positive,
				enterprise: list(oneOfWords('default', 'anon', 'zdr')),
				scrapeOptions: closedObject({ ...scrapeFields, formats }),
				threatProtection: scrapeFields.threatProtection,
				toolDetail: oneOfWords('compact', 'summary', 'full'),
				...parts.sender,
			},
			['query'],
		),
	);

const checkBody = { catalog: checkWith('catalog'), alexandria: checkWith('alexandria') };

export function searchIssues(raw: unknown, name: CatalogName = 'catalog'): Issue[] {
	const issues = checkBody[name](raw);
	if (issues.length > 0) return issues;
	const { includeDomains, excludeDomains, ...body } = raw as SearchBody;
	const invalid = Object.entries({ includeDomains, excludeDomains }).flatMap(([name, domains]) =>
		(domains ?? []).flatMap((domain, index) =>
			/^([a-z0-9-]+\.)+[a-z0-9-]+$/i.test(domain)
				? []
				: [customIssue([name, index], 'Domain must be a valid hostname without protocol or path')],
		),
	);
	if (includeDomains && excludeDomains) {
		invalid.push(customIssue([], 'includeDomains and excludeDomains exclude each other'));
	}
	const names = categoryNames(body);
	const [only] = names.length > 1 ? names.filter((name) => separate.includes(name)) : [];
	return only === undefined
		? invalid
		: [...invalid, customIssue([], `${only} must be the only category`)];
}

export const search = endpoint('POST /v2/search', async (request, state) => {
	const body = checkedBody(request.body, state);
	const data = await runSearch(body, state);
	const id = randomUUID();
	recordActivity(request, { id, kind: 'search', target: body.query }, state);
	const results = Object.values(data).flat();
	const credits = Math.ceil(results.length / 10) * (keepsNothing(body) ? 10 : 2);
	state.account.charge(credits);
	const creditsUsed = results.reduce((sum, result) => sum + creditsOf(result), credits);
	const tools = asksForTools(body, state) && { tools: toolsFor(state.url) };
	const papers = categoryNames(body).includes('research') && { research: papersAbout(body.query) };
	return { data: { ...data, ...tools, ...papers }, creditsUsed, id };
});

function checkedBody(raw: unknown, state: ServiceState): SearchBody {
	const details = searchIssues(raw, catalogName(state));
	if (details.length > 0) throw failure(400, 'Invalid request body', { details });
	const body = raw as SearchBody;
	if (keepsNothing(body) && !state.settings.zeroDataRetention) {
		throw failure(403, 'Zero Data Retention (ZDR) search is not enabled for your team.');
	}
	if (asksForTools(body, state) && !state.settings.catalogEnabled)
		throw rowFailure('catalogNotEnabled');
	checkScrapePermissions({ ...body.scrapeOptions, url: state.url }, state);
	return body;
}

function asksForTools(body: SearchBody, state: ServiceState): boolean {
	return body.domainTools === true || sourceNames(body).includes(catalogName(state));
}

function categoryNames({ categories: chosen = [] }: Pick<SearchBody, 'categories'>): string[] {
	return chosen.map((category) => (typeof category === 'string' ? category : category.type));
}

function keepsNothing({ enterprise = [] }: SearchBody): boolean {
	return enterprise.includes('zdr');
}

function sourceNames({ sources: chosen = ['web'] }: SearchBody): SourceName[] {
	return chosen.map((source) => (typeof source === 'string' ? source : source.type));
}

type Result = Document & { url: string };

const requiredField = { web: 'url', images: 'imageUrl', news: 'newsDays' } as const;

/** Filters, such as the time range and the categories, do not affect the results. */
async function runSearch(body: SearchBody, state: ServiceState): Promise<Record<string, Result[]>> {
	const { limit = 10, scrapeOptions } = body;
	const pages = pagesAbout(body.query, state);
	const data: Record<string, Result[]> = {};
	const onlyPapers = categoryNames(body).join() === 'research';
	for (const type of sourceNames(body)) {
		if (type === 'catalog' || type === 'alexandria') continue;
		if (type === 'web' && onlyPapers) continue;
		const matches = pages.filter((page) => page[requiredField[type]] !== undefined).slice(0, limit);
		const results = matches.map((page, index) => resultOf(type, page, index + 1));
		const finish = async (result: Result): Promise<Result> => {
			if (!scrapeOptions?.formats?.length) return result;
			return { ...result, ...(await runScrape({ ...scrapeOptions, url: result.url }, state)) };
		};
		if (results.length > 0) data[type] = await Promise.all(results.map(finish));
	}
	return data;
}

function pagesAbout(query: string, state: ServiceState): IndexedPage[] {
	const pages = rankedBy(query, indexedPages(state), (page) => `${page.title} ${page.text}`);
	return pages.filter(({ score }) => score > 0).map(({ item }) => item);
}

function resultOf(type: keyof typeof requiredField, page: IndexedPage, position: number): Result {
	const { url, title, description, imageUrl, newsDays } = page;
	if (type === 'web') return { url, title, description };
	const picture = imageUrl && { imageUrl };
	if (type === 'images') {
		return { title, ...picture, imageWidth: 1280, imageHeight: 720, url, position };
	}
	const date = `${newsDays} day${newsDays === 1 ? '' : 's'} ago`;
	return { title, url, snippet: description, date, ...picture, position };
}
