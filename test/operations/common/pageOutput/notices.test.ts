import { callNotices } from '../../../../nodes/WebData/operations/catalog/output';
import { pageNotices } from '../../../../nodes/WebData/operations/common/pageOutput/notices';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const HOUR = 3_600_000;

type Data = Record<string, unknown>;

const noticesOf = (data: Data, values: Data = {}) => pageNotices(data, { values, nowMs: NOW });

const texts = (data: Data, values?: Data) =>
	noticesOf(data, values).map(({ kind, text }) => `${kind}: ${text}`);

const metadataTexts = (metadata: unknown, values?: Data) => texts({ metadata }, values);

describe('the status of the page', () => {
	it.each<[Data, string]>([
		[{ statusCode: 400 }, 'The page returned HTTP status 400'],
		[{ statusCode: 503 }, 'The page returned HTTP status 503'],
		[{ statusCode: 404, error: 'Not Found.' }, 'The page returned HTTP status 404 (Not Found)'],
		[{ statusCode: 594, error: 'No' }, 'The service could not reach the site (status 594)'],
		[{ statusCode: 595, error: 'No' }, 'The service could not reach the site (status 595)'],
	])('gives a notice: %j', (metadata, text) => {
		expect(metadataTexts(metadata)).toEqual([`pageStatus: ${text}`]);
	});

	it.each([200, 204, 304, 399, undefined, '404', null])('%j gives no notice', (statusCode) => {
		expect(metadataTexts({ statusCode, error: 'Not Found' })).toEqual([]);
	});

	it('gives no notice if it fails the item', () => {
		const metadata = { statusCode: 404, totalPages: 2, numPages: 1 };
		expect(metadataTexts(metadata, { failOnPageError: true })).toEqual([]);
	});
});

describe('a redirect', () => {
	const from = 'https://example.com/a';

	it.each([
		'https://other.example/a',
		'https://example.com/login',
		'https://example.com/',
		'https://example.com/a/b',
	])('to %s gives a notice', (url) => {
		const notice = `redirected: The URL redirected to ${url}`;
		expect(metadataTexts({ sourceURL: from, url })).toEqual([notice]);
	});

	it.each([
		['itself', from, from],
		['https', 'http://example.com/a', from],
		['the host with www', from, 'https://www.example.com/a'],
		['the host without www', 'https://www.example.com/a', from],
		['a trailing slash', from, 'https://example.com/a/'],
		['uppercase letters', 'https://EXAMPLE.com/a', from],
		['a query', from, 'https://example.com/a?session=1'],
		['a fragment', from, 'https://example.com/a#top'],
		['an invalid URL', from, 'a'],
		['nowhere', from, undefined],
	])('to %s gives no notice', (_where, sourceURL, url) => {
		expect(metadataTexts({ sourceURL, url })).toEqual([]);
	});
});

const copy = (ageMs: number) => ({
	cacheState: 'hit',
	cachedAt: new Date(NOW - ageMs).toISOString(),
});

it.each<[string, Data, object]>([
	[
		'a PDF of which not all pages were parsed',
		{ numPages: 2, totalPages: 12 },
		{
			kind: 'truncatedPdf',
			text: 'Only 2 of 12 PDF pages were parsed',
			advice: "To get more pages at 1 credit per page, increase 'Max Pages' in {parsers}",
			warns: true,
		},
	],
	[
		"the time in the service's queue",
		{ concurrencyLimited: true, concurrencyQueueDurationMs: 2340 },
		{
			kind: 'queued',
			text: "Waited {time} in the service's queue",
			ms: 2340,
			advice:
				'To make the workflow faster, upgrade the plan or reduce other traffic on this account',
		},
	],
	[
		'the queue, without a time if the service states none',
		{ concurrencyLimited: true },
		expect.objectContaining({ kind: 'queued', text: "Waited in the service's queue" }) as object,
	],
	[
		'the age of a copy from the cache, if the form sets no age',
		copy(26 * HOUR),
		{
			kind: 'oldCopy',
			text: "The page is a copy from the service's cache, scraped {time} ago",
			ms: 26 * HOUR,
			advice: 'To load the page again, set {maxAge} to 0',
		},
	],
])('gives a notice about %s', (_what, metadata, notice) => {
	expect(noticesOf({ metadata })).toEqual([notice]);
});

