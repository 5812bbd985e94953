// The four error tables of the specification. Each entry is one row, in table order.

export type Retryable = 'no' | 'backoff' | 'sometimes' | 'sameKey' | 'notStated';

export interface SpecErrorRow {
	id: string;
	table: 'general' | 'scrape' | 'agent' | 'trace';
	/** HTTP status code, or undefined for a trace code. Trace codes occur in trace events and not in HTTP errors. */
	status?: number;
	error: string;
	code?: string;
	extra?: Readonly<Record<string, unknown>>;
	/** Whether the body is `{ error }` without `success`. */
	onlyError?: boolean;
	cause: string;
	/** Value of the Retryable column. Default: `notStated`, for tables without this column. */
	retryable: Retryable;
	fromSpec: string;
}

type TableRow = Omit<SpecErrorRow, 'table' | 'retryable'> & { retryable?: Retryable };

const general = [
	{
		id: 'badRequest',
		status: 400,
		error: 'Bad Request',
		extra: { details: [{ path: ['timeout'], message: 'must be >= 1000' }] },
		cause: 'The body fails schema validation: missing or invalid fields.',
		retryable: 'no',
		fromSpec: 'General errors, 400 Bad Request / validation message',
	},
	{
		id: 'invalidUrl',
		status: 400,
		error: 'Invalid URL',
		cause: '`url` is missing, malformed or of an unsupported scheme.',
		retryable: 'no',
		fromSpec: 'General errors, 400 Invalid URL',
	},
	{
		id: 'unauthorized',
		status: 401,
		error: 'Unauthorized: Invalid token',
		cause: 'The API key is missing, malformed or revoked.',
		retryable: 'no',
		fromSpec: 'General errors, 401',
	},
	{
		id: 'paymentRequired',
		status: 402,
		error: 'Payment Required: Insufficient credits',
		cause: 'Plan credits are exhausted or billing is not configured.',
		retryable: 'no',
		fromSpec: 'General errors, 402',
	},
	{
		id: 'forbidden',
		status: 403,
		error: 'Forbidden',
		cause: 'The key lacks permission for the endpoint or feature.',
		retryable: 'no',
		fromSpec: 'General errors, 403 Forbidden',
	},
	{
		id: 'promptInjectionDetected',
		status: 403,
		error: 'SCRAPE_PROMPT_INJECTION_DETECTED',
		cause:
			'JSON mode with `checkPromptInjection: true` found a prompt injection attempt in the page; extraction was aborted.',
		retryable: 'no',
		fromSpec: 'General errors, 403 SCRAPE_PROMPT_INJECTION_DETECTED',
	},
	{
		id: 'notFound',
		status: 404,
		error: 'Not Found',
		cause: 'The job id, resource or path does not exist.',
		retryable: 'no',
		fromSpec: 'General errors, 404',
	},
	{
		id: 'requestTimeout',
		status: 408,
		error: 'Request Timeout',
		cause: 'The page took longer than the request `timeout`.',
		retryable: 'backoff',
		fromSpec: 'General errors, 408',
	},
	{
		id: 'conflict',
		status: 409,
		error: 'Conflict',
		cause: 'The state of the resource prevents the operation, for example, already deleted.',
		retryable: 'no',
		fromSpec: 'General errors, 409',
	},
	{
		id: 'payloadTooLarge',
		status: 413,
		error: 'Payload Too Large',
		cause: 'The body exceeds the maximum size.',
		retryable: 'no',
		fromSpec: 'General errors, 413',
	},
	{
		id: 'unprocessableEntity',
		status: 422,
		error: 'Unprocessable Entity',
		cause: 'Invalid JSON Schema, or the model could not produce a conforming result.',
		retryable: 'sometimes',
		fromSpec: 'General errors, 422 Unprocessable Entity / extraction schema error',
	},
	{
		id: 'rateLimitExceeded',
		status: 429,
		error: 'Rate limit exceeded',
		cause: "Over the plan's per-minute limit.",
		retryable: 'backoff',
		fromSpec: 'General errors, 429 Rate limit exceeded',
	},
	{
		id: 'concurrencyLimitReached',
		status: 429,
		error: 'Concurrency limit reached',
		cause: "The plan's concurrent browser limit is reached.",
		retryable: 'backoff',
		fromSpec: 'General errors, 429 Concurrency limit reached',
	},
	{
		id: 'internalServerError',
		status: 500,
		error: 'Internal Server Error',
		cause: 'Unhandled server failure.',
		retryable: 'backoff',
		fromSpec: 'General errors, 500',
	},
	{
		id: 'badGateway',
		status: 502,
		error: 'Bad Gateway',
		cause: 'The upstream proxy or worker returned an invalid response.',
		retryable: 'backoff',
		fromSpec: 'General errors, 502',
	},
	{
		id: 'serviceUnavailable',
		status: 503,
		error: 'Service Unavailable',
		cause: 'Temporarily unable to handle the request.',
		retryable: 'backoff',
		fromSpec: 'General errors, 503',
	},
	{
		id: 'gatewayTimeout',
		status: 504,
		error: 'Gateway Timeout',
		cause: 'Exceeded the gateway timeout, typically by long crawls.',
		retryable: 'backoff',
		fromSpec: 'General errors, 504',
	},
] as const satisfies readonly TableRow[];

