import {
	type Account,
	type ApiRequest,
	requestHeaders,
	requestUrl,
} from '../../nodes/WebData/client/request';
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
