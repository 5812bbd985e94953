import type { HttpMethod } from '../../transport/http';
import type { ApiRequest } from './request';

/** Endpoints of the same class share one rate limit. */
export interface EndpointClass {
	endpointClass: string;
	/** Whether requests of this class count toward the account's limit on concurrent browsers. */
	usesBrowser: boolean;
}

/**
 * The first matching row applies. Cancel requests have their own class, so that the limits of other classes do not
 * delay them.
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
	const joined = path.join('/');
	const [, , endpointClass = 'account', use] =
		rows.find(([of, pattern]) => (of === 'any' || of === method) && pattern.test(joined)) ?? [];
	return {
		endpointClass: endpoint.limitClass ?? endpointClass,
		usesBrowser: use === 'browser' && endpoint.limitClass === undefined,
	};
}
