import type { HttpMethod } from '../../transport/http';
import type { ApiRequest } from './request';

/** The endpoints that share a rate limit, and whether their requests count toward the limit on concurrent browsers. */
export interface EndpointClass {
	endpointClass: string;
	usesBrowser: boolean;
}

/**
 * Method, path and class; the first match is used. Cancels and catalog calls have separate classes: a cancel must not
 * be delayed because other requests were refused, and a catalog call needs no browser.
 */
const rows: readonly (readonly [HttpMethod | 'any', RegExp, string, 'browser'?])[] = [
	['DELETE', /^(?:agent|crawl|batch|scrape)\//, 'cancel'],
	['any', /^scrape\/[^/]+\/interact$/, 'browserExecute', 'browser'],
	['POST', /^scrape$/, 'scrape', 'browser'],
	['POST', /^(?:batch\/scrape|parse\/upload-url)/, 'batchScrape'],
	['POST', /^parse$/, 'parse', 'browser'],
	['POST', /^search$/, 'search', 'browser'],
	['POST', /^map$/, 'map'],
	['POST', /^(?:crawl|monitor)(?:\/|$)/, 'crawl'],
	['any', /^(?:scrape|crawl|batch|monitor|concurrency-check)(?:\/|$)/, 'crawlStatus'],
	['POST', /^(?:agent|extract)$/, 'extract'],
	['any', /^(?:agent|extract)(?:\/|$)/, 'extractStatus'],
	['POST', /^interact$/, 'browser', 'browser'],
	['any', /^interact(?:\/|$)/, 'browserExecute'],
];

export function endpointClassOf({ endpoint, method, path }: ApiRequest): EndpointClass {
	if (endpoint === 'catalog') return { endpointClass: 'catalog', usesBrowser: false };
	const joined = path.join('/');
	const row = rows.find(([of, pattern]) => (of === 'any' || of === method) && pattern.test(joined));
	return { endpointClass: row?.[2] ?? 'account', usesBrowser: row?.[3] === 'browser' };
}
