import type { JsonObject } from '../../nodes/WebData/json/json';
import { scrapeOptionConflicts } from '../../nodes/WebData/page/values';
import { planOf } from '../support/planOf';

const refused = ['domainTools', 'onlyCleanContent'] as const;
const keepNothing = ['zeroDataRetention', 'lockdown'] as const;
const pairs = refused.flatMap((name) => keepNothing.map((other) => [name, other] as const));

test.each(pairs)(
	'scrapeOptionConflicts rejects %s with %s, but not if one is off',
	(name, other) => {
		expect(scrapeOptionConflicts({ [name]: true, [other]: true })).toEqual([
			{ path: [name], message: `cannot be combined with {${other}}` },
		]);
		expect(scrapeOptionConflicts({ [name]: true, [other]: false })).toEqual([]);
		expect(scrapeOptionConflicts({ [name]: undefined, [other]: true })).toEqual([]);
	},
);

const wait = (milliseconds: number) => ({ type: 'wait' as const, milliseconds });
const waitForElement = { type: 'wait' as const, selector: '#a' };
const click = { type: 'click' as const, selector: '#a' };

test.each([
	['half of the timeout', { waitFor: 5000, timeout: 10_000 }],
	[
		'60 seconds in total, with an action that does not wait',
		{ waitFor: 30_000, actions: [wait(29_000), waitForElement, click] },
	],
])('scrapeOptionConflicts accepts waits of %s', (_case, values) => {
	expect(scrapeOptionConflicts(values)).toEqual([]);
});

test.each([
	[{ waitFor: 5001, timeout: 10_000 }, 'waitFor', 'must be at most half of {timeout} (5000)'],
	[
		{ waitFor: 30_000, actions: [wait(29_001), waitForElement] },
		'waitFor',
		'and the waits in {actions} must be at most 60000 milliseconds in total (they are 60001)',
	],
	[
		{ actions: [wait(60_000), waitForElement] },
		'actions',
		'must wait at most 60000 milliseconds in total (they wait 61000)',
	],
])('scrapeOptionConflicts rejects %j: %s %s', (values, field, message) => {
	expect(scrapeOptionConflicts(values)).toEqual([{ path: [field], message }]);
});

it.each<[string, JsonObject, JsonObject, JsonObject]>([
	['toolDetail', { toolDetail: 'full' }, { domainTools: true }, { domainTools: false }],
	['parsers', { parsers: [{ type: 'pdf' }] }, {}, { returnPdfUnparsed: true }],
])('%s gets a hint if another option makes it useless', (name, values, withEffect, without) => {
	expect(scrapeOptionConflicts({ ...values, ...withEffect })).toEqual([]);
	expect(scrapeOptionConflicts({ ...values, ...without })).toEqual([
		{
			path: [name],
			message: expect.stringMatching(/^has no effect, because \{\w+\} is (on|off)$/),
			remedy: expect.any(String),
			isHint: true,
		},
	]);
});

describe('an example in the format JSON', () => {
	const url = 'https://example.com/';
	const formats = [{ type: 'json', prompt: 'The price', schemaExample: { price: 1.5 } }];
	const schema = {
		type: 'object',
		properties: { price: { type: 'number' } },
		required: ['price'],
	};
	const target = { type: 'scrape', urls: [url], scrapeOptions: { formats } };

	it.each<[string, string, JsonObject]>([
		['scrape', 'scrape', { url, formats }],
		['crawl', 'start', { url, limit: 1, formats }],
		['batchScrape', 'start', { urls: [url], formats }],
		['search', 'search', { query: 'a', scrapeResults: true, scrapeOptions: { formats } }],
		['monitor', 'create', { name: 'a', targets: [target], text: 'daily' }],
	])('is sent as its schema by %s.%s', (resource, operation, values) => {
		const { body } = planOf(resource, operation, values).request;
		expect(JSON.stringify(body)).toContain(
			JSON.stringify([{ type: 'json', prompt: 'The price', schema }]),
		);
	});
});
