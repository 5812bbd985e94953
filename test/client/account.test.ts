import { normalizeApiKey, normalizeBaseUrl } from '../../nodes/WebData/client/account';
import { httpUrl } from '../../nodes/WebData/form/values';

test.each([
	['  https://API.Example.com:443//v2// \n', 'https://api.example.com'],
	['http://[::1]:3002/v2', 'http://[::1]:3002'],
	['https://example.com/web-data/V2/', 'https://example.com/web-data'],
	['https://example.com/v2/web-data', 'https://example.com/v2/web-data'],
	['https://example.com/v2v2', 'https://example.com/v2v2'],
	['https://api.example.com/V2/Scrape/', 'https://api.example.com'],
	['https://example.com/web-data/v2/agent/0192/trace', 'https://example.com/web-data'],
	['https://example.com/a@b', 'https://example.com/a@b'],
])('normalizeBaseUrl accepts %j', (raw, url) => {
	expect(normalizeBaseUrl(raw)).toEqual({ ok: true, url });
});

test.each([
	['  \t ', 'empty'],
	['api.example.com/v2', 'Add https://'],
	['https:api.example.com', 'Add https://'],
	['ftp://api.example.com', 'must start with http:// or https://'],
	['https://exa\nmple.com', 'not a valid URL'],
	['https://example.com\\@evil.example', 'not a valid URL'],
	['https://ann:s3cret@example.com', 'username or password'],
	['https://ann:s3cret@', 'not a valid URL'],
	['https://example.com/?', 'query'],
	['https://example.com/#s3cret', 'fragment'],
])('normalizeBaseUrl rejects %j and does not repeat it', (raw, reason) => {
	const result = normalizeBaseUrl(raw);
	expect(result).toEqual({ ok: false, message: expect.stringContaining(reason) });
	expect(JSON.stringify(result)).not.toContain('s3cret');
});

test.each([
	['bearer   wd-0123 \n', 'wd-0123'],
	['Bearer', ''],
	['bearerwd', 'bearerwd'],
])('normalizeApiKey turns %j into %j', (pasted, key) => {
	expect(normalizeApiKey(pasted)).toBe(key);
});

test('a URL with an umlaut stays valid in 20,000 calls', () => {
	// In Node.js 20 and 22, `URL.canParse` can return false for a valid URL whose host contains an umlaut. The cause is a
	// bug in Node.js that appears only after V8 has optimized the call.
	const address = 'https://müller.example';
	const refused = Array.from({ length: 20_000 }, () => address).filter(
		(url) => !httpUrl.safeParse(url).success || !normalizeBaseUrl(url).ok,
	);
	expect(refused).toEqual([]);
});
