import type { ErrorRow, ServiceRow } from '../errorRow';

export const interactServiceRows = [
	{
		id: 'invalidScrapeId',
		table: 'observed',
		status: 400,
		endpoints: ['interact', 'stopInteract', 'storedScrape'],
		pattern: /invalid (job|scrape) id/i,
		message: "'Scrape ID' must be a UUID",
		cause: 'The scrape ID is not a UUID.',
		remedy: "Set {scrapeId} to the 'metadata.scrapeId' value of a scraped page.",
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'sessionDestroyed',
		table: 'observed',
		status: 410,
		endpoints: ['interact', 'stopInteract'],
		message: 'The browser session has ended',
		cause: 'The browser session of this scrape was stopped or has expired.',
		remedy: 'Scrape the page again. Set {scrapeId} to the new ID.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'sessionNotFound',
		table: 'observed',
		status: 404,
		endpoints: ['interact', 'stopInteract'],
		pattern: /session not found/i,
		message: 'No browser session is open',
		cause:
			'The Interact operation was not used with this scrape, or the browser session has already ended.',
		remedy: 'Check {scrapeId}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'scrapeNotFound',
		table: 'observed',
		status: 404,
		endpoints: ['interact', 'stopInteract', 'storedScrape'],
		message: 'Scrape not found',
		cause:
			'The scrape does not exist, has expired, or belongs to another team, or the server does not store scrapes.',
		remedy:
			"Set {scrapeId} to the 'metadata.scrapeId' value of a page that was scraped with the same credential.",
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
			'The service cannot restore the scraped page, or another session is saving to the same profile.',
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
		cause: 'The code or prompt ended with an error.',
		remedy: 'Check the output in the error details. Correct {code} or {prompt}.',
		retry: 'never',
		possiblyExecuted: false,
	},
] as const satisfies readonly ServiceRow[];

export const interactRows = {
	interactUnsettled: {
		id: 'interactUnsettled',
		message: 'Could not confirm that the interaction was executed',
		cause:
			'An earlier attempt sent the instruction but received no clear response, so the node does not send it again.',
		remedy:
			"Check on the page or in the service's dashboard whether the action was executed. To repeat the action, run the workflow again.",
		retry: 'never',
		possiblyExecuted: true,
	},
} as const satisfies Record<string, ErrorRow>;
