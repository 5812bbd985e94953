import type { ErrorRow, ServiceRow } from '../errorRow';

const pageJobs = ['crawl', 'batchScrape'] as const;

/** The error texts in these rows were observed in the live API. */
export const pageJobServiceRows = [
	{
		id: 'invalidPageJobId',
		table: 'observed',
		status: 400,
		endpoints: pageJobs,
		pattern: /invalid job id/i,
		message: "'Job ID' must be a UUID",
		cause: 'The job ID is not a UUID.',
		remedy: 'Use the job ID that the node returned when it started the job. Correct {jobId}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'noValidUrls',
		table: 'observed',
		status: 400,
		endpoints: ['batchScrape'],
		pattern: /no valid urls/i,
		message: 'No valid URLs',
		cause: 'The service accepts none of the URLs, so it did not start the batch scrape.',
		remedy: 'Use absolute URLs of public pages, such as https://example.com/page. Correct {urls}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'batchCredits',
		table: 'observed',
		status: 402,
		endpoints: ['batchScrape'],
		message: 'Insufficient credits for the batch scrape',
		cause: 'The service starts a batch scrape only if at least one credit remains for each URL.',
		remedy: 'Send fewer URLs, turn on pay-as-you-go, or upgrade the plan.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'activityNotListed',
		table: 'observed',
		status: 500,
		endpoints: ['batchScrape'],
		pattern: /failed to fetch activity/i,
		message: "The account's activity is not available",
		cause: 'The server has no account database to list jobs from, or could not read it.',
		remedy: 'Run the workflow again later.',
		retry: 'sometimes',
		possiblyExecuted: false,
	},
	{
		id: 'pageJobNotFound',
		table: 'observed',
		status: 404,
		endpoints: pageJobs,
		pattern: /job (?:not found|(?:has )?expired)/i,
		message: 'Job not found',
		cause: 'The job does not exist, expired after 24 hours, or belongs to another team.',
		remedy: 'Use the credential that started the job. Check {jobId}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'pageJobEnded',
		table: 'observed',
		status: 409,
		endpoints: pageJobs,
		pattern: /already (?:been )?(?:completed|failed)/i,
		message: 'The job has already ended',
		cause: 'The job ended before the cancel request arrived.',
		remedy: 'Use the Get Pages operation to read the pages.',
		retry: 'never',
		possiblyExecuted: false,
	},
] as const satisfies readonly ServiceRow[];

const executed = { possiblyExecuted: true } as const;

/** Error rows for URLs without a page in the job result. The name of the job kind replaces `{job}`. */
export const failedPageRows = {
	pageFailed: {
		id: 'pageFailed',
		message: 'The page could not be scraped',
		cause: 'The service reported an error for this page of the {job}.',
		remedy: 'Open the URL in a browser to check that it works, then scrape the page again.',
		retry: 'sometimes',
		...executed,
	},
	pageDenied: {
		id: 'pageDenied',
		message: "The site's robots.txt does not allow this page",
		cause: "The service follows the site's robots.txt file.",
		remedy: "Ask the site's operator for permission, or exclude this page.",
		retry: 'never',
		...executed,
	},
	pageExcluded: {
		id: 'pageExcluded',
		message: 'The options of the {job} exclude this page',
		cause: 'The page does not match the path patterns, or belongs to another website.',
		remedy:
			'Check that the patterns also match the start URL. Correct {includePaths} or {excludePaths}. To scrape pages on other websites, turn on {allowExternalLinks}.',
		retry: 'never',
		...executed,
	},
	noPageScraped: {
		id: 'noPageScraped',
		message: 'Every page of the {job} failed',
		cause: 'The service could not scrape any pages of the {job}.',
		remedy: 'Open the URL in a browser to check that it works, then run the workflow again.',
		retry: 'sometimes',
		...executed,
	},
	pageSkipped: {
		id: 'pageSkipped',
		message: 'The {job} ended before the page was scraped',
		cause: 'The {job} was stopped or failed before it reached this page.',
		remedy: 'Scrape this URL again.',
		retry: 'sometimes',
		...executed,
	},
	pageMissing: {
		id: 'pageMissing',
		message: 'Neither a page nor an error was returned for this URL',
		cause: 'The {job} ended without a result for this URL, or the page content has expired.',
		remedy: 'Check the URL, then scrape the page again.',
		retry: 'sometimes',
		...executed,
	},
	urlNotSent: {
		id: 'urlNotSent',
		message: 'Not sent, because an earlier start was not confirmed',
		cause:
			'The node split the URLs into several jobs, and could not confirm that an earlier {job} was started.',
		remedy: 'Unsent URLs are not charged. Scrape the unsent URLs in another execution.',
		retry: 'sometimes',
		possiblyExecuted: false,
	},
	urlRefused: {
		id: 'urlRefused',
		message: 'The service does not accept this URL',
		cause: 'The URL is not valid, or the service does not support the site.',
		remedy: 'Use the absolute URL of a public page.',
		retry: 'never',
		possiblyExecuted: false,
	},
} as const satisfies Record<string, ErrorRow>;

export type FailedPageErrorId = keyof typeof failedPageRows;
