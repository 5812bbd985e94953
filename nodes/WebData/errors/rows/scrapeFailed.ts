import { defineServiceRows, either } from '../row';

/** A repeated request fails with the same error. */
const final = { status: 500, possiblyExecuted: true };

/** An immediate retry is likely to fail with the same error. A later retry may succeed. */
const mayPass = { ...final, retry: 'sometimes' } as const;

const correctUrl = either(
	'Correct {url} if it does not open in a browser.',
	'Correct the URL if it does not open in a browser.',
);

export const correctUrlOrWait = [correctUrl, 'Otherwise, run the workflow again later.'];

/** The service has a code of its own for each reason and kind of file. */
const fileRows = (file: 'PDF' | 'document') => ({
	blocked: {
		...final,
		message: `The site blocked access to the ${file}`,
		cause: `The site's bot protection blocked the ${file} download.`,
		remedy: either("Set {proxy} to 'Enhanced'.", 'Use a stronger proxy.'),
	},
	proxyFailed: {
		...mayPass,
		message: `The ${file} could not be downloaded through a proxy`,
		cause: `The service's proxy could not load the ${file} from the site.`,
		remedy: either(
			'Change {proxy} or {location}, or run the workflow again later.',
			'Try another proxy.',
		),
	},
	downloadFailed: {
		...mayPass,
		message: `The ${file} could not be downloaded`,
		cause: `The service could not load the ${file} at this URL.`,
		remedy: correctUrlOrWait,
	},
});

const ofPdf = fileRows('PDF');
const ofDocument = fileRows('document');

