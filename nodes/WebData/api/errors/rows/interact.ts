import type { ErrorRow, ServiceRow } from '../errorRow';

export const interactServiceRows = [
	{
		id: 'invalidScrapeId',
		table: 'observed',
		status: 400,
		endpoints: ['interact', 'storedScrape'],
		pattern: /invalid (job|scrape) id/i,
		message: "'Scrape ID' must be a UUID",
		cause: 'The ID of the scrape is not a UUID.',
		remedy: "Use 'metadata.scrapeId' of a scraped page. Enter it in {scrapeId}.",
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'sessionDestroyed',
		table: 'observed',
		status: 410,
		endpoints: ['interact'],
		message: 'The browser session has ended',
		cause: 'The browser session of this scrape was stopped or has expired.',
		remedy: 'Scrape the page again. Enter the new ID in {scrapeId}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'sessionNotFound',
		table: 'observed',
		status: 404,
		endpoints: ['interact'],
		pattern: /session not found/i,
		message: 'No browser session is open',
		cause: 'Interact was not used on this scrape, or its browser session has already ended.',
		remedy: 'Check {scrapeId}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'scrapeNotFound',
		table: 'observed',
		status: 404,
		endpoints: ['interact', 'storedScrape'],
		message: 'Scrape not found',
		cause:
			'No scrape has this ID, it has expired, it belongs to the team of another API key, or the server does not store scrapes.',
		remedy:
			"Use 'metadata.scrapeId' of a page that was scraped with the same credential. Enter it in {scrapeId}.",
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'scrapeNotReplayable',
		table: 'observed',
		status: 409,
		endpoints: ['interact'],
		preferServiceText: true,
		message: 'The scraped page cannot be opened again',
		cause:
			'The service cannot load the page again as it was, or another session is saving to the same profile.',
		remedy: 'Scrape the page again, or stop the other session that uses the profile.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'interactionFailed',
		table: 'observed',
		status: 200,
		endpoints: ['interact'],
		preferServiceText: true,
		message: 'The code or prompt failed on the page',
		cause: 'The service ran the code or prompt on the page, and it ended with an error.',
		remedy: 'Check its output in the error details. Correct {code} or {prompt}.',
		retry: 'never',
		// The service reported the outcome, so users have nothing to check before they repeat the request.
		possiblyExecuted: false,
	},
] as const satisfies readonly ServiceRow[];

/** Error rows for failures that the node detects. */
export const interactRows = {
	interactUnsettled: {
		id: 'interactUnsettled',
		message: 'Outcome of the interaction not known',
		cause:
			'An earlier attempt sent the instruction and received no clear response, so it is not sent again.',
		remedy:
			"Check on the page or in the service's dashboard whether the action was executed. Run the workflow again to repeat it.",
		retry: 'never',
		possiblyExecuted: true,
	},
} as const satisfies Record<string, ErrorRow>;
