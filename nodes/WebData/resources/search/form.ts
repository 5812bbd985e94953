import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { Endpoint } from '../../errors/row';
import { requestRows } from '../../errors/rows/scrape';
import { group } from '../../form/marks';
import {
	additionalBodyFieldsField,
	domainsField,
	optionsField,
	serviceLimitField,
	sortByLabel,
	usageFields,
} from '../../form/shared';
import { domain, integration, nonBlank, textUpTo, wholeNumber } from '../../form/values';
import { dataOf, isObject, type JsonObject, omitUndefined } from '../../json/json';
import {
	domainToolsField,
	formats,
	formatsField,
	type FormatType,
	toolDetailField,
} from '../../page/formats';
import { scrapeOptionsField, threatProtection, threatProtectionField } from '../../page/options';
import { downloadFields } from '../../page/output';
import { scrapeOptions } from '../../page/scrapeOptions';
import { searchRows } from './errors';

const CREDITS_PER_TEN_RESULTS = 2;

export const searchEndpoint: Endpoint = {
	errors: [...Object.values(searchRows), requestRows.threatProtectionRefused],
	credits: ['creditsUsed'],
	lowestPrice: (answer) => {
		const lists = Object.values(dataOf(answer)).filter((list) => Array.isArray(list));
		return CREDITS_PER_TEN_RESULTS * Math.ceil(lists.flat().length / 10);
	},
};

export const searchFormatTypes = [
	'markdown',
	'html',
	'rawHtml',
	'links',
	'images',
	'summary',
	'product',
	'menu',
	'json',
	'question',
	'highlights',
	'query',
	'screenshot',
] as const satisfies readonly FormatType[];

const supportedTypes: ReadonlySet<FormatType> = new Set(searchFormatTypes);

export const searchFormats = formats.superRefine((list, context) => {
	const others = list.map(({ type }) => type).filter((type) => !supportedTypes.has(type));
	if (others.length === 0) return;
	const message = `must not contain ${others.join(', ')}, which a search does not return`;
	context.addIssue({ code: 'custom', message });
});

/**
 * A search source. Only `web` sources have settings. Unknown types are sent unchanged, because the specification does
 * not list all types.
 */
export const searchSource = z
	.object({
		type: nonBlank,
		tbs: nonBlank.optional(),
		filter: nonBlank.optional(),
		lang: nonBlank.optional(),
		country: nonBlank.optional(),
		location: nonBlank.optional(),
	})
	.strict();

type SearchSource = z.infer<typeof searchSource>;

const categoryTypes = z.enum(['github', 'research', 'pdf', 'developer']);

/** A category name, or an object that contains the name as `type`. */
const searchCategory = z.union([
	categoryTypes,
	z
		.object({ type: categoryTypes })
		.strict()
		.transform(({ type }) => type),
]);

const categories = z.array(searchCategory).superRefine((list, context) => {
	if (!list.includes('developer') || list.length === 1) return;
	context.addIssue({
		code: 'custom',
		message: "must not contain other categories in addition to 'Developer'",
	});
});

/**
 * Body of a search request. The specification does not document these fields. The fields were observed in the live API.
 */
export const searchRequest = z
	.object({
		query: textUpTo(500),
		limit: wholeNumber.min(1).max(100).optional(),
		sources: z.array(searchSource).optional(),
		categories: categories.optional(),
		includeDomains: z.array(domain).optional(),
		excludeDomains: z.array(domain).optional(),
		tbs: nonBlank.optional(),
		location: nonBlank.optional(),
		country: nonBlank.optional(),
		lang: nonBlank.optional(),
		filter: nonBlank.optional(),
		safe: z.boolean().optional(),
		timeout: wholeNumber.min(1).optional(),
		ignoreInvalidURLs: z.boolean().optional(),
		highlights: z.boolean().optional(),
		enterprise: z.array(z.enum(['anon', 'default', 'zdr'])).optional(),
		scrapeOptions: scrapeOptions.extend({ formats: searchFormats.optional() }).optional(),
		threatProtection: threatProtection.type(),
		domainTools: z.boolean().optional(),
		toolDetail: z.enum(['compact', 'summary', 'full']).optional(),
		origin: nonBlank.optional(),
		integration: integration.optional(),
	})
	.strict();

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

