import type { ErrorId } from '../../../nodes/WebData/api/errors/errorId';
import type { Endpoint } from '../../../nodes/WebData/api/errors/errorRow';

/** A response of a real server of the public API, and the row that explains it. Long texts end with the part that a row reads. */
export interface Sample {
	errorId: ErrorId;
	endpoint: Endpoint;
	status: number;
	error: string;
	code?: string;
	details?: unknown;
}

const enginesText = (engines: string): string =>
	`All scraping engines failed to retrieve content from this URL. Engines tried: [${engines}]. This usually happens when: (1) The URL is invalid or the page doesn't exist (404), (2) The website is blocking automated access, (3) The website is down or unreachable, (4) The page requires authentication.`;

export const samples: readonly Sample[] = [
	{
		errorId: 'invalidUrl',
		endpoint: 'scrape',
		status: 400,
		code: 'BAD_REQUEST',
		error: 'Invalid URL',
		details: [{ code: 'custom', path: ['url'], message: 'Invalid URL' }],
	},
	{
		errorId: 'invalidUrl',
		endpoint: 'scrape',
		status: 400,
		code: 'BAD_REQUEST',
		error: 'URL must have a valid top-level domain or be an IP address',
	},
	{
		errorId: 'invalidUrl',
		endpoint: 'scrape',
		status: 400,
		code: 'BAD_REQUEST',
		error: 'URL uses unsupported protocol',
	},
	{
		errorId: 'badRequest',
		endpoint: 'scrape',
		status: 400,
		code: 'BAD_REQUEST',
		error:
			'Unrecognized key in body -- please review the v2 API documentation for request body changes',
	},
	{
		errorId: 'invalidJson',
		endpoint: 'scrape',
		status: 400,
		code: 'BAD_REQUEST_INVALID_JSON',
		error: 'Bad request, malformed JSON',
	},
	{
		errorId: 'invalidSchema',
		endpoint: 'agent',
		status: 400,
		code: 'BAD_REQUEST',
		error:
			'Invalid JSON schema: schema is invalid: data/type must be equal to one of the allowed values',
	},
	{
		errorId: 'zeroDataRetentionForced',
		endpoint: 'agent',
		status: 400,
		error:
			'Your team has zero data retention enabled. This is not supported on extract. Please contact support to unblock this feature.',
	},
	{
		errorId: 'invalidJobId',
		endpoint: 'agent',
		status: 400,
		error: 'Invalid job ID format. Job ID must be a valid UUID.',
	},
	{
		errorId: 'invalidScrapeId',
		endpoint: 'interact',
		status: 400,
		error: 'Invalid job ID format. Job ID must be a valid UUID.',
	},
	{
		errorId: 'paymentRequired',
		endpoint: 'scrape',
		status: 402,
		error:
			'Insufficient credits to perform this request. For more credits, you can upgrade your plan at https://dashboard.example.com/pricing.',
	},
	{
		errorId: 'zeroDataRetentionNotEnabled',
		endpoint: 'scrape',
		status: 403,
		error:
			'Zero Data Retention (ZDR) is not enabled for your team. Contact support@example.com to enable this feature.',
	},
	{
		errorId: 'zeroDataRetentionNotEnabled',
		endpoint: 'scrape',
		status: 403,
		error: 'Zero Data Retention (ZDR) search is not enabled for your team.',
	},
	{
		errorId: 'siteNotSupported',
		endpoint: 'scrape',
		status: 403,
		error:
			'We apologize for the inconvenience but we do not support this site. If you are part of an enterprise and want to have a further conversation about this, please fill out our intake form here: https://forms.example.com/intake',
	},
	{
		errorId: 'countryRestricted',
		endpoint: 'scrape',
		status: 403,
		error: 'Use of headers and actions is not allowed by default in your country.',
	},
	{
		errorId: 'restrictedKey',
		endpoint: 'scrape',
		status: 403,
		error:
			'Request blocked: this API key is restricted to the following formats: markdown. Requested formats not allowed: html.',
	},
	{
		errorId: 'restrictedKey',
		endpoint: 'scrape',
		status: 403,
		error: 'This API key has been blocked by the account holder.',
	},
	{
		errorId: 'threatProtectionRefused',
		endpoint: 'scrape',
		status: 403,
		error: 'Threat protection is an enterprise feature and is not enabled for your team.',
	},
	{
		errorId: 'threatProtectionRefused',
		endpoint: 'agent',
		status: 403,
		error:
			"Per-request threat protection overrides are disabled by your organization's threat protection configuration.",
	},
	{
		errorId: 'unsafeDomain',
		endpoint: 'scrape',
		status: 403,
		code: 'unsafe_domain_blocked',
		error: 'Blocked by threat protection.',
	},
	{
		errorId: 'mediaAccessDenied',
		endpoint: 'scrape',
		status: 403,
		code: 'SCRAPE_MEDIA_ACCESS_DENIED',
		error: 'Access to the requested content was denied, so it cannot be retrieved.',
	},
	{
		errorId: 'indexOnly',
		endpoint: 'scrape',
		status: 403,
		code: 'AGENT_INDEX_ONLY',
		error: "This page is not available in the service's index.",
	},
	{ errorId: 'scrapeNotFound', endpoint: 'interact', status: 404, error: 'Job not found.' },
	{
		errorId: 'sessionNotFound',
		endpoint: 'interact',
		status: 404,
		error: 'Browser session not found.',
	},
	{
		errorId: 'sessionDestroyed',
		endpoint: 'interact',
		status: 410,
		error: 'Browser session has been destroyed.',
	},
	{
		errorId: 'scrapeNotReplayable',
		endpoint: 'interact',
		status: 409,
		error: 'Replay context is unavailable for this scrape job. Please rerun the scrape.',
	},
	{
		errorId: 'notInstalled',
		endpoint: 'interact',
		status: 501,
		error:
			'Scrape interact requires stored scrape context and is not available when database authentication is disabled.',
	},
	{
		errorId: 'lockdownCacheMiss',
		endpoint: 'scrape',
		status: 404,
		code: 'SCRAPE_LOCKDOWN_CACHE_MISS',
		error:
			'No cached data is available for this request in lockdown mode. Lockdown mode only serves previously cached responses and never makes outbound requests.',
	},
	{
		errorId: 'processingContinues',
		endpoint: 'scrape',
		status: 408,
		code: 'SCRAPE_TIMEOUT',
		error:
			'The scrape operation timed out before completing. This happens when a page takes too long to load, render, or process.',
	},
	{
		errorId: 'rateLimit',
		endpoint: 'scrape',
		status: 429,
		error:
			'Rate limit exceeded. Consumed (req/min): 11, Remaining (req/min): 0. Upgrade your plan for increased rate limits or please retry after 25s, resets at Sun Nov 22 2026 05:00:00 GMT+0000',
	},
	{
		errorId: 'queueLimit',
		endpoint: 'scrape',
		status: 429,
		error: 'Queue limit reached: your team has 50000 jobs queued (limit: 50000).',
	},
	{
		errorId: 'unknownError',
		endpoint: 'agent',
		status: 500,
		code: 'UNKNOWN_ERROR',
		error:
			'An error occurred. Please check your logs for more details. Error ID: 5724a23775f74287a42707226df6cb77',
	},
	{
		errorId: 'allEnginesFailed',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_ALL_ENGINES_FAILED',
		error: enginesText('pdf, document'),
	},
	{
		errorId: 'noEngine',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_ALL_ENGINES_FAILED',
		error: enginesText(''),
	},
	{
		errorId: 'targetTls',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_SSL_ERROR',
		error:
			'An SSL/TLS certificate error occurred while trying to establish a secure connection to this website. This usually happens when a website has an expired, self-signed, or misconfigured SSL certificate.',
	},
	{
		errorId: 'targetTlsBroken',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_SSL_ERROR',
		error:
			'An SSL/TLS certificate error occurred while trying to establish a secure connection to this website. You already have `skipTlsVerification: true` enabled.',
	},
	{
		errorId: 'siteError',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_SITE_ERROR',
		error: 'The URL failed to load in the browser with error code "ERR_CONNECTION_RESET".',
	},
	{
		errorId: 'proxyLocation',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_PROXY_SELECTION_ERROR',
		error: 'The specified proxy location could not be selected for this scrape request.',
	},
	{
		errorId: 'actionFailed',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_ACTION_ERROR',
		error: 'Action(s) failed to complete. Error code: Element not found',
	},
	{
		errorId: 'unsupportedFile',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
		error: 'The URL returned a file type that cannot be processed: application/zip.',
	},
	{
		errorId: 'pdfNeedsOcr',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_PDF_OCR_REQUIRED',
		error:
			'This PDF is scanned and requires OCR for text extraction, but the requested PDF mode is "fast" which only supports text-based PDFs.',
	},
	{
		errorId: 'pdfTimeTooShort',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR',
		error:
			'The PDF has 900 pages, which requires more processing time than your current timeout allows.',
	},
	{
		errorId: 'pdfBlocked',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_PDF_ANTIBOT_ERROR',
		error: 'PDF scrape was prevented by anti-bot',
	},
	{
		errorId: 'documentBlocked',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_DOCUMENT_ANTIBOT_ERROR',
		error: 'Document scrape was prevented by anti-bot',
	},
	{
		errorId: 'brandingNotSupported',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_BRANDING_NOT_SUPPORTED',
		error: 'Branding extraction requires Chrome CDP (fire-engine).',
	},
	{
		errorId: 'zeroDataRetentionViolation',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_ZDR_VIOLATION_ERROR',
		error: 'The feature "screenshot" is not available when using Zero Data Retention (ZDR) mode.',
	},
	{
		errorId: 'scrapeRetryLimit',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_RETRY_LIMIT',
		error: 'Scrape aborted after exceeding retry limit (pdf_antibot).',
	},
	{
		errorId: 'audioNotSupported',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_AUDIO_UNSUPPORTED_URL',
		error: 'The audio format does not support the provided URL',
	},
	{
		errorId: 'videoNotSupported',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_VIDEO_UNSUPPORTED_URL',
		error: 'The video format does not support the provided URL',
	},
];
