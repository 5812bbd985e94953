import { pageNotices } from '../../nodes/WebData/page/notices';
import { callNotices } from '../../nodes/WebData/resources/catalog/operations';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const HOUR = 3_600_000;

type Data = Record<string, unknown>;

const noticesOf = (data: Data, values: Data = {}) =>
	pageNotices(data, { scrapeOptions: values, own: values, nowMs: NOW });

const texts = (data: Data, values?: Data) => noticesOf(data, values).map(({ text }) => text);

const metadataTexts = (metadata: unknown, values?: Data) => texts({ metadata }, values);

describe('the status of the page', () => {
	it.each<[Data, string]>([
		[{ statusCode: 404, error: 'Not Found.' }, 'The page returned HTTP status 404 (Not Found)'],
		[{ statusCode: 595 }, 'The service could not reach the site: HTTP status 595'],
		[{ error: 'Reset' }, 'The service could not reach the site: Reset'],
	])('gives a notice: %j', (metadata, text) => {
		expect(metadataTexts(metadata)).toEqual([text]);
	});

	it.each([200, '204', 304, 399])('%j gives no notice', (statusCode) => {
		expect(metadataTexts({ statusCode, error: 'Not Found' })).toEqual([]);
	});

	it('gives no notice if it fails the item', () => {
		const metadata = { statusCode: 404, totalPages: 2, numPages: 1 };
		expect(metadataTexts(metadata, { failOnPageError: true })).toEqual([]);
	});
});

describe('a redirect', () => {
	const from = 'https://example.com/a';

	it.each(['https://other.example/a', 'https://example.com/'])('to %s gives a notice', (url) => {
		const notice = `The URL redirected to ${url}`;
		expect(metadataTexts({ sourceURL: from, url })).toEqual([notice]);
	});

	it.each([
		['the host with www', from, 'https://www.example.com/a'],
		['a query', from, 'https://example.com/a?session=1'],
		['nowhere', from, undefined],
	])('to %s gives no notice', (_where, sourceURL, url) => {
		expect(metadataTexts({ sourceURL, url })).toEqual([]);
	});
});

const copy = (ageMs: number) => ({
	cacheState: 'hit',
	cachedAt: new Date(NOW - ageMs).toISOString(),
});

describe('extracted data', () => {
	const formats = [{ type: 'json', prompt: 'The price' }];

	it.each([{ price: null, currency: null }, { title: '', items: [] }, { a: { b: [null, ''] } }])(
		'without any value gives a notice: %j',
		(json) => {
			const text = "The requested format 'json' contains no values";
			expect(texts({ json }, { formats })).toEqual([text]);
			const other = [{ type: 'deterministicJson', prompt: 'The price' }];
			expect(texts({ json }, { formats: other })).toEqual([
				text.replace('json', 'deterministicJson'),
			]);
		},
	);

	it.each([{ price: 0, currency: null }, { inStock: false }, { title: 'x', items: [] }])(
		'with a value gives no notice: %j',
		(json) => {
			expect(texts({ json }, { formats })).toEqual([]);
		},
	);
});

it('gives a notice about a PDF file in a text, unless files are downloaded', () => {
	const markdown = Buffer.from('%PDF-1.4').toString('base64');
	expect(noticesOf({ markdown })).toMatchObject([
		{
			text: "The field 'markdown' contains a PDF file as text",
			advice: 'To get the file, turn on {downloadFiles}',
		},
	]);
	expect(noticesOf({ markdown }, { downloadFiles: true })).toEqual([]);
});

it('gives a notice about a PDF of which not all pages were parsed', () => {
	const text = 'The service parsed only 2 of 12 PDF pages';
	const page = { metadata: { numPages: 2, totalPages: 12 } };
	const limited = { parsers: [{ type: 'pdf', maxPages: 2 }] };
	const advices = [limited, {}].map((sent) => noticesOf(page, sent));
	expect(advices).toEqual(
		["increase 'Max Pages' in {parsers}", 'allow more time in {timeout}'].map((what) => [
			{ text, advice: `To get more pages, ${what}. Each page costs 1 credit`, warns: true },
		]),
	);
});

it("gives a notice about the time in the service's queue and the age of a copy", () => {
	const queued = { concurrencyLimited: true, concurrencyQueueDurationMs: 2340 };
	const old = { ...queued, ...copy(26 * HOUR) };
	expect(noticesOf({ metadata: old }, { maxAge: 0 })[0]).not.toHaveProperty('advice');
	expect(noticesOf({ metadata: old }, { lockdown: false })).toMatchObject([
		{ kind: 'oldCopy', ms: 26 * HOUR, advice: 'To load the page again, set {maxAge} to 0' },
		{ text: "Waited {time} in the service's queue", ms: 2340 },
	]);
});

