// What a person is told about a page that was scraped with success. Specification: Metadata, `warning`, Limits.

import { pageNotices } from '../../nodes/WebData/operations/scrape/notices';

const said = (data: Record<string, unknown>, isDownloaded = false) =>
	pageNotices(data, isDownloaded).map(({ kind, text }) => `${kind}: ${text}`);

const about = (metadata: Record<string, unknown>) => said({ metadata });

describe('the page itself', () => {
	it.each([400, 403, 404, 500, 503])('answered %i: that is told', (statusCode) => {
		expect(about({ statusCode })).toEqual([
			`pageStatus: the page itself answered with HTTP status ${statusCode}`,
		]);
	});

	it.each([200, 204, 304, 399, undefined, '404', null])(
		'answered %j: nothing is told',
		(statusCode) => {
			expect(about({ statusCode })).toEqual([]);
		},
	);
});

describe('a PDF', () => {
	it('of which pages are missing', () => {
		expect(about({ numPages: 2, totalPages: 12 })).toEqual([
			"truncatedPdf: only 2 of 12 PDF pages were read, raise 'Max Pages' in 'Options > Content and PDF > Parsers' to get more",
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
		expect(about({ concurrencyLimited: true, concurrencyQueueDurationMs: 2340 })).toEqual([
			"queued: waited in the service's queue for 2.3 s, lower 'Max Concurrency' in the Settings tab or upgrade the plan",
		]);
	});

	it('is told without a time where the service gives none', () => {
		expect(about({ concurrencyLimited: true })).toEqual([
			"queued: waited in the service's queue, lower 'Max Concurrency' in the Settings tab or upgrade the plan",
		]);
	});

	it.each([[{ concurrencyLimited: false }], [{ concurrencyQueueDurationMs: 5 }]])(
		'%j is none',
		(metadata) => {
			expect(about(metadata)).toEqual([]);
		},
	);
});

describe('a warning of the service', () => {
	it('is passed on', () => {
		expect(said({ warning: 'The schema was simplified' })).toEqual([
			'warning: the service warns: The schema was simplified',
		]);
	});

	it.each([null, '', 5, undefined])('%j is none', (warning) => {
		expect(said({ warning })).toEqual([]);
	});
});

describe('links that expire', () => {
	const hour = 'expiresInHour: links to audio and video expire after 1 hour';
	const day = 'expiresInDay: links to screenshots expire after 24 hours';
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
		[{ actions: { screenshots: [] } }, []],
		[{ actions: null }, []],
	])('%j: %j', (data, notices) => {
		expect(said(data)).toEqual(notices);
	});

	it('may do so when their files are downloaded', () => {
		expect(said({ audio: link, screenshot: link }, true)).toEqual([]);
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
		metadata: { statusCode: 404, totalPages: 2, numPages: 1, concurrencyLimited: true },
	};
	expect(pageNotices(data, false).map(({ kind }) => kind)).toEqual([
		'pageStatus',
		'truncatedPdf',
		'queued',
		'warning',
		'expiresInDay',
	]);
});
