import type { INodeParameters } from 'n8n-workflow';

export interface FieldRow {
	/** Heading of the specification's table that lists the field, or `open` if no table lists the field. */
	table:
		| 'Scrape request body'
		| 'Scrape options'
		| 'Formats'
		| 'Parsers'
		| 'Actions'
		| 'Location'
		| 'Profile'
		| 'open';
	field: string;
	/** Stored parameters, excluding the URL. */
	form: INodeParameters;
	/** Expected body, excluding the URL. */
	sent: Record<string, unknown>;
}

const option = (
	field: string,
	value: INodeParameters[string],
	sent: unknown = value,
	table: FieldRow['table'] = 'Scrape options',
): FieldRow => ({
	table,
	field,
	form: { options: { [field]: value } },
	sent: { [field]: sent },
});

const format = (field: string, row: INodeParameters, sent: unknown = row): FieldRow => ({
	table: 'Formats',
	field: `formats.${field}`,
	form: { formats: { format: [row] } },
	sent: { formats: [sent] },
});

const plainFormat = (name: string): FieldRow => format(name, { type: name }, name);

const action = (field: string, row: INodeParameters, sent: unknown = row): FieldRow => ({
	table: 'Actions',
	field: `actions.${field}`,
	form: { options: { actions: { action: [row] } } },
	sent: { actions: [sent] },
});

const parser = (field: string, value: INodeParameters[string]): FieldRow => ({
	table: 'Parsers',
	field: `parsers.${field}`,
	form: {
		options: { parsers: { parser: [{ type: 'pdf', options: { [field]: value } }] } },
	},
	sent: { parsers: [{ type: 'pdf', [field]: value }] },
});

const innerField = (
	table: FieldRow['table'],
	path: string,
	value: INodeParameters,
	sent?: unknown,
): FieldRow => ({ ...option(path.split(/[.,]/)[0] ?? '', value, sent, table), field: path });

const size = { width: 800, height: 600 };

const bodyRows: FieldRow[] = [
	{ table: 'Scrape request body', field: 'url', form: {}, sent: {} },
	option('zeroDataRetention', true, true, 'Scrape request body'),
	option('domainTools', true, true, 'Scrape request body'),
];

const optionRows: FieldRow[] = [
	{
		table: 'Scrape options',
		field: 'formats',
		form: { formats: { format: [{ type: 'markdown' }, { type: 'links' }] } },
		sent: { formats: ['markdown', 'links'] },
	},
	option('onlyMainContent', false),
	option('onlyCleanContent', true),
	option('includeTags', ['article', '.text']),
	option('excludeTags', ['nav']),
	option('maxAge', 0),
	option('minAge', 1),
	option(
		'headers',
		{
			header: [
				{ name: 'Cookie', value: 'a=1' },
				{ name: 'User-Agent', value: 'reader' },
			],
		},
		{ Cookie: 'a=1', 'User-Agent': 'reader' },
	),
	option('waitFor', 10),
	option('mobile', true),
	option('skipTlsVerification', false),
	option('timeout', 30000),
	option('parsers', { parser: [{ type: 'pdf' }] }, [{ type: 'pdf' }]),
	option('actions', { action: [{ type: 'scrape' }] }, [{ type: 'scrape' }]),
	option('location', { country: 'DE' }),
	option('removeBase64Images', false),
	option('blockAds', false),
	option('proxy', 'enhanced'),
	option('storeInCache', false),
	option('lockdown', true),
	option('redactPII', true),
	option('profile', { name: 'shop' }),
	option('threatProtection', { mode: 'normal' }),
	option('auditMetadata', { username: 'night-run' }),
];

const formatRows: FieldRow[] = [
	{
		table: 'Formats',
		field: 'formats.markdown',
		form: { formats: { format: [{ type: 'markdown' }, { type: 'summary' }] } },
		sent: { formats: ['markdown', 'summary'] },
	},
	...['summary', 'html', 'rawHtml', 'rawBase64', 'screenshot', 'audio', 'video'].map(plainFormat),
	...['links', 'branding', 'product', 'images', 'menu'].map(plainFormat),
	format('question', { type: 'question', question: 'How tall is it?' }),
	format('highlights', { type: 'highlights', query: 'light' }),
	format(
		'query',
		{ type: 'query', prompt: 'How tall?', options: { mode: 'directQuote' } },
		{ type: 'query', prompt: 'How tall?', mode: 'directQuote' },
	),
	format(
		'json',
		{
			type: 'json',
			prompt: 'The title',
			schema: '{"type":"object","properties":{"title":{"type":"string"}}}',
			options: { checkPromptInjection: true },
		},
		{
			type: 'json',
			prompt: 'The title',
			schema: { type: 'object', properties: { title: { type: 'string' } } },
			checkPromptInjection: true,
		},
	),
	format('deterministicJson', { type: 'deterministicJson', prompt: 'The title' }),
	format(
		'screenshot with its fields',
		{ type: 'screenshot', options: { fullPage: true, quality: 80, viewport: { size } } },
		{ type: 'screenshot', fullPage: true, quality: 80, viewport: size },
	),
	format(
		'attributes',
		{ type: 'attributes', selectors: { entry: [{ selector: 'a', attribute: 'href' }] } },
		{ type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] },
	),
	{
		...{ table: 'Formats', field: 'formats.changeTracking' },
		form: {
			formats: {
				format: [
					{ type: 'markdown' },
					{
						...{ type: 'changeTracking', prompt: 'Prices', schema: '{"type":"object"}' },
						options: { modes: ['git-diff', 'json'], tag: 'daily' },
					},
				],
			},
		},
		sent: {
			formats: [
				'markdown',
				{
					...{ type: 'changeTracking', prompt: 'Prices', schema: { type: 'object' } },
					...{ modes: ['git-diff', 'json'], tag: 'daily' },
				},
			],
		},
	},
];

