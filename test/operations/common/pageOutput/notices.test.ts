// What a person is told about a page that was scraped with success. Specification: Metadata, `warning`, Limits, Scrape options.

import { callNotices } from '../../../../nodes/WebData/operations/catalog/output';
import { pageNotices } from '../../../../nodes/WebData/operations/common/pageOutput/notices';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const HOUR = 3_600_000;

type Data = Record<string, unknown>;

const noticesOf = (data: Data, asked: Data = {}) => pageNotices(data, { asked, nowMs: NOW });

const said = (data: Data, asked?: Data) =>
	noticesOf(data, asked).map(({ kind, text }) => `${kind}: ${text}`);

const about = (metadata: Data, asked?: Data) => said({ metadata }, asked);

describe('the page itself', () => {
	it.each([400, 403, 404, 500, 503])('answered %i: that is told', (statusCode) => {
		expect(about({ statusCode })).toEqual([
			`pageStatus: The page itself answered with HTTP status ${statusCode}`,
		]);
	});

	it('is told in its own words, too', () => {
		expect(about({ statusCode: 404, error: 'Not Found.' })).toEqual([
			'pageStatus: The page itself answered with HTTP status 404 (Not Found)',
		]);
	});

	it.each([200, 204, 304, 399, undefined, '404', null])(
		'answered %j: nothing is told',
		(statusCode) => {
			expect(about({ statusCode, error: 'Not Found' })).toEqual([]);
		},
	);
});

describe('an address', () => {
	const from = 'https://example.com/a';

	it.each([
		['another host', 'https://other.example/a'],
		['another path', 'https://example.com/login'],
		['the front page', 'https://example.com/'],
		['a longer path', 'https://example.com/a/b'],
	])('that led on to %s is told', (_where, url) => {
		expect(about({ sourceURL: from, url })).toEqual([`redirected: The address led on to ${url}`]);
	});

	it.each([
		['itself', from, from],
		['https', 'http://example.com/a', from],
		['the host with www', from, 'https://www.example.com/a'],
		['the host without www', 'https://www.example.com/a', from],
		['a slash at its end', from, 'https://example.com/a/'],
		['capital letters', 'https://EXAMPLE.com/a', from],
		['a query', from, 'https://example.com/a?session=1'],
		['a place in the page', from, 'https://example.com/a#top'],
		['what is no address', from, 'a'],
		['nowhere', from, undefined],
	])('that led to %s is not', (_where, sourceURL, url) => {
		expect(about({ sourceURL, url })).toEqual([]);
	});
});

describe('a PDF', () => {
	it('of which pages are missing', () => {
		expect(noticesOf({ metadata: { numPages: 2, totalPages: 12 } })).toEqual([
			{
				kind: 'truncatedPdf',
				text: 'Only 2 of 12 PDF pages were read',
				advice:
					"Raise 'Max Pages' in 'Options > Content and PDF > Parsers' to get more, at 1 credit for each page",
				warns: true,
			},
		]);
	});

	it.each([
		[{ numPages: 12, totalPages: 12 }],
		[{ numPages: 12 }],
		[{ totalPages: 12 }],
		[{ numPages: '2', totalPages: '12' }],
	])('with %j is complete as far as anybody knows', (metadata) => {
		expect(about(metadata)).toEqual([]);
	});
});

describe('the queue', () => {
	it('is told with its time', () => {
		const metadata = { concurrencyLimited: true, concurrencyQueueDurationMs: 2340 };
		expect(noticesOf({ metadata })).toEqual([
			{
				kind: 'queued',
				text: "Waited {time} in the service's queue",
				ms: 2340,
				advice: "Lower 'Max Concurrency' in the Settings tab, or upgrade the plan",
			},
		]);
	});

	it('is told without a time where the service gives none', () => {
		expect(about({ concurrencyLimited: true })).toEqual(["queued: Waited in the service's queue"]);
	});

	it.each([
		[{ concurrencyLimited: false }],
		[{ concurrencyQueueDurationMs: 5000 }],
		[{ concurrencyLimited: true, concurrencyQueueDurationMs: 999 }],
	])('%j is none worth telling', (metadata) => {
		expect(about(metadata)).toEqual([]);
	});
});

