import { classify, failureOfTransport } from '../../nodes/WebData/errors/classify';
import { endpointClassOf, rateLimitSignal } from '../../nodes/WebData/client/limits';
import type { HttpMethod, TransportResponse } from '../../nodes/WebData/transport/http';
import { cases } from '../cases';
import { type EndpointName, endpoints } from '../cases/endpoints';
import { answer, noAnswer } from '../support/scriptedTransport';

const signalOf = (response: TransportResponse) =>
	rateLimitSignal(classify(response, { endpoint: endpoints.scrape }, 0));

it.each([
	['a success', answer(200, { success: true }), { kind: 'ok' }],
	['a failure of the service', answer(503, { error: 'Unavailable' }), { kind: 'none' }],
])('%s is not a rate limit', (_name, response, signal) => {
	expect(signalOf(response)).toEqual(signal);
	const failure = failureOfTransport(noAnswer('closed', true));
	expect(rateLimitSignal({ ok: false, failure })).toEqual({ kind: 'none' });
});

it("a response reports the time in the service's queue", () => {
	const metadata = { concurrencyLimited: true, concurrencyQueueDurationMs: 1500 };
	expect(signalOf(answer(200, { success: true, data: { metadata } }))).toEqual({
		kind: 'ok',
		queuedMs: 1500,
	});
});

it("a request that timed out in the service's queue spent all its time there", () => {
	const body = { success: false, code: 'CONCURRENCY_QUEUE_TIMEOUT', error: 'Timed out' };
	expect(signalOf(answer(408, body))).toEqual({ kind: 'ok', queuedMs: Infinity });
});

it.each([
	['Concurrency limit reached', 'concurrency'],
	['Rate limit exceeded', 'rate'],
	['Rate limit exceeded: 3 concurrent requests', 'concurrency'],
	[undefined, 'rate'],
])('429 with the text "%s" is a %s limit', (error, limit) => {
	expect(signalOf(answer(429, { error }))).toMatchObject({ kind: 'limited', limit });
});

/** The requests of all operations, such as `POST /v2/map`, with their classes. */
const classified = cases.map(({ request, resource, endpoint = resource }) => {
	const [method = '', url = ''] = request.replace(/[?*].*$/, '').split(' ');
	const own = endpoints[endpoint as EndpointName];
	const endpointClass = endpointClassOf({ endpoint: own, method: method as HttpMethod });
	return { request: `${method} ${url}`, ...endpointClass };
});

const requestsOf = (wanted: string): string[] => {
	const requests = classified.filter(({ endpointClass }) => endpointClass === wanted);
	return [...new Set(requests.map(({ request }) => request.replace(/\/v2\/|\/$/g, '')))].sort();
};

it.each<[string, string[]]>([
	[
		'account',
		[
			'GET team/activity',
			'GET team/credit-usage',
			'GET team/credit-usage/historical',
			'GET team/queue-status',
		],
	],
	[
		'cancel',
		[
			'DELETE agent/{jobId}',
			'DELETE batch/scrape/{jobId}',
			'DELETE crawl/{jobId}',
			'DELETE interact/{sessionId}',
			'DELETE scrape/{scrapeId}/interact',
		],
	],
	['catalog', ['POST scrape']],
	[
		'crawl',
		[
			'PATCH monitor/{monitorId}',
			'POST crawl',
			'POST crawl/params-preview',
			'POST monitor',
			'POST monitor/{monitorId}/run',
		],
	],
	['extract', ['POST agent']],
	[
		'extractStatus',
		[
			'GET agent',
			'GET agent/threads/{threadId}',
			'GET agent/{jobId}',
			'GET agent/{jobId}/snapshots/{snapshotId}',
			'GET agent/{jobId}/trace',
		],
	],
	['browser', ['POST interact']],
	[
		'browserExecute',
		['GET interact', 'POST interact/{sessionId}/execute', 'POST scrape/{scrapeId}/interact'],
	],
	['map', ['POST map']],
	['research', ['GET search/research/papers']],
	['scrape', ['POST batch/scrape', 'POST parse', 'POST scrape']],
	['search', ['POST search']],
])('the requests of the class %s share a rate limit', (name, requests) => {
	expect(requestsOf(name)).toEqual(requests);
});

it('only requests that open or use a browser wait for a free browser', () => {
	const browser = classified.filter(({ usesBrowser }) => usesBrowser);
	expect(browser.map(({ request }) => request)).toEqual([
		...['POST /v2/scrape', 'POST /v2/scrape/{scrapeId}/interact', 'POST /v2/search'],
		...['POST /v2/parse', 'POST /v2/interact'],
	]);
});
