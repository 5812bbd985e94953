import { z } from 'zod';
import { sourceType } from '../../client/catalogName';
import { fieldOf } from '../../form/field';
import {
	additionalBodyFields,
	choice,
	choices,
	collection,
	flag,
	formOf,
	list,
	reworded,
	shownIf,
	text,
	usage,
	whole,
} from '../../form/form';
import { rows } from '../../form/rows';
import { dateTime, domain, nonBlank } from '../../form/values';
import { isObject, isPathId, omitUndefined } from '../../json/json';
import { formats, type FormatType, formatTypes, pageFormats } from '../../page/formats';
import {
	domainList,
	domainTools,
	limitField,
	pageOptions,
	scrapeOptionsOf,
	searchThreatProtection,
	toolDetail,
} from '../../page/options';
import { downloads } from '../../page/output';

export const searchFormatTypes = [
	'markdown',
	'html',
	'rawHtml',
	'links',
	'images',
	'summary',
	'product',
	'menu',
	'knowledgeGraph',
	'json',
	'question',
	'highlights',
	'screenshot',
] as const satisfies readonly FormatType[];

const searchFormats = formats.superRefine((list, context) => {
	const known: readonly string[] = formatTypes;
	const supported: readonly string[] = searchFormatTypes;
	const others = list
		.map(({ type }) => type)
		.filter((type) => known.includes(type) && !supported.includes(type));
	if (others.length === 0) return;
	const message = `must not contain ${others.join(' or ')}, because a search does not return ${others.length === 1 ? 'this format' : 'these formats'}`;
	context.addIssue({ code: 'custom', message });
});

const date = (displayName: string, description: string) =>
	fieldOf([displayName, description], { type: 'dateTime', default: '' }, () =>
		dateTime.transform((text) => text.slice(0, 10)),
	);

const dates = {
	from: date('From', 'First day of the range. The time of day is ignored.'),
	to: date('To', 'Last day of the range. The time of day is ignored.'),
};

/** Form fields that the node combines into the API field `tbs`. */
const time = {
	tbs: choice(
		'Time: Range',
		'How recently a page was published',
		'qdr:w',
		{
			'qdr:h': 'Past Hour',
			'qdr:d': 'Past Day',
			'qdr:w': 'Past Week',
			'qdr:m': 'Past Month',
			'qdr:y': 'Past Year',
		},
		{
			unsorted: true,
			details: 'An expression can specify any value that the service accepts, such as qdr:h,sbd:1.',
		},
	),
	dateRange: collection(
		'Time: Custom Range',
		'Range of publication dates. You can leave one of the dates empty.',
		dates,
		{
			schema: z
				.object({ from: dates.from.type(), to: dates.to.type() })
				.strict()
				.refine(({ from = '', to }) => to === undefined || from <= to, {
					path: ['from'],
					message: "must not be after 'To'",
				}),
			placeholder: 'Add Date',
		},
	),
	sortByDate: flag('Time: Sort by Date', 'Whether to sort the results by date, newest first'),
};

const place = {
	location: text('Location', 'Place from which to search', { placeholder: 'e.g. Berlin,Germany' }),
	country: text(
		'Search Country',
		"Two-letter code of the country to search from. The default is us, unless 'Location' is set.",
		{
			schema: z.string().regex(/^[a-z]{2}$/i, 'must be a country code of two letters, as in de'),
			default: 'us',
			placeholder: 'e.g. de',
			details: 'ISO 3166-1 code.',
		},
	),
	lang: text('Language', 'Language code for the search', { default: 'en', placeholder: 'e.g. de' }),
	filter: text('Filter', "Value of the search engine's filter parameter, sent without changes", {
		placeholder: 'e.g. 1',
		details: 'For example, Google uses 0 to include similar results, and 1 to leave them out.',
	}),
};

const categoryTable = {
	github: ['GitHub', 'Code, issues, and docs on GitHub'],
	research: [
		'Research',
		'Research papers. Older servers search websites that host papers instead.',
	],
	pdf: ['PDF', 'Results that are PDF files'],
	developer: ['Developer', 'Sites for developers. Cannot be combined with other categories.'],
	gov: [
		'Government',
		'US laws, regulations, and court opinions. Free of charge. Cannot be combined with other categories.',
	],
} as const;

/** A category is a name, or an object that contains the name as `type`. Unknown names are sent unchanged. */
const categories = z
	.array(
		z.union([
			nonBlank,
			z
				.object({ type: nonBlank })
				.strict()
				.transform(({ type }) => type),
		]),
	)
	.superRefine((entries, context) => {
		// The service does not search these indexes together with other categories.
		const separate = (['developer', 'gov'] as const).find((name) => entries.includes(name));
		if (separate === undefined || entries.length === 1) return;
		const [label] = categoryTable[separate];
		const message = `must not contain other categories in addition to '${label}'`;
		context.addIssue({ code: 'custom', message });
	});

const resultFormats = pageFormats(searchFormatTypes, searchFormats);