describe('a copy from the cache', () => {
	const copy = (ageMs: number) => ({
		cacheState: 'hit',
		cachedAt: new Date(NOW - ageMs).toISOString(),
	});

	it('is told with its age when nobody said how old it may be', () => {
		expect(noticesOf({ metadata: copy(26 * HOUR) })).toEqual([
			{
				kind: 'oldCopy',
				text: "The page is a copy of {time} ago from the service's cache",
				ms: 26 * HOUR,
				advice: "Set 'Options > Cache > Max Age (Ms)' to 0 to have the page loaded anew",
			},
		]);
	});

	it.each([[{ maxAge: 172_800_000 }], [{ maxAge: 0 }], [{ minAge: 1 }], [{ lockdown: true }]])(
		'is not when %j was asked for',
		(asked) => {
			expect(about(copy(26 * HOUR), asked)).toEqual([]);
		},
	);

	it.each([
		['young', copy(HOUR - 1)],
		['of the future, by another clock', copy(-HOUR)],
		['of an unknown time', { cacheState: 'hit' }],
		['none', { ...copy(26 * HOUR), cacheState: 'miss' }],
	])('is not when it is %s', (_how, metadata) => {
		expect(about(metadata)).toEqual([]);
	});
});

describe('a warning of the service', () => {
	it('is passed on', () => {
		expect(said({ warning: 'The schema was simplified.' })).toEqual([
			'warning: The service warns: The schema was simplified',
		]);
	});

	it.each([null, '', ' ', 5, undefined])('%j is none', (warning) => {
		expect(said({ warning })).toEqual([]);
	});
});

describe('links that expire', () => {
	const hour = 'expiresInHour: Links to audio and video expire after 1 hour';
	const day = 'expiresInDay: Links to screenshots expire after 24 hours';
	const link = 'https://files.example.com/a';

	it.each([
		[{ audio: link }, [hour]],
		[{ video: link }, [hour]],
		[{ audio: link, video: link }, [hour]],
		[{ screenshot: link }, [day]],
		[{ actions: { screenshots: [link] } }, [day]],
		[{ screenshot: link, actions: { screenshots: [link] } }, [day]],
		[{ video: link, screenshot: link }, [hour, day]],
		[{ audio: null, video: null, screenshot: null }, []],
		[{ screenshot: 'data:image/png;base64,iVBORw0KGgo' }, []],
		[{ actions: { screenshots: [] } }, []],
		[{ actions: null }, []],
	])('%j: %j', (data, notices) => {
		expect(said(data)).toEqual(notices);
	});

	it('may do so when their files are downloaded', () => {
		expect(said({ audio: link, screenshot: link }, { downloadFiles: true })).toEqual([]);
	});
});

it('an answer without anything special has no notice', () => {
	expect(said({ markdown: '# Hi', metadata: { statusCode: 200, title: 'Hi' } })).toEqual([]);
	expect(said({ metadata: null })).toEqual([]);
	expect(said({})).toEqual([]);
});

it('all that applies is told', () => {
	const data = {
		warning: 'w',
		screenshot: 'https://files.example.com/a',
		metadata: {
			statusCode: 404,
			sourceURL: 'https://example.com/a',
			url: 'https://example.com/b',
			totalPages: 2,
			numPages: 1,
			cacheState: 'hit',
			cachedAt: '2026-11-18T12:00:00Z',
			concurrencyLimited: true,
		},
	};
	expect(noticesOf(data).map(({ kind }) => kind)).toEqual([
		'pageStatus',
		'redirected',
		'truncatedPdf',
		'warning',
		'oldCopy',
		'queued',
		'expiresInDay',
	]);
});

describe('catalog calls', () => {
	const result = { provider: 'a', capability: 'b', data: 1 };

	it('whose source said no are told, each by its place', () => {
		const catalog = [
			result,
			{ ...result, upstreamStatus: 404 },
			{ ...result, upstreamStatus: 200 },
		];
		expect(callNotices({ data: { catalog } }).map(({ text }) => text)).toEqual([
			'What call 2 asked answered with HTTP status 404',
		]);
	});

	it('without a list of results come out whole, and that is told', () => {
		expect(callNotices({ data: { results: [] } }).map(({ kind }) => kind)).toEqual(['wholeAnswer']);
	});
});
