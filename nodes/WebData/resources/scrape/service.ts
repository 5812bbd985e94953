import { defineRoute } from '../../client/request';
import { defineExecutedRows, defineServiceRows, either, isSent } from '../../errors/row';
import { requestRows } from '../../errors/rows/scrape';
import { scrapeTimeoutMs } from '../../page/options';
import { pagesPrice } from '../../page/price';
import { codeTimeoutMs } from '../browserSession/form';

export const interactServiceRows = defineServiceRows({
	invalidScrapeId: {
		status: 400,
		pattern: /invalid (job|scrape) id/i,
		message: "'Scrape ID' must be a UUID",
		cause: 'The service rejected the value.',
		remedy: "Set {scrapeId} to the 'metadata.scrapeId' value of a scraped page.",
	},
	sessionDestroyed: {
		status: 410,
		message: 'The browser session has ended',
		cause: 'The browser session of this scrape was stopped or has expired.',
		remedy: either(
			'Scrape the page again, and set {scrapeId} to the new ID.',
			'Scrape the page again.',
		),
	},
	sessionNotFound: {
		status: 404,
		pattern: /session not found/i,
		message: 'No browser session is open',
		cause: 'The browser session does not exist, or has already ended.',
		remedy: either('Check {scrapeId} and {existingSessionId}.', 'Check {scrapeId}.'),
	},
	scrapeNotFound: {
		status: 404,
		message: 'Scrape not found',
		cause:
			'The scrape has expired or belongs to another team, or the server does not store scrapes.',
		remedy:
			"Set {scrapeId} to the 'metadata.scrapeId' value of a page that was scraped with the same credential.",
	},
	scrapeNotReplayable: {
		status: 409,
		preferServiceText: true,
		message: 'The scraped page cannot be opened again',
		cause:
			'The service cannot restore the scraped page, or another session is saving to the same profile.',
		remedy: 'Scrape the page again, or stop the other session that uses the profile.',
	},
	interactionFailed: {
		status: 200,
		preferServiceText: true,
		message: 'The code or prompt failed on the page',
		cause: 'The code or prompt ended with an error.',
		remedy: (sent) =>
			either(
				`Check the output in the error details, then correct ${isSent(sent, 'code') ? '{code}' : '{prompt}'}.`,
				'Check the output in the error details.',
			),
	},
});

export const interactRows = defineExecutedRows({
	interactUnsettled: {
		message: 'Could not confirm that the interaction was executed',
		cause:
			'An earlier attempt sent the request but received no clear response, so the node does not repeat the request.',
		remedy:
			'Check on the page whether the interaction was executed. To repeat the interaction, run the workflow again.',
	},
});

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
