import type { ServiceRow } from '../errorRow';

/**
 * Error rows for search requests. The specification does not document these errors; they were observed in the live API.
 */
export const searchRows = [
	{
		id: 'searchTimedOut',
		table: 'observed',
		status: 408,
		code: 'SCRAPE_TIMEOUT',
		endpoints: ['search'],
		message: 'Search timed out',
		cause: 'The search, or a page of its results, took longer than the request allows.',
		remedy: 'Allow more time, or request less. Increase {timeout}. Lower {limit}.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
	{
		id: 'searchModeNotEnabled',
		table: 'observed',
		status: 403,
		endpoints: ['search'],
		pattern: /zero ?data ?retention|\bzdr\b|anonymi[sz]ed|anonymous/i,
		message: 'This kind of search is not enabled for your team',
		cause:
			'The request asks for a search without data retention, which is not enabled for your team.',
		remedy:
			'Ask the provider to enable this search for your team. Remove the entries of {enterprise} to use the standard search.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'catalogSearchDenied',
		table: 'observed',
		status: 403,
		endpoints: ['search'],
		pattern: /catalog|alexandria|exchange/i,
		message: 'No access to the catalog',
		cause: 'The search asks for catalog tools, and your team has no access to the catalog.',
		remedy:
			"Ask the provider for access. Remove the source 'Catalog' from {sources}, and turn off {domainTools}.",
		retry: 'never',
		possiblyExecuted: false,
	},
] as const satisfies readonly ServiceRow[];
