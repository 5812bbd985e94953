import { schemaFault, compileCheck, customIssue } from './check';
import * as parts from './parts';
import type { Issue } from '../answer';

const { closedObject, flag, flags, integer, list, oneOfWords, prompt, text, texts } = parts;
const { textOf, typed, taggedUnion, openObject, sender } = parts;

const bounds = { width: integer(1, 7680), height: integer(1, 4320) };
const viewport = closedObject(bounds, ['width', 'height']);
const selectors = list(
	closedObject({ selector: text, attribute: text }, ['selector', 'attribute']),
);

const withoutFields = [
	...['markdown', 'html', 'rawHtml', 'rawBase64', 'links', 'images', 'summary', 'branding'],
	...['product', 'menu', 'audio', 'video'],
];
const withOptionalFields = [
	...['screenshot', 'json', 'changeTracking', 'deterministicJson', 'knowledgeGraph'],
];

const formatObjects: Record<string, object> = {
	...Object.fromEntries(withoutFields.map((name) => [name, typed(name)])),
	// The public service ignores unknown keys in the screenshot format.
	screenshot: {
		...typed('screenshot', { fullPage: flag, quality: integer(1, 100), viewport }),
		additionalProperties: true,
	},
	json: typed('json', { schema: openObject, prompt, checkPromptInjection: flag }),
	deterministicJson: typed('deterministicJson', { schema: openObject, prompt }),
	knowledgeGraph: typed('knowledgeGraph', { entityTypes: list(text, { maxItems: 50 }) }),
	question: typed('question', { question: textOf(1, 10_000) }, ['question']),
	highlights: typed('highlights', { query: textOf(1, 10_000) }, ['query']),
	query: typed('query', { prompt, mode: oneOfWords('freeform', 'directQuote') }, ['prompt']),
	changeTracking: typed('changeTracking', {
		modes: list(oneOfWords('git-diff', 'json')),
		schema: openObject,
		prompt,
		tag: { type: ['string', 'null'] },
	}),
	attributes: typed('attributes', { selectors }, ['selectors']),
};

export function formatsOf(names: readonly string[]): object {
	const asText = [...withoutFields, ...withOptionalFields].filter((name) => names.includes(name));
	return list({
		if: { type: 'string' },
		then: { enum: asText },
		else: taggedUnion(names.flatMap((name) => formatObjects[name] ?? [])),
	});
}

const paperSizes = 'A0 A1 A2 A3 A4 A5 A6 Letter Legal Tabloid Ledger'.split(' ');

const actions = list(
	taggedUnion([
		// A wait action must have either a time or a selector, but not both.
		{
			...typed('wait', { milliseconds: integer(1), selector: text }),
			minProperties: 2,
			maxProperties: 2,
		},
		typed('screenshot', { fullPage: flag, quality: integer(1, 100), viewport }),
		typed('click', { selector: text, all: flag }, ['selector']),
		typed('write', { text }, ['text']),
		typed('press', { key: text }, ['key']),
		typed('scroll', { direction: oneOfWords('up', 'down'), selector: text }),
		typed('scrape'),
		typed('executeJavascript', { script: text }, ['script']),
		typed('pdf', {
			format: oneOfWords(...paperSizes),
			landscape: flag,
			scale: { type: 'number' },
		}),
	]),
	{ maxItems: 50 },
);

const parser = typed('pdf', {
	mode: oneOfWords('fast', 'auto', 'ocr'),
	maxPages: integer(1, 10_000),
	...flags('pages', 'blocks', 'pageMarkers'),
});

const redactPII = {
	if: flag,
	then: {},
	else: closedObject({
		mode: oneOfWords('accurate', 'aggressive', 'fast'),
		entities: list(oneOfWords('PERSON', 'EMAIL', 'PHONE', 'LOCATION', 'FINANCIAL', 'SECRET')),
		replaceStyle: oneOfWords('tag', 'mask', 'remove'),
	}),
};

const upTo1000 = (pattern: string): object => list({ type: 'string', pattern }, { maxItems: 1000 });
const domains = upTo1000('^(\\*\\.)?([A-Za-z0-9-]+\\.)+[A-Za-z0-9-]+$');

export const threatProtection = closedObject({
	mode: oneOfWords('off', 'normal', 'zscaler'),
	riskScoreThreshold: integer(0, 100),
	blacklist: domains,
	whitelist: domains,
	blockedTlds: upTo1000('^[a-z0-9-]+$'),
	failurePolicy: oneOfWords('open', 'closed'),
});

const timeout = integer(1000, 300_000);

export const auditMetadata = closedObject({ username: textOf(0, 1024) }, ['username']);

