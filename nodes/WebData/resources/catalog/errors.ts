import { defineErrorRows, defineServiceRows } from '../../errors/row';

const finalRow = { retry: 'never', possiblyExecuted: false } as const;

export const catalogRows = defineServiceRows({
	catalogNotEnabled: {
		...finalRow,
		table: 'scrape',
		status: 403,
		uncoded: true,
		// The pattern excludes the texts that other rows match: generic texts and texts about key permissions.
		pattern:
			/^(?!.*\b(key|token|scope)s?\b)(.*\bcatalog\b|(?!\W*(forbidden\W*)?$)(?!.*permission))/is,
		message: 'Catalog calls are not enabled for your team',
		cause: 'Your team does not have access to catalog calls, or zero data retention is active.',
		remedy:
			"Ask the service's support team to enable catalog calls for your team. Otherwise, set {apiKey} to the key of a team with this access and without zero data retention.",
	},
	catalogForbidden: {
		...finalRow,
		table: 'general',
		status: 403,
		uncoded: true,
		pattern: /^\W*(forbidden\W*)?$/i,
		message: 'Access to catalog calls denied',
		cause:
			'The API key lacks permission, or your team cannot use catalog calls, for example, because zero data retention is active.',
		remedy:
			"Set {apiKey} to a key with the required scope. Otherwise, ask the service's support team to enable catalog calls for your team.",
	},
});

export const callRows = defineErrorRows({
	callFailed: {
		...finalRow,
		preferServiceText: true,
		message: 'The catalog call failed',
		cause: 'The tool rejected this call or could not execute it, but other calls are not affected.',
		remedy: (say) => say('Correct {provider}, {capability}, or {options}.') ?? 'Correct the call.',
	},
	callMissing: {
		message: 'No result for this call',
		cause: 'The response contains fewer results than the request contains calls.',
		remedy: 'Send the call again in a separate request.',
		possiblyExecuted: true,
	},
	toolNotFound: {
		...finalRow,
		message: 'Tool not found in the catalog',
		cause: 'The name is misspelled, or the catalog does not list the tool.',
		remedy: 'Choose another tool from the list, or enter the options of this tool as JSON.',
	},
});
