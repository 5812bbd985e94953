import { actionsSchema } from './actions';
import { formatsSchema } from './formats';
import * as parts from './parts';
import { compileCheck } from './validate';

const { closedObject, flag, flags, integer, list, oneOfWords, text, texts, textOf } = parts;

const parser = parts.typed('pdf', {
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
	mode: oneOfWords('off', 'normal', 'zscaler', 'manual-only'),
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
	formats: formatsSchema,
	includeTags: texts,
	excludeTags: texts,
	maxAge: integer(0),
	minAge: integer(0),
	headers: parts.stringMap,
	waitFor: integer(0, 60_000),
	timeout,
	parsers: list(parser),
	actions: actionsSchema,
	location: closedObject({ country: { type: 'string', pattern: '^[A-Z]{2}$' }, languages: texts }),
	proxy: oneOfWords('basic', 'enhanced', 'auto'),
	redactPII,
	profile: closedObject({ name: textOf(1, 128), saveChanges: flag }, ['name']),
	threatProtection,
	auditMetadata,
};

const sender = { origin: text, integration: parts.integration };

export const parseFields = { ...scrapeFields, zeroDataRetention: flag, ...sender };

export const checkScrapeBody = compileCheck(
	closedObject({
		...parseFields,
		// The URL is validated separately.
		url: {},
		domainTools: flag,
		toolDetail: oneOfWords('compact', 'summary', 'full'),
	}),
);

const call = closedObject(
	{ provider: textOf(1, 200), capability: textOf(1, 200), options: parts.openObject },
	['provider', 'capability'],
);

const calls = {
	if: { type: 'array' },
	then: list(call, { minItems: 1, maxItems: 10 }),
	else: call,
};

export const checkCatalogBody = compileCheck(
	closedObject({ catalog: calls, timeout, ...sender }, ['catalog']),
);
