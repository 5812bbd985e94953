import { actionsSchema } from './actions';
import { formatsSchema } from './formats';
import {
	closedObject,
	flag,
	integer,
	integration,
	list,
	oneOfWords,
	openObject,
	stringMap,
	text,
	textOf,
	texts,
	typed,
} from './parts';
import { compileCheck } from './validate';

const parser = typed('pdf', {
	mode: oneOfWords('fast', 'auto', 'ocr'),
	maxPages: integer(1, 10_000),
	pages: flag,
	blocks: flag,
	pageMarkers: flag,
});

const location = closedObject({
	country: { type: 'string', pattern: '^[A-Z]{2}$' },
	languages: texts,
});

const redactPII = {
	if: { type: 'boolean' },
	then: {},
	else: closedObject({
		mode: oneOfWords('accurate', 'aggressive', 'fast'),
		entities: list(oneOfWords('PERSON', 'EMAIL', 'PHONE', 'LOCATION', 'FINANCIAL', 'SECRET')),
		replaceStyle: oneOfWords('tag', 'mask', 'remove'),
	}),
};

const domains = list(
	{ type: 'string', pattern: '^(\\*\\.)?([A-Za-z0-9-]+\\.)+[A-Za-z0-9-]+$' },
	{ maxItems: 1000 },
);

export const threatProtection = closedObject({
	mode: oneOfWords('off', 'normal', 'zscaler', 'manual-only'),
	riskScoreThreshold: integer(0, 100),
	blacklist: domains,
	whitelist: domains,
	blockedTlds: list({ type: 'string', pattern: '^[a-z0-9-]+$' }, { maxItems: 1000 }),
	failurePolicy: oneOfWords('open', 'closed'),
});

const timeout = integer(1000, 300_000);

export const auditMetadata = closedObject({ username: textOf(0, 1024) }, ['username']);

export const scrapeFields = {
	formats: formatsSchema,
	onlyMainContent: flag,
	onlyCleanContent: flag,
	includeTags: texts,
	excludeTags: texts,
	maxAge: integer(0),
	minAge: integer(0),
	headers: stringMap,
	waitFor: integer(0, 60_000),
	mobile: flag,
	skipTlsVerification: flag,
	timeout,
	parsers: list(parser),
	actions: actionsSchema,
	location,
	removeBase64Images: flag,
	blockAds: flag,
	proxy: oneOfWords('basic', 'enhanced', 'auto'),
	storeInCache: flag,
	lockdown: flag,
	redactPII,
	profile: closedObject({ name: textOf(1, 128), saveChanges: flag }, ['name']),
	threatProtection,
	auditMetadata,
	fastMode: flag,
};

const scrapeSchema = closedObject({
	// The URL is validated separately.
	url: {},
	...scrapeFields,
	zeroDataRetention: flag,
	domainTools: flag,
	origin: text,
	integration,
	toolDetail: oneOfWords('compact', 'summary', 'full'),
});

const call = closedObject(
	{ provider: textOf(1, 200), capability: textOf(1, 200), options: openObject },
	['provider', 'capability'],
);

const catalogSchema = closedObject(
	{
		catalog: {
			if: { type: 'array' },
			then: list(call, { minItems: 1, maxItems: 10 }),
			else: call,
		},
		timeout,
		origin: text,
		integration,
	},
	['catalog'],
);

export const checkScrapeBody = compileCheck(scrapeSchema);
export const checkCatalogBody = compileCheck(catalogSchema);
