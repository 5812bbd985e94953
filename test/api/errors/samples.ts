import type { ErrorId } from '../../../nodes/WebData/api/errors/errorId';
import type { Endpoint } from '../../../nodes/WebData/api/errors/errorRow';
import recorded from './recorded.json';

export interface Sample {
	errorId: ErrorId;
	endpoint: Endpoint;
	status: number;
	error: string;
	code?: string;
	details?: unknown;
}

/**
 * Error responses that were recorded from a self-hosted server, which ran the open-source code of the public API as of
 * 2026-08-21.
 */
const recordedErrors: readonly [ErrorId, Endpoint, keyof typeof recorded][] = [
	['invalidUrl', 'scrape', 'URL with a user and a password'],
	['invalidUrl', 'scrape', 'URL of the own machine'],
	['badRequest', 'scrape', 'unknown key'],
	['badRequest', 'scrape', 'unknown country'],
	['invalidJson', 'scrape', 'body that is not JSON'],
	['zeroDataRetentionNotEnabled', 'scrape', 'zero data retention'],
	['searchModeNotEnabled', 'search', 'search with zero data retention'],
	['threatProtectionRefused', 'scrape', 'threat protection'],
	['threatProtectionRefused', 'agent', 'agent run with threat protection'],
	['lockdownCacheMiss', 'scrape', 'lockdown without a cached copy'],
	['processingContinues', 'scrape', 'slow page'],
	['noPageEngine', 'scrape', 'page with status 403'],
	['allEnginesFailed', 'scrape', 'unknown host name without a browser'],
	['fileEngineFailed', 'scrape', 'damaged PDF'],
	['noEngine', 'scrape', 'format without an engine'],
	['brandingNotSupported', 'scrape', 'branding without a browser'],
	['actionsNotSupported', 'scrape', 'actions without a browser'],
	['unsupportedFile', 'scrape', 'ZIP file'],
	['uploadTypeNotSupported', 'parse', 'text file'],
	['parseOptionNotSupported', 'parse', 'parse with a screenshot'],
	['uploadTooLarge', 'parse', 'file of 53 MB'],
	['uploadMissing', 'parse', 'parse without a file'],
	['fileNotReadable', 'parse', 'damaged PDF'],
	['noEngine', 'parse', 'format without an engine'],
	['scheduleTooFrequent', 'monitor', 'monitor every 2 minutes'],
	['scheduleNotUnderstood', 'monitor', 'monitor every monday'],
	['scheduleNotUnderstood', 'monitor', 'monitor every 7 minutes'],
	['scheduleNotUnderstood', 'monitor', 'monitor with names in cron'],
	['scheduleNotUnderstood', 'monitor', 'monitor with four cron fields'],
	['scheduleNotUnderstood', 'monitor', 'monitor in an unknown time zone'],
	['searchNeedsGoal', 'monitor', 'search monitor without a goal'],
	['invalidSchema', 'agent', 'agent run with an invalid schema'],
	['unknownError', 'agent', 'agent run without an agent service'],
	['invalidJobId', 'agent', 'status of an agent run whose ID is not a UUID'],
	['agentJobNotFound', 'agent', 'status of an unknown agent run'],
	['notInstalled', 'interact', 'interact without a database'],
	['invalidScrapeId', 'interact', 'interact with an ID that is not a UUID'],
	['mapTimedOut', 'map', 'map of a slow site'],
	['accountDataFailed', 'account', 'credit usage without a database'],
	['accountDataUnavailable', 'account', 'activity without a database'],
	['scrapeNotFound', 'storedScrape', 'stored scrape without a database'],
	['invalidScrapeId', 'storedScrape', 'stored scrape with an ID that is not a UUID'],
	['badRequest', 'search', 'search with too many results'],
	['invalidPathPattern', 'crawl', 'crawl with an invalid path pattern'],
	['crawlNotDescribed', 'crawl', 'crawl with a description, without a language model'],
];

