import { defineExecutedRows, defineServiceRows, either } from '../row';

/** The error texts in these rows are those of the open-source server. */
export const pageJobServiceRows = defineServiceRows({
	invalidPageJobId: {
		status: 400,
		pattern: /invalid job id/i,
		message: "'Job ID' must be a UUID",
		cause: 'The service rejected the value.',
		remedy: either(
			'Set {jobId} to the ID in the output of Start.',
			'Use the ID in the output of Start.',
		),
	},
	pageJobNotFound: {
		status: 404,
		pattern: /job (?:not found|(?:has )?expired)/i,
		message: 'Job not found',
		cause: 'The job does not exist, expired after 24 hours, or belongs to another team.',
		remedy: ['Check {jobId}.', 'Use the credential that started the job.'],
	},
	pageJobEnded: {
		status: 409,
		pattern: /already (?:been )?(?:completed|failed)/i,
		message: 'The job has already ended',
		cause: 'The job ended before the cancel request arrived.',
		remedy: 'Use the Get Pages operation to read the pages.',
	},
});

/** Errors of requests for the account's activity log, in which the node looks for jobs whose start was lost. */
export const activityRows = defineServiceRows({
	activityNotListed: {
		// A server without a database always answers with this status, so a retry would not help.
		status: 500,
		message: "The account's activity log is not available",
		cause: 'The server has no account database to list jobs from, or could not read the database.',
		remedy: 'Run the workflow again later.',
		retry: 'sometimes',
	},
});

/** Error rows for URLs without a page in the job result. The name of the job kind replaces `{job}`. */
export const failedPageRows = defineExecutedRows({
	pageFailed: {
		message: 'The page could not be scraped',
		cause: 'The service reported an error for this page of the {job}.',
		remedy: 'Open the URL in a browser to check that it works, then scrape the page again.',
		retry: 'sometimes',
	},
	pageDenied: {
		message: "The site's robots.txt does not allow this page",
		cause: "The service follows the site's robots.txt file.",
		remedy: "Ask the site's operator to allow the page in robots.txt, or exclude this page.",
	},
	pageExcluded: {
		message: 'The options of the {job} exclude this page',
		cause: 'The page does not match the path patterns, or belongs to another website.',
		remedy: [
			'If the start URL redirects, start at the URL that it redirects to.',
			'If you use path patterns, set {includePaths} to patterns that match the page and the start URL.',
			either(
				'Set {excludePaths} to patterns that do not match the page.',
				'If you use path patterns, change them.',
			),
			'To scrape pages on other websites, turn on {allowExternalLinks}.',
		],
	},
	noPageScraped: {
		message: 'Every page of the {job} failed',
		cause: 'The service could not scrape any page of the {job}.',
		remedy: 'Open the URL in a browser to check that it works, then run the workflow again.',
		retry: 'sometimes',
	},
	pageSkipped: {
		message: 'The {job} ended before the page was scraped',
		cause: 'The {job} failed or was stopped before it reached this page.',
		remedy: 'Scrape this URL again.',
		retry: 'sometimes',
	},
	pageMissing: {
		message: 'Neither a page nor an error was returned for this URL',
		cause: 'The {job} ended without a result for this URL, or the page content has expired.',
		remedy: 'Check the URL, then scrape the page again.',
		retry: 'sometimes',
	},
	failedPagesUnknown: {
		message: 'Could not get the list of failed pages of the {job}',
		cause:
			'The {job} has ended, but the service did not return the list of its failed pages, so pages may be missing.',
		remedy: [
			'To read the list without starting another {job}, retry this execution, or use the Get Errors operation with the job ID from the error details.',
			"To get the pages even if the failed pages are unknown, select 'Output as Items' in {failedPages}.",
		],
		retry: 'backoff',
	},
	pageUnknown: {
		message: 'No page and no error returned for this URL',
		cause:
			'The {job} has ended without a page for this URL, and the service did not return the list of failed pages.',
		remedy:
			'To read the reason without starting another {job}, retry this execution, or use the Get Errors operation with the job ID from the error details.',
		retry: 'backoff',
	},
	urlNotSent: {
		message: 'Not sent: the start of an earlier job was not confirmed',
		cause:
			'The node split the URLs into several jobs, and could not confirm that an earlier {job} was started.',
		remedy: 'Unsent URLs are not charged. Scrape the unsent URLs in another execution.',
		retry: 'sometimes',
		possiblyExecuted: false,
	},
	urlRefused: {
		message: 'The service does not accept this URL',
		cause: 'The URL is not valid, or the service does not support the site.',
		remedy: 'Use the absolute URL of a public page.',
		possiblyExecuted: false,
	},
});

export type FailedPageErrorId = keyof typeof failedPageRows;
