import type { Account } from '../../nodes/WebData/client/account';
import {
	defineRoute,
	deriveRequestId,
	toTransportRequest,
} from '../../nodes/WebData/client/request';
import { allRoutes, routes } from '../cases/routes';

const account: Account = { baseUrl: 'https://api.example.com', apiKey: 'wd-s3cret' };

const idRoute = defineRoute('GET', 'a/{first}/b/{second}', { errors: [] });

test.each([
	[['a/../b', 'c'], 'a/a%2F..%2Fb/b/c'],
	[['doi:10.1038/nature14539', '$&'], 'a/doi%3A10.1038%2Fnature14539/b/%24%26'],
	[['a?b#c d', '{second}'], 'a/a%3Fb%23c%20d/b/%7Bsecond%7D'],
])('the IDs %j become the path %s', (ids, path) => {
	expect(toTransportRequest(account, { route: idRoute, ids }).url).toBe(
		`https://api.example.com/v2/${path}`,
	);
});

test('the query is escaped and appended to the path', () => {
	const query = { liveView: 'true', a: 'b&c' };
	expect(toTransportRequest(account, { route: routes.agent, query }).url).toBe(
		'https://api.example.com/v2/agent?liveView=true&a=b%26c',
	);
});

test('a request can add headers but not replace the key', () => {
	const headers = { 'x-request-id': 'run-1', authorization: 'Bearer other' };
	expect(toTransportRequest(account, { route: routes.scrape, headers }).headers).toMatchObject({
		...{ 'x-request-id': 'run-1', authorization: 'Bearer wd-s3cret' },
	});
});

/** Characters and length that the specification allows for `x-request-id` ("Catalog request idempotency"). */
const allowed = /^[A-Za-z0-9.:_-]{1,128}$/;

const work = {
	execution: '1042',
	nodeId: '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
	runIndex: 0,
	itemIndex: 3,
};
const catalogBody = {
	catalog: [{ provider: 'acme', capability: 'weather', options: { city: 'Bonn' } }],
};

const key = (changed: Partial<typeof work> = {}, sent: Record<string, unknown> = catalogBody) =>
	deriveRequestId({ ...work, ...changed }, sent);

test.each<[string, string]>([
	['another execution', key({ execution: '1043' })],
	['another node', key({ nodeId: 'f1d2c3b4-7d5e-7c3a-9b1e-2f6a4d8c0b17' })],
	['another iteration of a loop', key({ runIndex: 1 })],
	['another item', key({ itemIndex: 4 })],
	['run 1 of item 13, unlike run 11 of item 3,', key({ runIndex: 1, itemIndex: 13 })],
	['another body', key({}, { catalog: [{ provider: 'acme', capability: 'news' }] })],
])('%s has a different key', (_case, other) => {
	expect(other).toMatch(allowed);
	expect([key(), key({ runIndex: 11, itemIndex: 3 })]).not.toContain(other);
});

test.each<[string, Partial<typeof work>]>([
	['long names', { execution: 'e'.repeat(500), nodeId: 'n'.repeat(500) }],
	['empty names', { execution: '', nodeId: '' }],
])(
	'the key for %s fits the limits of the header and a line of the error panel',
	(_case, changed) => {
		expect(key(changed)).toMatch(allowed);
		expect(key(changed)).not.toMatch(/acme|weather|Bonn|.{41}/);
	},
);

test('each route has its documented method and path, a rate class, the effect of a repeat, and may use a browser', () => {
	const facts = allRoutes.map(
		({ method, path, rateClass, idempotency, usesBrowser }) =>
			`${rateClass}: ${method} ${path} (${idempotency}${usesBrowser ? ', browser' : ''})`,
	);
	expect([...new Set(facts)].sort()).toEqual([
		'account: GET parse/formats (read)',
		'account: GET team/activity (read)',
		'account: GET team/credit-usage (read)',
		'account: GET team/credit-usage/historical (read)',
		'account: GET team/queue-status (read)',
		'browser: POST interact (unsafe, browser)',
		'browserExecute: GET interact (read)',
		'browserExecute: POST interact/{sessionId}/execute (unsafe)',
		'browserExecute: POST scrape/{scrapeId}/interact (unsafe, browser)',
		'cancel: DELETE agent/{jobId} (read)',
		'cancel: DELETE batch/scrape/{jobId} (read)',
		'cancel: DELETE crawl/{jobId} (read)',
		'cancel: DELETE interact/{sessionId} (read)',
		'cancel: DELETE scrape/{scrapeId}/interact (read)',
		'catalog: POST scrape (keyed)',
		'catalog: POST scrape (read)',
		'crawl: PATCH monitor/{monitorId} (read)',
		'crawl: POST crawl (unsafe)',
		'crawl: POST crawl/params-preview (read)',
		'crawl: POST monitor (unsafe)',
		'crawl: POST monitor/{monitorId}/run (unsafe)',
		'crawlStatus: DELETE monitor/{monitorId} (read)',
		'crawlStatus: GET batch/scrape/{jobId} (read)',
		'crawlStatus: GET batch/scrape/{jobId}/errors (read)',
		'crawlStatus: GET concurrency-check (read)',
		'crawlStatus: GET crawl/active (read)',
		'crawlStatus: GET crawl/{jobId} (read)',
		'crawlStatus: GET crawl/{jobId}/errors (read)',
		'crawlStatus: GET monitor (read)',
		'crawlStatus: GET monitor/{monitorId} (read)',
		'crawlStatus: GET monitor/{monitorId}/checks (read)',
		'crawlStatus: GET monitor/{monitorId}/checks/{checkId} (read)',
		'crawlStatus: GET scrape/{scrapeId} (read)',
		'extract: POST agent (unsafe)',
		'extractStatus: GET agent (read)',
		'extractStatus: GET agent/threads/{threadId} (read)',
		'extractStatus: GET agent/{jobId} (read)',
		'extractStatus: GET agent/{jobId}/snapshots/{snapshotId} (read)',
		'extractStatus: GET agent/{jobId}/trace (read)',
		'map: POST map (repeatable)',
		'research: GET search/research/papers (read)',
		'research: GET search/research/papers/{paperId} (read)',
		'research: GET search/research/papers/{paperId}/similar (read)',
		'scrape: POST batch/scrape (unsafe)',
		'scrape: POST parse (repeatable, browser)',
		'scrape: POST scrape (repeatable, browser)',
		'search: POST search (repeatable, browser)',
	]);
});
