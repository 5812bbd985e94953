import { z } from 'zod';
import { pageJobFacts } from '../../client/jobs/pages';
import { defineRoute } from '../../client/request';
import { defineServiceRows, either } from '../../errors/row';
import { finiteNumber, isObject } from '../../json/json';
import { openObject } from '../../operation/operation';
import { pagePrice } from '../../page/price';

/** The specification does not document the errors of crawl requests. The open-source server returns them. */
export const crawlRows = defineServiceRows({
	invalidPathPattern: {
		status: 400,
		pattern: /invalid regular expression|invalid regex|regex parse error/i,
		message: 'Invalid path pattern',
		cause: 'The service could not parse one of the regular expressions.',
		remedy: either(
			'Use RE2 syntax in {includePaths} and {excludePaths}, without lookaround and backreferences.',
			'Use RE2 syntax, without lookaround and backreferences.',
		),
	},
	crawlNotDescribed: {
		status: 400,
		pattern: /natural language prompt/i,
		message: 'The service could not generate options from the description',
		cause: "The service's language model returned no valid options or is not available.",
		remedy: 'Rephrase the description of the crawl, or set the crawl options yourself.',
		retry: 'sometimes',
	},
	robotsNotEnabled: {
		status: 403,
		pattern: /robots/i,
		message: 'The robots.txt options are not enabled',
		cause: 'Your team does not have access to the robots.txt options.',
		remedy: [
			"Ask the service's support team to enable these options for your team.",
			'Otherwise, remove {ignoreRobotsTxt} and {robotsUserAgent}.',
		],
	},
});

export const crawlOptions = openObject({
	includePaths: z.array(z.string()),
	excludePaths: z.array(z.string()),
	maxDiscoveryDepth: z.number().int(),
	sitemap: z.enum(['skip', 'include', 'only']),
	ignoreQueryParameters: z.boolean(),
	deduplicateSimilarURLs: z.boolean(),
	regexOnFullURL: z.boolean(),
	crawlEntireDomain: z.boolean(),
	allowExternalLinks: z.boolean(),
	allowSubdomains: z.boolean(),
	ignoreRobotsTxt: z.boolean(),
	delay: z.number(),
	limit: z.number(),
});

const facts = {
	...pageJobFacts,
	errors: [...pageJobFacts.errors, ...Object.values(crawlRows)],
};

export const crawlRoutes = {
	start: defineRoute('POST', 'crawl', {
		...facts,
		rateClass: 'crawl',
		idempotency: 'unsafe',
		price: ({ body: { limit, scrapeOptions, zeroDataRetention } = {} }) => {
			const ofPage = pagePrice({
				...(isObject(scrapeOptions) && scrapeOptions),
				zeroDataRetention,
			});
			return { least: 0, most: (finiteNumber(limit) ?? Infinity) * ofPage, field: 'Limit' };
		},
	}),
	running: defineRoute('GET', 'crawl/active', facts),
	preview: defineRoute('POST', 'crawl/params-preview', {
		...facts,
		rateClass: 'crawl',
		dataField: 'data',
	}),
};
