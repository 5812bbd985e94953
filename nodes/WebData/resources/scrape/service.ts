import { defineRoute } from '../../client/request';
import { requestRows } from '../../errors/rows/scrape';
import { scrapeTimeoutMs } from '../../page/options';
import { pagesPrice } from '../../page/price';
import { codeTimeoutMs } from '../browserSession/form';
import { interactServiceRows } from './errors';

const { invalidScrapeId, scrapeNotFound, sessionDestroyed, sessionNotFound } = interactServiceRows;

export const scrapeRoutes = {
	/** If the request is repeated, the service scrapes the page again. */
	scrape: defineRoute('POST', 'scrape', {
		rateClass: 'scrape',
		usesBrowser: true,
		idempotency: 'repeatable',
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
		dataField: 'data',
		serviceTimeoutMs: scrapeTimeoutMs,
	}),
	get: defineRoute('GET', 'scrape/{scrapeId}', {
		rateClass: 'crawlStatus',
		errors: [invalidScrapeId, scrapeNotFound, requestRows.needsRetention],
		dataField: 'data',
	}),
	interact: defineRoute('POST', 'scrape/{scrapeId}/interact', {
		rateClass: 'browserExecute',
		usesBrowser: true,
		idempotency: 'unsafe',
		errors: Object.values(interactServiceRows),
		serviceTimeoutMs: codeTimeoutMs,
	}),
	stopInteract: defineRoute('DELETE', 'scrape/{scrapeId}/interact', {
		rateClass: 'cancel',
		errors: [invalidScrapeId, sessionDestroyed, sessionNotFound, scrapeNotFound],
		credits: ['creditsBilled'],
		mayBeEmpty: true,
	}),
};
