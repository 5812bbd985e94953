import type { RouteName } from '../cases/routes';
import recorded from './recorded.json';

export interface Sample {
	errorId: string;
	route: RouteName;
	status: number;
	error: string;
	code?: string;
	details?: unknown;
}

type Row = readonly [string, RouteName, number, string, string?, unknown?];

/**
 * Error responses that were recorded from a self-hosted server, which ran the open-source code of the public API as of
 * 2026-08-21.
 */
const recordedErrors: readonly [string, RouteName, keyof typeof recorded][] = [
	['invalidUrl', 'scrape', 'URL with a user and a password'],
	['invalidUrl', 'scrape', 'URL of the own machine'],
	['badRequest', 'scrape', 'unknown key'],
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
	['scheduleNotUnderstood', 'monitor', 'monitor with names in cron'],
	['scheduleNotUnderstood', 'monitor', 'monitor in an unknown time zone'],
	['searchNeedsGoal', 'monitor', 'search monitor without a goal'],
	['invalidSchema', 'agent', 'agent run with an invalid schema'],
	['agentServiceMissing', 'agent', 'agent run without an agent service'],
	['activityNotListed', 'activity', 'activity without a database'],
	['invalidJobId', 'agent', 'status of an agent run whose ID is not a UUID'],
	['agentJobNotFound', 'agent', 'status of an unknown agent run'],
	['notInstalled', 'interact', 'interact without a database'],
	['invalidScrapeId', 'interact', 'interact with an ID that is not a UUID'],
	['mapTimedOut', 'map', 'map of a slow site'],
	['accountDataFailed', 'account', 'credit usage without a database'],
	['accountDataUnavailable', 'account', 'activity without a database'],
	['scrapeNotFound', 'storedScrape', 'stored scrape without a database'],
	['invalidScrapeId', 'storedScrape', 'stored scrape with an ID that is not a UUID'],
	['invalidPathPattern', 'crawl', 'crawl with an invalid path pattern'],
	['crawlNotDescribed', 'crawl', 'crawl with a description, without a language model'],
];

const documentedErrors: readonly Row[] = [
	['monitorNotFound', 'monitor', 404, 'Monitor not found'],
	['checkNotFound', 'monitor', 404, 'Check not found'],
	['nothingToUpdate', 'monitor', 400, 'Update body cannot be empty'],
	['profileInUse', 'scrape', 409, 'Another session is currently writing to this profile.'],
	['zeroDataRetentionForced', 'agent', 400, 'Your team has zero data retention enabled.'],
	['paymentRequired', 'scrape', 402, 'Insufficient credits to perform this request.'],
	['rateLimit', 'scrape', 429, 'Rate limit exceeded. Please retry after 25s'],
	['queueLimit', 'scrape', 429, 'Queue limit reached: your team has 50000 jobs queued'],
];

