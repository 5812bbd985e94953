import { defineServiceRows } from '../../errors/row';

/** The specification does not document the errors of search requests. The open-source server returns them. */
export const searchRows = defineServiceRows({
	searchTimedOut: {
		status: 408,
		code: 'SCRAPE_TIMEOUT',
		message: 'Search timed out',
		cause: 'The search or the scrape of a result took longer than the request timeout.',
		remedy:
			"Allow more time for the search in {timeout}, allow more time for the results with 'Timeout (Ms)' in {scrapeOptions}, or set {limit} to fewer results.",
		retry: 'backoff',
		possiblyExecuted: true,
	},
	searchModeNotEnabled: {
		status: 403,
		pattern: /zero ?data ?retention|\bzdr\b|anonymi[sz]ed|anonymous/i,
		message: 'This type of search is not enabled for your team',
		cause: 'Your team does not have access to the type of search that is selected in {enterprise}.',
		remedy: (say) =>
			say(
				"Ask the service's support team to enable this type of search.",
				'To use the standard search, remove the entries in {enterprise}.',
			),
	},
	catalogSearchDenied: {
		status: 403,
		pattern: /catalog|alexandria|exchange/i,
		message: 'No access to the catalog',
		cause: 'The search requests catalog tools, and your team does not have access to the catalog.',
		remedy: (say) =>
			say(
				"Ask the service's support team for access to the catalog.",
				"Otherwise, remove the source 'Catalog' from {sources} and turn off {domainTools}.",
			),
	},
});

/** The open-source server passes on the error responses of its index, which have a format of their own. */
export const paperRows = defineServiceRows({
	paperNotFound: {
		status: 404,
		fromGateway: true,
		message: 'Paper or index not found',
		cause:
			'The index does not contain the paper, or the server, such as a self-hosted server, has no index of papers.',
		remedy: (say) =>
			say(
				'Check {paperId}.',
				'If the server has no index of papers, set {baseUrl} to the address of a server that has one.',
			),
	},
});
