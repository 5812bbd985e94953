// The four error tables of the specification. Each entry is one row, in table order.

export type Retryable = 'no' | 'backoff' | 'sometimes' | 'sameKey' | 'notStated';

interface Rest {
	code?: string;
	/** Other fields of the response. */
	extra?: Readonly<Record<string, unknown>>;
	/** Whether the body is `{ error }` without `success`. */
	onlyError?: boolean;
}

export interface SpecErrorRow extends Rest {
	id: string;
	table: 'general' | 'scrape' | 'agent' | 'trace';
	/** HTTP status code, or undefined for a trace code. Trace codes occur in trace events and not in HTTP errors. */
	status?: number;
	error: string;
	/** Value of the Retryable column, or `notStated` for tables without this column. */
	retryable: Retryable;
}

type Row<Id extends string> = SpecErrorRow & { id: Id };

const inTable =
	(table: SpecErrorRow['table']) =>
	<Id extends string>(
		id: Id,
		status: number,
		error: string,
		retryable: Retryable,
		rest: Rest = {},
	): Row<Id> => ({ id, table, status, error, retryable, ...rest });

const general = inTable('general');
const agent = inTable('agent');

/** The scrape table states only codes and conditions. The messages are invented. */
const scrape = <Id extends string>(
	id: Id,
	status: number,
	error: string,
	rest: Rest & { retryable?: Retryable } = {},
): Row<Id> => ({ id, table: 'scrape', status, error, retryable: 'notStated', ...rest });

const trace = <Id extends string>(id: Id, error: string, code: string): Row<Id> => ({
	...{ id, table: 'trace', error, code, retryable: 'notStated' },
});

export const errorRows = [
	general('badRequest', 400, 'Bad Request', 'no', {
		extra: { details: [{ path: ['timeout'], message: 'must be >= 1000' }] },
	}),
	general('invalidUrl', 400, 'Invalid URL', 'no'),
	general('unauthorized', 401, 'Unauthorized: Invalid token', 'no'),
	general('paymentRequired', 402, 'Payment Required: Insufficient credits', 'no'),
	general('forbidden', 403, 'Forbidden', 'no'),
	general('promptInjection', 403, 'SCRAPE_PROMPT_INJECTION_DETECTED', 'no'),
	general('notFound', 404, 'Not Found', 'no'),
	general('requestTimeout', 408, 'Request Timeout', 'backoff'),
	general('conflict', 409, 'Conflict', 'no'),
	general('payloadTooLarge', 413, 'Payload Too Large', 'no'),
	general('unprocessable', 422, 'Unprocessable Entity', 'sometimes'),
	general('rateLimit', 429, 'Rate limit exceeded', 'backoff'),
	general('concurrencyLimit', 429, 'Concurrency limit reached', 'backoff'),
	general('internalServerError', 500, 'Internal Server Error', 'backoff'),
	general('badGateway', 502, 'Bad Gateway', 'backoff'),
	general('serviceUnavailable', 503, 'Service Unavailable', 'backoff'),
	general('gatewayTimeout', 504, 'Gateway Timeout', 'backoff'),
	scrape('catalogBadRequest', 400, 'Bad Request', {
		extra: { details: [{ path: ['catalog'], message: 'cannot be combined with "url"' }] },
	}),
	scrape('insufficientCreditsScrape', 402, 'Insufficient credits to perform this request.', {
		code: 'insufficient_credits',
	}),
	scrape(
		'thirdPartyTerms',
		403,
		'The third-party data terms of this provider have not been accepted.',
		{ code: 'THIRD_PARTY_DATA_TERMS_REQUIRED', extra: { requiresAction: true } },
	),
	scrape('catalogNotEnabled', 403, 'Catalog execution is not enabled for this team.'),
	scrape('unknownProvider', 404, 'Unknown provider or capability.', { code: 'unknown_provider' }),
	scrape('noCachedData', 404, 'No cached data matches this request.', {
		code: 'SCRAPE_NO_CACHED_DATA',
	}),
	scrape(
		'lockdownCacheMiss',
		404,
		'The page is not in the cache, and lockdown allows no request to it.',
		{ code: 'SCRAPE_LOCKDOWN_CACHE_MISS' },
	),
	scrape(
		'duplicateRequest',
		409,
		'This x-request-id was used for a request with different parameters.',
		{ code: 'duplicate_request', extra: { chargeId: 'charge-original-1' } },
	),
	scrape('requestInFlight', 409, 'A request with this x-request-id is still being processed.', {
		code: 'request_in_flight',
		extra: { chargeId: 'charge-in-flight-1' },
	}),
	scrape('scrapeRateLimited', 429, 'Rate limit exceeded', { onlyError: true }),
	scrape('unknownError', 500, 'An unexpected error occurred.', { code: 'UNKNOWN_ERROR' }),
	// The scrape table has no Retryable column, so this entry follows the row's text and retry rule 5.
	scrape(
		'requestUnresolved',
		503,
		'The outcome of the request with this x-request-id could not be determined.',
		{
			code: 'request_unresolved',
			extra: { chargeId: 'charge-unresolved-1' },
			retryable: 'sameKey',
		},
	),
	scrape('billingUnavailable', 503, 'Credits could not be charged.', {
		code: 'billing_unavailable',
	}),
	agent('invalidJobId', 400, 'Invalid job ID format. Job ID must be a valid UUID.', 'no'),
	agent('invalidSnapshotId', 400, 'Invalid snapshot ID', 'no'),
	agent('traceNotRecorded', 400, 'Trace is only available for Model 2 extracts', 'no'),
	agent('snapshotsNotRecorded', 400, 'Snapshots are only available for Model 2 extracts', 'no'),
	agent(
		'zeroDataRetentionForced',
		400,
		'Your team has zero data retention enabled. This is not supported on extract.',
		'no',
	),
	agent('agentJobNotFound', 404, 'Agent job not found', 'no'),
	agent('snapshotNotFound', 404, 'Snapshot not found', 'no'),
	agent('agentAlreadyFinished', 409, 'Agent already finished', 'no'),
	agent('agentAlreadyCancelled', 409, 'Agent is already cancelled', 'no'),
	agent('agentNotAccepted', 500, 'Failed to passthrough agent request.', 'backoff'),
	trace('traceCancelled', 'The run was cancelled.', 'cancelled'),
	trace('traceCreditLimitReached', 'The run reached its credit limit.', 'credit_limit_reached'),
	trace(
		'traceParentFinished',
		'The agent that started this one finished first.',
		'parent_finished',
	),
	trace('traceRefused', 'The agent declined the task.', 'refused'),
	trace('traceInternal', 'An unexpected failure occurred in the run.', 'internal'),
];

export type ErrorRowId = (typeof errorRows)[number]['id'];

export function errorRow(id: string): SpecErrorRow {
	const row = errorRows.find((candidate) => candidate.id === id);
	if (!row) throw new Error(`No error row "${id}"`);
	return row;
}