/** These error texts are invented, because the original texts are not documented. */
const inventedErrors: readonly Row[] = [
	['monitorPaused', 'monitor', 409, 'Monitor is paused'],
	['checkRunning', 'monitor', 409, 'A monitor check is already running'],
	['monitorRetentionForced', 'monitor', 400, 'No monitors for teams with zero data retention.'],
	['invalidUrl', 'scrape', 400, 'The URL has an unsupported protocol', 'BAD_REQUEST'],
	['siteNotSupported', 'scrape', 403, 'We do not support this site.'],
	[
		'siteNotSupported',
		'crawl',
		403,
		'This website is no longer supported, please reach out to support for more info.',
	],
	['safeModeBlocked', 'scrape', 403, 'Blocked by Safe Mode.', 'SAFE_MODE_BLOCKED'],
	['exchangeNotEnabled', 'agent', 403, 'Exchange is not enabled.', 'exchange_not_enabled'],
	['exchangeNotEnabled', 'catalog', 403, 'Exchange is not enabled.', 'exchange_not_enabled'],
	['threadsDisabled', 'agent', 403, 'Threads are disabled.', 'threads_disabled'],
	['threadNotFound', 'agent', 404, 'Thread not found.', 'thread_not_found'],
	['threadExpired', 'agent', 410, 'Agent thread has expired', 'thread_expired'],
	['pdfProxyFailed', 'scrape', 500, 'No proxy.', 'SCRAPE_PDF_FETCH_PROXY_ERROR'],
	['documentProxyFailed', 'scrape', 500, 'No proxy.', 'SCRAPE_DOCUMENT_FETCH_PROXY_ERROR'],
	['mapFailed', 'map', 500, 'The site has no sitemap.', 'MAP_FAILED'],
	['countryRestricted', 'scrape', 403, 'Headers are not allowed by default in your country.'],
	['restrictedKey', 'scrape', 403, 'This API key is restricted to some formats: markdown.'],
	['restrictedKey', 'scrape', 403, 'The API key has been blocked.'],
	['threatProtectionRefused', 'agent', 403, 'You must not override the threat protection.'],
	['unsafeDomain', 'scrape', 403, 'The domain is on a list.', 'unsafe_domain_blocked'],
	['mediaAccessDenied', 'scrape', 403, 'The video is private.', 'SCRAPE_MEDIA_ACCESS_DENIED'],
	['indexOnly', 'scrape', 403, 'The page has no copy.', 'AGENT_INDEX_ONLY'],
	['noCreditBalance', 'account', 404, 'No credit usage is known for this team.'],
	['catalogSearchDenied', 'search', 403, 'Your team has no access to the catalog.'],
	['searchModeNotEnabled', 'search', 403, 'Anonymized search is not part of your plan.'],
	[
		...(['stillProcessing', 'scrape', 408, 'The PDF is still being processed.'] as const),
		...(['SCRAPE_TIMEOUT', { state: 'processing_continues', retryAfterSeconds: 60 }] as const),
	],
	['searchTimedOut', 'search', 408, 'The search timed out.', 'SCRAPE_TIMEOUT'],
	['needsRetention', 'map', 400, 'Your team has zero data retention enabled.'],
	['scrapeNotFound', 'interact', 404, 'No such scrape.'],
	['sessionNotFound', 'interact', 404, 'Session not found.'],
	['scrapeNotReplayable', 'interact', 409, 'The scrape cannot be opened again.'],
	['sessionDestroyed', 'interact', 410, 'The session was stopped.'],
	['sessionCodeFailed', 'sessionCode', 200, 'ReferenceError: pag is not defined'],
	['browserSessionNotFound', 'browserSession', 404, 'Browser session not found.'],
	['profileInUse', 'browserSession', 409, 'Another session is currently writing to this profile.'],
	['browserNotConfigured', 'browserSession', 503, 'Browser feature is not configured.'],
	['browserSessionDestroyed', 'browserSession', 410, 'The session was destroyed.'],
	['targetTls', 'scrape', 500, 'The certificate has expired.', 'SCRAPE_SSL_ERROR'],
	[
		'targetTlsBroken',
		'scrape',
		500,
		'You already have skipTlsVerification on.',
		'SCRAPE_SSL_ERROR',
	],
	['siteError', 'scrape', 500, 'The browser reported ERR_CONNECTION_RESET.', 'SCRAPE_SITE_ERROR'],
	['proxyLocation', 'scrape', 500, 'No proxy in DE.', 'SCRAPE_PROXY_SELECTION_ERROR'],
	['actionFailed', 'scrape', 500, 'Action 2 failed: no element matches.', 'SCRAPE_ACTION_ERROR'],
	['pdfNeedsOcr', 'scrape', 500, 'The PDF has no text.', 'SCRAPE_PDF_OCR_REQUIRED'],
	['pdfTimeTooShort', 'scrape', 500, '900 pages.', 'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR'],
	['pdfBlocked', 'scrape', 500, 'The site blocks the PDF.', 'SCRAPE_PDF_ANTIBOT_ERROR'],
	['documentBlocked', 'scrape', 500, 'It is blocked.', 'SCRAPE_DOCUMENT_ANTIBOT_ERROR'],
	['zeroDataRetentionViolation', 'scrape', 500, 'Not stored.', 'SCRAPE_ZDR_VIOLATION_ERROR'],
	['scrapeRetryLimit', 'scrape', 500, 'All retries are used up.', 'SCRAPE_RETRY_LIMIT'],
	['audioNotSupported', 'scrape', 500, 'The page has no audio.', 'SCRAPE_AUDIO_UNSUPPORTED_URL'],
	['videoNotSupported', 'scrape', 500, 'The page has no video.', 'SCRAPE_VIDEO_UNSUPPORTED_URL'],
	['invalidPageJobId', 'crawl', 400, 'Invalid job ID format. Job ID must be a valid UUID.'],
	['noValidUrls', 'batchScrape', 400, 'No valid URLs provided'],
	['robotsNotEnabled', 'crawl', 403, 'ignoreRobotsTxt is not enabled for your team.'],
	['pageJobNotFound', 'crawl', 404, 'Job not found'],
	['pageJobNotFound', 'batchScrape', 404, 'Job expired'],
	['pageJobEnded', 'batchScrape', 409, 'Crawl is already completed'],
];

export const samples: readonly Sample[] = [
	...recordedErrors.map(([errorId, route, name]): Sample => {
		const { status, body }: { status: number; body: Pick<Sample, 'error' | 'code' | 'details'> } =
			recorded[name];
		const { error, code, details } = body;
		return { errorId, route, status, error, code, details };
	}),
	...[...documentedErrors, ...inventedErrors].map(
		([errorId, route, status, error, code, details]): Sample => {
			return { errorId, route, status, error, code, details };
		},
	),
];
