import type { ServiceRow } from '../errorRow';

/** The specification does not document the errors of crawl requests. These errors were observed in the live API. */
export const crawlRows = [
	{
		id: 'invalidPathPattern',
		table: 'observed',
		status: 400,
		endpoints: ['crawl'],
		pattern: /invalid regular expression|invalid regex|regex parse error/i,
		message: 'Invalid path pattern',
		cause: 'The service could not parse one of the regular expressions.',
		remedy:
			'Use RE2 syntax, which newer servers expect and which supports neither lookaround nor backreferences. Correct {includePaths} or {excludePaths}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'crawlNotDescribed',
		table: 'observed',
		status: 400,
		endpoints: ['crawl'],
		pattern: /natural language prompt/i,
		message: 'The service could not generate options from the description',
		cause: "The service's language model returned no valid options or is not available.",
		remedy:
			'Describe the crawl in other words, or set the crawl options yourself. Change {prompt}.',
		retry: 'sometimes',
		possiblyExecuted: false,
	},
	{
		id: 'robotsNotEnabled',
		table: 'observed',
		status: 403,
		endpoints: ['crawl'],
		pattern: /robots/i,
		message: 'The robots.txt options are not enabled',
		cause: 'Your team does not have access to the robots.txt options.',
		remedy:
			"Ask the service's support team to enable these options for your team. Otherwise, remove {ignoreRobotsTxt} and {robotsUserAgent}.",
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'idempotencyKeyUsed',
		table: 'observed',
		status: 409,
		endpoints: ['crawl'],
		pattern: /idempotency key already used/i,
		message: 'Could not confirm that the crawl was started',
		cause:
			'An earlier attempt used the same idempotency key, and the node could not find the crawl that may have started.',
		remedy:
			"Look for the crawl in the service's dashboard. If you find the crawl, use the Wait operation with its job ID. Otherwise, run the workflow again to start another crawl.",
		retry: 'never',
		possiblyExecuted: true,
	},
] as const satisfies readonly ServiceRow[];
