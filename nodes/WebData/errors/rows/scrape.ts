import { DASHBOARD, defineServiceRows, either, isSent } from '../row';
import { generalRows } from './general';

/** Error rows of scrape requests that other requests, such as crawls and searches, also return. */
export const scrapeRows = defineServiceRows({
	insufficientCreditsScrape: {
		status: 402,
		code: 'insufficient_credits',
		message: 'Insufficient credits',
		cause: 'Your team does not have enough credits, so the service did not execute the request.',
		remedy: generalRows.paymentRequired.remedy,
	},
	countryRestricted: {
		status: 403,
		pattern: /not allowed by default in your country/i,
		message: 'Headers and actions not allowed in this country',
		cause: 'The service does not accept headers or actions from the country of this n8n instance.',
		remedy(sent) {
			const used = ['headers', 'actions'].filter((name) => isSent(sent, name));
			return [
				"Ask the service's support team to enable headers and actions for your team.",
				used.length > 0 && `Otherwise, remove ${used.map((name) => `{${name}}`).join(' and ')}.`,
			];
		},
	},
	unsafeDomain: {
		status: 403,
		code: 'unsafe_domain_blocked',
		message: 'Domain blocked as unsafe',
		cause: "Your team's threat protection blocks this domain.",
		remedy: [
			'Use a page on another domain, or ask an admin of your team to allow this domain.',
			'To change the rules for this request only, set {threatProtection}.',
		],
	},
	mediaAccessDenied: {
		status: 403,
		code: 'SCRAPE_MEDIA_ACCESS_DENIED',
		message: 'Access to audio or video denied',
		cause: "The site denied access to the page's audio or video.",
		remedy: either(
			"Remove 'Audio' and 'Video' from {formats}.",
			'Request the page without audio or video.',
		),
	},
	indexOnly: {
		status: 403,
		code: 'AGENT_INDEX_ONLY',
		message: 'Only cached pages are available to this account',
		cause: 'The owner has not confirmed the account yet, so the service returns only cached pages.',
		remedy: 'Ask the account owner to confirm the account, then run the workflow again.',
	},
	noCachedData: {
		status: 404,
		code: 'SCRAPE_NO_CACHED_DATA',
		message: 'No cached copy of the page',
		cause: 'The cache contains no copy that has reached the minimum age.',
		remedy: (sent) => [
			either(
				'Remove {minAge} to scrape the page again.',
				'Allow a new scrape, or a cached copy of any age.',
			),
			Number(sent.minAge) > 1 && 'To accept any cached copy, set {minAge} to 1.',
		],
	},
	lockdownCacheMiss: {
		status: 404,
		code: 'SCRAPE_LOCKDOWN_CACHE_MISS',
		message: 'No cached copy of the page',
		cause: 'Lockdown allows cached pages only, and this page is not in the cache.',
		remedy: either(
			'Turn off {lockdown} and scrape the page once.',
			'Scrape the page once without lockdown.',
		),
	},
	processingContinues: {
		status: 408,
		code: 'SCRAPE_TIMEOUT',
		message: 'Scrape timed out',
		cause: 'Processing the page or document took longer than the request timeout.',
		remedy: [
			either('Allow more time in {timeout}.', 'Allow more time.'),
			'For a large PDF, set {maxPages} to fewer pages.',
		],
		retry: 'backoff',
		possiblyExecuted: true,
	},
	stillProcessing: {
		status: 408,
		state: 'processing_continues',
		message: 'The service is still processing the page',
		cause:
			'Processing takes longer than one request, and a repeated request attaches to the same work free of charge.',
		remedy: [
			'Run the workflow again with the same values to get the result.',
			'To let the node wait longer, increase {maxRetryWait} on the Settings tab.',
		],
		retry: 'backoff',
		possiblyExecuted: true,
	},
	queueTimeout: {
		status: 408,
		code: 'CONCURRENCY_QUEUE_TIMEOUT',
		message: "Timed out in the service's queue",
		cause: 'The request waited too long for a free browser on your account.',
		remedy: either(
			'Allow more time in {timeout}, upgrade the plan, or reduce other traffic on this account.',
			'Upgrade the plan, or reduce other traffic on this account.',
		),
		retry: 'backoff',
	},
	actionsNotSupported: {
		status: 400,
		code: 'SCRAPE_ACTIONS_NOT_SUPPORTED',
		message: 'Actions are not supported for this page',
		cause: 'The service cannot perform actions on this kind of page.',
		remedy: either('Remove {actions}.', 'Request the page without actions.'),
	},
	dnsResolution: {
		status: 200,
		code: 'SCRAPE_DNS_RESOLUTION_ERROR',
		message: 'Host name of the page not found',
		cause: 'The host name in the URL does not exist or could not be resolved.',
		remedy: either('Check {url} for typos.', 'Check the URL for typos.'),
	},
	unknownError: {
		status: 500,
		code: 'UNKNOWN_ERROR',
		message: 'The service failed for an unknown reason',
		cause: 'An unexpected error occurred in the service.',
		remedy:
			"Run the workflow again later. If the error persists, send the error ID in the service's message to the service's support team. If the server is self-hosted, look for this ID in the server's log, and check whether the operation needs a database.",
		retry: 'backoff',
		possiblyExecuted: true,
	},
	exchangeNotEnabled: {
		status: 403,
		code: 'exchange_not_enabled',
		message: 'The catalog is not enabled for your team',
		cause:
			"Your team does not have access to the catalog, which the service also calls 'exchange'.",
		remedy: [
			"Ask the service's support team to enable the catalog for your team.",
			'To run the agent without the catalog, remove {exchange}.',
			'To scrape without the catalog, turn off {domainTools}.',
		],
	},
	thirdPartyTerms: {
		status: 403,
		code: 'THIRD_PARTY_DATA_TERMS_REQUIRED',
		message: 'Third-party data terms not accepted',
		cause: 'Your team has not accepted the terms for third-party data.',
		remedy: `Ask an admin of your team to accept the terms ${DASHBOARD}, then run the workflow again.`,
	},
	featureNotEnabled: {
		status: 403,
		pattern: /^(?!.*\b(key|token|scope)s?\b).*(\bcatalog\b|domain ?tools)/is,
		message: 'Domain tools are not enabled for your team',
		cause: 'Your team does not have access to catalog calls or domain tools.',
		remedy: [
			"Ask the service's support team to enable domain tools for your team.",
			'To scrape without domain tools, turn off {domainTools}.',
		],
	},
	unknownProvider: {
		status: 404,
		code: 'unknown_provider',
		preferServiceText: true,
		message: 'Unknown provider or capability',
		cause:
			'A catalog call names a provider or capability that does not exist, so no call was executed.',
		remedy: either(
			"Set {provider} and {capability} to a tool in the service's catalog.",
			'Use another tool.',
		),
	},
	duplicateRequest: {
		status: 409,
		code: 'duplicate_request',
		message: 'Request ID already used',
		cause: 'An earlier request with different parameters used the same request ID.',
		remedy: either(
			'Set {requestId} to a new value, or remove the option.',
			'Run the workflow again with another request ID.',
		),
	},
	requestInFlight: {
		status: 409,
		code: 'request_in_flight',
		message: 'Request still in progress',
		cause: 'An earlier request with the same request ID is still in progress.',
		remedy: [
			'Wait until the earlier request has finished, then run the workflow again.',
			'To send a separate request, set {requestId} to a new value.',
		],
		retry: 'ifOwnRequest',
		possiblyExecuted: true,
	},
	requestUnresolved: {
		status: 503,
		code: 'request_unresolved',
		message: 'Result of the request not yet known',
		cause: 'The service does not yet know the result of the request with this request ID.',
		remedy: [
			'Retry this execution to get the original result without another charge.',
			'To get the result in another execution, set {requestId} to the same request ID.',
		],
		retry: 'sameKey',
		possiblyExecuted: true,
	},
	billingUnavailable: {
		status: 503,
		code: 'billing_unavailable',
		message: 'Billing temporarily unavailable',
		cause: 'The service could not charge the credits.',
		remedy: 'Run the workflow again later.',
		retry: 'backoff',
	},
});

