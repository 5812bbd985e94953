// The failure catalogue: one row for each row of the specification's error tables, and what the living service adds.

import type { ErrorRow } from '../failure';

/** The error table of the specification that a row stands in; `observed` rows come from the living service. */
export type ErrorTable = 'general' | 'scrape' | 'agent' | 'observed';

/** The part of the service that answered; rows with `endpoints` hold for those alone. */
export type Endpoint = 'scrape' | 'interact' | 'catalog' | 'agent';

export interface ServiceRow extends ErrorRow {
	table: ErrorTable;
	status: number;
	/** The answer's `code` must be this one. */
	code?: string;
	/** The answer must hold no `code`. */
	uncoded?: true;
	/** The answer's `error` text must match; addresses in it are not looked at. */
	pattern?: RegExp;
	endpoints?: readonly Endpoint[];
}

/** Where a person settles what the API cannot; the service may say at which address that is. */
export const DASHBOARD = "in the service's dashboard";

const scrapeRows = [
	{
		id: 'catalogMixed',
		table: 'scrape',
		status: 400,
		endpoints: ['scrape', 'catalog'],
		// The specification gives no wording. A text that only has the word in it may be about anything.
		pattern:
			/^(?=.*\bcatalog\b).*(combin|together|alongside|exclusive|mixed|unrecogni[sz]ed|unknown (key|field|option)|not allowed|(allowed|used|sent|accepted) (with|in|beside)\b)/is,
		message: 'Bad Request',
		cause: 'A catalog call was combined with a URL or scrape options, or a call has unknown keys.',
		remedy:
			"Send nothing beside 'catalog' but 'timeout', 'origin' and 'integration'. Take all but 'provider', 'capability' and 'options' out of the calls in {catalogJson}. Take everything else out of {additionalBodyFields}.",
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'insufficientCreditsScrape',
		table: 'scrape',
		status: 402,
		code: 'insufficient_credits',
		message: 'Payment Required: Insufficient credits',
		cause: 'The team has too few credits; a catalog call was not carried out.',
		remedy: 'Turn on pay-as-you-go or upgrade the plan, then run the node again.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'thirdPartyTerms',
		table: 'scrape',
		status: 403,
		code: 'THIRD_PARTY_DATA_TERMS_REQUIRED',
		message: 'Third-party data terms not accepted',
		cause: 'Your team has not accepted the terms for third-party data.',
		remedy: `Have an admin of your team accept the terms ${DASHBOARD}, then run the node again.`,
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'zeroDataRetentionNotEnabled',
		table: 'scrape',
		status: 403,
		endpoints: ['scrape'],
		// Before the row for when it is active, whose words it shares.
		pattern:
			/(zero ?data ?retention|\bzdr\b)( mode| feature)?( is| has| must| needs to)? ?(not|n't|be)( been| be| yet| currently)* (enabled|activated|available|allowed)/i,
		message: 'Zero data retention is not enabled',
		cause: 'Your team may not ask for zero data retention.',
		remedy:
			'Ask the provider to enable zero data retention for your team. Turn off {zeroDataRetention} to scrape without it.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'zeroDataRetentionActive',
		table: 'scrape',
		status: 403,
		endpoints: ['scrape', 'catalog'],
		pattern: /zero ?data ?retention|\bzdr\b/i,
		message: 'Not possible with zero data retention',
		cause:
			'Zero data retention is active, and catalog calls and domain tools are not offered with it.',
		remedy:
			'Use the API key of a team without zero data retention where it is forced on for yours. Turn off {zeroDataRetention} and {lockdown}, or do without {domainTools}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'catalogNotEnabled',
		table: 'scrape',
		status: 403,
		endpoints: ['catalog'],
		uncoded: true,
		// The specification gives no wording. What is left are the general row and words about what a key may do.
		pattern:
			/^(?!.*\b(key|token|scope)s?\b)(.*\bcatalog\b|(?!\W*(forbidden\W*)?$)(?!.*permission))/is,
		message: 'Catalog calls are not enabled',
		cause: 'Catalog calls are not enabled for your team, or zero data retention is active for it.',
		remedy:
			'Ask the provider to enable catalog calls for your team, or put the key of a team that has them into {apiKey}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'featureNotEnabled',
		table: 'scrape',
		status: 403,
		pattern: /^(?!.*\b(key|token|scope)s?\b).*(\bcatalog\b|domain ?tools)/is,
		message: 'Forbidden',
		cause: 'Catalog calls or domain tools are not enabled for your team.',
		remedy:
			'Ask the provider to enable the feature for your team. Turn off {domainTools} where it is on.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'unknownProvider',
		table: 'scrape',
		status: 404,
		code: 'unknown_provider',
		message: 'Unknown provider',
		cause:
			'A catalog call names a provider or a capability that does not exist; nothing was carried out.',
		remedy: 'Look up the names in the catalog of the service. Correct {provider} and {capability}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'noCachedData',
		table: 'scrape',
		status: 404,
		code: 'SCRAPE_NO_CACHED_DATA',
		message: 'No cached data',
		cause: 'Only the cache was consulted, and nothing in it is old enough.',
		remedy:
			'Allow a fresh scrape, or cached data of any age. Remove {minAge} for the first, or set it to 1 for the second.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'lockdownCacheMiss',
		table: 'scrape',
		status: 404,
		code: 'SCRAPE_LOCKDOWN_CACHE_MISS',
		message: 'Page is not cached',
		cause: 'Only the cache may answer, and it does not hold this page.',
		remedy: 'Scrape the page once in the usual way. Turn off {lockdown} for that.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'duplicateRequest',
		table: 'scrape',
		status: 409,
		code: 'duplicate_request',
		message: 'Duplicate request',
		cause: 'The same request id was used before with other parameters.',
		remedy:
			'Run the node again under another request id. Set {requestId} to a value that was not used before, or leave it empty.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'requestInFlight',
		table: 'scrape',
		status: 409,
		code: 'request_in_flight',
		message: 'Request in flight',
		cause: 'A request with the same request id is still being carried out.',
		remedy:
			'Wait until it has ended, then run the node again. Set {requestId} to a value that was not used before for a request of its own.',
		retry: 'ifOwnRequest',
		possiblyExecuted: true,
	},
	{
		id: 'tooManyScrapes',
		table: 'scrape',
		status: 429,
		endpoints: ['scrape', 'catalog'],
		// The specification's row holds `error` alone; the two general rows name which limit it was.
		pattern: /^(?!.*(rate limit|concurrency))/i,
		message: 'Too many requests',
		cause: 'The account sent more requests than its plan allows.',
		remedy:
			'Upgrade the plan, or ask for less at a time. Lower {maxConcurrency} or raise {maxTries} in the Settings tab.',
		retry: 'backoff',
		possiblyExecuted: false,
	},
	{
		id: 'unknownError',
		table: 'scrape',
		status: 500,
		code: 'UNKNOWN_ERROR',
		message: 'Something unexpected happened in the service',
		cause: 'The service met something that it was not prepared for.',
		remedy:
			'Run the node again later; if it stays, give the request id to the support of the service.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
	{
		id: 'requestUnresolved',
		table: 'scrape',
		status: 503,
		code: 'request_unresolved',
		message: 'Request unresolved',
		cause: 'The service cannot tell yet how the request with this request id ended.',
		remedy:
			'The request id stands in {requestId}, or is made from the execution and the item. Run the node again with the same one: the service then replays the result instead of charging twice.',
		retry: 'sameKey',
		possiblyExecuted: true,
	},
	{
		id: 'billingUnavailable',
		table: 'scrape',
		status: 503,
		code: 'billing_unavailable',
		message: 'Billing unavailable',
		cause: 'The service could not charge the credits.',
		remedy: 'Run the node again later.',
		retry: 'backoff',
		possiblyExecuted: false,
	},
] as const satisfies readonly ServiceRow[];

const agentRows = [
	{
		id: 'invalidJobId',
		table: 'agent',
		status: 400,
		pattern: /invalid job id/i,
		message: 'Invalid job ID format. Job ID must be a valid UUID.',
		cause: 'The id of the agent run is not a UUID.',
		remedy: 'Use the id that the node gave that started the run. Put it into {jobId}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'invalidSnapshotId',
		table: 'agent',
		status: 400,
		pattern: /invalid snapshot id/i,
		message: 'Invalid snapshot ID',
		cause: 'The id of the snapshot has the wrong form.',
		remedy:
			"Use the id from an 'artifact.updated' event of the run's trace. Put it into {snapshotId}.",
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'traceNotRecorded',
		table: 'agent',
		status: 400,
		pattern: /trace is only available/i,
		message: 'Trace is only available for Model 2 extracts',
		cause: 'The run is older than the agent model that records traces.',
		remedy: 'Start the run again: every new run records a trace.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'snapshotsNotRecorded',
		table: 'agent',
		status: 400,
		pattern: /snapshots are only available/i,
		message: 'Snapshots are only available for Model 2 extracts',
		cause: 'The run is older than the agent model that records snapshots.',
		remedy: 'Start the run again: every new run records snapshots.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'zeroDataRetentionForced',
		table: 'agent',
		status: 400,
		pattern: /zero data retention .* not supported on extract/i,
		message: 'Your team has zero data retention enabled. This is not supported on extract.',
		cause: 'Zero data retention is forced on for your team, and agent runs need to keep data.',
		remedy: 'Use the API key of a team without forced zero data retention.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'agentJobNotFound',
		table: 'agent',
		status: 404,
		pattern: /agent job not found/i,
		message: 'Agent job not found',
		cause: 'No run has this id, or it belongs to the team of another API key.',
		remedy: 'Check that the credential is the one that started the run. Check {jobId}, too.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'snapshotNotFound',
		table: 'agent',
		status: 404,
		pattern: /snapshot not found/i,
		message: 'Snapshot not found',
		cause: 'The run has no snapshot with this id.',
		remedy:
			"Use the id from an 'artifact.updated' event of the same run's trace. Put it into {snapshotId}.",
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'agentAlreadyFinished',
		table: 'agent',
		status: 409,
		pattern: /agent already finished/i,
		message: 'Agent already finished',
		cause: 'The run had ended before it could be cancelled.',
		remedy: 'Get the run to see its result: nothing is left to cancel.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'agentAlreadyCancelled',
		table: 'agent',
		status: 409,
		pattern: /agent is already cancelled/i,
		message: 'Agent is already cancelled',
		cause: 'The run is being cancelled already.',
		remedy: 'Get the run until its status is failed: that is how a cancelled run ends.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'agentNotAccepted',
		table: 'agent',
		status: 500,
		pattern: /failed to passthrough agent request/i,
		message: 'Failed to passthrough agent request.',
		cause: 'The agent service did not accept the run.',
		remedy: 'Run the node again later.',
		retry: 'backoff',
		possiblyExecuted: false,
	},
] as const satisfies readonly ServiceRow[];

const observedRows = [
	{
		id: 'dnsResolution',
		table: 'observed',
		status: 200,
		code: 'SCRAPE_DNS_RESOLUTION_ERROR',
		message: 'The host name of the page could not be resolved',
		cause: 'The host name in the address of the page does not exist.',
		remedy: 'Check the address of the page for a spelling mistake. Correct {url}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'processingContinues',
		table: 'observed',
		status: 408,
		code: 'SCRAPE_TIMEOUT',
		message: 'Request Timeout',
		cause: 'The page or document took longer than the request allows.',
		remedy:
			'Give it more time, or ask for less. Raise {timeout}. Simplify {actions}, or turn on {fastMode}. Lower {maxPages} for a large PDF.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
	{
		id: 'unsafeDomain',
		table: 'observed',
		status: 403,
		code: 'unsafe_domain_blocked',
		message: 'The domain is blocked as unsafe',
		cause: "Your team's threat protection blocks this domain.",
		remedy:
			'Use another page, or have an admin of your team allow the domain. Set {threatProtection} to decide otherwise for this request alone.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'mediaAccessDenied',
		table: 'observed',
		status: 403,
		code: 'SCRAPE_MEDIA_ACCESS_DENIED',
		message: 'The audio or video cannot be accessed',
		cause: 'The page does not give access to its audio or video.',
		remedy: "Ask for the page without them. Take 'Audio' and 'Video' out of {formats}.",
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'actionsNotSupported',
		table: 'observed',
		status: 400,
		code: 'SCRAPE_ACTIONS_NOT_SUPPORTED',
		message: 'Actions are not supported for this page',
		cause: 'The service cannot perform actions on this kind of page.',
		remedy: 'Ask for the page without actions. Remove {actions}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'targetTls',
		table: 'observed',
		status: 500,
		code: 'SCRAPE_SSL_ERROR',
		message: "The page's TLS certificate was not accepted",
		cause: "The page's TLS certificate is not valid.",
		remedy: 'Use the page only if you trust it. Turn on {skipTlsVerification} then.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
	{
		id: 'actionFailed',
		table: 'observed',
		status: 500,
		code: 'SCRAPE_ACTION_ERROR',
		message: 'An action on the page failed',
		cause: 'One of the actions could not be performed on the page.',
		remedy:
			'Check the selectors of the actions. Put a wait before the action that failed into {actions}.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
	{
		id: 'unsupportedFile',
		table: 'observed',
		status: 500,
		code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
		message: 'The file type is not supported',
		cause: 'The address leads to a kind of file that the service cannot read.',
		remedy: "Ask for the file as it is. Use 'Raw Base64' as the only entry of {formats} for that.",
		retry: 'backoff',
		possiblyExecuted: true,
	},
	{
		id: 'allEnginesFailed',
		table: 'observed',
		status: 500,
		code: 'SCRAPE_ALL_ENGINES_FAILED',
		message: 'The page could not be loaded',
		cause: 'Every way that the service has to load the page failed.',
		remedy:
			"Open the address in a browser to see whether it works. Correct {url}. Set {proxy} to 'Enhanced' for a protected page.",
		retry: 'backoff',
		possiblyExecuted: true,
	},
	{
		id: 'sessionDestroyed',
		table: 'observed',
		status: 410,
		endpoints: ['interact'],
		message: 'The session has ended',
		cause: 'The browser session of this scrape was stopped or has run out of time.',
		remedy: 'Scrape the page again. Map its new id into {scrapeId}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'scrapeNotFound',
		table: 'observed',
		status: 404,
		endpoints: ['interact'],
		message: 'Job not found',
		cause: 'No scrape has this id, it has expired, or it belongs to the team of another API key.',
		remedy:
			"Use 'metadata.scrapeId' of a page that was scraped with the same credential. Put it into {scrapeId}.",
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'scrapeNotReplayable',
		table: 'observed',
		status: 409,
		endpoints: ['interact'],
		message: 'The scrape cannot be replayed',
		cause:
			'The service cannot load the page again as it was, or another session is saving to the same profile.',
		remedy: 'Scrape the page again, or stop the other session that uses the profile.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'notInstalled',
		table: 'observed',
		status: 501,
		message: 'Not Implemented',
		cause: 'The service at this address was set up without this feature.',
		remedy: 'Ask whoever runs the service to enable it, or put another address into {baseUrl}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'interactionFailed',
		table: 'observed',
		status: 200,
		endpoints: ['interact'],
		message: 'The code or the prompt failed on the page',
		cause: 'The service ran the code or the prompt on the page, and it ended in a failure.',
		remedy: 'Look at what it printed, which is in the details. Correct {code} or {prompt}.',
		retry: 'never',
		possiblyExecuted: true,
	},
	{
		id: 'failedAt200',
		table: 'observed',
		status: 200,
		message: 'The service says that the request failed',
		cause:
			'The service answered with a status of success, and said in its body that the request failed.',
		remedy: 'Follow what the message says; run the node again if it names no cause on your side.',
		retry: 'never',
		possiblyExecuted: true,
	},
] as const satisfies readonly ServiceRow[];

const generalRows = [
	{
		id: 'invalidUrl',
		table: 'general',
		status: 400,
		pattern: /invalid url/i,
		message: 'Invalid URL',
		cause: 'The URL is missing, malformed, or not http(s).',
		remedy: 'Use an absolute http:// or https:// address. Correct {url}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'badRequest',
		table: 'general',
		status: 400,
		message: 'Bad Request',
		cause: 'The service did not accept a field of the request.',
		remedy:
			'Correct the fields that the service names. Turn on {previewRequest} in the Settings tab to see the request without sending it.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'unauthorized',
		table: 'general',
		status: 401,
		message: 'Unauthorized: Invalid token',
		cause: 'The API key is missing, malformed or revoked.',
		remedy: 'Put a valid key into {apiKey}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'paymentRequired',
		table: 'general',
		status: 402,
		message: 'Payment Required: Insufficient credits',
		cause: "The plan's credits are used up, or billing is not set up.",
		remedy: 'Turn on pay-as-you-go or upgrade the plan, then run the node again.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'promptInjection',
		table: 'general',
		status: 403,
		code: 'SCRAPE_PROMPT_INJECTION_DETECTED',
		message: 'Prompt injection detected',
		cause:
			'The page seems to hold instructions meant for a language model, so the extraction was stopped.',
		remedy:
			'Look at the page yourself. Turn off {checkPromptInjection} if it is harmless, then run the node again.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'forbidden',
		table: 'general',
		status: 403,
		message: 'Forbidden',
		cause: 'The API key lacks the permission for this endpoint or feature.',
		remedy: 'Use a key with the required scope in {apiKey}, or upgrade the plan.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'notFound',
		table: 'general',
		status: 404,
		message: 'Not Found',
		cause: 'The id, resource or path does not exist.',
		remedy: 'Check the id or the URL in the form, and {baseUrl}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'requestTimeout',
		table: 'general',
		status: 408,
		message: 'Request Timeout',
		cause: 'The page took longer than the request allows.',
		remedy:
			'Give it more time, or ask for less. Raise {timeout}. Simplify {actions}, or turn on {fastMode}.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
	{
		id: 'conflict',
		table: 'general',
		status: 409,
		message: 'Conflict',
		cause: 'The state of the resource does not allow this, for example because it was deleted.',
		remedy: 'Get its current state first, then decide what to do.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'payloadTooLarge',
		table: 'general',
		status: 413,
		message: 'Payload Too Large',
		cause: 'The request is larger than the service accepts.',
		remedy: 'Send less: a shorter schema, fewer entries.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'unprocessable',
		table: 'general',
		status: 422,
		message: 'Unprocessable Entity',
		cause:
			'The JSON Schema is not valid, or the model could not produce a result that conforms to it.',
		remedy:
			'Run the node again: a second try may succeed. Check {schema}, and require fewer fields in it.',
		retry: 'sometimes',
		possiblyExecuted: false,
	},
	{
		id: 'concurrencyLimit',
		table: 'general',
		status: 429,
		pattern: /concurren/i,
		message: 'Concurrency limit reached',
		cause: 'More browsers are busy for your account at the same time than its plan allows.',
		remedy:
			'Upgrade the plan, or ask for less at a time. Lower {maxConcurrency} or raise {maxTries} in the Settings tab.',
		retry: 'backoff',
		possiblyExecuted: false,
	},
	{
		id: 'rateLimit',
		table: 'general',
		status: 429,
		message: 'Rate limit exceeded',
		cause: 'The account sent more requests per minute than its plan allows.',
		remedy:
			'Upgrade the plan, or ask for less at a time. Lower {maxConcurrency} or raise {maxTries} in the Settings tab.',
		retry: 'backoff',
		possiblyExecuted: false,
	},
	{
		id: 'internalServerError',
		table: 'general',
		status: 500,
		message: 'Internal Server Error',
		cause: 'The service failed on its side.',
		remedy:
			'Run the node again later; if it stays, give the request id to the support of the service.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
	{
		id: 'badGateway',
		table: 'general',
		status: 502,
		message: 'Bad Gateway',
		cause: 'A server behind the service gave an invalid answer.',
		remedy: 'Run the node again later.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
	{
		id: 'serviceUnavailable',
		table: 'general',
		status: 503,
		message: 'Service Unavailable',
		cause: 'The service cannot handle the request for the moment.',
		remedy: 'Run the node again later.',
		retry: 'backoff',
		possiblyExecuted: false,
	},
	{
		id: 'gatewayTimeout',
		table: 'general',
		status: 504,
		message: 'Gateway Timeout',
		cause: "The request took longer than the service's gateway waits.",
		remedy:
			'Ask for less in one request. Use fewer {actions}, a shorter {waitFor} or fewer {maxPages}.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
] as const satisfies readonly ServiceRow[];

const allRows: readonly ServiceRow[] = [
	...scrapeRows,
	...agentRows,
	...observedRows,
	...generalRows,
];

/**
 * All rows in the order in which they are tried: the first that matches an answer explains it. A code says
 * more than any wording.
 * Specification: Errors, tables "General errors", "Errors of POST /v2/scrape" and "Agent errors".
 */
export const serviceRows: readonly ServiceRow[] = [
	...allRows.filter(({ code }) => code !== undefined),
	...allRows.filter(({ code }) => code === undefined),
];

/** For statuses that no table names: the class of the status decides. */
export const fallbackRows = {
	redirect: {
		id: 'redirect',
		message: 'The service answered with a redirect',
		cause:
			'The address of the service leads elsewhere, and the API key is not sent to another address.',
		remedy: 'Put the final address into {baseUrl}, with https:// where the service uses it.',
		retry: 'never',
		possiblyExecuted: false,
	},
	client: {
		id: 'otherClientError',
		message: 'The service did not accept the request',
		cause: 'The service answered with a status that its documentation does not name.',
		remedy: 'Check the fields of the form and {baseUrl}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	server: {
		id: 'otherServerError',
		message: 'The service failed',
		cause: 'The service answered with a status that its documentation does not name.',
		remedy: 'Run the node again later.',
		retry: 'never',
		possiblyExecuted: true,
	},
} as const satisfies Record<string, ErrorRow>;
