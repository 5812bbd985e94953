import { z } from 'zod';
import type { Fields } from '../../form/field';
import { choice, collection, list, text, whole } from '../../form/form';
import { variants } from '../../form/rows';
import { domain, pageUrl, textUpTo } from '../../form/values';
import { type Issue, type JsonObject, omitUndefined } from '../../json/json';
import { pageFormats } from '../../page/formats';
import { domainList, pageOptions, scrapeOptionsOf } from '../../page/options';
import { nestedConflicts, toNestedOptions } from '../../page/values';
import { changedCrawlLimit, crawlLimit, crawlScope } from '../crawl/form';
import { patternConflicts } from '../../form/patterns';

const crawlOptionsOf = <F extends Fields>(fields: F) =>
	collection('Crawl Options', 'Options that determine the pages to watch', fields, {
		placeholder: 'Add Crawl Option',
	});

const scrapeOptions = scrapeOptionsOf({ formats: pageFormats(), ...pageOptions });

const site = {
	url: text('URL', 'URL where the crawl starts. All pages that the crawl finds are watched.', {
		required: true,
		schema: pageUrl,
		placeholder: 'e.g. https://example.com',
	}),
};

const queries = list(
	'Queries',
	'Up to 12 search queries to watch. Each check costs 2 credits per 10 results.',
	{
		required: true,
		default: [''],
		entry: textUpTo(256),
		min: 1,
		max: 12,
		button: 'Add Query',
		placeholder: 'e.g. tide clock price',
		details: 'Each query can have up to 256 characters.',
	},
);

const searchOptions = {
	searchWindow: choice(
		'Search Window',
		'Maximum age of a result',
		'24h',
		{
			'5m': '5 Minutes',
			'15m': '15 Minutes',
			'1h': '1 Hour',
			'6h': '6 Hours',
			'24h': '24 Hours',
			'7d': '7 Days',
		},
		{ unsorted: true },
	),
	maxResults: whole('Max Results', 'Maximum number of results across all queries, from 1 to 50', {
		ifEmpty: 'error',
		min: 1,
		max: 50,
		default: 10,
	}),
	includeDomains: domainList('Include Domains', 'Up to 50 domains to limit the search to', {
		ifEmpty: 'errorUnlessModel',
		entry: domain,
		max: 50,
		details: "Cannot be combined with 'Exclude Domains'.",
	}),
	excludeDomains: domainList('Exclude Domains', 'Up to 50 domains to exclude', {
		ifEmpty: 'errorUnlessModel',
		entry: domain,
		max: 50,
		details: "Cannot be combined with 'Include Domains'.",
	}),
};

const kindsWith = <Site extends Fields, Identity extends Fields>(
	siteFields: Site,
	identity: Identity,
) => ({
	scrape: {
		label: 'Pages',
		description: 'Watch pages by URL',
		fields: {
			urls: list(
				'URLs',
				'URLs of the pages to watch. Each check of a page costs 1 credit, or more with some formats.',
				{
					required: true,
					default: [''],
					entry: pageUrl,
					min: 1,
					button: 'Add URL',
					placeholder: 'e.g. https://example.com/pricing',
				},
			),
			scrapeOptions,
			...identity,
		},
	},
	crawl: {
		label: 'Site',
		description: 'Watch the pages of a site',
		fields: { ...site, ...siteFields, scrapeOptions, ...identity },
	},
	search: {
		label: 'Search',
		description: 'Watch for new search results',
		fields: {
			queries,
			...identity,
		},
		options: searchOptions,
		optionTexts: {
			displayName: 'Search Options',
			placeholder: 'Add Search Option',
			description: 'Options that determine the search results to watch',
		},
	},
});

const row = {
	name: 'target',
	displayName: 'Target',
	type: { default: 'scrape', description: 'Type of target' },
} as const;

/** Empty by default, so that an update keeps the existing targets. Only an update can refer to targets that exist. */
export const newTargets = variants(
	'Targets',
	'Up to 50 targets, which replace all targets of the monitor. If empty, the targets remain unchanged.',
	row,
	kindsWith(
		{ crawlOptions: crawlOptionsOf({ limit: changedCrawlLimit, ...crawlScope }) },
		{
			id: text(
				'Target ID',
				"ID of an existing target, from the monitor's 'targets' field. A target with an ID keeps its history.",
				{
					schema: z.string().uuid('must be a UUID'),
					placeholder: 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
					details: 'Leave empty for a new target.',
				},
			),
		},
	),
	{ min: 1, max: 50 },
);

export const targets = variants(
	'Targets',
	'Up to 50 targets to watch',
	row,
	kindsWith(
		{
			limit: crawlLimit(
				'Each page costs 1 credit per check, or more with some formats. At 1 credit, 100 pages cost 72,000 credits per month with hourly checks.',
			),
			crawlOptions: crawlOptionsOf(crawlScope),
		},
		{},
	),
	{
		required: true,
		min: 1,
		max: 50,
		// An empty entry, because n8n requires the entries of a list, but not a list without entries.
		typeOptions: { minRequiredFields: 1 },
		default: { target: [{ type: 'scrape', urls: [''] }] },
	},
);

type Target =
	| z.infer<ReturnType<typeof targets.type>>[number]
	| z.infer<ReturnType<ReturnType<typeof newTargets.type>['unwrap']>>[number];

export interface WithTargets {
	targets?: Target[];
}

/** The limit of a new site is one of its crawl options in the API. */
export function toTarget(target: Target): JsonObject {
	if (target.type === 'search') return { ...target };
	const scrapeOptions = toNestedOptions(target.scrapeOptions);
	if (target.type === 'scrape') return omitUndefined({ ...target, scrapeOptions });
	const { limit, crawlOptions, ...site } = { limit: undefined, ...target };
	const options = limit === undefined ? crawlOptions : { limit, ...crawlOptions };
	return omitUndefined({ ...site, crawlOptions: options, scrapeOptions });
}

function conflictsOfTarget(target: Target): Issue[] {
	if (target.type === 'search') {
		const { includeDomains, excludeDomains } = target;
		if (includeDomains === undefined || excludeDomains === undefined) return [];
		return [{ path: ['includeDomains'], message: "cannot be combined with 'Exclude Domains'" }];
	}
	const ofPages = nestedConflicts(target.scrapeOptions ?? {}, scrapeOptions);
	if (target.type === 'scrape') return ofPages;
	const ofCrawl = patternConflicts({ ...target.crawlOptions, url: target.url });
	return [
		...ofCrawl.map((issue) => ({ ...issue, path: ['crawlOptions', ...issue.path] })),
		...ofPages,
	];
}

export const targetConflicts = ({ targets: list = [] }: WithTargets): Issue[] =>
	list.flatMap((target, index) =>
		conflictsOfTarget(target).map((issue) => ({
			...issue,
			path: ['targets', index, ...issue.path],
		})),
	);
