import { randomUUID } from 'node:crypto';
import { refuse, rowFailure, type Issue } from '../answer';
import { compileCheck, targetUrlIssues, withScheme } from '../schemas/check';
import { closedObject, flags, number, text, texts } from '../schemas/parts';
import { scrapeFields } from '../schemas/scrape';
import { indexedPages, rankedBy } from '../web/sitePages';
import { recordActivity } from './account';
import { crawlerFields } from './crawl';
import { endpoint } from './endpoint';

const MAP_CREDITS = 1;
const DEFAULT_LIMIT = 5000;

interface MapBody {
	url: string;
	search?: string;
	limit?: number;
}

const { headers, threatProtection, auditMetadata } = scrapeFields;

const check = compileCheck(
	closedObject(
		{
			...crawlerFields,
			...flags('includeSubdomains', 'filterByPath', 'useIndex', 'ignoreCache'),
			search: text,
			limit: { ...number, minimum: 1, maximum: 100_000 },
			timeout: { ...number, exclusiveMinimum: 0 },
			location: closedObject({ country: text, languages: texts }),
			headers,
			threatProtection,
			auditMetadata,
		},
		['url'],
	),
);

export function mapIssues(raw: unknown): Issue[] {
	return [...check(raw), ...targetUrlIssues((raw as Partial<MapBody> | null)?.url, ['url'])];
}

/** The map contains the prepared pages below the URL. Only `search` and `limit` have an effect. */
export const map = endpoint('POST /v2/map', (request, state) => {
	refuse(mapIssues(request.body));
	const { url: given, search = '', limit = DEFAULT_LIMIT } = request.body as MapBody;
	const url = withScheme(given);
	if (state.account.remaining <= 0) throw rowFailure('insufficientCreditsScrape');
	state.account.charge(MAP_CREDITS);
	const id = randomUUID();
	recordActivity(request, { id, kind: 'map', target: url }, state);
	const pages = indexedPages(state).filter((page) => page.url.startsWith(url));
	const links = rankedBy(search, pages, (page) => page.url)
		.slice(0, limit)
		.map(({ item }) => ({ url: item.url, title: item.title, description: item.description }));
	return { id, links };
});
