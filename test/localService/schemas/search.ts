import type { ScrapeOptions } from '../scrape/scrapeRequest';
import { compileDetails, customIssue, type Detail } from './details';
import { formatsOf } from './formats';
import { closedObject, flags, integration, list, oneOfWords, text, texts, typed } from './parts';
import { scrapeFields } from './scrape';

export type SourceName = 'web' | 'images' | 'news' | 'catalog';

export interface SearchBody {
	query: string;
	limit?: number;
	sources?: (SourceName | { type: SourceName })[];
	categories?: (string | { type: string })[];
	includeDomains?: string[];
	excludeDomains?: string[];
	timeout?: number;
	enterprise?: string[];
	domainTools?: boolean;
	scrapeOptions?: ScrapeOptions;
}

const webFields = { tbs: text, filter: text, lang: text, country: text, location: text };
const otherSources = ['images', 'news', 'catalog'];
const categories = ['github', 'research', 'pdf', 'developer'];

/** The service rejects a list that contains both names and objects. */
function namesOrObjects(names: readonly string[], objects: object[]): object {
	const discriminator = { propertyName: 'type' };
	return {
		type: 'array',
		if: { type: 'array', items: text },
		then: list({ enum: names }),
		else: list({ type: 'object', required: ['type'], discriminator, oneOf: objects }),
	};
}

const formats = formatsOf([
	...['markdown', 'html', 'rawHtml', 'links', 'images', 'summary', 'product', 'menu'],
	...['json', 'question', 'highlights', 'query', 'screenshot'],
]);

const sources = [typed('web', webFields), ...otherSources.map((name) => typed(name))];

const schema = {
	query: text,
	limit: { type: 'integer', exclusiveMinimum: 0, maximum: 100 },
	sources: namesOrObjects(['web', ...otherSources], sources),
	categories: namesOrObjects(
		categories,
		categories.map((name) => typed(name)),
	),
	...flags('safe', 'ignoreInvalidURLs', 'highlights', 'asyncScraping', 'domainTools'),
	...webFields,
	includeDomains: texts,
	excludeDomains: texts,
	timeout: { type: 'integer', exclusiveMinimum: 0 },
	enterprise: list(oneOfWords('default', 'anon', 'zdr')),
	scrapeOptions: closedObject({ ...scrapeFields, formats }),
	threatProtection: scrapeFields.threatProtection,
	toolDetail: oneOfWords('compact', 'summary', 'full'),
	origin: text,
	integration,
};

const check = compileDetails(closedObject(schema, ['query']));

export function searchIssues(raw: unknown): Detail[] {
	const details = check(raw);
	if (details.length > 0) return details;
	const body = raw as SearchBody;
	return [...domainIssues(body), ...categoryIssues(body)];
}

function domainIssues(body: SearchBody): Detail[] {
	const message = 'Domain must be a valid hostname without protocol or path';
	const invalid = (['includeDomains', 'excludeDomains'] as const).flatMap((name) =>
		(body[name] ?? []).flatMap((domain, index) =>
			/^([a-z0-9-]+\.)+[a-z0-9-]+$/i.test(domain) ? [] : [customIssue([name, index], message)],
		),
	);
	if (invalid.length > 0 || !body.includeDomains || !body.excludeDomains) return invalid;
	return [customIssue([], 'includeDomains and excludeDomains cannot both be specified')];
}

function categoryIssues({ categories: chosen = [] }: SearchBody): Detail[] {
	const names = chosen.map((category) => (typeof category === 'string' ? category : category.type));
	if (!names.includes('developer') || names.length === 1) return [];
	return [customIssue([], 'the developer category cannot be combined with other categories')];
}
