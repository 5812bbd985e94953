import type { ServiceRow } from '../errorRow';

/** The specification does not document the errors of map requests. These errors were observed in the live API. */
export const mapRows = [
	{
		id: 'mapTimedOut',
		table: 'observed',
		status: 408,
		code: 'MAP_TIMEOUT',
		endpoints: ['map'],
		message: 'Map timed out',
		cause: "Finding the site's links took longer than the request timeout.",
		remedy:
			"Allow more time, or map a smaller part of the site. Increase {timeout}. Enter a longer path in {url}. Set {sitemap} to 'Only'.",
		retry: 'backoff',
		possiblyExecuted: true,
	},
	{
		id: 'needsRetention',
		table: 'observed',
		status: 400,
		endpoints: ['map', 'storedScrape'],
		pattern: /zero data retention/i,
		message: 'Not available with zero data retention',
		cause: 'Zero data retention is enforced for your team, and this operation needs stored data.',
		remedy: 'Use the API key of a team without enforced zero data retention.',
		retry: 'never',
		possiblyExecuted: false,
	},
] as const satisfies readonly ServiceRow[];
