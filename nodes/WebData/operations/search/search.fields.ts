import type { INodeProperties } from 'n8n-workflow';
import { searchFormatTypes } from '../../api/search/searchRequest';
import { additionalBodyFieldsField } from '../common/additionalBody.field';
import { serviceLimitField } from '../common/limit.field';
import { optionsField, sortByLabel } from '../common/options.fields';
import { downloadFields } from '../common/pageOutput/pageOutput.fields';
import { domainToolsField, toolDetailField } from '../common/scrapeOptions/domainTools.fields';
import { formatsField } from '../common/scrapeOptions/formats.fields';
import { scrapeOptionsField } from '../common/scrapeOptions/scrapeOptions.field';
import { threatProtectionField } from '../common/threatProtection.field';
import { usageFields } from '../common/usage.fields';
import { commaList, group } from '../form/marks';

const dateField = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	default: '',
	description,
});

const timeFields: readonly INodeProperties[] = [
	{
		displayName: 'Time: Custom Range',
		name: 'dateRange',
		type: 'collection',
		default: {},
		placeholder: 'Add Date',
		description: 'Range of publication dates. One of the two dates is enough.',
		options: [
			dateField('From', 'from', 'First day of the range. The time of day is ignored.'),
			dateField('To', 'to', 'Last day of the range. The time of day is ignored.'),
		],
	},
	{
		displayName: 'Time: Range',
		name: 'tbs',
		type: 'options',
		default: 'qdr:w',
		options: [
			{ name: 'Past Day', value: 'qdr:d' },
			{ name: 'Past Hour', value: 'qdr:h' },
			{ name: 'Past Month', value: 'qdr:m' },
			{ name: 'Past Week', value: 'qdr:w' },
			{ name: 'Past Year', value: 'qdr:y' },
		],
		description:
			'How recently a page was published. An expression can specify any value that the service accepts, such as qdr:h,sbd:1.',
	},
	{
		displayName: 'Time: Sort by Date',
		name: 'sortByDate',
		type: 'boolean',
		default: false,
		description: 'Whether to sort the results by date, newest first',
	},
];

const placeFields: readonly INodeProperties[] = [
	{
		displayName: 'Country',
		name: 'country',
		type: 'string',
		default: 'us',
		placeholder: 'e.g. de',
		description:
			"Two-letter ISO 3166-1 code of the country to search from. The service's default is us, unless 'Location' is set.",
	},
	{
		displayName: 'Filter',
		name: 'filter',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1',
		description: 'Filter that the service passes to its search engine',
	},
	{
		displayName: 'Language',
		name: 'lang',
		type: 'string',
		default: 'en',
		placeholder: 'e.g. de',
		description: 'Language code for the search',
	},
	{
		displayName: 'Location',
		name: 'location',
		type: 'string',
		default: '',
		placeholder: 'e.g. Berlin,Germany',
		description: 'Place to search from',
	},
];

const sourcesField: INodeProperties = {
	displayName: 'Sources',
	name: 'sources',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add Source',
	description:
		"Sources to search. By default, only the web is searched. 'Limit' applies to each source. An expression can specify any source type that the service supports.",
	options: [
		{
			displayName: 'Source',
			name: 'source',
			values: [
				{
					displayName: 'Type',
					name: 'type',
					type: 'options',
					default: 'web',
					options: [
						{
							name: 'Catalog',
							value: 'catalog',
							description: 'Tools of the catalog, free of charge. Your team needs catalog access.',
						},
						{
							name: 'Images',
							value: 'images',
							description: 'Images and the pages that contain them',
						},
						{ name: 'News', value: 'news', description: 'News articles' },
						{ name: 'Web', value: 'web', description: 'Web pages' },
					],
					description: 'Type of source',
				},
				group({
					displayName: 'Source Options',
					name: 'options',
					type: 'collection',
					default: {},
					placeholder: 'Add Option',
					description: 'Settings of this source, which replace the settings of the whole search',
					displayOptions: { show: { type: ['web'] } },
					options: sortByLabel([...placeFields, ...timeFields]),
				}),
			],
		},
	],
};

const domainsField = (displayName: string, name: string, description: string): INodeProperties =>
	commaList({
		displayName,
		name,
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Domain' },
		default: [],
		placeholder: 'e.g. example.com',
		description,
	});

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
			{ name: 'GitHub', value: 'github', description: 'Code, issues and docs on GitHub' },
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
					'Search without data storage at the service. Costs 10 credits per 10 results, rounded up.',
			},
		],
		description:
			'How the search is processed. Your team needs access to every value except Default.',
	},
	{
		displayName: 'Highlights',
		name: 'highlights',
		type: 'boolean',
		default: true,
		description:
			'Whether to use the part of the page that matches the query as the description, instead of a general description',
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

/** Options for scraping the result pages, without catalog tools, which are options of the search itself. */
export const resultOptionsField: INodeProperties = {
	...anyScrapeOptions,
	default: { formats: formatsField().default },
	description: 'Formats and options for scraping the page of each result',
	options: (anyScrapeOptions.options as INodeProperties[]).filter(
		({ name }) => name !== 'toolDetail',
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
			'Search query, up to 500 characters. Supports operators such as "exact words", -word and site:example.com.',
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
			'Whether to also scrape the page of each web and news result. Each page costs as much as a separate scrape.',
	},
	...[resultOptionsField, ...downloadFields].map(whereScraped),
	optionsField(searchOptions),
];
