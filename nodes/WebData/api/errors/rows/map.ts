import { defineServiceRows } from '../errorRow';

/** The specification does not document the errors of map requests. These errors were observed in the live API. */
export const mapRows = defineServiceRows({
	mapTimedOut: {
		table: 'observed',
		status: 408,
		code: 'MAP_TIMEOUT',
		message: 'Map timed out',
		cause: "Finding the site's links took longer than the request timeout.",
		remedy:
			"Allow more time, or map a smaller part of the site. Increase {timeout}. Enter a longer path in {url}. Set {sitemap} to 'Only'.",
		retry: 'backoff',
		possiblyExecuted: true,
	},
});
