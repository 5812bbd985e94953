import { DASHBOARD, type ErrorRow, type ServiceRow } from '../errorRow';

export const catalogRows = [
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

/** Failures of single catalog calls inside a response that is a success, and of the form that looks tools up. */
export const callRows = {
	callFailed: {
		id: 'callFailed',
		message: 'The catalog call failed',
		cause:
			'The tool could not do what this call asks for. The other calls are not concerned, and this one was not charged.',
		remedy:
			'Correct the call. Check {provider}, {capability} and what the tool expects in {options}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	callMissing: {
		id: 'callMissing',
		message: 'The answer holds no result for this call',
		cause: 'The service answered fewer calls than were asked for.',
		remedy: 'Send the call again in a request of its own.',
		retry: 'never',
		possiblyExecuted: true,
	},
	toolNotFound: {
		id: 'toolNotFound',
		message: 'Tool not found in the catalog',
		cause: 'The name may be misspelt, or the tool is not meant to be listed.',
		remedy: "Choose another tool from the list, or enter this one's options as JSON.",
		retry: 'never',
		possiblyExecuted: false,
	},
} as const satisfies Record<string, ErrorRow>;