export const resultOptions = reworded(
	scrapeOptionsOf({
		formats: resultFormats,
		...pageOptions,
		maxAge: reworded(pageOptions.maxAge, {
			description:
				'Maximum age of a cached copy, in ms. In a search, some versions of the service ignore it and use 3 days.',
		}),
	}),
	{
		default: { formats: resultFormats.property.default },
		description: 'Formats and options for scraping the page of each result',
	},
);

/** The specification does not document the fields of a search request. They are those of the open-source server. */
export const searchForm = formOf(
	{
		query: text(
			'Query',
			'Search query, up to 500 characters. Supports operators such as "exact words", -word, and site:example.com.',
			{ required: true, maxLength: 500, placeholder: 'e.g. tide tables for small harbors' },
		),
		limit: limitField('Costs 2 credits per 10 results, rounded up.', { max: 100, default: 10 }),
		scrapeResults: flag(
			'Scrape Results',
			'Whether to also scrape the page of each web, news, and image result. Each page costs as much as a separate scrape.',
			{ role: 'own' },
		),
		...shownIf({ scrapeResults: [true] }, { scrapeOptions: resultOptions, ...downloads }),
	},
	{
		// Only `web` sources have settings.
		sources: rows(
			'Sources',
			"Sources to search, by default only the web. 'Limit' applies to each source.",
			{
				name: 'source',
				displayName: 'Source',
				fields: {
					// Unknown types are sent unchanged, because the specification does not list all types.
					type: choice(
						'Type',
						'Type of source',
						'web',
						{
							catalog: [
								'Catalog',
								'Catalog tools. Free of charge, but your team needs catalog access.',
							],
							images: ['Images', 'Images and the pages that contain them'],
							news: ['News', 'Articles from news sites'],
							web: ['Web', 'Web pages'],
						},
						{ needed: true },
					),
				},
				options: {
					displayName: 'Source Options',
					description:
						'Settings for this source instead of the whole search. Some versions of the service ignore them if the sources have different settings.',
					displayOptions: { show: { type: ['web'] } },
					fields: { ...place, ...time },
				},
			},
			{ details: 'An expression can specify any source type that the service supports.' },
		),
		categories: choices(
			'Categories',
			'Kinds of results to find. By default, the whole web is searched.',
			categoryTable,
			{
				schema: categories,
				details: 'An expression can specify any category that the service supports.',
			},
		),
		includeDomains: domainList(
			'Include Domains',
			"Domains to limit the search to. Cannot be combined with 'Exclude Domains'.",
			{ ifEmpty: 'errorUnlessModel', entry: domain, details: 'Wildcards are not supported.' },
		),
		excludeDomains: domainList(
			'Exclude Domains',
			"Domains to exclude. Cannot be combined with 'Include Domains'.",
			{ ifEmpty: 'errorUnlessModel', entry: domain, details: 'Wildcards are not supported.' },
		),
		...place,
		...time,
		safe: flag('Safe Search', 'Whether to exclude explicit content', {
			ifEmpty: 'error',
			default: true,
		}),
		timeout: whole('Search Timeout (Ms)', 'Maximum time for the search, in milliseconds', {
			min: 1,
			default: 60000,
		}),
		ignoreInvalidURLs: flag(
			'Ignore Invalid URLs',
			'Whether to exclude results whose URLs the service cannot scrape',
		),
		highlights: flag(
			'Highlights as Description',
			'Whether to describe each result with the part of the page that matches the query, instead of a general description',
			{ default: true },
		),
		enterprise: choices(
			'Enterprise',
			'Privacy of the search. All values except Default must be enabled for your team.',
			{
				anon: ['Anonymous', 'Search without sharing your identity'],
				default: ['Default', 'Standard search'],
				zdr: [
					'Zero Data Retention',
					'Search without storing any data. Costs 10 credits per 10 results, rounded up.',
				],
			},
			{ ifEmpty: 'error' },
		),
		threatProtection: searchThreatProtection,
		domainTools: reworded(domainTools, {
			description:
				'Whether to also list catalog tools for the domains of the results. Free of charge, but your team needs catalog access.',
		}),
		toolDetail: reworded(toolDetail, { default: 'compact' }),
		...usage,
		additionalBodyFields,
	},
);

export type SearchValues = z.infer<typeof searchForm.input>;

const paperLimit = (noun: string, initial: number, max: number) =>
	whole('Limit', `Max number of ${noun} to return, from 1 to ${max}`, {
		min: 1,
		max,
		default: initial,
	});

/** The service's default for `k`, in papers. */
export const DEFAULT_PAPERS = 40;

const MAX_PAPERS = 500;

