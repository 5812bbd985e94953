import type { INodeProperties } from 'n8n-workflow';
import { sortByLabel } from '../common/options.fields';
import { group } from '../form/marks';

const dateField = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	default: '',
	description,
});

export const timeFields: readonly INodeProperties[] = [
	{
		displayName: 'Time: Custom Range',
		name: 'dateRange',
		type: 'collection',
		default: {},
		placeholder: 'Add Date',
		description: 'Range of publication dates. You can leave one of the dates empty.',
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

export const placeFields: readonly INodeProperties[] = [
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

export const sourcesField: INodeProperties = {
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
							description: 'Catalog tools, free of charge. Your team needs catalog access.',
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
					description:
						'Settings for this source, which replace the settings for the whole search. Some servers ignore them if the sources have different settings.',
					displayOptions: { show: { type: ['web'] } },
					options: sortByLabel([...placeFields, ...timeFields]),
				}),
			],
		},
	],
};
