import { callNotices } from '../../../../nodes/WebData/operations/catalog/output';
import { pageNotices } from '../../../../nodes/WebData/operations/common/pageOutput/notices';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const HOUR = 3_600_000;

type Data = Record<string, unknown>;

const noticesOf = (data: Data, values: Data = {}) => pageNotices(data, { values, nowMs: NOW });

const texts = (data: Data, values?: Data) =>
	noticesOf(data, values).map(({ kind, text }) => `${kind}: ${text}`);

const metadataTexts = (metadata: Data, values?: Data) => texts({ metadata }, values);

describe('the status of the page', () => {
	it.each([400, 403, 404, 500, 503])('%i gives a notice', (statusCode) => {
		expect(metadataTexts({ statusCode })).toEqual([
			`pageStatus: The page returned HTTP status ${statusCode}`,
		]);
	});

	it('is followed by the message of the page', () => {
		expect(metadataTexts({ statusCode: 404, error: 'Not Found.' })).toEqual([
			'pageStatus: The page returned HTTP status 404 (Not Found)',
		]);
	});

	it.each([200, 204, 304, 399, undefined, '404', null])('%j gives no notice', (statusCode) => {
		expect(metadataTexts({ statusCode, error: 'Not Found' })).toEqual([]);
	});
});

describe('a redirect', () => {
	const from = 'https://example.com/a';

	it.each([
		['another host', 'https://other.example/a'],
		['another path', 'https://example.com/login'],
		['the home page', 'https://example.com/'],
		['a longer path', 'https://example.com/a/b'],
	])('to %s gives a notice', (_where, url) => {
		expect(metadataTexts({ sourceURL: from, url })).toEqual([
			`redirected: The URL redirected to ${url}`,
		]);
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

describe('a PDF', () => {
	it('with fewer parsed pages than it has gives a notice', () => {
		expect(noticesOf({ metadata: { numPages: 2, totalPages: 12 } })).toEqual([
			{
				kind: 'truncatedPdf',
				text: 'Only 2 of 12 PDF pages were parsed',
				advice: "To get more pages at 1 credit per page, increase 'Max Pages' in {parsers}",
				warns: true,
			},
		]);
	});

	it.each([
		[{ numPages: 12, totalPages: 12 }],
		[{ numPages: 12 }],
		[{ totalPages: 12 }],
		[{ numPages: '2', totalPages: '12' }],
	])('with %j gives no notice', (metadata) => {
		expect(metadataTexts(metadata)).toEqual([]);
	});
});

describe('the queue', () => {
	it('gives a notice with the time spent in it', () => {
		const metadata = { concurrencyLimited: true, concurrencyQueueDurationMs: 2340 };
		expect(noticesOf({ metadata })).toEqual([
			{
				kind: 'queued',
				text: "Waited {time} in the service's queue",
				ms: 2340,
				advice:
					'To make the workflow faster, upgrade the plan or reduce other traffic on this account',
			},
		]);
	});

	it('gives a notice without a time if the service states none', () => {
		expect(metadataTexts({ concurrencyLimited: true })).toEqual([
			"queued: Waited in the service's queue",
		]);
	});

	it.each([
		[{ concurrencyLimited: false }],
		[{ concurrencyQueueDurationMs: 5000 }],
		[{ concurrencyLimited: true, concurrencyQueueDurationMs: 999 }],
	])('%j gives no notice', (metadata) => {
		expect(metadataTexts(metadata)).toEqual([]);
	});
});

describe('a copy from the cache', () => {
	const copy = (ageMs: number) => ({
		cacheState: 'hit',
		cachedAt: new Date(NOW - ageMs).toISOString(),
	});

	it('gives a notice with its age if the form sets no age', () => {
		expect(noticesOf({ metadata: copy(26 * HOUR) })).toEqual([
			{
				kind: 'oldCopy',
				text: "The page is a copy from the service's cache, scraped {time} ago",
				ms: 26 * HOUR,
				advice: 'To load the page again, set {maxAge} to 0',
			},
		]);
	});

	it.each([[{ maxAge: 172_800_000 }], [{ maxAge: 0 }], [{ minAge: 1 }], [{ lockdown: true }]])(
		'gives no notice with %j in the form',
		(values) => {
			expect(metadataTexts(copy(26 * HOUR), values)).toEqual([]);
		},
	);

	it.each([
		['young', copy(HOUR - 1)],
		['in the future, because of another clock', copy(-HOUR)],
		['of unknown age', { cacheState: 'hit' }],
		['not from the cache', { ...copy(26 * HOUR), cacheState: 'miss' }],
	])('gives no notice if it is %s', (_how, metadata) => {
		expect(metadataTexts(metadata)).toEqual([]);
	});
});

describe('a warning of the service', () => {
	it('gives a notice', () => {
		expect(texts({ warning: 'The schema was simplified.' })).toEqual([
			'warning: Warning from the service: The schema was simplified',
		]);
	});

	it.each([null, '', ' ', 5, undefined])('%j gives no notice', (warning) => {
		expect(texts({ warning })).toEqual([]);
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
		expect(texts(data)).toEqual(notices);
	});

	it('give no notice if the files are downloaded', () => {
		expect(texts({ audio: link, screenshot: link }, { downloadFiles: true })).toEqual([]);
	});
});

it('an ordinary page has no notices', () => {
	expect(texts({ markdown: '# Hi', metadata: { statusCode: 200, title: 'Hi' } })).toEqual([]);
	expect(texts({ metadata: null })).toEqual([]);
	expect(texts({})).toEqual([]);
});

it('an error page has no notices if it fails the item', () => {
	const values = { failOnPageError: true };
	expect(metadataTexts({ statusCode: 404, totalPages: 2, numPages: 1 }, values)).toEqual([]);
});

it('a page has all notices that apply, in a fixed order', () => {
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

	it('with an error status of the provider give a notice with their number', () => {
		const catalog = [
			result,
			{ ...result, upstreamStatus: 404 },
			{ ...result, upstreamStatus: 200 },
		];
		expect(callNotices({ data: { catalog } }).map(({ text }) => text)).toEqual([
			'The provider of call 2 returned HTTP status 404',
		]);
	});

	it('without a list of results are one item, with a notice', () => {
		expect(callNotices({ data: { results: [] } }).map(({ kind }) => kind)).toEqual(['wholeAnswer']);
	});
});

describe('content that was requested', () => {
	it.each([
		[['menu'], {}, ['menu']],
		[[{ type: 'question', question: 'Why?' }], {}, ['question']],
		[[{ type: 'json' }, 'summary'], { json: null, summary: 'Yes' }, ['json']],
		[['markdown', 'links'], { markdown: 'a', links: [] }, []],
		[undefined, {}, []],
	])('gives a notice if a format of %j is missing in %j', (formats, data, missing) => {
		expect(texts(data as Data, { formats })).toEqual(
			missing.map(
				(name) => `missingFormat: The response does not contain the requested format '${name}'`,
			),
		);
	});

	it('gives a notice if the Markdown is empty', () => {
		expect(texts({ markdown: '', metadata: { statusCode: 200 } })).toEqual([
			'emptyMarkdown: The Markdown of the page is empty',
		]);
	});

	it('gives no extra notice if an error status explains the empty Markdown', () => {
		expect(texts({ markdown: '', metadata: { statusCode: 403 } })).toEqual([
			'pageStatus: The page returned HTTP status 403',
		]);
	});
});

it.each([594, 595])('the status %i is reported as a status of the service', (statusCode) => {
	expect(metadataTexts({ statusCode, error: 'Timed out' })).toEqual([
		`pageStatus: The service could not reach the site (status ${statusCode})`,
	]);
});
