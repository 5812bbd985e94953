import type { ErrorRow } from '../errorRow';

/** The service did its work and is paid; the page is what says no. */
const pageOutcome = { retry: 'never', possiblyExecuted: true } as const;

export const pageRows = {
	pageNotFound: {
		id: 'pageNotFound',
		message: 'The page answered with HTTP status 404 or 410',
		cause: 'The site has no page at this address, and {failOnPageError} makes that a failure.',
		remedy:
			'What the page says is in the details. Correct {url}, or turn off {failOnPageError} to get such pages as items.',
		...pageOutcome,
	},
	pageRefused: {
		id: 'pageRefused',
		message: 'The page answered with another HTTP status from 400 to 499',
		cause:
			'The site did not hand the page out, for example because it asks for a login or keeps robots away, and {failOnPageError} makes that a failure.',
		remedy:
			"What the page says is in the details. Set {proxy} to 'Enhanced' for a site that keeps robots away. Give what a login needs in {headers}.",
		...pageOutcome,
	},
	pageBroken: {
		id: 'pageBroken',
		message: 'The page answered with an HTTP status of 500 or more',
		cause: 'The site itself does not work, and {failOnPageError} makes that a failure.',
		remedy:
			'What the page says is in the details. Run the node again later, with {maxAge} set to 0 so that no copy of this answer comes back.',
		...pageOutcome,
	},
} as const satisfies Record<string, ErrorRow>;
