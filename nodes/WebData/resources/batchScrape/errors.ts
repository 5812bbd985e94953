import { defineServiceRows } from '../../errors/row';

/** The error texts in these rows were observed in the live API. */
export const batchScrapeRows = defineServiceRows({
	noValidUrls: {
		table: 'observed',
		status: 400,
		pattern: /no valid urls/i,
		message: 'No valid URLs',
		cause: 'The service accepts none of the URLs, so it did not start the batch scrape.',
		remedy: 'Use absolute URLs of public pages, such as https://example.com/page. Correct {urls}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	batchCredits: {
		table: 'observed',
		status: 402,
		message: 'Insufficient credits for the batch scrape',
		cause: 'The service starts a batch scrape only if at least one credit remains for each URL.',
		remedy: 'Send fewer URLs, turn on pay-as-you-go, or upgrade the plan.',
		retry: 'never',
		possiblyExecuted: false,
	},
});
