import type { INodeProperties } from 'n8n-workflow';
import { propertiesOf } from '../../form/form';
import { group } from '../../form/marks';
import { additionalFieldsField, domainsField, sortByLabel } from '../../form/shared';
import { scrapeOptionsField } from '../../page/options';
import { crawlScope } from '../crawl/form';

const onlyFor = (types: string[], field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { show: { type: types } },
});

const textListField = (
	displayName: string,
	name: string,
	button: string,
	placeholder: string,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: button },
	default: [],
	placeholder,
	description,
});

const crawlOptionsField: INodeProperties = {
	displayName: 'Crawl Options',
	name: 'crawlOptions',
	type: 'collection',
	default: {},
	placeholder: 'Add Crawl Option',
	description: 'Options that determine the pages to watch',
	options: sortByLabel([
		additionalFieldsField('{ "newOption": true }'),
		...propertiesOf(crawlScope),
	]),
};

const targetSearchOptions: readonly INodeProperties[] = [
	domainsField(
		'Exclude Domains',
		'excludeDomains',
		"Domains to exclude, up to 50. Cannot be combined with 'Include Domains'.",
	),
	domainsField(
		'Include Domains',
		'includeDomains',
		"Search only these domains, up to 50. Cannot be combined with 'Exclude Domains'.",
	),
	{
		displayName: 'Max Results',
		name: 'maxResults',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 50 },
		default: 10,
		description: 'Maximum number of results across all queries, from 1 to 50',
	},
	{
		displayName: 'Search Window',
		name: 'searchWindow',
		type: 'options',
		default: '24h',
		options: [
			{ name: '1 Hour', value: '1h' },
			{ name: '15 Minutes', value: '15m' },
			{ name: '24 Hours', value: '24h' },
			{ name: '5 Minutes', value: '5m' },
			{ name: '6 Hours', value: '6h' },
			{ name: '7 Days', value: '7d' },
		],
		description: 'Maximum age of a result',
	},
];

const targetIdField: INodeProperties = {
	displayName: 'Target ID',
	name: 'id',
	type: 'string',
	default: '',
	placeholder: 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
	description:
		"ID of an existing target, from the monitor's 'targets' field. A target with an ID keeps its history. Leave empty for a new target.",
};

const targetSearchOptionsField = group({
	displayName: 'Search Options',
	name: 'options',
	type: 'collection',
	default: {},
	placeholder: 'Add Search Option',
	description: 'Options that determine the search results to watch',
	options: [...targetSearchOptions],
});

export const targetScrapeOptionsField = scrapeOptionsField();

const targetFields: INodeProperties[] = [
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		default: 'scrape',
		options: [
			{ name: 'Pages', value: 'scrape', description: 'Watch pages by URL' },
			{ name: 'Search', value: 'search', description: 'Watch for new search results' },
			{ name: 'Site', value: 'crawl', description: 'Watch the pages of a site' },
		],
		description: 'Type of target',
	},
	onlyFor(
		['scrape'],
		textListField(
			'URLs',
			'urls',
			'Add URL',
			'e.g. https://example.com/pricing',
			'URLs of the pages to watch. Each page costs 1 credit per check.',
		),
	),
	onlyFor(['crawl'], {
		displayName: 'URL',
		name: 'url',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com',
		description:
			'URL where the crawl of the site starts. All pages that the crawl finds are watched.',
	}),
	onlyFor(
		['search'],
		textListField(
			'Queries',
			'queries',
			'Add Query',
			'e.g. tide clock price',
			'Up to 12 search queries to watch, each up to 256 characters long',
		),
	),
	onlyFor(['crawl'], crawlOptionsField),
	onlyFor(['crawl', 'scrape'], targetScrapeOptionsField),
	onlyFor(['search'], targetSearchOptionsField),
	targetIdField,
];

export const targetsField = (description: string): INodeProperties => ({
	displayName: 'Targets',
	name: 'targets',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: { target: [{ type: 'scrape', urls: [] }] },
	placeholder: 'Add Target',
	description,
	options: [
		{
			displayName: 'Target',
			name: 'target',
			values: targetFields,
		},
	],
});