/** n8n's date objects have a `toJSON` method. */
const toText = (value: unknown): unknown =>
	isObject(value) && typeof value.toJSON === 'function' ? (value.toJSON as () => unknown)() : value;

const isoDate = z
	.string()
	.date()
	.or(z.string().datetime({ local: true, offset: true }));

const isDate = (text: string): boolean => isoDate.safeParse(text.replace(' ', 'T')).success;

const day = z.preprocess(
	toText,
	z
		.string()
		.refine(isDate, 'must be a date, as in 2026-01-31')
		.transform((text) => text.slice(0, 10)),
);

const dateRange = z
	.object({ from: day.optional(), to: day.optional() })
	.strict()
	.refine(({ from = '', to }) => to === undefined || from <= to, {
		path: ['from'],
		message: "must not be after 'To'",
	});

/** Form fields that the node combines into the API field `tbs`. */
export const timeRange = {
	tbs: nonBlank.optional(),
	dateRange: dateRange.optional(),
	sortByDate: z.boolean().optional(),
};

export type TimeRange = z.infer<z.ZodObject<typeof timeRange>>;

function bound(name: string, date: string | undefined): string[] {
	if (date === undefined) return [];
	const [year, month, dayOfMonth] = date.split('-');
	return [`${name}:${month}/${dayOfMonth}/${year}`];
}

const customRange = ({ from, to }: NonNullable<TimeRange['dateRange']>): string[] => {
	const bounds = [...bound('cd_min', from), ...bound('cd_max', to)];
	return bounds.length === 0 ? [] : ['cdr:1', ...bounds];
};

export function toTbs({ tbs, dateRange: range, sortByDate }: TimeRange): string | undefined {
	const parts = [
		...(tbs === undefined ? [] : [tbs]),
		...customRange(range ?? {}),
		...(sortByDate === true ? ['sbd:1'] : []),
	];
	return parts.length === 0 ? undefined : parts.join(',');
}

const settingNames = ['tbs', 'country', 'lang', 'location', 'filter'] as const;

type SettingName = (typeof settingNames)[number];

export type SearchSettings = Pick<SearchSource, SettingName>;

/** The service applies the settings of the whole search to these sources only. */
const sourcesWithSettings: ReadonlySet<unknown> = new Set(['web', 'news']);

const pickSettings = (from: JsonObject): SearchSettings =>
	omitUndefined(Object.fromEntries(settingNames.map((name) => [name, from[name]])));

/** Requests with *Additional Body Fields* may contain names instead of objects. */
const settingsOf = (source: unknown): SearchSettings =>
	isObject(source) ? pickSettings(source) : {};

export const sourceType = (source: unknown): unknown => (isObject(source) ? source.type : source);

export const hasSettings = (source: unknown): boolean => Object.keys(settingsOf(source)).length > 0;

/**
 * Returns the settings for the whole search and the list of sources. Some servers ignore the settings of a source, so
 * the settings of the sources become settings for the whole search unless the sources differ. The service rejects a list
 * that contains both names and objects.
 */
export function placeSettings(
	search: SearchSettings,
	sources: readonly unknown[] | undefined,
): { settings: SearchSettings; sources?: unknown[] } {
	const settings = pickSettings({ ...search });
	if (!sources?.some(hasSettings)) return { settings, sources: sources?.map(sourceType) };
	const own = sources.map((source) => {
		const type = sourceType(source);
		const isAffected = sourcesWithSettings.has(type) || hasSettings(source);
		return { type, isAffected, ...pickSettings({ ...settings, ...settingsOf(source) }) };
	});
	const affected = own.filter(({ isAffected }) => isAffected);
	const [common = {}, ...others] = affected.map(pickSettings);
	const isSame = others.every((each) => JSON.stringify(each) === JSON.stringify(common));
	if (isSame) return { settings: common, sources: sources.map(sourceType) };
	return {
		settings,
		sources: own.map(({ type, isAffected: _affected, ...each }, index) =>
			hasSettings(sources[index]) ? { type, ...each } : { type },
		),
	};
}
