import {
	failedPagesIn,
	failureOfAllPages,
	failureOfFailedPage,
} from '../../../nodes/WebData/client/jobs/failedPages';
import type { Remedy } from '../../../nodes/WebData/errors/row';
import { adviceOf } from '../../cases/rows';

const facts = { jobId: '01a201b9-6e3c-70fe-b66f-2493cd9bb63c' };

const engines = {
	...{ id: '01a201b9-6e43-70ee-9a49-8cc66cbc3e2f', timestamp: '2026-11-22T05:27:42.006Z' },
	...{ url: 'http://site.example.com:18080/loop', code: 'SCRAPE_ALL_ENGINES_FAILED' },
	error: 'All scraping engines failed to retrieve content. Engines tried: [playwright, fetch].',
};
const blocked = "This URL is blocked by the website's robots.txt file.";
const denied = {
	...{ url: 'http://site.example.com:18080/private/x', code: 'CRAWL_DENIAL', error: blocked },
};

describe('failedPagesIn', () => {
	it('returns the errors with the fields of an item', () => {
		const { id, timestamp, url, code, error } = engines;
		const page = { url, code, message: error, timestamp, scrapeId: id };
		expect(failedPagesIn({ errors: [engines], robotsBlocked: [] })).toEqual([page]);
		expect(failedPagesIn({ success: true, data: { errors: [engines] } })).toEqual([page]);
	});

	it('marks a page that robots.txt does not allow, wherever the service lists it', () => {
		const other = 'http://site.example.com:18080/private/y';
		const silent = { url: engines.url, code: engines.code };
		const pages = failedPagesIn({ errors: [denied, silent], robotsBlocked: [denied.url, other] });
		expect(pages.map(({ url, robotsBlocked }) => [url, robotsBlocked])).toEqual([
			[denied.url, true],
			[silent.url, undefined],
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
			serviceMessage: engines.error,
			facts: { url: engines.url, scrapeId: engines.id, ...facts },
		});
	});

	const excluded = 'This URL\'s path ("/") does not match any of the regex patterns you provided.';
	const interrupted = 'The parent crawl or batch scrape was cancelled.';
	const unknown = { errorId: 'pageFailed', message: 'The page is lost', possiblyExecuted: true };

	it.each<[string, string, string, object]>([
		['that robots.txt does not allow', 'CRAWL_DENIAL', blocked, { errorId: 'pageDenied' }],
		['that the crawl options exclude', 'CRAWL_DENIAL', excluded, { errorId: 'pageExcluded' }],
		['of another site', 'EXTERNAL_LINK', 'External link', { errorId: 'pageExcluded' }],
		['that a cancel interrupted', 'UNKNOWN_ERROR', interrupted, { errorId: 'pageSkipped' }],
		['with an unknown code', 'PAGE_LOST', 'The page is lost', unknown],
	])('states the reason of a page %s', (_page, code, error, failure) => {
		expect(failureOf({ url: engines.url, code, error })).toMatchObject(failure);
	});
});

it('failureOfAllPages has the reason, the code, and the remedy of the first page, and lists 50 pages', () => {
	const others = new Array<object>(50).fill(denied);
	const [first = {}, ...rest] = failedPagesIn({ errors: [engines, ...others] });
	const { code, remedy } = failureOfFailedPage('crawl', first, facts);
	const same = { asymmetricMatch: (other: Remedy) => adviceOf(other) === adviceOf(remedy) };
	expect(code).toBe(engines.code);
	expect(failureOfAllPages('crawl', [first, ...rest], facts)).toMatchObject({
		...{ errorId: 'noPageScraped', code, remedy: same },
		facts: { failedCount: 51, failedPages: [first, ...rest.slice(1)], ...facts },
	});
});
