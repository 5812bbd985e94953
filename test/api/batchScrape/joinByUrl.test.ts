import { joinByUrl, urlKey } from '../../../nodes/WebData/api/batchScrape/joinByUrl';

const join = (urls: string[], results: string[]) => {
	const { byUrl, unmatched } = joinByUrl(urls, results, (result) => result);
	return { byUrl: Object.fromEntries(byUrl), unmatched };
};

const site = 'http://site.example.com:18080';

// The expected `metadata.sourceURL` of each URL was recorded from a server that ran the open-source code of the API.
describe('a URL that the server returns as it was sent', () => {
	it.each([
		['a host without a path', site],
		['a host in capitals', 'http://SITE.example.com:18080/page-1'],
		['a scheme in capitals', 'HTTP://site.example.com:18080/page-11'],
		['a slash at the end', `${site}/page-1/`],
		['a fragment', `${site}/page-2#frag`],
		['a fragment that is a route', `${site}/page-13#!/hash`],
		['a query in any order', `${site}/page-2?b=1&a=2`],
		['an empty query', `${site}/page-8?`],
		['a tracking parameter', `${site}/page-10?utm_source=a`],
		['a letter that is not encoded', `${site}/page-3?x=ä`],
		['a path with a letter that is not encoded', `${site}/ü`],
		['a space', `${site}/pa ge`],
		['an encoded tilde', `${site}/%7Epage-4`],
		['two slashes', `${site}//page-5`],
		['a step back', `${site}/a/../page-6`],
		['a port with a leading zero', 'http://site.example.com:018080/page-16'],
	])('gets its own result: %s', (_what, url) => {
		expect(join([url], [url])).toEqual({ byUrl: { [url]: url }, unmatched: [] });
	});

	it('does not get the result of a URL that differs only in a slash or a fragment', () => {
		const urls = [`${site}/page-1`, `${site}/page-1/`, `${site}/page-1#a`];
		const expected = Object.fromEntries(urls.map((url) => [url, url]));
		expect(join(urls, [...urls].reverse()).byUrl).toEqual(expected);
	});
});

describe('a URL that a server writes differently', () => {
	it.each([
		['with spaces around it', `${site}/a`, ` ${site}/a `],
		['with a host in lowercase', 'http://SITE.example.com/a', 'http://site.example.com/a'],
		['with a slash after the host', 'https://example.com', 'https://example.com/'],
		['without the default port', 'https://example.com:443/a', 'https://example.com/a'],
		['with encoded letters', 'https://example.com/ü', 'https://example.com/%C3%BC'],
		['without its fragment', 'https://example.com/a#b', 'https://example.com/a'],
		['without its last slash', 'https://example.com/a/', 'https://example.com/a'],
		['with https', 'http://example.com/a', 'https://example.com/a'],
	])('gets its result: %s', (_what, url, returned) => {
		expect(join([url], [returned])).toEqual({ byUrl: { [url]: returned }, unmatched: [] });
	});

	it.each([
		['another query', 'https://example.com/a?b=1', 'https://example.com/a?b=2'],
		['another path', 'https://example.com/a', 'https://example.com/A'],
		['another host', 'https://example.com/a', 'https://www.example.com/a'],
		['another port', 'https://example.com:8443/a', 'https://example.com/a'],
	])('does not get the result of a URL with %s', (_what, url, returned) => {
		expect(join([url], [returned])).toEqual({ byUrl: {}, unmatched: [returned] });
	});

	it('does not get the result of another URL that was sent', () => {
		const urls = ['https://example.com/a', 'https://example.com/a#b'];
		expect(join(urls, ['https://example.com/a'])).toEqual({
			byUrl: { 'https://example.com/a': 'https://example.com/a' },
			unmatched: [],
		});
	});
});

it('a URL with several results gets the last one, and the others are returned as unmatched', () => {
	const results = [
		{ url: 'https://example.com/a', run: 1 },
		{ url: 'https://example.com/a', run: 2 },
		{ url: undefined, run: 3 },
	];
	const { byUrl, unmatched } = joinByUrl(['https://example.com/a'], results, ({ url }) => url);
	expect(byUrl.get('https://example.com/a')).toBe(results[1]);
	expect(unmatched).toEqual([results[0], results[2]]);
});

it('urlKey is the same for every spelling of a URL, and keeps its fragment', () => {
	const keys = ['https://EXAMPLE.com:443', ' https://example.com/ ', 'https://example.com'].map(
		urlKey,
	);
	expect(new Set(keys).size).toBe(1);
	expect(urlKey('https://example.com/a#b')).not.toBe(urlKey('https://example.com/a'));
	expect(urlKey('nonsense ')).toBe('nonsense');
});
