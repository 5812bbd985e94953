import type { JsonObject } from '../../json/json';
import { defineServiceRows, either, isSent } from '../row';

const hasBody = (sent: JsonObject): boolean => Object.keys(sent).length > 0;

export const generalRows = defineServiceRows({
	invalidJson: {
		status: 400,
		code: 'BAD_REQUEST_INVALID_JSON',
		message: 'The request body is not valid JSON',
		cause: 'The service could not parse the request body.',
		remedy: 'Make sure that no proxy between n8n and {baseUrl} changes requests.',
	},
	invalidUrl: {
		status: 400,
		pattern: /invalid url|unsupported protocol|top-level domain/i,
		message: 'Invalid URL',
		cause:
			'The URL is not the http:// or https:// address of a public site, or contains a username or password.',
		remedy: [
			either(
				'Set {url} to an absolute http:// or https:// URL without a username or password.',
				'Use an absolute http:// or https:// URL without a username or password.',
			),
			"If the page requires authentication, send an 'authorization' header in {headers}.",
		],
	},
	badRequest: {
		status: 400,
		preferServiceText: true,
		message: 'Invalid request',
		cause: 'The service rejected a field of the request.',
		remedy: (sent) =>
			hasBody(sent)
				? [
						"Correct the fields named in the service's error message.",
						'To see the request without sending it, turn on {previewRequest} on the Settings tab.',
					]
				: 'Check the IDs and filters in the form. If they are correct, check whether the server supports this request.',
	},
	unauthorized: {
		status: 401,
		message: 'Invalid API key',
		cause: 'The API key is missing, malformed, or revoked.',
		remedy: 'Set {apiKey} to a valid key.',
	},
	paymentRequired: {
		status: 402,
		message: 'Insufficient credits',
		cause: "The plan's credits are used up, or billing is not set up.",
		remedy: 'Turn on pay-as-you-go or upgrade the plan, then run the workflow again.',
	},
	promptInjection: {
		status: 403,
		code: 'SCRAPE_PROMPT_INJECTION_DETECTED',
		message: 'Prompt injection detected on the page',
		cause:
			'The page contains text that looks like instructions to a language model, so the extraction was stopped.',
		remedy: [
			'Check the page yourself.',
			'If the page is harmless, turn off {checkPromptInjection} and run the workflow again.',
		],
	},
	safeModeBlocked: {
		status: 403,
		code: 'SAFE_MODE_BLOCKED',
		message: "Blocked by your organization's Safe Mode",
		cause: "Your organization's Safe Mode policy does not allow this request.",
		remedy:
			'Ask an admin of your organization to change the policy, or use a page or an option that the policy allows.',
	},
	restrictedKey: {
		status: 403,
		pattern: /api key is restricted|api key has been blocked/i,
		message: 'The API key is restricted or blocked',
		cause:
			'The API key is blocked, or its restrictions do not allow this endpoint or output format.',
		remedy:
			"Ask an admin of your team to change the key's restrictions, or set {apiKey} to another key.",
	},
	forbidden: {
		status: 403,
		preferServiceText: true,
		message: 'Access denied',
		cause: 'The API key does not have permission for this endpoint or feature.',
		// A request without a body reads or ends something that exists.
		remedy: (sent) =>
			hasBody(sent)
				? [
						'Set {apiKey} to a key with the required scope, or upgrade the plan.',
						isSent(sent, 'domainTools') &&
							'Otherwise, turn off {domainTools}, because it needs access to the catalog.',
					]
				: 'Use the credential of the team that created the resource, or set {apiKey} to a key with the required scope.',
	},
	notFound: {
		status: 404,
		preferServiceText: true,
		message: 'Resource not found',
		cause: 'The ID, resource, or path does not exist.',
		remedy: 'Check the ID or the URL in the form. Check that {baseUrl} is the address of the API.',
	},
	requestTimeout: {
		status: 408,
		message: 'Request timed out',
		cause: 'The request took longer than its timeout allows.',
		remedy: (sent) => [
			either(
				'Allow more time in {timeout}, or request less data.',
				'Allow more time, or request less data.',
			),
			isSent(sent, 'actions') && 'Use fewer or simpler actions in {actions}.',
			!isSent(sent, 'fastMode') && 'To scrape faster, turn on {fastMode}.',
		],
		retry: 'backoff',
		possiblyExecuted: true,
	},
	conflict: {
		status: 409,
		preferServiceText: true,
		message: 'Operation not possible in the current state',
		cause:
			'The current state of the resource does not allow this operation, for example, because the resource was deleted.',
		remedy: 'Check the current state of the resource before you run the workflow again.',
	},
	payloadTooLarge: {
		status: 413,
		message: 'Request body too large',
		cause: 'The request body is larger than the service accepts.',
		remedy: 'Send less data, for example, a shorter schema, fewer list entries, or a smaller file.',
	},
	unprocessable: {
		status: 422,
		preferServiceText: true,
		message: 'The service could not process the request',
		cause: 'The service understood the request, but could not process one of its values.',
		remedy: (sent) =>
			isSent(sent, 'schema')
				? [
						'Run the workflow again, because another attempt may succeed.',
						'If the error persists, check that {schema} is a valid JSON Schema, and mark fewer of its fields as required.',
						'If you use {schemaExample}, remove keys from it, because all of them are required.',
						'To try a different model, change {model}.',
					]
				: "Correct the fields named in the service's error message.",
		retry: 'sometimes',
	},
	concurrencyLimit: {
		status: 429,
		pattern: /concurren/i,
		message: 'Concurrency limit reached',
		cause: 'Your account uses more browsers at the same time than its plan allows.',
		remedy: [
			'To wait longer for a free browser, increase {maxRetryWait} on the Settings tab.',
			'Otherwise, upgrade the plan, or reduce other traffic on this account.',
		],
		retry: 'backoff',
	},
	queueLimit: {
		status: 429,
		pattern: /queue limit/i,
		message: 'The job queue is full',
		cause: 'Your account has more queued jobs than its plan allows.',
		remedy: [
			'To wait longer for queued jobs to finish, increase {maxRetryWait} on the Settings tab.',
			'Otherwise, upgrade the plan, or cancel jobs that you no longer need.',
		],
		retry: 'backoff',
	},
	rateLimit: {
		status: 429,
		message: 'Rate limit exceeded',
		cause: 'Your account sent more requests per minute than its plan allows.',
		remedy: [
			'To wait until the limit resets, increase {maxRetryWait} on the Settings tab.',
			'Otherwise, upgrade the plan, or reduce other traffic on this account.',
		],
		retry: 'backoff',
	},
	internalServerError: {
		status: 500,
		preferServiceText: true,
		message: 'The service failed unexpectedly',
		cause: 'An internal error occurred in the service.',
		remedy:
			"Run the workflow again later. If the error persists, send the request ID to the service's support team.",
		retry: 'backoff',
		possiblyExecuted: true,
	},
	badGateway: {
		status: 502,
		preferServiceText: true,
		message: 'A gateway received no valid response',
		cause: 'The service, or a gateway in front of it, received no valid response.',
		remedy: 'Run the workflow again later.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
	serviceUnavailable: {
		status: 503,
		preferServiceText: true,
		message: 'Service temporarily unavailable',
		cause: 'The service cannot handle the request at the moment.',
		remedy: 'Run the workflow again later.',
		retry: 'backoff',
	},
	gatewayTimeout: {
		status: 504,
		message: 'Gateway timed out',
		cause: "The request took longer than the service's gateway allows.",
		remedy: (sent) => [
			isSent(sent, 'actions') && 'Remove actions from {actions}.',
			isSent(sent, 'waitFor') && 'Set {waitFor} to a shorter time.',
			'Request less data at a time.',
			'For a large PDF, set {maxPages} to fewer pages.',
			'To read many pages, use the Batch Scrape or Crawl resource, which polls for the pages with short requests.',
		],
		retry: 'backoff',
		possiblyExecuted: true,
	},
	notInstalled: {
		status: 501,
		message: 'Feature not available on this server',
		cause: 'The server at this address was set up without this feature.',
		remedy: "Ask the server's operator to enable the feature, or set {baseUrl} to another address.",
	},
	failedAt200: {
		status: 200,
		preferServiceText: true,
		message: 'The service reported that the request failed',
		cause: 'The response has a success status, but its body reports a failure.',
		remedy:
			"Correct the problem that the service's message describes. If the message does not point to a problem with the request, run the workflow again.",
		possiblyExecuted: true,
	},
});
