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

/**
 * These error texts are invented, because the original texts are not documented. An error that is recognized only by its
 * status and code needs no sample: `docs/reference/errors.md` shows both.
 */
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
	['countryRestricted', 'scrape', 403, 'Headers are not allowed by default in your country.'],
	['restrictedKey', 'scrape', 403, 'This API key is restricted to some formats: markdown.'],
	['restrictedKey', 'scrape', 403, 'The API key has been blocked.'],
	['threatProtectionRefused', 'agent', 403, 'You must not override the threat protection.'],
	['noCreditBalance', 'account', 404, 'No credit usage is known for this team.'],
	['catalogSearchDenied', 'search', 403, 'Your team has no access to the catalog.'],
	['searchModeNotEnabled', 'search', 403, 'Anonymized search is not part of your plan.'],
	['needsRetention', 'map', 400, 'Your team has zero data retention enabled.'],
	['sessionNotFound', 'interact', 404, 'Session not found.'],
	['browserSessionNotFound', 'browserSession', 404, 'Browser session not found.'],
	['profileInUse', 'browserSession', 409, 'Another session is currently writing to this profile.'],
	['browserNotConfigured', 'browserSession', 503, 'Browser feature is not configured.'],
	['targetTls', 'scrape', 500, 'The certificate has expired.', 'SCRAPE_SSL_ERROR'],
	[
		'targetTlsBroken',
		'scrape',
		500,
		'You already have skipTlsVerification on.',
		'SCRAPE_SSL_ERROR',
	],
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
