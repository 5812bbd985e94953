import type { Endpoint } from '../../../nodes/WebData/api/errors/errorRow';
import { creditsOf, mayCost } from '../../../nodes/WebData/api/credits/creditsOf';
import type { ApiRequest } from '../../../nodes/WebData/api/http/request';
import type { JsonObject } from '../../../nodes/WebData/api/http/response';

const results = (count: number) => ({ data: { web: Array.from({ length: count }, () => ({})) } });
const page = { success: true, data: { markdown: '# Hi', metadata: { creditsUsed: 5 } } };

// The field names come from recorded responses. A server without billing reports -1 as the number of credits.
// Without a number, the lowest price counts: 1 credit per page, 2 credits per 10 search results.
test.each<[string, Endpoint, JsonObject, number]>([
	['a scrape', 'scrape', page, 5],
	['a search with the pages of its results', 'search', { data: {}, creditsUsed: 4 }, 4],
	['catalog calls', 'catalog', { data: { catalog: [], creditsCost: 7 } }, 7],
	['an agent run that ended', 'agent', { status: 'completed', data: {}, creditsUsed: 118 }, 118],
	['a crawl', 'crawl', { status: 'scraping', creditsUsed: 2, data: [page.data] }, 2],
	['a batch of a server without billing', 'batchScrape', { creditsUsed: -1, completed: 3 }, 3],
	['a number that is not finite', 'scrape', { data: { metadata: { creditsUsed: 1e999 } } }, 1],
	['a browser session that was closed', 'stopInteract', { success: true, creditsBilled: 6 }, 6],
	['a browser session that was deleted', 'browserSession', { success: true, creditsBilled: 4 }, 4],
	['a check of a monitor', 'monitor', { data: { status: 'completed', actualCredits: 3 } }, 3],
	['a map, whose response states no credits', 'map', { success: true, links: [] }, 1],
	['a search with credits as text', 'search', { creditsUsed: '4', ...results(10) }, 2],
	['a search with 11 results', 'search', results(11), 4],
	['a search without results', 'search', results(0), 0],
	['the credit history of the account', 'account', { creditsUsed: 9 }, 0],
])('creditsOf reads the credits of %s', (_name, endpoint, answer, credits) => {
	expect(creditsOf(endpoint, answer)).toBe(credits);
});

test.each<[string, Pick<ApiRequest, 'method' | 'idempotency'>, boolean]>([
	['a scrape', { method: 'POST', idempotency: 'repeatable' }, true],
	['a catalog call', { method: 'POST', idempotency: 'keyed' }, true],
	['a status check', { method: 'GET', idempotency: 'read' }, false],
	['a preview of parameters', { method: 'POST', idempotency: 'read' }, false],
])('mayCost returns whether the request for %s may cost credits', (_name, request, costs) => {
	expect(mayCost(request as ApiRequest)).toBe(costs);
});
