import {
	interactRequest,
	scrapeRequest,
	stopInteractRequest,
} from '../../../nodes/WebData/api/scrape/scrapeRequest';
import { problems } from '../schema/problems';

const ID = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';

const scrape = (fields: Record<string, unknown>) =>
	problems(scrapeRequest, { url: 'https://example.com', ...fields });

describe('url', () => {
	it.each([
		[undefined, 'url is required'],
		['', 'url must not be empty'],
		[5, 'url must be text (it is 5)'],
		['nonsense', 'url must start with http:// or https://'],
	])('rejects %j: %s', (url, problem) => {
		expect(scrape({ url })).toEqual([problem]);
	});
});

describe('types of fields', () => {
	const cleaning = 'onlyMainContent onlyCleanContent mobile removeBase64Images blockAds';
	const others = 'skipTlsVerification storeInCache lockdown zeroDataRetention domainTools';

	it.each([...cleaning.split(' '), ...others.split(' ')])('%s is a boolean', (field) => {
		expect([true, false].flatMap((value) => scrape({ [field]: value }))).toEqual([]);
		expect(scrape({ [field]: 'yes' })).toEqual([`${field} must be true or false (it is "yes")`]);
	});

	it.each(['basic', 'enhanced', 'auto'])('proxy accepts %s', (proxy) => {
		expect(scrape({ proxy })).toEqual([]);
	});

	it.each(['includeTags', 'excludeTags'])('%s is a list of strings', (field) => {
		expect(scrape({ [field]: ['article', '.main', '#top'] })).toEqual([]);
		expect(scrape({ [field]: 'article' })).toEqual([`${field} must be a list (it is "article")`]);
		expect(scrape({ [field]: ['a', 5] })).toEqual([`${field}.1 must be text (it is 5)`]);
	});

	it('headers have string values and nonempty names', () => {
		expect(scrape({ headers: { Cookie: 'a=1', 'X-Empty': '' } })).toEqual([]);
		expect(scrape({ headers: { Cookie: 1 } })).toEqual(['headers.Cookie must be text (it is 1)']);
		expect(scrape({ headers: { '': 'x' } })).toEqual([
			'headers. must contain a name for each header',
		]);
	});

	it('header names are unique, regardless of case', () => {
		expect(scrape({ headers: { Cookie: 'a', COOKIE: 'b' } })).toEqual([
			'headers must contain each header only once (COOKIE is repeated)',
		]);
	});

	it('an unknown field is rejected by name', () => {
		expect(scrape({ onlyMainContnt: true })).toEqual(['must not contain "onlyMainContnt"']);
	});

	it.each(['catalog', 'origin', 'integration'])('%s is only for catalog requests', (field) => {
		expect(scrape({ [field]: 'x' })).toEqual([`must not contain "${field}"`]);
	});
});

describe('parsers', () => {
	it.each([
		[[]],
		[[{ type: 'pdf' }]],
		[[{ type: 'pdf', mode: 'ocr', maxPages: 3, pages: true, blocks: true, pageMarkers: true }]],
	])('accepts %j', (parsers) => {
		expect(scrape({ parsers })).toEqual([]);
	});

	it.each([
		[[{}], 'parsers.0.type is required'],
		[[{ type: 'image' }], 'parsers.0.type must be pdf (it is "image")'],
		[
			[{ type: 'pdf', mode: 'slow' }],
			'parsers.0.mode must be one of fast, auto, ocr (it is "slow")',
		],
		[[{ type: 'pdf', dpi: 300 }], 'parsers.0 must not contain "dpi"'],
		[['pdf'], 'parsers.0 must be a JSON object (it is "pdf")'],
	])('rejects %j: %s', (parsers, problem) => {
		expect(scrape({ parsers })).toEqual([problem]);
	});
});

