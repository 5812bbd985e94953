import type { INodeParameters } from 'n8n-workflow';

type Values = Record<string, unknown>;

export interface FieldRow {
	/** Heading of the specification's table that lists the field, or `open` if no table lists the field. */
	table: 'Scrape options' | 'Formats' | 'Parsers' | 'Actions' | 'open';
	field: string;
	/** Stored parameters, excluding the URL. */
	form: INodeParameters;
	/** Expected body, excluding the URL. */
	sent: Values;
}

const row = (
	table: FieldRow['table'],
	field: string,
	form: object,
	sent: Values = form as Values,
): FieldRow => ({ table, field, form: form as INodeParameters, sent });

const option = (field: string, value: unknown, sent: unknown = value): FieldRow =>
	row('Scrape options', field, { options: { [field]: value } }, { [field]: sent });

const open = (field: string, value: object, sent: unknown = value, name = field): FieldRow =>
	row('open', `${name}, an object`, { options: { [field]: value } }, { [name]: sent });

const format = (values: { type: string } & Values, sent: unknown = values): FieldRow =>
	row('Formats', `formats.${values.type}`, { formats: { format: [values] } }, { formats: [sent] });

const action = (field: string, values: Values, sent: Values = values): FieldRow => {
	const type = field.split('.')[0];
	const form = { options: { actions: { action: [{ type, ...values }] } } };
	return row('Actions', `actions.${field}`, form, { actions: [{ type, ...sent }] });
};

const parser = (field: string, value: unknown, stored: Values = { [field]: value }): FieldRow => {
	const form = { parsers: { parser: [{ type: 'pdf', ...stored }] } };
	const sent = { parsers: [{ type: 'pdf', [field]: value }] };
	return row('Parsers', `parsers.${field}`, { options: form }, sent);
};

const size = { width: 800, height: 600 };
const screenshot = { fullPage: true, options: { quality: 80, viewport: { size } } };
const screenshotSent = { fullPage: true, quality: 80, viewport: size };

const lists = { Cookie: 'a=1', 'User-Agent': 'reader' };
const header = Object.entries(lists).map(([name, value]) => ({ name, value }));

const optionRows: FieldRow[] = [
	option('zeroDataRetention', true),
	option('domainTools', true),
	option('onlyMainContent', false),
	option('onlyCleanContent', true),
	option('includeTags', ['article', '.text']),
	option('excludeTags', ['nav']),
	option('maxAge', 0),
	option('minAge', 1),
	option('headers', { header }, lists),
	option('waitFor', 10),
	option('mobile', true),
	option('skipTlsVerification', false),
	option('timeout', 30_000),
	option('location', { country: 'DE', languages: ['de-DE', 'en'] }),
	option('removeBase64Images', false),
	option('blockAds', false),
	option('proxy', 'enhanced'),
	option('storeInCache', false),
	option('lockdown', true),
	option('redactPII', true),
	option('profile', { name: 'shop', saveChanges: false }),
	option('auditMetadata', { username: 'night-run' }),
	option('threatProtection', {
		...{ mode: 'zscaler', riskScoreThreshold: 70, failurePolicy: 'open' },
		...{ blacklist: ['bad.example.com'], whitelist: ['*.example.org'], blockedTlds: ['zip'] },
	}),
];

const plainFormats = [
	...['summary', 'html', 'rawHtml', 'rawBase64', 'screenshot', 'audio', 'video'],
	...['links', 'branding', 'product', 'images', 'menu'],
];
const object = { type: 'object', properties: { title: { type: 'string' } } };
const schema = JSON.stringify(object);
const tracking = { type: 'changeTracking', prompt: 'Prices' };
const tracked = { modes: ['git-diff', 'json'], tag: 'daily' };

const formatRows: FieldRow[] = [
	row(
		...(['Formats', 'formats.markdown'] as const),
		{ formats: { format: [{ type: 'markdown' }, { type: 'links' }] } },
		{ formats: ['markdown', 'links'] },
	),
	...plainFormats.map((type) => format({ type }, type)),
	format({ type: 'question', question: 'How tall is it?' }),
	format({ type: 'highlights', query: 'light' }),
	format(
		{ type: 'json', prompt: 'The title', schema, options: { checkPromptInjection: true } },
		{ type: 'json', prompt: 'The title', schema: object, checkPromptInjection: true },
	),
	format({ type: 'deterministicJson', prompt: 'The title' }),
	format(
		{ type: 'knowledgeGraph', options: { entityTypes: ['Person'] } },
		{ type: 'knowledgeGraph', entityTypes: ['Person'] },
	),
	format({ type: 'screenshot', ...screenshot }, { type: 'screenshot', ...screenshotSent }),
	format(
		{ type: 'attributes', selectors: { entry: [{ selector: 'a', attribute: 'href' }] } },
		{ type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] },
	),
	row(
		...(['Formats', 'formats.changeTracking'] as const),
		{ formats: { format: [{ type: 'markdown' }, { ...tracking, schema, options: tracked }] } },
		{ formats: ['markdown', { ...tracking, schema: object, ...tracked }] },
	),
];

const parserRows: FieldRow[] = [
	parser('mode', 'ocr', { options: { mode: 'ocr' } }),
	parser('maxPages', 2),
	parser('pages', true, { options: { pages: true } }),
	parser('blocks', true, { options: { blocks: true } }),
	parser('pageMarkers', true, { options: { pageMarkers: true } }),
	row('Parsers', 'parsers, no list', { options: { returnPdfUnparsed: true } }, { parsers: [] }),
];

const pdf = { format: 'A4', landscape: true, scale: 0.5 };
const scroll = { direction: 'up', selector: '.list' };

const actionRows: FieldRow[] = [
	action('wait.milliseconds', { milliseconds: 1 }),
	action('wait.selector', { selector: '#a' }),
	action('screenshot', screenshot, screenshotSent),
	action('click', { selector: 'a', options: { all: true } }, { selector: 'a', all: true }),
	action('write', { text: 'tide' }),
	action('press', { key: 'Enter' }),
	action('scroll', { direction: 'up', options: { selector: '.list' } }, scroll),
	action('scrape', {}),
	action('executeJavascript', { script: 'document.title' }),
	action('pdf', { options: pdf }, pdf),
];

const redaction = { mode: 'fast', entities: ['EMAIL', 'PHONE'], replaceStyle: 'mask' };

const openRows: FieldRow[] = [
	open('redactPIIOptions', redaction, redaction, 'redactPII'),
	open('threatProtection', { riskScoreThreshold: 10 }, { riskScoreThreshold: 10 }),
	open('auditMetadata', { username: 'night-run' }, { username: 'night-run' }),
	{ ...option('fastMode', true), table: 'open' },
	{ ...option('toolDetail', 'full'), table: 'open' },
];

export const scrapeFieldRows: readonly FieldRow[] = [
	...optionRows,
	...formatRows,
	...parserRows,
	...actionRows,
	...openRows,
];

/**
 * All names in the specification's tables "Scrape request body" and "Scrape options", except the URL and the fields of
 * catalog mode.
 */
export const bodyFieldsOfSpecification = [
	...['zeroDataRetention', 'domainTools', 'formats', 'onlyMainContent', 'onlyCleanContent'],
	...['includeTags', 'excludeTags', 'maxAge', 'minAge', 'headers', 'waitFor', 'mobile', 'timeout'],
	...['skipTlsVerification', 'parsers', 'actions', 'location', 'removeBase64Images', 'blockAds'],
	...['proxy', 'storeInCache', 'lockdown', 'redactPII', 'profile', 'threatProtection'],
	'auditMetadata',
];
