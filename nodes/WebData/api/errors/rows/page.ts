import type { ErrorRow } from '../errorRow';

/** The service scraped the page and charged credits, although the site returned an error. */
const pageOutcome = { retry: 'never', possiblyExecuted: true } as const;

/**
 * Error rows for pages with an error status, used if `failOnPageError` is on. A message with the actual status replaces
 * `message`, except for `pageUnreachable`.
 */
export const pageRows = {
	pageNotFound: {
		id: 'pageNotFound',
		message: 'The page returned HTTP status 404 or 410',
		cause: 'The site has no page at this address, and {failOnPageError} is on.',
		remedy:
			'Check the content of the page in the error details. Correct {url}, or turn off {failOnPageError} to get such pages as items.',
		...pageOutcome,
	},
	pageRefused: {
		id: 'pageRefused',
		message: 'The page returned another HTTP status from 400 to 499',
		cause:
			'The site denied access to the page, for example because it requires a login or blocks bots, and {failOnPageError} is on.',
		remedy:
			"Check the content of the page in the error details. Set {proxy} to 'Enhanced' for a site that blocks bots. If the page requires a login, send its cookies or authorization in {headers}.",
		...pageOutcome,
	},
	pageUnreachable: {
		id: 'pageUnreachable',
		message: 'The service could not reach the site',
		cause:
			'The site did not respond, so the service reported this status itself, and {failOnPageError} is on.',
		remedy: 'Open the URL in a browser to check that the site is up. Correct {url}.',
		...pageOutcome,
	},
	pageBroken: {
		id: 'pageBroken',
		message: 'The page returned an HTTP status of 500 or more',
		cause: 'The site has a problem, and {failOnPageError} is on.',
		remedy:
			'Check the content of the page in the error details. Run the workflow again later, with {maxAge} set to 0 to avoid a cached copy of this response.',
		...pageOutcome,
	},
} as const satisfies Record<string, ErrorRow>;