describe('location', () => {
	it.each([{}, { country: 'DE' }, { languages: ['de-DE', 'en'] }])('accepts %j', (location) => {
		expect(scrape({ location })).toEqual([]);
	});

	it.each(['de', 'De', 'DEU', 'D', '', 'D1', 'ÄÖ', 'DE\n', ' DE'])(
		'rejects the country %j: not two capital letters',
		(country) => {
			expect(scrape({ location: { country } })).toEqual([
				'location.country must be a country code of two capital letters, as in DE',
			]);
		},
	);

	it('rejects unknown fields', () => {
		expect(scrape({ location: { city: 'Bonn' } })).toEqual(['location must not contain "city"']);
	});
});

describe('profile', () => {
	it('requires only its name', () => {
		expect(scrape({ profile: { name: 'shop' } })).toEqual([]);
		expect(scrape({ profile: { name: 'shop', saveChanges: false } })).toEqual([]);
		expect(scrape({ profile: { saveChanges: false } })).toEqual(['profile.name is required']);
		expect(scrape({ profile: { name: 'shop', ttl: 1 } })).toEqual([
			'profile must not contain "ttl"',
		]);
	});
});

describe('objects that the specification leaves open', () => {
	it.each([
		['redactPII', { mode: 'fast', entities: ['EMAIL'], replaceStyle: 'mask' }],
		['threatProtection', { mode: 'normal', riskScoreThreshold: 10, failurePolicy: 'open' }],
		['auditMetadata', { username: 'night-run' }],
	])('%s accepts unknown fields', (field, known) => {
		expect(scrape({ [field]: known })).toEqual([]);
		expect(scrape({ [field]: { ...known, newField: { a: 1 } } })).toEqual([]);
	});

	it.each([
		[
			'threatProtection',
			{ mode: 'strict' },
			'threatProtection.mode must be one of off, normal, zscaler, manual-only (it is "strict")',
		],
		[
			'threatProtection',
			{ failurePolicy: 'ask' },
			'threatProtection.failurePolicy must be one of open, closed (it is "ask")',
		],
		['auditMetadata', { note: 'x' }, 'auditMetadata.username is required'],
		[
			'redactPII',
			{ mode: 'strict' },
			'redactPII.mode must be one of accurate, aggressive, fast (it is "strict")',
		],
		['redactPII', 'yes', 'redactPII must be true or false or a JSON object (it is "yes")'],
	])('%s validates known fields: %j', (field, value, problem) => {
		expect(scrape({ [field]: value })).toEqual([problem]);
	});

	it.each([true, false])('redactPII accepts %s', (redactPII) => {
		expect(scrape({ redactPII })).toEqual([]);
	});
});

describe('interact', () => {
	it.each([
		[{ prompt: 'Click on more' }],
		[{ code: 'await page.title()', language: 'python', timeout: 30 }],
		[{ prompt: 'Go on', existingSessionId: 'session-1' }],
	])('accepts %j', (fields) => {
		expect(problems(interactRequest, { scrapeId: ID, ...fields })).toEqual([]);
	});

	it.each([
		[{ language: 'ruby' }, 'language must be one of node, python, bash (it is "ruby")'],
		[{ profile: { name: 'shop' } }, 'must not contain "profile"'],
	])('rejects %j: %s', (fields, problem) => {
		expect(problems(interactRequest, { scrapeId: ID, ...fields })).toEqual([problem]);
	});
});

const malformed = 'scrapeId must be the ID of a scrape, which is a UUID';

describe.each([
	['interact', interactRequest],
	['stop interact', stopInteractRequest],
])('scrapeId of %s', (_name, contract) => {
	it('accepts an ID within a URL', () => {
		const scrapeId = ` https://api.example.com/v2/scrape/${ID.toUpperCase()}/interact `;
		expect(contract.parse({ scrapeId })).toEqual({ scrapeId: ID });
	});

	it.each([
		[undefined, 'scrapeId is required'],
		['', 'scrapeId must not be empty'],
		['my scrape', malformed],
		['scr_01HZX', malformed],
		['..', malformed],
		[`${ID} 5b1f0a52-30c8-4d8e-8f0d-6c1a2e3b4d5f`, malformed],
	])('%j: %s', (scrapeId, problem) => {
		expect(problems(contract, { scrapeId })).toContain(problem);
	});
});
