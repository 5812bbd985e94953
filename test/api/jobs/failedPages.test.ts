import {
	failedPagesIn,
	failureOfAllPages,
	failureOfFailedPage,
} from '../../../nodes/WebData/api/jobs/failedPages';

const facts = { jobId: '01a201b9-6e3c-70fe-b66f-2493cd9bb63c' };

const engines = {
	id: '01a201b9-6e43-70ee-9a49-8cc66cbc3e2f',
	timestamp: '2026-11-22T05:27:42.006Z',
	url: 'http://site.example.com:18080/loop',
	code: 'SCRAPE_ALL_ENGINES_FAILED',
	error:
		'All scraping engines failed to retrieve content from this URL. Engines tried: [playwright, fetch].',
};
const denied = {
	id: '01a201b1-3f36-75bb-9ffb-f27838987ac1',
	timestamp: '2026-11-22T05:18:45.228Z',
	url: 'http://site.example.com:18080/private/x',
	code: 'CRAWL_DENIAL',
	error: "This URL is blocked by the website's robots.txt file.",
};

describe('failedPagesIn', () => {
	it('returns the errors with the fields of an item', () => {
		expect(failedPagesIn({ errors: [engines], robotsBlocked: [] })).toEqual([
			{
				url: engines.url,
				code: engines.code,
				message: engines.error,
				timestamp: engines.timestamp,
				scrapeId: engines.id,
			},
		]);
	});

	it('marks a page that robots.txt does not allow, wherever the service lists it', () => {
		const other = 'http://site.example.com:18080/private/y';
		const pages = failedPagesIn({ errors: [denied], robotsBlocked: [denied.url, other] });
		expect(pages.map(({ url, robotsBlocked }) => [url, robotsBlocked])).toEqual([
			[denied.url, true],
			[other, true],
		]);
	});

	it('reads errors in data', () => {
		expect(failedPagesIn({ success: true, data: { errors: [engines] } })).toHaveLength(1);
	});

	it('ignores entries that are not errors', () => {
		expect(failedPagesIn({ errors: ['a', null], robotsBlocked: [7, ''] })).toEqual([]);
		expect(failedPagesIn({ status: 'completed' })).toEqual([]);
	});
});

describe('failureOfFailedPage', () => {
	const failureOf = (error: object) => {
		const [page = {}] = failedPagesIn({ errors: [error] });
		return failureOfFailedPage('batch scrape', page, facts);
	};

	it('has the same remedy as the error of a single scrape', () => {
		expect(failureOf(engines)).toMatchObject({
			errorId: 'allEnginesFailed',
			message: 'The page could not be loaded',
			code: 'SCRAPE_ALL_ENGINES_FAILED',
			facts: { url: engines.url, scrapeId: engines.id, ...facts },
		});
	});

	it('states that robots.txt does not allow the page', () => {
		expect(failureOf(denied)).toMatchObject({ errorId: 'pageDenied', retry: 'never' });
	});

	it('states that the job ended early for a page that a cancel interrupted', () => {
		const error =
			'An unexpected internal error occurred while processing your request. Error details: "This scrape was not completed because the parent crawl or batch scrape was cancelled."';
		const interrupted = { url: 'https://example.com', code: 'UNKNOWN_ERROR', error };
		expect(failureOf(interrupted)).toMatchObject({
			errorId: 'pageSkipped',
			message: 'The batch scrape ended before the page was scraped',
		});
	});

	it('contains the text of the service for an unknown code', () => {
		const failure = failureOf({ url: 'https://example.com', code: 'NEW_CODE', error: 'Too big' });
		expect(failure).toMatchObject({
			errorId: 'pageFailed',
			message: 'Too big',
			cause: 'The service reported an error for this page of the batch scrape.',
			code: 'NEW_CODE',
		});
	});
});

describe('a page that the options of a crawl exclude', () => {
	const excluded = {
		url: 'http://site.example.com:18080/',
		code: 'CRAWL_DENIAL',
		error: 'This URL\'s path ("/") does not match any of the regex patterns you provided.',
	};

	it('is not marked as denied by robots.txt', () => {
		const [page] = failedPagesIn({ errors: [excluded] });
		expect(page).not.toHaveProperty('robotsBlocked');
		expect(page && failureOfFailedPage('crawl', page, {})).toMatchObject({
			errorId: 'pageExcluded',
		});
	});
});

describe('failureOfAllPages', () => {
	it('contains the reason and the remedy of the first page, and counts all pages', () => {
		const pages = failedPagesIn({
			errors: [
				{ url: 'https://a.example/', code: 'SCRAPE_TIMEOUT', error: 'Timed out' },
				{ url: 'https://a.example/b', code: 'SCRAPE_TIMEOUT', error: 'Timed out' },
			],
		});
		const [first, ...others] = pages;
		if (first === undefined) throw new Error('There are no failed pages');
		const failure = failureOfAllPages('crawl', [first, ...others], { jobId: 'a' });
		expect(failure).toMatchObject({
			errorId: 'noPageScraped',
			serviceMessage: 'Timed out',
			code: 'SCRAPE_TIMEOUT',
			remedy: failureOfFailedPage('crawl', first, {}).remedy,
			facts: { failedCount: 2, jobId: 'a' },
		});
	});
});
