import type { ErrorRow, ServiceRow } from '../errorRow';

export const interactServiceRows = [
	{
		id: 'sessionDestroyed',
		table: 'observed',
		status: 410,
		endpoints: ['interact'],
		message: 'The session has ended',
		cause: 'The browser session of this scrape was stopped or has run out of time.',
		remedy: 'Scrape the page again. Map its new id into {scrapeId}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'scrapeNotFound',
		table: 'observed',
		status: 404,
		endpoints: ['interact'],
		message: 'Job not found',
		cause: 'No scrape has this id, it has expired, or it belongs to the team of another API key.',
		remedy:
			"Use 'metadata.scrapeId' of a page that was scraped with the same credential. Put it into {scrapeId}.",
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'scrapeNotReplayable',
		table: 'observed',
		status: 409,
		endpoints: ['interact'],
		message: 'The scrape cannot be replayed',
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
		message: 'The code or the prompt failed on the page',
		cause: 'The service ran the code or the prompt on the page, and it ended in a failure.',
		remedy: 'Look at what it printed, which is in the details. Correct {code} or {prompt}.',
		retry: 'never',
		possiblyExecuted: true,
	},
] as const satisfies readonly ServiceRow[];

export const interactRows = {
	interactUnsettled: {
		id: 'interactUnsettled',
		message: 'It is not known whether the page was acted on',
		cause:
			'An earlier try of this node sent the instruction and got no clear answer, so it is not sent again.',
		remedy:
			"Look at the page, or in the service's dashboard, whether it was carried out; to act again, execute the workflow anew.",
		retry: 'never',
		possiblyExecuted: true,
	},
} as const satisfies Record<string, ErrorRow>;