it.each<[string, unknown, Data]>([
	['a short wait', { concurrencyLimited: true, concurrencyQueueDurationMs: 999 }, {}],
	['an old copy that the form accepts', copy(26 * HOUR), { maxAge: 172_800_000 }],
	['an old copy with Min Age', copy(26 * HOUR), { minAge: 1 }],
	['an old copy with Lockdown', copy(26 * HOUR), { lockdown: true }],
	['a copy that became older during the request', copy(27 * HOUR - 1), { maxAge: 26 * HOUR }],
	['an old page that is not a copy', { ...copy(26 * HOUR), cacheState: 'miss' }, {}],
])('gives no notice about %s', (_what, metadata, values) => {
	expect(metadataTexts(metadata, values)).toEqual([]);
});

describe('links that expire', () => {
	const hour = 'Links to audio and video expire after 1 hour';
	const day = 'Links to screenshots expire after 24 hours';
	const link = 'https://files.example.com/a';

	it.each([
		[{ audio: link, video: link }, [hour]],
		[{ video: link, screenshot: link }, [hour, day]],
		[{ screenshot: 'data:image/png;base64,iVBORw0KGgo' }, []],
	])('%j: %j', (data, notices) => {
		expect(texts(data)).toEqual(notices);
		expect(texts(data, { downloadFiles: true })).toEqual([]);
	});
});

it('catalog calls give a notice about an error status of the provider, or about a missing list', () => {
	const result = { provider: 'a', capability: 'b', data: 1 };
	const catalog = [404, 200].map((upstreamStatus) => ({ ...result, upstreamStatus }));
	expect(callNotices({ data: { catalog: [result, ...catalog] } })).toMatchObject([
		{ text: 'The provider of call 2 returned HTTP status 404' },
	]);
	expect(callNotices({ data: { results: [] } })).toMatchObject([
		{ text: expect.stringContaining('no list of results') },
	]);
});

describe('content that was requested', () => {
	it.each<[unknown, Data, string[]]>([
		[
			[{ type: 'json' }, 'summary', 'screenshot', 'html'],
			{ json: null, summary: ' ', screenshot: '', html: 'a' },
			[
				"The response does not contain the requested format 'json'",
				"The requested format 'summary' is empty",
				"The requested format 'screenshot' is empty",
			],
		],
		[['markdown', 'links'], { markdown: 'a', links: [] }, []],
	])('gives a notice if a format of %j is missing or empty in %j', (formats, data, missing) => {
		expect(texts(data, { formats })).toEqual(missing);
	});

	const tracking = { type: 'changeTracking' };
	const onlyStatus =
		"The format 'changeTracking' contains only the status, because no mode is selected";

	it.each<[unknown, string, string | undefined]>([
		['changeTracking', 'changed', "'Git Diff'"],
		[{ ...tracking, modes: [] }, 'removed', "'Git Diff'"],
		[{ ...tracking, schema: {} }, 'changed', "'JSON'"],
		[{ ...tracking, prompt: 'Price' }, 'changed', "'JSON'"],
		['changeTracking', 'same', undefined],
		[{ ...tracking, modes: ['json'] }, 'changed', undefined],
		['markdown', 'changed', undefined],
	])('gives a notice if %j returned only the status %s: %s', (format, changeStatus, mode) => {
		const data = { markdown: 'a', changeTracking: { changeStatus } };
		const formats = [format];
		expect(texts(data, { formats })).toEqual(mode === undefined ? [] : [onlyStatus]);
		const [notice] = noticesOf(data, { formats });
		expect(notice?.advice).toEqual(mode && expect.stringContaining(mode));
	});

	it('gives warnings if the Markdown and another format are empty', () => {
		const notices = noticesOf({ markdown: '', summary: '' }, { formats: ['markdown', 'summary'] });
		expect(notices.map(({ text, warns }) => [text, warns])).toEqual([
			["The requested format 'summary' is empty", true],
			['The Markdown of the page is empty', true],
		]);
	});

	it('gives a notice if the Markdown is empty and no error status explains it', () => {
		const kindsOf = (statusCode: number) =>
			noticesOf({ markdown: '', metadata: { statusCode } }).map(({ kind }) => kind);
		for (const markdown of ['', ' \n']) {
			expect(texts({ markdown }, { formats: ['markdown'] })).toEqual([
				'The Markdown of the page is empty',
			]);
		}
		expect([kindsOf(200), kindsOf(403)]).toEqual([['emptyMarkdown'], ['pageStatus']]);
	});
});