/** Error rows that apply only to the endpoints that list them. */
export const requestRows = defineServiceRows({
	needsRetention: {
		status: 400,
		pattern: /zero data retention/i,
		message: 'Not available with zero data retention',
		cause: 'Zero data retention is enforced for your team, and this operation needs stored data.',
		remedy: 'Use the API key of a team without enforced zero data retention.',
	},
	catalogNotSupported: {
		status: 400,
		unknownKeys: ['catalog', 'alexandria'],
		message: 'The server does not support catalog calls',
		cause: 'The server has no catalog, or its version does not support catalog calls.',
		remedy:
			'Set {baseUrl} to the address of a server with a catalog, or update the server if it is self-hosted.',
	},
	catalogMixed: {
		status: 400,
		// The pattern requires a second keyword. A text with only "catalog" may describe another error.
		pattern:
			/^(?=.*\bcatalog\b).*(combin|together|alongside|exclusive|mixed|unrecogni[sz]ed|unknown (key|field|option)|not allowed|(allowed|used|sent|accepted) (with|in|beside)\b)/is,
		message: 'Invalid catalog request',
		cause:
			'The request combines a catalog call with a URL or scrape options, or a call contains unknown keys.',
		remedy: [
			"Use only the keys 'provider', 'capability', and 'options' for the calls in {catalogJson}.",
			"Remove all keys from {additionalBodyFields} except 'timeout', 'origin', and 'integration'.",
		],
	},
	zeroDataRetentionNotEnabled: {
		status: 403,
		// An endpoint must list this row before `zeroDataRetentionActive`, whose pattern matches the same texts.
		pattern:
			/(zero ?data ?retention|\bzdr\b)( \(zdr\))?( search| mode| feature)?( is| has| must| needs to)? ?(not|n't|be)( been| be| yet| currently)? (enabled|activated|available|allowed)/i,
		message: 'Zero data retention is not enabled for your team',
		cause: 'The request asks for zero data retention, but your team does not have this feature.',
		remedy: [
			"Ask the service's support team to enable zero data retention for your team.",
			'To scrape without this feature, turn off {zeroDataRetention}.',
		],
	},
	zeroDataRetentionActive: {
		status: 403,
		pattern: /zero ?data ?retention|\bzdr\b/i,
		message: 'Not available with zero data retention',
		cause: 'Catalog calls and domain tools are not available while zero data retention is active.',
		remedy: [
			'Turn off {domainTools}, or turn off {zeroDataRetention} and {lockdown}.',
			'If your team enforces zero data retention, use the API key of another team.',
		],
	},
	siteNotSupported: {
		status: 403,
		pattern:
			/do(es)? not support this (site|website|url)|(site|website) is (not|no longer) supported/i,
		message: 'The service does not support this site',
		cause: 'The service does not scrape this site by default.',
		remedy: [
			"Ask the service's support team for access to the site.",
			'Otherwise, set {url} to a page on another site.',
		],
	},
	threatProtectionRefused: {
		status: 403,
		pattern: /threat protection/i,
		message: 'Threat protection setting not allowed',
		cause:
			"Your team does not have threat protection, or the team's settings do not allow changes for a single request.",
		remedy: [
			'Ask an admin of your team to change the settings.',
			'Otherwise, remove {threatProtection}.',
		],
	},
	profileInUse: {
		status: 409,
		pattern: /profile/i,
		preferServiceText: true,
		message: 'Another session is saving to the profile',
		cause: 'Only one browser session at a time can save to a profile.',
		remedy: either(
			'Wait until the other session ends, choose another profile in {profile}, or turn off {saveChanges}.',
			'Stop the other session, or wait until it ends.',
		),
	},
	tooManyScrapes: {
		status: 429,
		// Texts about a specific limit belong to the general rows, so this pattern excludes such texts.
		pattern: /^(?!.*(rate limit|concurrency|queue limit))/is,
		message: 'Too many requests',
		cause: 'Your account sent more requests than its plan allows.',
		remedy: generalRows.rateLimit.remedy,
		retry: 'backoff',
	},
});