// The scrape table states only codes and conditions. The messages are invented.
const scrape = [
	{
		id: 'catalogBadRequest',
		status: 400,
		error: 'Bad Request',
		extra: { details: [{ path: ['catalog'], message: 'cannot be combined with "url"' }] },
		cause:
			'Catalog mode combined with `url`, `formats` or other scrape options, or unrecognized keys in a call.',
		fromSpec: 'Errors of POST /v2/scrape, 400',
	},
	{
		id: 'insufficientCredits',
		status: 402,
		error: 'Insufficient credits to perform this request.',
		code: 'insufficient_credits',
		cause: 'The team lacks credits; for a catalog request nothing is executed.',
		fromSpec: 'Errors of POST /v2/scrape, 402 insufficient_credits',
	},
	{
		id: 'thirdPartyTermsRequired',
		status: 403,
		error: 'The third-party data terms of this provider have not been accepted.',
		code: 'THIRD_PARTY_DATA_TERMS_REQUIRED',
		extra: { requiresAction: true },
		cause: 'Third-party data terms are not accepted; the team must act before retrying.',
		fromSpec: 'Errors of POST /v2/scrape, 403 THIRD_PARTY_DATA_TERMS_REQUIRED',
	},
	{
		id: 'catalogNotEnabled',
		status: 403,
		error: 'Catalog execution is not enabled for this team.',
		cause:
			'Catalog execution or `domainTools` is not enabled for the team, or zero data retention is active.',
		fromSpec: 'Errors of POST /v2/scrape, 403 without a code',
	},
	{
		id: 'unknownProvider',
		status: 404,
		error: 'Unknown provider or capability.',
		code: 'unknown_provider',
		cause:
			'A catalog call names a provider or capability that does not exist; nothing was executed.',
		fromSpec: 'Errors of POST /v2/scrape, 404 unknown_provider',
	},
	{
		id: 'noCachedData',
		status: 404,
		error: 'No cached data matches this request.',
		code: 'SCRAPE_NO_CACHED_DATA',
		cause: '`minAge` is set and no cached data exists.',
		fromSpec: 'Errors of POST /v2/scrape, 404 SCRAPE_NO_CACHED_DATA',
	},
	{
		id: 'lockdownCacheMiss',
		status: 404,
		error: 'The page is not in the cache, and lockdown allows no request to it.',
		code: 'SCRAPE_LOCKDOWN_CACHE_MISS',
		cause: '`lockdown` is true and the page is not cached.',
		fromSpec: 'Errors of POST /v2/scrape, 404 SCRAPE_LOCKDOWN_CACHE_MISS',
	},
	{
		id: 'duplicateRequest',
		status: 409,
		error: 'This x-request-id was used for a request with different parameters.',
		code: 'duplicate_request',
		extra: { chargeId: 'charge-original-1' },
		cause:
			'Reused `x-request-id`: the original completed with different parameters; `chargeId` is its id.',
		fromSpec: 'Errors of POST /v2/scrape, 409 duplicate_request',
	},
	{
		id: 'requestInFlight',
		status: 409,
		error: 'A request with this x-request-id is still being processed.',
		code: 'request_in_flight',
		extra: { chargeId: 'charge-in-flight-1' },
		cause:
			'Reused `x-request-id`: the original is still being processed; `chargeId` is the id of the in-flight request.',
		fromSpec: 'Errors of POST /v2/scrape, 409 request_in_flight',
	},
	{
		id: 'scrapeRateLimited',
		status: 429,
		error: 'Rate limit exceeded',
		onlyError: true,
		cause: 'Body has only `error`.',
		fromSpec: 'Errors of POST /v2/scrape, 429',
	},
	{
		id: 'unknownError',
		status: 500,
		error: 'An unexpected error occurred.',
		code: 'UNKNOWN_ERROR',
		cause: 'Unexpected server error.',
		fromSpec: 'Errors of POST /v2/scrape, 500 UNKNOWN_ERROR',
	},
	{
		id: 'requestUnresolved',
		status: 503,
		error: 'The outcome of the request with this x-request-id could not be determined.',
		code: 'request_unresolved',
		extra: { chargeId: 'charge-unresolved-1' },
		cause:
			'The outcome of an in-flight catalog request could not be determined; `chargeId` is the id of that request.',
		// The scrape table has no Retryable column, so this entry follows the row's text and retry rule 5.
		retryable: 'sameKey',
		fromSpec: 'Errors of POST /v2/scrape, 503 request_unresolved',
	},
	{
		id: 'billingUnavailable',
		status: 503,
		error: 'Credits could not be charged.',
		code: 'billing_unavailable',
		cause: 'Credits could not be charged.',
		fromSpec: 'Errors of POST /v2/scrape, 503 billing_unavailable',
	},
] as const satisfies readonly TableRow[];

