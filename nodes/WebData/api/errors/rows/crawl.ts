import type { ServiceRow } from '../errorRow';

/**
 * Error rows for crawl requests. The specification does not document these errors; their texts were observed in the
 * live API.
 */
export const crawlRows = [
	{
		id: 'invalidPathPattern',
		table: 'observed',
		status: 400,
		endpoints: ['crawl'],
		pattern: /invalid regular expression|invalid regex|regex parse error/i,
		message: 'Invalid path pattern',
		cause: 'The service could not read a regular expression.',
		remedy:
			'Correct {includePaths}. Correct {excludePaths}. Use the RE2 syntax, which newer servers expect: it has no look-around and no backreferences.',
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
		cause: 'The language model of the service returned no valid options, or is not available.',
		remedy: 'Describe the crawl in other words, or set the options yourself. Change {prompt}.',
		retry: 'sometimes',
		possiblyExecuted: false,
	},
	{
		id: 'robotsNotEnabled',
		table: 'observed',
		status: 403,
		endpoints: ['crawl'],
		pattern: /robots/i,
		message: 'Options for robots.txt are not enabled',
		cause: 'The service must enable the robots.txt options for your team.',
		remedy:
			"Remove {ignoreRobotsTxt}. Remove {robotsUserAgent}. Ask the service's support team to enable these options.",
		retry: 'never',
		possiblyExecuted: false,
	},
	{
		id: 'idempotencyKeyUsed',
		table: 'observed',
		status: 409,
		endpoints: ['crawl'],
		pattern: /idempotency key already used/i,
		message: 'Not known whether the crawl was started',
		cause:
			'An earlier attempt used the idempotency key of this request, and the crawl that it may have started was not found.',
		remedy:
			"Look for the crawl in the service's dashboard, and use the Wait operation with its job ID. Run the workflow again to start another crawl.",
		retry: 'never',
		possiblyExecuted: true,
	},
] as const satisfies readonly ServiceRow[];
