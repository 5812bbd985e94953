import { DASHBOARD, type ErrorRow, type ServiceRow } from '../errorRow';

export const catalogRows = [
	{
		id: 'catalogMixed',
		table: 'scrape',
		status: 400,
		endpoints: ['scrape', 'catalog'],
		// The pattern requires a second keyword. A text with only "catalog" may describe another error.
		pattern:
			/^(?=.*\bcatalog\b).*(combin|together|alongside|exclusive|mixed|unrecogni[sz]ed|unknown (key|field|option)|not allowed|(allowed|used|sent|accepted) (with|in|beside)\b)/is,
		message: 'Invalid catalog request',
		cause:
			'The request combines a catalog call with a URL or scrape options, or a call contains unknown keys.',
		remedy:
			"Use only the keys 'provider', 'capability', and 'options' for the calls in {catalogJson}. Remove all keys from {additionalBodyFields} except 'timeout', 'origin', and 'integration'.",
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'catalogNotSupported',
		table: 'observed',
		status: 400,
		endpoints: ['catalog'],
		// The node sends no URL with catalog calls. Only a server that does not know catalog calls requires a URL.
		rejectedField: 'url',
		message: 'The server does not support catalog calls',
		cause: 'The server expects a URL to scrape, because its version does not include the catalog.',
		remedy: 'Set {baseUrl} to a server with a catalog, or update a self-hosted server.',
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
		remedy: `Ask an admin of your team to accept the terms ${DASHBOARD}, then run the workflow again.`,
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'catalogNotEnabled',
		table: 'scrape',
		status: 403,
		endpoints: ['catalog'],
		uncoded: true,
		// The pattern excludes the texts that other rows match: generic texts and texts about key permissions.
		pattern:
			/^(?!.*\b(key|token|scope)s?\b)(.*\bcatalog\b|(?!\W*(forbidden\W*)?$)(?!.*permission))/is,
		message: 'Catalog calls are not enabled for your team',
		cause: 'Your team does not have access to catalog calls, or zero data retention is active.',
		remedy:
			"Ask the service's support team to enable catalog calls for your team. Otherwise, set {apiKey} to the key of a team with access to catalog calls.",
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'catalogForbidden',
		table: 'general',
		status: 403,
		endpoints: ['catalog'],
		uncoded: true,
		pattern: /^\W*(forbidden\W*)?$/i,
		message: 'Access to catalog calls denied',
		cause:
			'The API key lacks permission, or your team cannot use catalog calls, for example, because zero data retention is active.',
		remedy:
			"Set {apiKey} to a key with the required scope. Otherwise, ask the service's support team to enable catalog calls for your team.",
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'featureNotEnabled',
		table: 'scrape',
		status: 403,
		pattern: /^(?!.*\b(key|token|scope)s?\b).*(\bcatalog\b|domain ?tools)/is,
		message: 'Domain tools are not enabled for your team',
		cause: 'Your team does not have access to catalog calls or domain tools.',
		remedy:
			"Ask the service's support team to enable domain tools for your team. To scrape without domain tools, turn off {domainTools}.",
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'unknownProvider',
		table: 'scrape',
		status: 404,
		code: 'unknown_provider',
		preferServiceText: true,
		message: 'Unknown provider or capability',
		cause:
			'A catalog call names a provider or capability that does not exist, so no call was executed.',
		remedy: "Look up the names in the service's catalog. Correct {provider} and {capability}.",
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'duplicateRequest',
		table: 'scrape',
		status: 409,
		code: 'duplicate_request',
		message: 'Request ID already used',
		cause: 'An earlier request with different parameters used the same request ID.',
		remedy:
			'Run the workflow again with another request ID. Set {requestId} to a new value, or leave the field empty.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'requestInFlight',
		table: 'scrape',
		status: 409,
		code: 'request_in_flight',
		message: 'Request still in progress',
		cause: 'An earlier request with the same request ID is still in progress.',
		remedy:
			'Wait until the earlier request has finished, then run the workflow again. To send a separate request, set {requestId} to a new value.',
		retry: 'ifOwnRequest',
		possiblyExecuted: true,
	},
	{
		id: 'requestUnresolved',
		table: 'scrape',
		status: 503,
		code: 'request_unresolved',
		message: 'Result of the request not yet known',
		cause: 'The service does not yet know the result of the request with this request ID.',
		remedy:
			'Retry this execution to get the original result without another charge. To get the result in another execution, set {requestId} to the same request ID.',
		retry: 'sameKey',
		possiblyExecuted: true,
	},
	{
		id: 'billingUnavailable',
		table: 'scrape',
		status: 503,
		code: 'billing_unavailable',
		message: 'Billing temporarily unavailable',
		cause: 'The service could not charge the credits.',
		remedy: 'Run the workflow again later.',
		retry: 'backoff',
		possiblyExecuted: false,
	},
] as const satisfies readonly ServiceRow[];

export const callRows = {
	callFailed: {
		id: 'callFailed',
		preferServiceText: true,
		message: 'The catalog call failed',
		cause: 'The tool rejected this call or could not execute it, but other calls are not affected.',
		remedy: 'Correct the call. Check {provider}, {capability}, and the tool options in {options}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	callMissing: {
		id: 'callMissing',
		message: 'No result for this call',
		cause: 'The response contains fewer results than the request contains calls.',
		remedy: 'Send the call again in a separate request.',
		retry: 'never',
		possiblyExecuted: true,
	},
	toolNotFound: {
		id: 'toolNotFound',
		message: 'Tool not found in the catalog',
		cause: 'The name is misspelled, or the catalog does not list the tool.',
		remedy: 'Choose another tool from the list, or enter the options of this tool as JSON.',
		retry: 'never',
		possiblyExecuted: false,
	},
} as const satisfies Record<string, ErrorRow>;
