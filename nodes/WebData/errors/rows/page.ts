import { defineExecutedRows, either } from '../row';
import { correctUrlOrWait } from './scrapeFailed';

/**
 * Error rows for pages with an error status, if `failOnPageError` is on. The service scraped the page and charged credits.
 */
export const pageRows = defineExecutedRows({
	pageNotFound: {
		message: 'The page returned HTTP status 404 or 410',
		cause: 'The site has no page at this address, and {failOnPageError} is on.',
		remedy: [
			'Check the page content in the error details.',
			'Correct {url}, or turn off {failOnPageError} to get such pages as items.',
		],
	},
	pageRefused: {
		message: 'The page returned a 4xx status other than 404 or 410',
		cause:
			'{failOnPageError} is on, and the site rejected the request, possibly because of bot protection or a required login.',
		remedy: [
			'Check the page content in the error details.',
			"If the site blocks bots, set {proxy} to 'Enhanced'.",
			'If the page requires a login, send cookies or an authorization header in {headers}.',
		],
	},
	pageUnreachable: {
		message: 'The service could not reach the site',
		cause: 'The site did not respond, and {failOnPageError} is on.',
		remedy: correctUrlOrWait,
	},
	pageBroken: {
		message: 'The page returned HTTP status 500 or higher',
		cause: 'The site failed to process the request, and {failOnPageError} is on.',
		remedy: [
			'Check the page content in the error details.',
			either(
				'Set {maxAge} to 0, so that the service does not return a cached copy of this response, and run the workflow again later.',
				'Run the workflow again later.',
			),
		],
	},
});
