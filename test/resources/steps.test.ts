import type { Job } from '../../nodes/WebData/client/jobs/job';
import type { JobPages } from '../../nodes/WebData/client/jobs/pages';
import type { JsonObject } from '../../nodes/WebData/json/json';
import { syntheticUrls } from '../localService/jobClient';
import { planOf } from '../support/planOf';

/** Returns a value that counts each read of a property, at any depth. */
function counted<Value extends object>(value: Value, count: { reads: number }): Value {
	return new Proxy(value, {
		get(target, name, receiver) {
			count.reads++;
			const inner: unknown = Reflect.get(target, name, receiver);
			const isPlain = typeof inner === 'object' && inner !== null;
			return isPlain ? counted(inner, count) : inner;
		},
	});
}

const url = 'https://example.com';
const jobId = '01a201b0-d6fd-72b1-941c-da7c94797f7d';
const page = (sourceURL: string) => ({ markdown: 'a', metadata: { sourceURL, url: sourceURL } });
const ended = (result: Partial<JobPages>, startFacts: JsonObject = {}): Job<JobPages> => {
	const read = { pages: [], failedPages: [], status: 'completed', isIncomplete: false };
	return { jobId, startFacts, status: {}, result: { ...read, ...result } };
};
const objects = (count: number) => Array.from({ length: count }, (_, id) => ({ id: `${id}`, url }));

const ofUrls = (urls: string[]) => ({ urls });
const ofJob = () => ({ jobId });
const ofSite = () => ({ url, limit: 1 });
const withUrl = (urls: string[]) => urls.map((each) => ({ url: each }));
const failedPages = (urls: string[]) =>
	urls.map((each) => ({ url: each.toUpperCase(), code: 'a' }));

const rows: [string, string, (urls: string[]) => object, ((urls: string[]) => JsonObject)?][] = [
	['batchScrape.run', 'pages', (urls) => [{ urls, job: ended({ pages: urls.map(page) }) }], ofUrls],
	[
		'batchScrape.run',
		'refused URLs',
		(urls) => [{ urls, job: ended({}, { invalidURLs: urls }) }],
		ofUrls,
	],
	[
		'batchScrape.run',
		'errors, in another spelling',
		(urls) => [{ urls, job: ended({ failedPages: failedPages(urls) }) }],
		ofUrls,
	],
	[
		'batchScrape.start',
		'refused URLs',
		(urls) => [{ urls, job: { jobId, response: { invalidURLs: urls } } }],
		ofUrls,
	],
	['batchScrape.getPages', 'pages', (urls) => ({ pages: urls.map(page) }), ofJob],
	[
		'batchScrape.getErrors',
		'pages that robots.txt disallows',
		(urls) => ({ errors: withUrl(urls), robotsBlocked: urls }),
		ofJob,
	],
	['crawl.run', 'pages', (urls) => ended({ pages: urls.map(page) }), ofSite],
	['map.map', 'links', (urls) => ({ links: withUrl(urls) }), () => ({ url })],
	[
		'search.search',
		'results',
		(urls) => ({ data: { web: withUrl(urls) } }),
		() => ({ query: 'a' }),
	],
	['scrape.scrape', 'links', (links) => ({ data: { links, metadata: {} } }), () => ({ url })],
	['account.getActivity', 'entries', ({ length }) => objects(length)],
	['monitor.getAll', 'monitors', ({ length }) => objects(length)],
	['agent.getTrace', 'events', ({ length }) => ({ events: objects(length) }), ofJob],
];

function countedOutput(
	name: string,
	entries: number,
	...[answer, values]: (typeof rows)[number] extends [string, string, ...infer Rest] ? Rest : never
) {
	const [resource = '', operation = ''] = name.split('.');
	const urls = syntheticUrls(entries);
	const plan = planOf(resource, operation, values?.(urls) ?? {});
	const count = { reads: 0 };
	const { parts } = plan.toOutput(counted(answer(urls), count), { simplify: true, nowMs: 0 });
	return { count, parts };
}

it.each(rows)(
	'%s reads twice as much of a response with twice as many %s',
	(name, _what, ...row) => {
		const [reads, doubled] = [1000, 2000].map((entries) => {
			const { count, parts } = countedOutput(name, entries, ...row);
			expect([...parts].length).toBeGreaterThan(0);
			return count.reads;
		});
		expect(doubled).toBeLessThanOrEqual(2.1 * (reads ?? 0));
	},
);

const large = [
	'batchScrape.run pages',
	'crawl.run pages',
	'map.map links',
	'search.search results',
];
const largeRows = rows.filter(([name, what]) => large.includes(`${name} ${what}`));

it.each(largeRows)('%s creates the parts of its %s one by one', (name, _what, ...row) => {
	const { count, parts } = countedOutput(name, 1000, ...row);
	const reads: number[] = [];
	for (const _part of parts) {
		reads.push(count.reads);
		count.reads = 0;
	}
	// Before its first part, a job counts all pages.
	if (name.endsWith('.run')) reads.shift();
	expect(reads.filter((each) => each === 0 || each > 50)).toEqual([]);
	expect(reads.length).toBeGreaterThan(900);
});