const parserRows: FieldRow[] = [
	{ ...parser('mode', 'fast'), field: 'parsers.type' },
	parser('mode', 'ocr'),
	parser('maxPages', 2),
	parser('pages', true),
	parser('blocks', true),
	parser('pageMarkers', true),
	{
		table: 'Parsers',
		field: 'parsers, empty list',
		form: { options: { returnPdfUnparsed: true } },
		sent: { parsers: [] },
	},
];

const actionRows: FieldRow[] = [
	action(
		'wait.milliseconds',
		{ type: 'wait', waitUntil: 'duration', milliseconds: 1 },
		{ type: 'wait', milliseconds: 1 },
	),
	action(
		'wait.selector',
		{ type: 'wait', waitUntil: 'element', selector: '#a' },
		{ type: 'wait', selector: '#a' },
	),
	action(
		'screenshot',
		{ type: 'screenshot', options: { fullPage: true, quality: 50, viewport: { size } } },
		{ type: 'screenshot', fullPage: true, quality: 50, viewport: size },
	),
	action(
		'click',
		{ type: 'click', selector: 'a', options: { all: true } },
		{ type: 'click', selector: 'a', all: true },
	),
	action('write', { type: 'write', text: 'tide' }),
	action('press', { type: 'press', key: 'Enter' }),
	action(
		'scroll',
		{ type: 'scroll', options: { direction: 'up', selector: '.list' } },
		{ type: 'scroll', direction: 'up', selector: '.list' },
	),
	action('scrape', { type: 'scrape' }),
	action('executeJavascript', { type: 'executeJavascript', script: 'document.title' }),
	action(
		'pdf',
		{ type: 'pdf', options: { format: 'A4', landscape: true, scale: 0.5 } },
		{ type: 'pdf', format: 'A4', landscape: true, scale: 0.5 },
	),
];

const objectRows: FieldRow[] = [
	innerField('Location', 'location.country', { country: 'DE' }),
	innerField('Location', 'location.languages', { languages: ['de-DE', 'en'] }),
	innerField('Profile', 'profile.name', { name: 'shop' }),
	innerField('Profile', 'profile.saveChanges', { name: 'shop', saveChanges: false }),
];

const openRows: FieldRow[] = [
	{
		table: 'open',
		field: 'redactPII, object',
		form: {
			options: {
				redactPIIOptions: { mode: 'fast', entities: ['EMAIL', 'PHONE'], replaceStyle: 'mask' },
			},
		},
		sent: { redactPII: { mode: 'fast', entities: ['EMAIL', 'PHONE'], replaceStyle: 'mask' } },
	},
	{
		table: 'open',
		field: 'redactPII, as JSON',
		form: { options: { redactPIIOptions: { additionalFields: '{"mode":"aggressive"}' } } },
		sent: { redactPII: { mode: 'aggressive' } },
	},
	innerField('open', 'threatProtection, all fields', {
		mode: 'manual-only',
		riskScoreThreshold: 70,
		blacklist: ['bad.example.com'],
		whitelist: ['*.example.org'],
		blockedTlds: ['zip'],
		failurePolicy: 'open',
	}),
	innerField(
		'open',
		'threatProtection, as JSON',
		{ additionalFields: '{"riskScoreThreshold":10}' },
		{ riskScoreThreshold: 10 },
	),
	innerField(
		'open',
		'auditMetadata, as JSON',
		{ additionalFields: '{"username":"json"}' },
		{ username: 'json' },
	),
	option('fastMode', true, true, 'open'),
	option('toolDetail', 'full', 'full', 'open'),
];

export const scrapeFieldRows: readonly FieldRow[] = [
	...bodyRows,
	...optionRows,
	...formatRows,
	...parserRows,
	...actionRows,
	...objectRows,
	...openRows,
];

/**
 * All names in the specification's tables "Scrape request body" and "Scrape options", except the fields of catalog
 * mode.
 */
export const bodyFieldsOfSpecification = [
	'url',
	'zeroDataRetention',
	'domainTools',
	'formats',
	'onlyMainContent',
	'onlyCleanContent',
	'includeTags',
	'excludeTags',
	'maxAge',
	'minAge',
	'headers',
	'waitFor',
	'mobile',
	'skipTlsVerification',
	'timeout',
	'parsers',
	'actions',
	'location',
	'removeBase64Images',
	'blockAds',
	'proxy',
	'storeInCache',
	'lockdown',
	'redactPII',
	'profile',
	'threatProtection',
	'auditMetadata',
] as const;
