import type { Account, ApiRequest } from '../../nodes/WebData/client/client';
import { deriveRequestId, requestHeaders, requestUrl } from '../../nodes/WebData/client/request';
import { endpoints } from '../cases/endpoints';

const account: Account = { baseUrl: 'https://api.example.com', apiKey: 'wd-s3cret' };

const request = (rest: Partial<ApiRequest> = {}): ApiRequest => ({
	...{ endpoint: endpoints.scrape, method: 'POST', path: ['scrape'] },
	...{ body: { url: 'https://example.com' }, idempotency: 'repeatable', serviceTimeoutMs: 1000 },
	...rest,
});

test.each([
	[['agent', 'a/../b'], 'https://api.example.com/v2/agent/a%2F..%2Fb'],
	[
		['papers', 'doi:10.1038/nature14539'],
		'https://api.example.com/v2/papers/doi%3A10.1038%2Fnature14539',
	],
	[['agent', 'a?b#c d'], 'https://api.example.com/v2/agent/a%3Fb%23c%20d'],
])('the path %j becomes %s', (path, url) => {
	expect(requestUrl(account, { path })).toBe(url);
});

test('the query is escaped and appended to the path', () => {
	expect(requestUrl(account, { path: ['agent'], query: { liveView: 'true', a: 'b&c' } })).toBe(
		'https://api.example.com/v2/agent?liveView=true&a=b%26c',
	);
});

test('a request can add headers but not replace the key', () => {
	const headers = { 'x-request-id': 'run-1', authorization: 'Bearer other' };
	expect(requestHeaders(account, request({ headers }))).toMatchObject({
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
