import { type ApiRequest, type Endpoint, requestsTo } from '../../client/client';
import { requestRows } from '../../errors/rows/scrape';
import type { JsonObject } from '../../json/json';
import { scrapeTimeoutMs } from '../../page/options';
import { pagesPrice } from '../../page/price';
import { interactServiceRows } from './errors';

export const scrapeEndpoint: Endpoint = {
	rateClass: { POST: 'scrape' },
	usesBrowser: true,
	errors: [
		requestRows.zeroDataRetentionNotEnabled,
		requestRows.zeroDataRetentionActive,
		requestRows.siteNotSupported,
		requestRows.threatProtectionRefused,
		requestRows.tooManyScrapes,
		requestRows.catalogMixed,
		requestRows.profileInUse,
	],
	credits: ['data', 'metadata', 'creditsUsed'],
	price: ({ body = {} }) => pagesPrice([body.url], body),
};

/** Returns the request that scrapes a page. If the request is repeated, the service scrapes the page again. */
export const scrapePage = (body: JsonObject): ApiRequest => ({
	endpoint: scrapeEndpoint,
	method: 'POST',
	path: ['scrape'],
	body,
	dataField: 'data',
	idempotency: 'repeatable',
	serviceTimeoutMs: scrapeTimeoutMs,
});

export const interactEndpoint: Endpoint = {
	rateClass: { POST: 'browserExecute' },
	usesBrowser: true,
	errors: Object.values(interactServiceRows),
};

export const stopInteractEndpoint: Endpoint = {
	rateClass: { DELETE: 'cancel' },
	errors: [
		interactServiceRows.invalidScrapeId,
		interactServiceRows.sessionDestroyed,
		interactServiceRows.sessionNotFound,
		interactServiceRows.scrapeNotFound,
	],
	credits: ['creditsBilled'],
};

export const storedScrapeEndpoint: Endpoint = {
	rateClass: { GET: 'crawlStatus' },
	errors: [
		interactServiceRows.invalidScrapeId,
		interactServiceRows.scrapeNotFound,
		requestRows.needsRetention,
	],
};

export const storedScrapeRequest = (scrapeId: string): ApiRequest =>
	requestsTo(storedScrapeEndpoint)('GET', ['scrape', scrapeId], { dataField: 'data' });
