import { findOperation } from '../../nodes/WebData/operations';
import type { JsonObject } from '../../nodes/WebData/api/http/response';
import { syntheticUrls } from '../localService/jobClient';

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
const batch = (urls: string[], response: JsonObject) => ({
	parts: [{ urls, response: { jobId, ...response } }],
});
const objects = (count: number) => Array.from({ length: count }, (_, id) => ({ id: `${id}`, url }));

interface Row {
	values?(urls: string[]): JsonObject;
	answer(urls: string[]): JsonObject;
}

const ofUrls = (urls: string[]) => ({ urls });
const ofJob = () => ({ jobId });

const rows: [string, string, Row][] = [
	[
		'batchScrape.run',
		'pages',
		{ values: ofUrls, answer: (urls) => batch(urls, { data: urls.map(page) }) },
	],
	[
		'batchScrape.run',
		'refused URLs',
		{ values: ofUrls, answer: (urls) => batch(urls, { data: [], invalidURLs: urls }) },
	],
	[
		'batchScrape.run',
		'errors, in another spelling',
		{
			values: ofUrls,
			answer: (urls) =>
				batch(urls, {
					data: [],
					errors: urls.map((each) => ({ url: each.toUpperCase(), code: 'a' })),
				}),
		},
	],
	[
		'batchScrape.start',
		'refused URLs',
		{ values: ofUrls, answer: (urls) => batch(urls, { invalidURLs: urls }) },
	],
	[
		'batchScrape.getPages',
		'pages',
		{ values: ofJob, answer: (urls) => ({ data: urls.map(page) }) },
	],
	[
		'batchScrape.getErrors',
		'pages that robots.txt disallows',
		{
			values: ofJob,
			answer: (urls) => ({ errors: urls.map((each) => ({ url: each })), robotsBlocked: urls }),
		},
	],
	[
		'crawl.run',
		'pages',
		{ values: () => ({ url, limit: 1 }), answer: (urls) => ({ data: urls.map(page), errors: [] }) },
	],
	[
		'map.map',
		'links',
		{ values: () => ({ url }), answer: (urls) => ({ links: urls.map((each) => ({ url: each })) }) },
	],
	[
		'search.search',
		'results',
		{
			values: () => ({ query: 'a' }),
			answer: (urls) => ({ data: { web: urls.map((each) => ({ url: each })) } }),
		},
	],
	[
		'scrape.scrape',
		'links',
		{ values: () => ({ url }), answer: (links) => ({ data: { links, metadata: {} } }) },
	],
	['account.getActivity', 'entries', { answer: ({ length }) => ({ data: objects(length) }) }],
	['monitor.getAll', 'monitors', { answer: ({ length }) => ({ data: objects(length) }) }],
	[
		'agent.getTrace',
		'events',
		{ values: ofJob, answer: ({ length }) => ({ events: objects(length) }) },
	],
];

function readsOf(name: string, { values, answer }: Row, entries: number): number {
	const [resource = '', operation = ''] = name.split('.');
	const urls = syntheticUrls(entries);
	const plan = findOperation(resource, operation)?.plan(values?.(urls) ?? {});
	if (plan === undefined || 'issues' in plan) throw new Error(JSON.stringify(plan));
	const count = { reads: 0 };
	const response = counted(answer(urls), count);
	const parts = [...plan.toParts(response, { simplify: true })];
	plan.notices(response, 0);
	expect(parts.length).toBeGreaterThan(0);
	return count.reads;
}

it.each(rows)('%s reads twice as much of a response with twice as many %s', (name, _what, row) => {
	const [reads, doubled] = [1000, 2000].map((entries) => readsOf(name, row, entries));
	expect(doubled).toBeLessThanOrEqual(2.1 * (reads ?? 0));
});
