import {
	domain,
	domainPattern,
	httpUrl,
	pageUrl,
	topLevelDomain,
} from '../../nodes/WebData/form/values';
import { problems } from './problems';

test.each([
	'HTTPS://EXAMPLE.COM',
	'https://müller.example/straße',
	'http://[2001:db8::1]:8080/',
	'https://example.com/a,b?mail=a@b.example#c',
	'https://fa.example/می\u200Cخواهم/it’s',
])('pageUrl accepts %s and sends it unchanged', (url) => {
	expect([pageUrl.parse(url), httpUrl.parse(url)]).toEqual([url, url]);
});

test.each([
	[' https://example.com\n', 'https://example.com'],
	['www.example.com/a?b=http:x', 'https://www.example.com/a?b=http:x'],
	['example.com:8080/a', 'https://example.com:8080/a'],
])('pageUrl completes %j', (text, url) => {
	expect(pageUrl.parse(text)).toBe(url);
});

const several =
	'must be one URL. Encode a comma, semicolon, or vertical bar that is part of the URL';
const spaces = 'must not contain spaces, tabs, or line breaks. Encode a space as %20';
const scheme = 'must start with http:// or https://';
const user = 'must not contain a username or password. Send an Authorization header instead';
const host = 'must contain a host, as in https://example.com';

test.each([
	[' \n', 'must not be empty'],
	['\u200Bhttps://a.example', 'must not contain the invisible character U+200B'],
	['https://a.example/b\u00A0c', 'must not contain the invisible character U+00A0'],
	['https://a.example,https://b.example', several],
	['https://a.example/;https://b.example', several],
	['a.example|b.example', several],
	['https://a.example\nhttps://b.example', 'must be one URL, but contains several'],
	['https://example.com/a\r\nb', spaces],
	['article', scheme],
	['ftp://example.com', scheme],
	['user:pass@example.com', scheme],
	['https://user@example.com', user],
	['https://[::1', host],
])('pageUrl rejects %j: %s', (url, problem) => {
	expect(problems(pageUrl, url)).toEqual([problem]);
});

test('httpUrl does not complete a URL', () => {
	expect(problems(httpUrl, 'example.com')).toEqual([scheme]);
});

test('pageUrl reads a long text without a scheme in linear time', () => {
	expect(problems(pageUrl, `${'a.'.repeat(100_000)}@`)).toEqual([scheme]);
});

test.each([
	...[['example.com'], ['*.example.com'], ['a-b.xn--mller-kva.example'], ['A.B']],
	['*.München.de', '*.xn--mnchen-3ya.de'],
])('domainPattern accepts %s', (entered, sent = entered) => {
	expect(domainPattern.parse(` ${entered} `)).toBe(sent);
});

test('domain is sent in lowercase and in ASCII', () => {
	expect(domain.parse('MÜNCHEN.de')).toBe('xn--mnchen-3ya.de');
});

const badDomains =
	'example https://example.com a.example/a ü.example/a a.example:80 *.com.* -a.b a-.b a..b';

test.each([...badDomains.split(' '), `${'a'.repeat(64)}.b`, `${'a.'.repeat(130)}b`])(
	'domainPattern rejects %j',
	(name) => {
		expect(problems(domainPattern, name)).toEqual([
			'must be a domain without scheme and path, as in example.com or *.example.com',
		]);
	},
);

test('topLevelDomain accepts only lowercase letters, and sends others in ASCII', () => {
	const [longest, ...wrong] = ['a'.repeat(63), '', '.zip', 'ZIP', 'co.uk', 'a'.repeat(64)];
	expect(problems(topLevelDomain, longest)).toEqual([]);
	for (const name of ['xn--p1ai', 'рф']) expect(topLevelDomain.parse(name)).toBe('xn--p1ai');
	const problem = 'must be a top-level domain in lowercase without a dot, as in zip';
	expect(wrong.flatMap((name) => problems(topLevelDomain, name))).toEqual(wrong.map(() => problem));
});