/** The fields were read in the public documentation. */
export const searchPapersForm = formOf(
	{
		query: text('Query', 'Plain-language description of the papers to find', {
			required: true,
			placeholder: 'e.g. diffusion models for image synthesis',
		}),
		k: paperLimit('papers', DEFAULT_PAPERS, MAX_PAPERS),
	},
	{
		authors: list(
			'Authors',
			'Names of authors, or parts of names. A paper must match all of them.',
			{ mark: 'commaList', button: 'Add Author', placeholder: 'e.g. Curie' },
		),
		categories: list('Categories', 'Categories of papers. A paper must be in all of them.', {
			mark: 'commaList',
			button: 'Add Category',
			placeholder: 'e.g. cs.LG',
		}),
		from: reworded(dates.from, {
			description: 'Only papers created or updated on or after this day',
			details: 'The time of day is ignored.',
		}),
		to: reworded(dates.to, {
			description: 'Only papers created or updated on or before this day',
			details: 'The time of day is ignored.',
		}),
	},
);

const idOfPaper = z
	.string()
	.trim()
	.refine(
		(id) => id.split('/').every(isPathId),
		'must be the ID of a paper, such as arxiv:1706.03762',
	);

const paperId = text(
	'Paper ID',
	"ID from 'primaryId' in the output of Search Papers, or another ID, such as doi:10.1038/nature14539",
	{ required: true, schema: idOfPaper, placeholder: 'e.g. arxiv:1706.03762' },
);

export const getPaperForm = formOf(
	{
		paperId,
		query: text(
			'Query',
			'Question about the paper. The output then also contains the passages that best match the question.',
			{ placeholder: 'e.g. What is the attention mechanism?' },
		),
	},
	{ k: reworded(paperLimit('passages', 4, 50), { displayName: 'Max Passages' }) },
);

export const similarPapersForm = formOf(
	{
		paperId,
		intent: text('Intent', 'Plain-language description of the related papers to find', {
			required: true,
			placeholder: 'e.g. efficient transformers',
		}),
		k: paperLimit('papers', DEFAULT_PAPERS, MAX_PAPERS),
	},
	{
		mode: choice('Mode', 'Which related papers to return', 'similar', {
			citers: ['Cited By', 'Papers that cite the paper'],
			references: ['References', 'Papers that the paper cites'],
			similar: ['Similar', 'Papers that share citations or references with the paper'],
		}),
		anchor: text('Anchor', 'ID of a second paper to which the results should also be related', {
			schema: idOfPaper,
			placeholder: 'e.g. arxiv:2006.11239',
		}),
		rerank: flag('Rerank', 'Whether to rank the papers a second time, for a better order'),
	},
);

export type TimeRange = Pick<SearchValues, keyof typeof time>;

function bound(name: string, date: string | undefined): string[] {
	if (date === undefined) return [];
	const [year, month, dayOfMonth] = date.split('-');
	return [`${name}:${month}/${dayOfMonth}/${year}`];
}

/** A range is relative (`qdr`) or has two bounds, so one replaces the other. */
const kindOfPart = (part: string): string => (part.startsWith('sbd') ? 'order' : 'range');

/**
 * Returns the value of `tbs`, such as `qdr:w,sbd:1`, or undefined if no time is set. A source that sets only the range
 * or only the order takes the other one from `whole`, the `tbs` of the whole search.
 */
export function toTbs(
	{ tbs, dateRange: range, sortByDate }: TimeRange,
	whole?: string,
): string | undefined {
	const bounds = [...bound('cd_min', range?.from), ...bound('cd_max', range?.to)];
	const own = [
		...(tbs === undefined ? [] : tbs.split(',')),
		...(bounds.length === 0 ? [] : ['cdr:1', ...bounds]),
		...(sortByDate === true ? ['sbd:1'] : []),
		...(sortByDate === false && whole?.includes('sbd:1') ? ['sbd:0'] : []),
	];
	if (own.length === 0) return undefined;
	const isSet = new Set(own.map(kindOfPart));
	const others = (whole?.split(',') ?? []).filter((part) => !isSet.has(kindOfPart(part)));
	return [...new Set([...others, ...own])].join(',');
}

const settingNames = ['tbs', 'country', 'lang', 'location', 'filter'] as const;

type SearchSettings = Pick<SearchValues, (typeof settingNames)[number]>;

/** Requests with *Additional Body Fields* may contain names of sources instead of objects. */
const pickSettings = (from: unknown): SearchSettings =>
	isObject(from)
		? omitUndefined(Object.fromEntries(settingNames.map((name) => [name, from[name]])))
		: {};

export const hasSettings = (source: unknown): boolean =>
	Object.keys(pickSettings(source)).length > 0;

/**
 * Returns the settings for the whole search and the list of sources. Some servers ignore the settings of a source, so
 * the settings of the sources become settings for the whole search unless the sources differ. The service rejects a list
 * that contains both names and objects.
 */
export function placeSettings(
	search: SearchSettings,
	sources: readonly unknown[] | undefined,
): { settings: SearchSettings; sources?: unknown[] } {
	const settings = pickSettings(search);
	if (!sources?.some(hasSettings)) return { settings, sources: sources?.map(sourceType) };
	const own = sources.map((source) => {
		const type = sourceType(source);
		// The service applies the settings of the whole search to these sources only.
		const isAffected = type === 'web' || type === 'news' || hasSettings(source);
		return { type, isAffected, ...pickSettings({ ...settings, ...pickSettings(source) }) };
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
