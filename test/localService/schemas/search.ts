import { compileDetails, customIssue, type Detail } from './details';
import { formatsOf } from './formats';
import { closedObject, flag, integration, list, oneOfWords, text, texts, typed } from './parts';
import { scrapeFields } from './scrape';
import type { ScrapeOptions } from '../scrape/scrapeRequest';

export type SourceName = 'web' | 'images' | 'news' | 'catalog';
export type CategoryName = 'github' | 'research' | 'pdf' | 'developer';

export interface SearchBody {
	query: string;
	limit?: number;
	sources?: (SourceName | { type: SourceName; tbs?: string })[];
	categories?: (CategoryName | { type: CategoryName })[];
	includeDomains?: string[];
	excludeDomains?: string[];
	tbs?: string;
	timeout?: number;
	highlights?: boolean;
	enterprise?: string[];
	domainTools?: boolean;
	scrapeOptions?: ScrapeOptions;
}

const sources = ['web', 'images', 'news', 'catalog'] as const;
const categories = ['github', 'research', 'pdf', 'developer'] as const;

const webFields = { tbs: text, filter: text, lang: text, country: text, location: text };

const discriminator = { propertyName: 'type' };

/** The service rejects a list of sources that contains both names and objects. */
function namesOrObjects(names: readonly string[], objects: object[]): object {
	return {
		type: 'array',
		if: { type: 'array', items: { type: 'string' } },
		then: { type: 'array', items: { enum: names } },
		else: {
			type: 'array',
			items: { type: 'object', required: ['type'], discriminator, oneOf: objects },
		},
	};
}

const scrapeOptions = closedObject({
	...scrapeFields,
	formats: formatsOf([
		...['markdown', 'html', 'rawHtml', 'links', 'images', 'summary', 'product', 'menu'],
		...['json', 'question', 'highlights', 'query', 'screenshot'],
	]),
});

const check = compileDetails(
	closedObject(
		{
			query: text,
			limit: { type: 'integer', exclusiveMinimum: 0, maximum: 100 },
			sources: namesOrObjects(sources, [
				typed('web', webFields),
				...['images', 'news', 'catalog'].map((name) => typed(name)),
			]),
			categories: namesOrObjects(
				categories,
				categories.map((name) => typed(name)),
			),
			includeDomains: texts,
			excludeDomains: texts,
			tbs: text,
			location: text,
			country: text,
			lang: text,
			filter: text,
			safe: flag,
			timeout: { type: 'integer', exclusiveMinimum: 0 },
			ignoreInvalidURLs: flag,
			highlights: flag,
			asyncScraping: flag,
			enterprise: list(oneOfWords('default', 'anon', 'zdr')),
			scrapeOptions,
			threatProtection: scrapeFields.threatProtection,
			domainTools: flag,
			toolDetail: oneOfWords('compact', 'summary', 'full'),
			origin: text,
			integration,
		},
		['query'],
	),
);

export function searchIssues(raw: unknown): Detail[] {
	const details = check(raw);
	if (details.length > 0) return details;
	const body = raw as SearchBody;
	return [...domainIssues(body), ...categoryIssues(body)];
}

function domainIssues(body: SearchBody): Detail[] {
	const names = ['includeDomains', 'excludeDomains'] as const;
	const message = 'Domain must be a valid hostname without protocol or path';
	const invalid = names.flatMap((name) =>
		(body[name] ?? []).flatMap((domain, index) =>
			isHostname(domain) ? [] : [customIssue([name, index], message)],
		),
	);
	if (invalid.length > 0 || !body.includeDomains || !body.excludeDomains) return invalid;
	return [customIssue([], 'includeDomains and excludeDomains cannot both be specified')];
}

function isHostname(domain: string): boolean {
	return /^([a-z0-9-]+\.)+[a-z0-9-]+$/i.test(domain);
}

function categoryIssues({ categories: chosen = [] }: SearchBody): Detail[] {
	const names = chosen.map((category) => (typeof category === 'string' ? category : category.type));
	if (!names.includes('developer') || names.length === 1) return [];
	return [customIssue([], 'the developer category cannot be combined with other categories')];
}
