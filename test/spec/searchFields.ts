// Fields of a search request, from the documentation of the public API and from the live API.

import type { INodeParameters } from 'n8n-workflow';

export interface FieldCase {
	field: string;
	/** Stored parameters, excluding required parameters. */
	form: INodeParameters;
	/** Expected body, excluding required fields. */
	sent: Record<string, unknown>;
}

export const option = (
	field: string,
	value: INodeParameters[string],
	sent: unknown = value,
): FieldCase => ({ field, form: { options: { [field]: value } }, sent: { [field]: sent } });

const source = (field: string, row: INodeParameters[], sent: readonly unknown[]): FieldCase => ({
	field: `sources.${field}`,
	form: { options: { sources: { source: row } } },
	sent: { sources: sent },
});

const webSource = (
	field: string,
	options: INodeParameters,
	sent: Record<string, unknown> = options,
): FieldCase => source(`web.${field}`, [{ type: 'web', options }], [{ type: 'web', ...sent }]);

const time = (field: string, options: INodeParameters, tbs: string): FieldCase => ({
	field: `tbs: ${field}`,
	form: { options },
	sent: { tbs },
});

const scraped = (
	field: string,
	options: INodeParameters,
	sent: Record<string, unknown>,
): FieldCase => ({
	field: `scrapeOptions.${field}`,
	form: { scrapeResults: true, scrapeOptions: options },
	sent: { scrapeOptions: sent },
});

const format = (row: INodeParameters, sent: unknown): FieldCase =>
	scraped(`formats.${String(row.type)}`, { formats: { format: [row] } }, { formats: [sent] });

export const searchFieldCases: readonly FieldCase[] = [
	{ field: 'query', form: {}, sent: {} },
	{ field: 'limit', form: { limit: 3 }, sent: { limit: 3 } },
	source('catalog', [{ type: 'catalog' }], ['catalog']),
	source(
		'names',
		[{ type: 'web' }, { type: 'images' }, { type: 'news' }],
		['web', 'images', 'news'],
	),
	source(
		'objects, if one has options',
		[{ type: 'news' }, { type: 'web', options: { filter: '1' } }],
		[{ type: 'news' }, { type: 'web', filter: '1' }],
	),
	webSource('tbs', { tbs: 'qdr:d' }),
	webSource(
		'tbs, from dates',
		{ dateRange: { from: '2026-01-31' } },
		{ tbs: 'cdr:1,cd_min:01/31/2026' },
	),
	webSource('filter', { filter: '1' }),
	webSource('lang', { lang: 'de' }),
	webSource('country', { country: 'de' }),
	webSource('location', { location: 'Kiel,Germany' }),
	option('categories', ['github', 'research', 'pdf']),
	{ ...option('categories', ['developer']), field: 'categories.developer' },
	option('includeDomains', ['Example.com', 'example.org'], ['example.com', 'example.org']),
	option('excludeDomains', 'example.com, example.org', ['example.com', 'example.org']),
	option('tbs', 'qdr:h'),
	time(
		'two dates',
		{ dateRange: { from: '2026-01-31T00:00:00', to: '2026-02-28' } },
		'cdr:1,cd_min:01/31/2026,cd_max:02/28/2026',
	),
	time('only an end', { dateRange: { to: '2026-02-28' } }, 'cdr:1,cd_max:02/28/2026'),
	time('sorted by date', { sortByDate: true }, 'sbd:1'),
	time('a range, sorted by date', { tbs: 'qdr:w', sortByDate: true }, 'qdr:w,sbd:1'),
	option('location', 'Kiel,Germany'),
	option('country', 'de'),
	option('lang', 'de'),
	option('filter', '1'),
	option('safe', true),
	option('timeout', 30_000),
	option('ignoreInvalidURLs', true),
	option('highlights', false),
	option('enterprise', ['anon', 'zdr']),
	option('threatProtection', { mode: 'normal', blacklist: ['bad.example.com'] }),
	option('domainTools', true),
	option('toolDetail', 'full'),
	option('origin', 'test'),
	option('integration', '_test'),
	{
		field: 'scrapeOptions',
		form: { scrapeResults: true },
		sent: { scrapeOptions: { formats: ['markdown'] } },
	},
	...['html', 'rawHtml', 'links', 'images', 'summary', 'product', 'menu', 'screenshot'].map(
		(type) => format({ type }, type),
	),
	format({ type: 'json', prompt: 'The title' }, { type: 'json', prompt: 'The title' }),
	format({ type: 'question', question: 'How tall?' }, { type: 'question', question: 'How tall?' }),
	format({ type: 'highlights', query: 'light' }, { type: 'highlights', query: 'light' }),
	format({ type: 'query', prompt: 'How tall?' }, { type: 'query', prompt: 'How tall?' }),
	scraped('timeout', { timeout: 9000 }, { formats: ['markdown'], timeout: 9000 }),
	scraped(
		'actions',
		{ actions: { action: [{ type: 'scrape' }] } },
		{ formats: ['markdown'], actions: [{ type: 'scrape' }] },
	),
	scraped(
		'location',
		{ location: { country: 'DE' } },
		{ formats: ['markdown'], location: { country: 'DE' } },
	),
	scraped('parsers', { returnPdfUnparsed: true }, { formats: ['markdown'], parsers: [] }),
	scraped(
		'redactPII',
		{ redactPIIOptions: { mode: 'fast' } },
		{ formats: ['markdown'], redactPII: { mode: 'fast' } },
	),
];
