import {
	failedPagesIn,
	failureOfAllPages,
	failureOfFailedPage,
} from '../../../nodes/WebData/client/jobs/failedPages';

const facts = { jobId: '01a201b9-6e3c-70fe-b66f-2493cd9bb63c' };

const engines = {
	...{ id: '01a201b9-6e43-70ee-9a49-8cc66cbc3e2f', timestamp: '2026-11-22T05:27:42.006Z' },
	...{ url: 'http://site.example.com:18080/loop', code: 'SCRAPE_ALL_ENGINES_FAILED' },
	error: 'All scraping engines failed to retrieve content. Engines tried: [playwright, fetch].',
};
const crawled = (path: string, error: string) => ({
	...{ url: `http://site.example.com:18080${path}`, code: 'CRAWL_DENIAL', error },
});
const denied = crawled('/private/x', "This URL is blocked by the website's robots.txt file.");

describe('failedPagesIn', () => {
	it('returns the errors with the fields of an item', () => {
		const { id, timestamp, url, code, error } = engines;
		const page = { url, code, message: error, timestamp, scrapeId: id };
		expect(failedPagesIn({ errors: [engines], robotsBlocked: [] })).toEqual([page]);
		expect(failedPagesIn({ success: true, data: { errors: [engines] } })).toEqual([page]);
	});

	it('marks a page that robots.txt does not allow, wherever the service lists it', () => {
		const other = 'http://site.example.com:18080/private/y';
		const pages = failedPagesIn({ errors: [denied], robotsBlocked: [denied.url, other] });
		expect(pages.map(({ url, robotsBlocked }) => [url, robotsBlocked])).toEqual([
			[denied.url, true],
			[other, true],
		]);
	});
});

describe('failureOfFailedPage', () => {
	const failureOf = (error: object) => {
		const [page = {}] = failedPagesIn({ errors: [error] });
		return failureOfFailedPage('batch scrape', page, facts);
	};

	it('has the same remedy as the error of a single scrape', () => {
		expect(failureOf(engines)).toMatchObject({
			...{ errorId: 'allEnginesFailed', code: 'SCRAPE_ALL_ENGINES_FAILED' },
			facts: { url: engines.url, scrapeId: engines.id, ...facts },
		});
	});

	it('states that the job ended early for a page that a cancel interrupted', () => {
		const error = 'The parent crawl or batch scrape was cancelled.';
		const interrupted = { url: 'https://example.com', code: 'UNKNOWN_ERROR', error };
		expect(failureOf(interrupted)).toMatchObject({ errorId: 'pageSkipped' });
	});

	it('of a page that the options of a crawl exclude is not about robots.txt', () => {
		const error = 'This URL\'s path ("/") does not match any of the regex patterns you provided.';
		const [page] = failedPagesIn({ errors: [crawled('/', error)] });
		expect(page).not.toHaveProperty('robotsBlocked');
		expect(failureOf(crawled('/', error))).toMatchObject({ errorId: 'pageExcluded' });
	});
});

it('failureOfAllPages has the reason, the code, and the remedy of the first page', () => {
	const [first = {}, second = {}] = failedPagesIn({ errors: [engines, denied] });
	const { code, remedy } = failureOfFailedPage('crawl', first, facts);
	expect(code).toBe(engines.code);
	expect(failureOfAllPages('crawl', [first, second], facts)).toMatchObject({
		...{ errorId: 'noPageScraped', code, remedy },
		facts: { failedCount: 2, failedPages: [first, second], ...facts },
	});
});
