import { defineServiceRows } from '../../errors/row';

/** The specification does not document the errors of crawl requests. These errors were observed in the live API. */
export const crawlRows = defineServiceRows({
	invalidPathPattern: {
		table: 'observed',
		status: 400,
		pattern: /invalid regular expression|invalid regex|regex parse error/i,
		message: 'Invalid path pattern',
		cause: 'The service could not parse one of the regular expressions.',
		remedy:
			'Use RE2 syntax, which newer servers expect and which supports neither lookaround nor backreferences. Correct {includePaths} or {excludePaths}.',
		retry: 'never',
		possiblyExecuted: false,
	},
	crawlNotDescribed: {
		table: 'observed',
		status: 400,
		pattern: /natural language prompt/i,
		message: 'The service could not generate options from the description',
		cause: "The service's language model returned no valid options or is not available.",
		remedy:
			'Describe the crawl in other words, or set the crawl options yourself. Change {prompt}.',
		retry: 'sometimes',
		possiblyExecuted: false,
	},
	robotsNotEnabled: {
		table: 'observed',
		status: 403,
		pattern: /robots/i,
		message: 'The robots.txt options are not enabled',
		cause: 'Your team does not have access to the robots.txt options.',
		remedy:
			"Ask the service's support team to enable these options for your team. Otherwise, remove {ignoreRobotsTxt} and {robotsUserAgent}.",
		retry: 'never',
		possiblyExecuted: false,
	},
});
