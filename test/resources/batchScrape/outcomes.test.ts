import { joinByUrl } from '../../../nodes/WebData/resources/batchScrape/outcomes';

const join = (urls: string[], results: string[]) => {
	const { byUrl, unmatched } = joinByUrl(urls, results, (result) => result);
	return { byUrl: Object.fromEntries(byUrl), unmatched };
};

const site = 'http://site.example.com:18080';

it('a URL does not get the result of a URL that differs only in a slash or a fragment', () => {
	const urls = [`${site}/page-1`, `${site}/page-1/`, `${site}/page-1#a`];
	const expected = Object.fromEntries(urls.map((url) => [url, url]));
	expect(join(urls, [...urls].reverse()).byUrl).toEqual(expected);
});

const match = true;

it.each([
	['with a host in lowercase', 'http://SITE.example.com/a', 'http://site.example.com/a', match],
	['with a slash after the host', 'https://example.com', 'https://example.com/', match],
	['with encoded letters', 'https://example.com/ü', 'https://example.com/%C3%BC', match],
	['without its fragment', 'https://example.com/a#b', 'https://example.com/a', match],
	['without its last slash', 'https://example.com/a/', 'https://example.com/a', match],
	['with https', 'http://example.com/a', 'https://example.com/a', match],
	['with another query', 'https://example.com/a?b=1', 'https://example.com/a?b=2', !match],
	['with another port', 'https://example.com:8443/a', 'https://example.com/a', !match],
])('a URL that is returned %s (%s as %s) gets its result: %s', (_what, url, returned, isFound) => {
	const byUrl = isFound ? { [url]: returned } : {};
	expect(join([url], [returned])).toEqual({ byUrl, unmatched: isFound ? [] : [returned] });
});

it('a URL does not get the result of another URL that was sent', () => {
	const url = 'https://example.com/a';
	expect(join([url, `${url}#b`], [url])).toEqual({ byUrl: { [url]: url }, unmatched: [] });
});

describe('several URLs that a server writes alike', () => {
	const [a, b] = ['https://example.com/x#a', 'https://example.com/x#b'];
	const [capital, slash, plain] = ['https://E.com/y', 'https://e.com/y/', 'https://e.com/y'];
	const [page, http] = ['https://example.com/x', 'http://e.com/y'];
	const results = (...list: string[]) => list.map((url, index) => ({ url, index }));
	const indexes = (urls: string[], list: { url: string; index: number }[]) => {
		const { byUrl } = joinByUrl(urls, list, ({ url }) => url);
		return urls.map((url) => byUrl.get(url)?.index);
	};

	it.each<[string, string[], string[], (number | undefined)[]]>([
		['in input order', [a, b], [page, page], [0, 1]],
		['in input order without scheme and slash', [capital, slash], [http, http], [0, 1]],
		['in input order if one is written like another', [capital, slash], [plain, plain], [0, 1]],
		['one for all if they differ only in the fragment', [a, b], [page], [0, 0]],
		['not one for all if they differ in the slash', [capital, slash], [http], [0, undefined]],
		['only their own if it is identical', [a, b], [b], [undefined, 0]],
		['by slash if only the slash tells them apart', [capital, slash], [slash, plain], [1, 0]],
		['the last ones if there are more results', [capital, slash], [http, http, http], [1, 2]],
	])('get results %s', (_how, urls, returned, expected) => {
		expect(indexes(urls, results(...returned))).toEqual(expected);
	});
});

it('a URL with several results gets the last one, and the others are returned as unmatched', () => {
	const results = ['https://example.com/a', 'https://example.com/a', undefined].map((url) => ({
		url,
	}));
	const { byUrl, unmatched } = joinByUrl(['https://example.com/a'], results, ({ url }) => url);
	expect(byUrl.get('https://example.com/a')).toBe(results[1]);
	expect(unmatched).toEqual([results[0], results[2]]);
});