const documentedErrors: readonly Sample[] = [
	{ errorId: 'monitorNotFound', endpoint: 'monitor', status: 404, error: 'Monitor not found' },
	{ errorId: 'checkNotFound', endpoint: 'monitor', status: 404, error: 'Check not found' },
	{
		errorId: 'nothingToUpdate',
		endpoint: 'monitor',
		status: 400,
		error: 'Update body cannot be empty',
	},
	{
		errorId: 'profileInUse',
		endpoint: 'scrape',
		status: 409,
		error:
			'Another session is currently writing to this profile. Only one writer is allowed at a time. You can still access it with saveChanges: false, or try again later.',
	},
	{
		errorId: 'zeroDataRetentionForced',
		endpoint: 'agent',
		status: 400,
		error: 'Your team has zero data retention enabled. This is not supported on extract.',
	},
	{
		errorId: 'paymentRequired',
		endpoint: 'scrape',
		status: 402,
		error: 'Insufficient credits to perform this request.',
	},
	{
		errorId: 'rateLimit',
		endpoint: 'scrape',
		status: 429,
		error:
			'Rate limit exceeded. Please retry after 25s, resets at Sun Nov 22 2026 05:00:00 GMT+0000',
	},
	{
		errorId: 'queueLimit',
		endpoint: 'scrape',
		status: 429,
		error: 'Queue limit reached: your team has 50000 jobs queued (limit: 50000).',
	},
];