const agent = [
	{
		id: 'invalidJobId',
		status: 400,
		error: 'Invalid job ID format. Job ID must be a valid UUID.',
		cause: 'The `jobId` path segment is not a UUID.',
		retryable: 'no',
		fromSpec: 'Agent errors, 400 Invalid job ID format',
	},
	{
		id: 'invalidSnapshotId',
		status: 400,
		error: 'Invalid snapshot ID',
		cause: 'The `snapshotId` path segment is malformed.',
		retryable: 'no',
		fromSpec: 'Agent errors, 400 Invalid snapshot ID',
	},
	{
		id: 'traceNotAvailable',
		status: 400,
		error: 'Trace is only available for Model 2 extracts',
		cause: 'The job predates the second-generation agent model, which records traces.',
		retryable: 'no',
		fromSpec: 'Agent errors, 400 Trace is only available',
	},
	{
		id: 'snapshotsNotAvailable',
		status: 400,
		error: 'Snapshots are only available for Model 2 extracts',
		cause: 'The job predates the second-generation agent model, which records snapshots.',
		retryable: 'no',
		fromSpec: 'Agent errors, 400 Snapshots are only available',
	},
	{
		id: 'agentZeroDataRetention',
		status: 400,
		error: 'Your team has zero data retention enabled. This is not supported on extract.',
		cause: 'Agent runs cannot be served for a team with zero data retention forced on.',
		retryable: 'no',
		fromSpec: 'Agent errors, 400 zero data retention',
	},
	{
		id: 'agentJobNotFound',
		status: 404,
		error: 'Agent job not found',
		cause: 'The job id does not exist or belongs to another team.',
		retryable: 'no',
		fromSpec: 'Agent errors, 404 Agent job not found',
	},
	{
		id: 'snapshotNotFound',
		status: 404,
		error: 'Snapshot not found',
		cause: 'No snapshot with that id belongs to the job.',
		retryable: 'no',
		fromSpec: 'Agent errors, 404 Snapshot not found',
	},
	{
		id: 'agentAlreadyFinished',
		status: 409,
		error: 'Agent already finished',
		cause: 'Cancel was called on a run that is already in a terminal state.',
		retryable: 'no',
		fromSpec: 'Agent errors, 409 Agent already finished',
	},
	{
		id: 'agentAlreadyCancelled',
		status: 409,
		error: 'Agent is already cancelled',
		cause: 'Cancel was called on a run that is already cancelling.',
		retryable: 'no',
		fromSpec: 'Agent errors, 409 Agent is already cancelled',
	},
	{
		id: 'agentPassthroughFailed',
		status: 500,
		error: 'Failed to passthrough agent request.',
		cause: 'The agent service rejected the job at submission.',
		retryable: 'backoff',
		fromSpec: 'Agent errors, 500',
	},
] as const satisfies readonly TableRow[];

const trace = [
	{
		id: 'traceCancelled',
		error: 'The run was cancelled.',
		code: 'cancelled',
		cause: 'The run was cancelled.',
		fromSpec: 'Trace error codes, cancelled',
	},
	{
		id: 'traceCreditLimitReached',
		error: 'The run reached its credit limit.',
		code: 'credit_limit_reached',
		cause: 'The run hit its `maxCredits` ceiling.',
		fromSpec: 'Trace error codes, credit_limit_reached',
	},
	{
		id: 'traceParentFinished',
		error: 'The agent that started this one finished first.',
		code: 'parent_finished',
		cause:
			"A subagent stopped because the agent that spawned it finished first; the parent's terminal event holds the real cause.",
		fromSpec: 'Trace error codes, parent_finished',
	},
	{
		id: 'traceRefused',
		error: 'The agent declined the task.',
		code: 'refused',
		cause: 'The agent declined the task.',
		fromSpec: 'Trace error codes, refused',
	},
	{
		id: 'traceInternal',
		error: 'An unexpected failure occurred in the run.',
		code: 'internal',
		cause: 'Unexpected failure inside the run.',
		fromSpec: 'Trace error codes, internal',
	},
] as const satisfies readonly TableRow[];

const notStated = { retryable: 'notStated' } as const;

export const errorRows = [
	...general.map((row) => ({ table: 'general', ...row }) as const),
	...scrape.map((row) => ({ table: 'scrape', ...notStated, ...row }) as const),
	...agent.map((row) => ({ table: 'agent', ...row }) as const),
	...trace.map((row) => ({ table: 'trace', ...notStated, ...row }) as const),
] satisfies readonly SpecErrorRow[];

export type ErrorRowId = (typeof errorRows)[number]['id'];

export function errorRow(id: string): SpecErrorRow {
	const rows: readonly SpecErrorRow[] = errorRows;
	const row = rows.find((candidate) => candidate.id === id);
	if (!row) throw new Error(`No error row "${id}"`);
	return row;
}