/** Error rows for status 500 with a code that explains the failure. */
export const scrapeFailedRows = defineServiceRows({
	noEngine: {
		...final,
		code: 'SCRAPE_ALL_ENGINES_FAILED',
		pattern: /engines tried: ?\[\]/i,
		message: 'No scraping engine supports this request',
		cause: 'No scraping engine on this server supports the combination of formats and options.',
		remedy:
			'Remove formats and options one at a time until the request succeeds, or set {baseUrl} to the address of a server that supports all of them.',
	},
	noPageEngine: {
		...mayPass,
		code: 'SCRAPE_ALL_ENGINES_FAILED',
		// The service lists engines for files in place of engines for web pages if no engine for web pages supports the
		// options. If a site refuses access, the service adds the option of a stronger proxy.
		pattern:
			/engines tried: ?\[(?:pdf|document|index;documents)(?:, ?(?:pdf|document|index;documents))+\]/i,
		message: 'No engine for web pages supports this request',
		cause:
			'This server has no engine for web pages with these options, or the site refused access and the server has no stronger proxy.',
		remedy: [
			"Set {proxy} to 'Basic', which also returns pages with status 401, 403, or 429, and turn on {blockAds}.",
			'If the error persists, use a server that supports these options.',
		],
	},
	fileEngineFailed: {
		...mayPass,
		code: 'SCRAPE_ALL_ENGINES_FAILED',
		pattern: /engines tried: ?\[(?:pdf|document)\]/i,
		message: 'The file at this URL could not be read',
		cause:
			'The file may be damaged or encrypted, or the server may not support the PDF mode of this request.',
		remedy: [
			'Open the URL in a browser to check the file.',
			"If the file is a PDF, set 'Mode' in {parsers} to another value, because OCR is not available on every server.",
		],
	},
	allEnginesFailed: {
		...mayPass,
		code: 'SCRAPE_ALL_ENGINES_FAILED',
		message: 'The page could not be loaded',
		cause:
			'Every scraping engine of the service failed, for example, because the site is down, refuses access, or requires a login.',
		remedy: [
			correctUrl,
			"If the site blocks bots and the service has proxies, set {proxy} to 'Enhanced'.",
			"To get pages with status 401 or 403 instead of this error, set {proxy} to 'Basic'.",
		],
	},
	targetTlsBroken: {
		...final,
		code: 'SCRAPE_SSL_ERROR',
		pattern: /already have/i,
		message: 'TLS connection to the site failed',
		cause: "The site's TLS configuration itself is broken, not just its certificate.",
		remedy: either(
			'Set {url} to the http:// address of the page.',
			'Use the http:// address of the page.',
		),
	},
	targetTls: {
		...final,
		code: 'SCRAPE_SSL_ERROR',
		message: "The site's TLS certificate is not valid",
		cause: "The site's certificate has expired, is self-signed, or belongs to another host.",
		remedy: [
			"Check the site's certificate.",
			'If you trust the site, turn on {skipTlsVerification}.',
			'If the site does not support TLS, start {url} with http://.',
		],
	},
	siteError: {
		...mayPass,
		code: 'SCRAPE_SITE_ERROR',
		message: 'The page failed to load in the browser',
		cause: 'The site closed the connection, did not respond, or redirected in a loop.',
		remedy: correctUrlOrWait,
	},
	proxyLocation: {
		...final,
		code: 'SCRAPE_PROXY_SELECTION_ERROR',
		message: 'No proxy for this location',
		cause: 'The service has no proxy for the requested country and proxy type.',
		remedy: either('Change {location} or {proxy}.', 'Request the page from another country.'),
	},
	actionFailed: {
		...mayPass,
		code: 'SCRAPE_ACTION_ERROR',
		message: 'An action on the page failed',
		cause: 'The service could not perform one of the actions on the page.',
		remedy: either(
			"Check the selectors in {actions}, and add a 'Wait' action before the action that failed.",
			'Check the selectors of the actions.',
		),
	},
	unsupportedFile: {
		...final,
		code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
		message: 'File type not supported',
		cause: 'The URL points to a file of a type that the service cannot read.',
		remedy: either(
			"Use 'Raw Base64' as the only entry in {formats}.",
			'Request the unmodified file.',
		),
	},
	pdfNeedsOcr: {
		...final,
		code: 'SCRAPE_PDF_OCR_REQUIRED',
		message: 'The PDF needs text recognition (OCR)',
		cause: 'The PDF consists of images, but fast parsing reads embedded text only.',
		remedy: either("Set 'Mode' in {parsers} to 'Auto' or 'OCR'.", 'Read the PDF with OCR.'),
	},
	pdfTimeTooShort: {
		...final,
		code: 'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR',
		message: 'Not enough time for this PDF',
		cause: 'The PDF contains more pages than the service can read within the request timeout.',
		remedy: either(
			'Allow more time in {timeout}, or set {maxPages} to fewer pages.',
			'Allow more time, or read fewer pages.',
		),
	},
	pdfBlocked: { ...ofPdf.blocked, code: 'SCRAPE_PDF_ANTIBOT_ERROR' },
	documentBlocked: { ...ofDocument.blocked, code: 'SCRAPE_DOCUMENT_ANTIBOT_ERROR' },
	pdfProxyFailed: { ...ofPdf.proxyFailed, code: 'SCRAPE_PDF_FETCH_PROXY_ERROR' },
	documentProxyFailed: { ...ofDocument.proxyFailed, code: 'SCRAPE_DOCUMENT_FETCH_PROXY_ERROR' },
	pdfDownloadFailed: { ...ofPdf.downloadFailed, code: 'SCRAPE_PDF_PREFETCH_FAILED' },
	documentDownloadFailed: {
		...ofDocument.downloadFailed,
		code: 'SCRAPE_DOCUMENT_PREFETCH_FAILED',
	},
	audioNotSupported: {
		...final,
		code: 'SCRAPE_AUDIO_UNSUPPORTED_URL',
		message: 'No audio available from this URL',
		cause: 'The service extracts audio from only some video sites.',
		remedy: either("Remove 'Audio' from {formats}.", 'Request the page without audio.'),
	},
	videoNotSupported: {
		...final,
		code: 'SCRAPE_VIDEO_UNSUPPORTED_URL',
		message: 'No video available from this URL',
		cause: 'The service extracts video from only some video sites.',
		remedy: either("Remove 'Video' from {formats}.", 'Request the page without video.'),
	},
	brandingNotSupported: {
		...final,
		code: 'SCRAPE_BRANDING_NOT_SUPPORTED',
		message: 'Branding is not available for this page',
		cause: 'Branding is available for web pages only, and not on every server.',
		remedy: either("Remove 'Branding' from {formats}.", 'Request the page without branding.'),
	},
	jsonContentTooLarge: {
		...final,
		code: 'SCRAPE_JSON_CONTENT_TOO_LARGE',
		message: 'The page is too long for JSON extraction',
		cause: 'The page content is longer than the model can read.',
		remedy: either(
			'Select a smaller part of the page with {includeTags} or {excludeTags}.',
			'Extract from a smaller part of the page.',
		),
	},
	zeroDataRetentionViolation: {
		...final,
		code: 'SCRAPE_ZDR_VIOLATION_ERROR',
		message: 'Not available with zero data retention',
		cause: 'One of the requested features stores data, which zero data retention does not allow.',
		remedy: [
			"Remove the feature named in the service's error message.",
			'To use the feature, turn off {zeroDataRetention}.',
		],
	},
	scrapeRetryLimit: {
		...final,
		code: 'SCRAPE_RETRY_LIMIT',
		message: 'The service gave up after several attempts',
		cause: 'The service tried to scrape the page several times without success.',
		remedy: [
			'Open the URL in a browser to check that it works.',
			"If the site blocks bots, set {proxy} to 'Enhanced'.",
		],
	},
	scrapeJobCancelled: {
		...final,
		code: 'SCRAPE_JOB_CANCELLED',
		message: 'The scrape was stopped',
		cause: 'The service stopped the scrape before completion.',
		remedy: 'Run the workflow again to scrape the page.',
	},
	socialNotConfigured: {
		...final,
		code: 'SCRAPE_X_TWITTER_CONFIGURATION_ERROR',
		message: 'The server cannot scrape X (formerly Twitter)',
		cause: 'The server at this address has no access to X.',
		remedy: [
			"Ask the server's operator to set up access to X.",
			'Otherwise, set {url} to a page on another site.',
		],
	},
});
