import { completedUrls, httpUrl, pageUrl } from '../../../nodes/WebData/api/schema/url';
import { problems } from './problems';

test.each([
	'https://example.com',
	'http://example.com/a?b=c#d',
	'HTTPS://EXAMPLE.COM',
	'https://müller.example/straße',
	'http://192.0.2.1:8080',
	'http://[2001:db8::1]/',
	'https://example.com/a,b?list=1,2',
	'https://example.com/?mail=a@b.example',
])('pageUrl accepts %s and sends it unchanged', (url) => {
	expect([pageUrl.parse(url), httpUrl.parse(url)]).toEqual([url, url]);
});

test.each([
	[' https://example.com\n', 'https://example.com'],
	['example.com', 'https://example.com'],
	['www.example.com/a?b=http:x', 'https://www.example.com/a?b=http:x'],
	['example.com:8080/a', 'https://example.com:8080/a'],
	['//example.com/a', 'https://example.com/a'],
])('pageUrl completes %j', (text, url) => {
	expect(pageUrl.parse(text)).toBe(url);
});

const several = 'must be one URL. Encode a comma that is part of the URL as %2C';
const spaces = 'must not contain spaces, tabs, or line breaks. Encode a space as %20';
const scheme = 'must start with http:// or https://';
const user = 'must not contain a user name or password. Send an Authorization header instead';
const host = 'must contain a host, as in https://example.com';

test.each([
	['', 'must not be empty'],
	[' \n', 'must not be empty'],
	['https://a.example,https://b.example', several],
	['https://a.example, https://b.example', several],
	['https://a.example\nhttps://b.example', several],
	['https://a.example http://b.example', several],
	['https://exa mple.com', spaces],
	['https://example.com/a\tb', spaces],
	['https://example.com/a\r\nb', spaces],
	['/article', scheme],
	['article', scheme],
	['localhost:3000/a', scheme],
	['ftp://example.com', scheme],
	['javascript:alert(1)', scheme],
	['https:example.com', scheme],
	['user:pass@example.com', scheme],
	['https://user:pass@example.com/a', user],
	['https://user@example.com', user],
	['https://', host],
	['http:///x', host],
	['https://?a=b', host],
	['https://[::1', host],
])('pageUrl rejects %j: %s', (url, problem) => {
	expect(problems(pageUrl, url)).toEqual([problem]);
});

test('httpUrl does not complete a URL', () => {
	expect(problems(httpUrl, 'example.com')).toEqual([scheme]);
});

test('completedUrls returns the URLs that were entered without a scheme, as they are sent', () => {
	const entered = { url: ' https://a.example ', urls: ['b.example', 'https://c.example'] };
	const sent = { url: 'https://a.example', urls: ['https://b.example', 'https://c.example'] };
	expect(completedUrls(entered, sent)).toEqual(['https://b.example']);
	expect(completedUrls({ url: 'a.example' }, { url: 'https://a.example' })).toEqual([
		'https://a.example',
	]);
	expect(completedUrls({}, {})).toEqual([]);
});

test('httpUrl reads a long text without a scheme in linear time', () => {
	expect(problems(pageUrl, `${'a.'.repeat(100_000)}@`)).toEqual([scheme]);
});