it.each<[string, unknown, Data]>([
	['a PDF with all its pages', { numPages: 12, totalPages: 12 }, {}],
	['a PDF with an unknown number of pages', { numPages: 12 }, {}],
	['a PDF with an unknown number of parsed pages', { totalPages: 12 }, {}],
	['numbers as text', { numPages: '2', totalPages: '12' }, {}],
	['a limit that did not apply', { concurrencyLimited: false }, {}],
	['a time without a limit', { concurrencyQueueDurationMs: 5000 }, {}],
	['a short wait', { concurrencyLimited: true, concurrencyQueueDurationMs: 999 }, {}],
	['an old copy that the form accepts', copy(26 * HOUR), { maxAge: 172_800_000 }],
	['a copy although the form accepts none', copy(26 * HOUR), { maxAge: 0 }],
	['a copy of the age that the form requires', copy(26 * HOUR), { minAge: 1 }],
	['a copy in lockdown', copy(26 * HOUR), { lockdown: true }],
	['a young copy', copy(HOUR - 1), {}],
	['a copy in the future, because of another clock', copy(-HOUR), {}],
	['a copy of unknown age', { cacheState: 'hit' }, {}],
	['an old page that is not a copy', { ...copy(26 * HOUR), cacheState: 'miss' }, {}],
	['an ordinary page', { statusCode: 200, title: 'Hi' }, {}],
	['no metadata', null, {}],
])('gives no notice about %s', (_what, metadata, values) => {
	expect(metadataTexts(metadata, values)).toEqual([]);
});

it('gives a notice about a warning of the service, unless it has no text', () => {
	const notice = 'warning: Warning from the service: The schema was simplified';
	expect(texts({ warning: 'The schema was simplified.' })).toEqual([notice]);
	const without = [null, '', ' ', 5, undefined].flatMap((warning) => texts({ warning }));
	expect(without).toEqual([]);
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
		expect(texts(data)).toEqual(notices);
		expect(texts(data, { downloadFiles: true })).toEqual([]);
	});
});

it('a page has all notices that apply, in a fixed order', () => {
	const data = {
		warning: 'w',
		screenshot: 'https://files.example.com/a',
		metadata: {
			...{ statusCode: 404, sourceURL: 'https://example.com/a', url: 'https://example.com/b' },
			...{ totalPages: 2, numPages: 1, concurrencyLimited: true, ...copy(48 * HOUR) },
		},
	};
	expect(
		noticesOf(data)
			.map(({ kind }) => kind)
			.join(' '),
	).toBe('pageStatus redirected truncatedPdf warning oldCopy queued expiresInDay');
});

it('catalog calls give a notice about an error status of the provider, or about a missing list', () => {
	const result = { provider: 'a', capability: 'b', data: 1 };
	const catalog = [404, 200].map((upstreamStatus) => ({ ...result, upstreamStatus }));
	expect(callNotices({ data: { catalog: [result, ...catalog] } })).toMatchObject([
		{ text: 'The provider of call 2 returned HTTP status 404' },
	]);
	expect(callNotices({ data: { results: [] } })).toMatchObject([{ kind: 'wholeAnswer' }]);
});

describe('content that was requested', () => {
	it.each<[unknown, Data, string[]]>([
		[['menu'], {}, ['menu']],
		[[{ type: 'question', question: 'Why?' }], {}, ['question']],
		[[{ type: 'json' }, 'summary'], { json: null, summary: 'Yes' }, ['json']],
		[['markdown', 'links'], { markdown: 'a', links: [] }, []],
		[undefined, {}, []],
	])('gives a notice if a format of %j is missing in %j', (formats, data, missing) => {
		const text = 'missingFormat: The response does not contain the requested format';
		expect(texts(data, { formats })).toEqual(missing.map((name) => `${text} '${name}'`));
	});

	it('gives a notice if the Markdown is empty and no error status explains it', () => {
		const kindsOf = (statusCode: number) =>
			noticesOf({ markdown: '', metadata: { statusCode } }).map(({ kind }) => kind);
		expect(texts({ markdown: '' })).toEqual(['emptyMarkdown: The Markdown of the page is empty']);
		expect([kindsOf(200), kindsOf(403)]).toEqual([['emptyMarkdown'], ['pageStatus']]);
	});
});
