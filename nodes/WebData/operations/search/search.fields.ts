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
		description: 'First and last day on which a page was published. One of them is enough.',
		options: [
			dateField('From', 'from', 'First day of the range. The time of day is not used.'),
			dateField('To', 'to', 'Last day of the range. The time of day is not used.'),
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
			'How recently a page was published. An expression can give any value that the service accepts, such as qdr:h,sbd:1.',
	},
	{
		displayName: 'Time: Sort by Date',
		name: 'sortByDate',
		type: 'boolean',
		default: false,
		description: 'Whether to sort the results by date, the newest first',
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
		description: 'Code of the language to search in',
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
		"Where to search, by default on the web only. 'Limit' applies to each source. An expression can give the type of any source that the service has.",
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
						{ name: 'Images', value: 'images', description: 'Images, with the pages they are on' },
						{ name: 'News', value: 'news', description: 'News articles' },
						{ name: 'Web', value: 'web', description: 'Web pages' },
					],
					description: 'What to search for',
				},
				group({
					displayName: 'Source Options',
					name: 'options',
					type: 'collection',
					default: {},
					placeholder: 'Add Option',
					description: 'Settings of this source. They replace those of the whole search.',
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
		"Domains to leave out. Wildcards are not supported. Cannot be combined with 'Include Domains'.",
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
			{ name: 'Anonymous', value: 'anon', description: 'Search without your identity' },
			{ name: 'Default', value: 'default', description: 'Search as usual' },
			{
				name: 'Zero Data Retention',
				value: 'zdr',
				description: 'The service stores nothing. Costs 10 credits per 10 results, rounded up.',
			},
		],
		description:
			'How the search is processed. The provider must enable all but Default for your team.',
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
		description: 'Whether to leave out results with URLs that the service cannot scrape',
	},
	{
		displayName: 'Safe Search',
		name: 'safe',
		type: 'boolean',
		default: true,
		description: 'Whether to leave out explicit content',
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
	description: 'How the page of each result is scraped, and in which formats',
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
			'What to search for, up to 500 characters. Operators such as "exact words", -word and site:example.com work.',
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
			'Whether to also scrape the page of each web and news result, at the cost of a scrape for each page',
	},
	...[resultOptionsField, ...downloadFields].map(whereScraped),
	optionsField(searchOptions),
];