/** These error texts are invented, because the original texts are not documented. */
const syntheticErrors: readonly Sample[] = [
	{ errorId: 'monitorPaused', endpoint: 'monitor', status: 409, error: 'Monitor is paused' },
	{
		errorId: 'checkRunning',
		endpoint: 'monitor',
		status: 409,
		error: 'A monitor check is already running',
	},
	{
		errorId: 'monitorRetentionForced',
		endpoint: 'monitor',
		status: 400,
		error: 'Monitors are not supported for teams with zero data retention.',
	},
	{
		errorId: 'invalidUrl',
		endpoint: 'scrape',
		status: 400,
		code: 'BAD_REQUEST',
		error: 'The URL has an unsupported protocol',
	},
	{
		errorId: 'siteNotSupported',
		endpoint: 'scrape',
		status: 403,
		error: 'Sorry, we do not support this site. Fill out our form to discuss it.',
	},
	{
		errorId: 'countryRestricted',
		endpoint: 'scrape',
		status: 403,
		error: 'Headers are not allowed by default in your country.',
	},
	{
		errorId: 'restrictedKey',
		endpoint: 'scrape',
		status: 403,
		error: 'This API key is restricted to some formats: markdown.',
	},
	{
		errorId: 'restrictedKey',
		endpoint: 'scrape',
		status: 403,
		error: 'The API key has been blocked.',
	},
	{
		errorId: 'threatProtectionRefused',
		endpoint: 'agent',
		status: 403,
		error: 'Requests must not override the threat protection of the team.',
	},
	{
		errorId: 'unsafeDomain',
		endpoint: 'scrape',
		status: 403,
		code: 'unsafe_domain_blocked',
		error: 'The domain is on a list.',
	},
	{
		errorId: 'mediaAccessDenied',
		endpoint: 'scrape',
		status: 403,
		code: 'SCRAPE_MEDIA_ACCESS_DENIED',
		error: 'The video is private.',
	},
	{
		errorId: 'indexOnly',
		endpoint: 'scrape',
		status: 403,
		code: 'AGENT_INDEX_ONLY',
		error: 'The page has no copy.',
	},
	{
		errorId: 'noCreditBalance',
		endpoint: 'account',
		status: 404,
		error: 'No credit usage is known for this team.',
	},
	{
		errorId: 'catalogSearchDenied',
		endpoint: 'search',
		status: 403,
		error: 'Your team has no access to the catalog.',
	},
	{
		errorId: 'searchModeNotEnabled',
		endpoint: 'search',
		status: 403,
		error: 'Anonymized search is not part of your plan.',
	},
	{
		errorId: 'searchTimedOut',
		endpoint: 'search',
		status: 408,
		code: 'SCRAPE_TIMEOUT',
		error: 'The search timed out.',
	},
	{
		errorId: 'needsRetention',
		endpoint: 'map',
		status: 400,
		error: 'Your team has zero data retention enabled. This is not supported on map.',
	},
	{ errorId: 'scrapeNotFound', endpoint: 'interact', status: 404, error: 'No such scrape.' },
	{
		errorId: 'sessionNotFound',
		endpoint: 'interact',
		status: 404,
		error: 'Session not found.',
	},
	{
		errorId: 'scrapeNotReplayable',
		endpoint: 'interact',
		status: 409,
		error: 'The scrape cannot be opened again.',
	},
	{
		errorId: 'sessionDestroyed',
		endpoint: 'interact',
		status: 410,
		error: 'The session was stopped.',
	},
	{
		errorId: 'sessionCodeFailed',
		endpoint: 'sessionCode',
		status: 200,
		error: 'ReferenceError: pag is not defined',
	},
	{
		errorId: 'browserSessionNotFound',
		endpoint: 'browserSession',
		status: 404,
		error: 'Browser session not found.',
	},
	{
		errorId: 'profileInUse',
		endpoint: 'browserSession',
		status: 409,
		error: 'Another session is currently writing to this profile.',
	},
	{
		errorId: 'browserNotConfigured',
		endpoint: 'browserSession',
		status: 503,
		error: 'Browser feature is not configured (BROWSER_SERVICE_URL is missing).',
	},
	{
		errorId: 'browserSessionDestroyed',
		endpoint: 'browserSession',
		status: 410,
		error: 'The session was destroyed.',
	},
	{
		errorId: 'targetTls',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_SSL_ERROR',
		error: 'The certificate has expired.',
	},
	{
		errorId: 'targetTlsBroken',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_SSL_ERROR',
		error: 'The handshake failed, and you already have skipTlsVerification turned on.',
	},
	{
		errorId: 'siteError',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_SITE_ERROR',
		error: 'The browser reported ERR_CONNECTION_RESET.',
	},
	{
		errorId: 'proxyLocation',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_PROXY_SELECTION_ERROR',
		error: 'There is no proxy in this country.',
	},
	{
		errorId: 'actionFailed',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_ACTION_ERROR',
		error: 'Action 2 failed: no element matches.',
	},
	{
		errorId: 'pdfNeedsOcr',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_PDF_OCR_REQUIRED',
		error: 'The PDF has no text.',
	},
	{
		errorId: 'pdfTimeTooShort',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR',
		error: 'The PDF has 900 pages.',
	},
	{
		errorId: 'pdfBlocked',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_PDF_ANTIBOT_ERROR',
		error: 'The site blocks the PDF.',
	},
	{
		errorId: 'documentBlocked',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_DOCUMENT_ANTIBOT_ERROR',
		error: 'The site blocks the document.',
	},
	{
		errorId: 'zeroDataRetentionViolation',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_ZDR_VIOLATION_ERROR',
		error: 'Screenshots need storage.',
	},
	{
		errorId: 'scrapeRetryLimit',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_RETRY_LIMIT',
		error: 'All retries are used up.',
	},
	{
		errorId: 'audioNotSupported',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_AUDIO_UNSUPPORTED_URL',
		error: 'The page has no audio.',
	},
	{
		errorId: 'videoNotSupported',
		endpoint: 'scrape',
		status: 500,
		code: 'SCRAPE_VIDEO_UNSUPPORTED_URL',
		error: 'The page has no video.',
	},
	{
		errorId: 'invalidPageJobId',
		endpoint: 'crawl',
		status: 400,
		error: 'Invalid job ID format. Job ID must be a valid UUID.',
	},
	{
		errorId: 'noValidUrls',
		endpoint: 'batchScrape',
		status: 400,
		error: 'No valid URLs provided',
	},
	{
		errorId: 'robotsNotEnabled',
		endpoint: 'crawl',
		status: 403,
		error: 'ignoreRobotsTxt is not enabled for your team.',
	},
	{
		errorId: 'idempotencyKeyUsed',
		endpoint: 'crawl',
		status: 409,
		error: 'Idempotency key already used',
	},
	{ errorId: 'pageJobNotFound', endpoint: 'crawl', status: 404, error: 'Job not found' },
	{ errorId: 'pageJobNotFound', endpoint: 'batchScrape', status: 404, error: 'Job expired' },
	{
		errorId: 'pageJobEnded',
		endpoint: 'batchScrape',
		status: 409,
		error: 'Crawl is already completed',
	},
];

export const samples: readonly Sample[] = [
	...recordedErrors.map(([errorId, endpoint, name]): Sample => {
		const {
			status,
			body,
		}: { status: number; body: Omit<Sample, 'errorId' | 'endpoint' | 'status'> } = recorded[name];
		const { error, code, details } = body;
		return { errorId, endpoint, status, error, code, details };
	}),
	...documentedErrors,
	...syntheticErrors,
];