export const scrapeFields = {
	...flags('onlyMainContent', 'onlyCleanContent', 'storeInCache', 'lockdown', 'mobile'),
	...flags('skipTlsVerification', 'removeBase64Images', 'blockAds', 'fastMode'),
	formats: formatsOf(Object.keys(formatObjects)),
	includeTags: texts,
	excludeTags: texts,
	maxAge: integer(0),
	minAge: integer(0),
	headers: parts.stringMap,
	waitFor: integer(0, 60_000),
	timeout,
	parsers: list(parser),
	actions,
	location: closedObject({ country: { type: 'string', pattern: '^[A-Z]{2}$' }, languages: texts }),
	proxy: oneOfWords('basic', 'enhanced', 'auto'),
	redactPII,
	profile: closedObject({ name: textOf(1, 128), saveChanges: flag }, ['name']),
	threatProtection,
	auditMetadata,
};

const parseFields = { ...scrapeFields, zeroDataRetention: flag, ...sender };

export const checkParseOptions = compileCheck(closedObject(parseFields));

export const checkScrapeBody = compileCheck(
	closedObject(
		{
			...parseFields,
			url: text,
			domainTools: flag,
			toolDetail: oneOfWords('compact', 'summary', 'full'),
		},
		['url'],
	),
);

const call = closedObject(
	{ provider: textOf(1, 200), capability: textOf(1, 200), options: openObject },
	['provider', 'capability'],
);

const calls = {
	if: { type: 'array' },
	then: list(call, { minItems: 1, maxItems: 10 }),
	else: call,
};

export type CatalogName = 'catalog' | 'alexandria';

const checkCallsNamed = (name: CatalogName) =>
	compileCheck(closedObject({ [name]: calls, timeout, ...sender }, [name]));

export const checkCatalogBody = {
	catalog: checkCallsNamed('catalog'),
	alexandria: checkCallsNamed('alexandria'),
};

export interface FormatObject {
	type: string;
	schema?: Record<string, unknown>;
	prompt?: string;
	question?: string;
	query?: string;
	modes?: ('git-diff' | 'json')[];
	tag?: string | null;
	selectors?: { selector: string; attribute: string }[];
	entityTypes?: string[];
}

/** The fields that have an effect in the local service. */
export interface ScrapeOptions {
	zeroDataRetention?: boolean;
	domainTools?: boolean;
	formats?: (string | FormatObject)[];
	onlyMainContent?: boolean;
	onlyCleanContent?: boolean;
	includeTags?: string[];
	excludeTags?: string[];
	maxAge?: number;
	minAge?: number;
	headers?: Record<string, string>;
	waitFor?: number;
	timeout?: number;
	parsers?: { type: 'pdf'; maxPages?: number; pages?: boolean; blocks?: boolean }[];
	actions?: { type: string; milliseconds?: number }[];
	removeBase64Images?: boolean;
	storeInCache?: boolean;
	lockdown?: boolean;
	redactPII?: boolean | object;
}

export interface ScrapeBody extends ScrapeOptions {
	url: string;
}

export function wantedFormats({ formats = ['markdown'] }: ScrapeOptions): FormatObject[] {
	return formats.map((format) => (typeof format === 'string' ? { type: format } : format));
}

const MAX_WAIT_MS = 60_000;
const SELECTOR_WAIT_MS = 1_000;

/** Returns the issues of options that are valid on their own, but not together. */
export function crossedIssues(body: ScrapeOptions): Issue[] {
	const { waitFor = 0, timeout: timeoutMs = Infinity, actions: chosen = [] } = body;
	const types = wantedFormats(body).map(({ type }) => type);
	const has = (type: string): boolean => types.includes(type);
	const waits = chosen.filter(({ type }) => type === 'wait');
	const waitMs = waits.map(({ milliseconds = SELECTOR_WAIT_MS }) => milliseconds);
	const totalMs = waitMs.reduce((sum, each) => sum + each, waitFor);
	const rules: [isBroken: boolean, field: string, message: string][] = [
		[has('rawBase64') && types.length > 1, 'formats', 'rawBase64 must be the only format'],
		[
			has('changeTracking') && !has('markdown'),
			'formats',
			'The changeTracking format requires the markdown format to be specified as well',
		],
		[types.filter((type) => type === 'screenshot').length > 1, 'formats', 'at most one screenshot'],
		[
			has('json') && has('deterministicJson'),
			'formats',
			'deterministicJson cannot be combined with json',
		],
		[waitFor > timeoutMs / 2, 'waitFor', 'waitFor must not exceed half of timeout'],
		[totalMs > MAX_WAIT_MS, 'actions', 'all waits together must not exceed 60000 ms'],
	];
	return rules.flatMap(([isBroken, name, message]) =>
		isBroken ? [customIssue([name], message)] : [],
	);
}

/** Returns the fault of the JSON Schema in the formats. */
export function formatSchemaFault(body: ScrapeBody): string | undefined {
	const { schema } = wantedFormats(body).find(({ type }) => /json$/i.test(type)) ?? {};
	return schema && schemaFault(schema);
}
