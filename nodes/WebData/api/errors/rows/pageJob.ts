import type { ErrorRow, ServiceRow } from '../errorRow';

const pageJobs = ['crawl', 'batchScrape'] as const;

/** Error rows for crawl and batch scrape requests. The texts were observed in the live API. */
export const pageJobServiceRows = [
	{
		id: 'invalidPageJobId',
		table: 'observed',
		status: 400,
		endpoints: pageJobs,
		pattern: /invalid job id/i,
		message: "'Job ID' must be a UUID",
		cause: 'The ID of the job is not a UUID.',
		remedy: 'Use the ID that the node returned when it started the job. Enter it in {jobId}.',
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
		cause: 'The service does not accept any URL of the batch, so it started nothing.',
		remedy:
			'Use absolute addresses of pages on public sites, such as https://example.com/page. Correct {urls}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'batchCredits',
		table: 'observed',
		status: 402,
		endpoints: ['batchScrape'],
		message: 'Insufficient credits for all URLs of the batch',
		cause:
			'The service starts a batch only if the remaining credits cover at least one credit for each URL.',
		remedy: 'Send fewer URLs, turn on pay-as-you-go, or upgrade the plan.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'pageJobNotFound',
		table: 'observed',
		status: 404,
		endpoints: pageJobs,
		pattern: /job (?:not found|(?:has )?expired)/i,
		message: 'Job not found',
		cause:
			'No job has this ID, its pages were deleted, which happens after 24 hours, or it belongs to the team of another API key.',
		remedy: 'Make sure that you use the credential that started the job. Check {jobId}.',
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
		cause: 'The job ended before it could be cancelled.',
		remedy: 'Use the Get Pages operation to get its pages.',
		retry: 'never',
		possiblyExecuted: false,
	},
] as const satisfies readonly ServiceRow[];

const executed = { possiblyExecuted: true } as const;

/** Error rows for URLs for which a job returned no page. `{job}` is replaced by the name of the job kind. */
export const failedPageRows = {
	pageFailed: {
		id: 'pageFailed',
		message: 'The page could not be scraped',
		cause: 'The service reported an error for this page of the {job}.',
		remedy: 'Open the URL in a browser to check that it works, then scrape it again.',
		retry: 'sometimes',
		...executed,
	},
	pageDenied: {
		id: 'pageDenied',
		message: 'The robots.txt of the site does not allow this page',
		cause: 'The service follows the robots.txt file of the site.',
		remedy: 'Ask the site for permission, or leave out this page.',
		retry: 'never',
		...executed,
	},
	pageExcluded: {
		id: 'pageExcluded',
		message: 'The options of the {job} exclude this page',
		cause: 'The page does not match the path patterns, or it is on another website.',
		remedy:
			'Check that the patterns also match the start URL. Correct {includePaths}. Correct {excludePaths}. Turn on {allowExternalLinks} to scrape pages of other websites.',
		retry: 'never',
		...executed,
	},
	noPageScraped: {
		id: 'noPageScraped',
		message: 'The {job} has no pages, because every page failed',
		cause: 'The service could not scrape any page of the {job}.',
		remedy: 'Open the URL in a browser to check that it works, then run the workflow again.',
		retry: 'sometimes',
		...executed,
	},
	pageSkipped: {
		id: 'pageSkipped',
		message: 'The {job} ended before the page was scraped',
		cause: 'The {job} was cancelled or failed before it reached this page.',
		remedy: 'Scrape this URL again.',
		retry: 'sometimes',
		...executed,
	},
	pageMissing: {
		id: 'pageMissing',
		message: 'Neither a page nor an error was returned for this URL',
		cause:
			'The {job} has ended without a result for this URL, or the content of the page has expired.',
		remedy: 'Check the URL, then scrape it again.',
		retry: 'sometimes',
		...executed,
	},
	urlRefused: {
		id: 'urlRefused',
		message: 'The service does not accept this URL',
		cause: 'The URL is not valid, or the service does not support its site.',
		remedy: 'Use the absolute address of a page on a public site.',
		retry: 'never',
		possiblyExecuted: false,
	},
} as const satisfies Record<string, ErrorRow>;

export type FailedPageErrorId = keyof typeof failedPageRows;
