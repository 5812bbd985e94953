import type { INodeProperties } from 'n8n-workflow';
import { searchFormatTypes } from '../../api/search/searchRequest';
import { additionalBodyFieldsField } from '../common/additionalBody.field';
import { domainsField } from '../common/domains.field';
import { serviceLimitField } from '../common/limit.field';
import { optionsField } from '../common/options.fields';
import { downloadFields } from '../common/pageOutput/pageOutput.fields';
import { domainToolsField, toolDetailField } from '../common/scrapeOptions/domainTools.fields';
import { formatsField } from '../common/scrapeOptions/formats.fields';
import { scrapeOptionsField } from '../common/scrapeOptions/scrapeOptions.field';
import { threatProtectionField } from '../common/threatProtection.field';
import { usageFields } from '../common/usage.fields';
import { placeFields, sourcesField, timeFields } from './source.fields';

const searchOptions: readonly INodeProperties[] = [
	...placeFields,
	...timeFields,
	sourcesField,
	{
		displayName: 'Categories',
		name: 'categories',
		type: 'multiOptions',
		default: [],
		options: [
			{
				name: 'Developer',
				value: 'developer',
				description: 'Sites for developers. Cannot be combined with other categories.',
			},
			{ name: 'GitHub', value: 'github', description: 'Code, issues, and docs on GitHub' },
			{ name: 'PDF', value: 'pdf', description: 'PDF files' },
			{ name: 'Research', value: 'research', description: 'Sites with research papers' },
		],
		description: 'Kinds of sites to search. If empty, all sites are searched.',
	},
	domainsField(
		'Exclude Domains',
		'excludeDomains',
		"Domains to exclude. Wildcards are not supported. Cannot be combined with 'Include Domains'.",
	),
	domainsField(
		'Include Domains',
		'includeDomains',
		"Search only these domains. Wildcards are not supported. Cannot be combined with 'Exclude Domains'.",
	),
	{
		displayName: 'Enterprise',
		name: 'enterprise',
		type: 'multiOptions',
		default: [],
		options: [
			{ name: 'Anonymous', value: 'anon', description: 'Search without sharing your identity' },
			{ name: 'Default', value: 'default', description: 'Standard search' },
			{
				name: 'Zero Data Retention',
				value: 'zdr',
				description:
					'Search without storing any data. Costs 10 credits per 10 results, rounded up.',
			},
		],
		description:
			'How the search is processed. Any value other than Default must be enabled for your team.',
	},
	{
		displayName: 'Highlights',
		name: 'highlights',
		type: 'boolean',
		default: true,
		description:
			'Whether the description of each result is the part of the page that matches the query, instead of a general description',
	},
	{
		displayName: 'Ignore Invalid URLs',
		name: 'ignoreInvalidURLs',
		type: 'boolean',
		default: false,
		description: 'Whether to exclude results whose URLs the service cannot scrape',
	},
	{
		displayName: 'Safe Search',
		name: 'safe',
		type: 'boolean',
		default: true,
		description: 'Whether to exclude explicit content',
	},
	threatProtectionField,
	{
		displayName: 'Timeout (Ms)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 60000,
		description: 'Maximum time for the search, in milliseconds',
	},
	{
		...domainToolsField,
		description:
			'Whether to also list the catalog tools for the domains of the results, free of charge. Your team needs catalog access.',
	},
	{ ...toolDetailField, default: 'compact' },
	...usageFields,
	additionalBodyFieldsField,
];

const whereScraped = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: {
		...field.displayOptions,
		show: { ...field.displayOptions?.show, scrapeResults: [true] },
	},
});

const anyScrapeOptions = scrapeOptionsField({ formats: searchFormatTypes });

const MAX_AGE_IN_SEARCH =
	'Maximum age of a cached copy, in milliseconds. In a search, some servers ignore this value and use copies that are up to 3 days old.';

/** Scrape options without `toolDetail`, which is an option of the search itself. */
export const resultOptionsField: INodeProperties = {
	...anyScrapeOptions,
	default: { formats: formatsField().default },
	description: 'Formats and options for scraping the page of each result',
	options: (anyScrapeOptions.options as INodeProperties[])
		.filter(({ name }) => name !== 'toolDetail')
		.map((field) =>
			field.name === 'maxAge' ? { ...field, description: MAX_AGE_IN_SEARCH } : field,
		),
};

export const searchFields: INodeProperties[] = [
	{
		displayName: 'Query',
		name: 'query',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. tide tables for small harbors',
		description:
			'Search query, up to 500 characters. Supports operators such as "exact words", -word, and site:example.com.',
	},
	serviceLimitField({
		initial: 10,
		max: 100,
		cost: 'Costs 2 credits per 10 results, rounded up.',
	}),
	{
		displayName: 'Scrape Results',
		name: 'scrapeResults',
		type: 'boolean',
		default: false,
		description:
			'Whether to also scrape the page of each web, news, and image result. Each page costs as much as a separate scrape.',
	},
	...[resultOptionsField, ...downloadFields].map(whereScraped),
	optionsField(searchOptions),
];
