import { normalizeBaseUrl } from '../../../nodes/WebData/api/http/baseUrl';

test.each([
	['https://api.example.com', 'https://api.example.com'],
	['https://api.example.com/', 'https://api.example.com'],
	['https://api.example.com/v2', 'https://api.example.com'],
	['https://api.example.com/v2/', 'https://api.example.com'],
	['https://api.example.com//v2//', 'https://api.example.com'],
	['  https://API.Example.com \n', 'https://api.example.com'],
	['HTTP://localhost:3002', 'http://localhost:3002'],
	['http://127.0.0.1:3002/v2', 'http://127.0.0.1:3002'],
	['http://[::1]:3002', 'http://[::1]:3002'],
	['https://api.example.com:443', 'https://api.example.com'],
	['https://example.com/web-data', 'https://example.com/web-data'],
	['https://example.com/web-data/v2/', 'https://example.com/web-data'],
	['https://example.com/v2/web-data', 'https://example.com/v2/web-data'],
	['https://example.com/v2v2', 'https://example.com/v2v2'],
	['https://api.example.com/V2', 'https://api.example.com'],
	['https://api.example.com/v2/scrape', 'https://api.example.com'],
	['https://api.example.com/V2/Scrape/', 'https://api.example.com'],
	['https://example.com/web-data/v2/agent/0192/trace', 'https://example.com/web-data'],
	['https://example.com/v2/scraper', 'https://example.com/v2/scraper'],
	['https://example.com/a@b', 'https://example.com/a@b'],
])('normalizeBaseUrl accepts %j', (raw, url) => {
	expect(normalizeBaseUrl(raw)).toEqual({ ok: true, origin: new URL(url).origin, url });
});

test.each([
	['', 'empty'],
	['  \t ', 'empty'],
	['api.example.com', 'Add https://'],
	['api.example.com/v2', 'Add https://'],
	['localhost:3002', 'Add https://'],
	['//api.example.com', 'Add https://'],
	['https:api.example.com', 'Add https://'],
	['javascript:alert(1)', 'Add https://'],
	['ftp://api.example.com', 'must begin with https:// or http://'],
	['file:///etc/passwd', 'must begin with https:// or http://'],
	['httpsx://api.example.com', 'must begin with https:// or http://'],
	['https://', 'not a valid URL'],
	['https://exa mple.com', 'not a valid URL'],
	['https://exa\nmple.com', 'not a valid URL'],
	['https://example.com\\@evil.example', 'not a valid URL'],
	['https://example.com:99999', 'not a valid URL'],
	['https://ann:s3cret@example.com', 'user name or password'],
	['https://:s3cret@example.com', 'user name or password'],
	['https://s3cret@example.com', 'user name or password'],
	['https://@example.com', 'user name or password'],
	['https://ann:s3cret@', 'not a valid URL'],
	['https://example.com?api_key=s3cret', 'query'],
	['https://example.com/?', 'query'],
	['https://example.com/#s3cret', 'fragment'],
])('normalizeBaseUrl rejects %j and does not repeat it', (raw, reason) => {
	const result = normalizeBaseUrl(raw);
	expect(result).toEqual({ ok: false, message: expect.stringContaining(reason) });
	expect(JSON.stringify(result)).not.toContain('s3cret');
});
