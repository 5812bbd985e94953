/**
 * Returns undefined for an invalid URL. `URL.canParse` is not used, because it rejects some valid hosts with non-ASCII
 * letters in Node.js 20 and 22.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}

type BaseUrl =
	| {
			ok: true;
			/** Origin without a default port, for example, `http://localhost:3002`. */
			origin: string;
			/**
			 * Origin and path prefix, without a trailing slash and without `/v2`. Self-hosted services may use a path
			 * prefix.
			 */
			url: string;
	  }
	| { ok: false; message: string };

/** The first matching rule applies. The messages do not contain the URL, because a URL may contain a password. */
const baseUrlRules: readonly { when: (text: string) => boolean; message: string }[] = [
	{
		when: (text) => text === '',
		message:
			'The base URL is empty. Enter the address of the service, for example, https://api.firecrawl.dev',
	},
	{
		when: (text) => !/^[a-z][a-z0-9+.-]*:\/\//i.test(text),
		message:
			'The base URL has no scheme. Add https:// in front of the host, or http:// for a local service',
	},
	{
		when: (text) => !/^https?:/i.test(text),
		message: 'The base URL must begin with https:// or http://',
	},
	{
		when: (text) => /[\s\\]/.test(text) || parseUrl(text) === undefined,
		message: 'The base URL is not a valid URL. Enter a URL such as https://api.firecrawl.dev',
	},
	{
		when: (text) => /^[^/]*\/\/[^/?#]*@/.test(text),
		message: 'The base URL must not contain a user name or password. Remove the part before the @',
	},
	{
		when: (text) => text.includes('?'),
		message: 'The base URL must not contain a query string. Remove the ? and everything after it',
	},
	{
		when: (text) => text.includes('#'),
		message: 'The base URL must not contain a fragment. Remove the # and everything after it',
	},
];

/** Matches the version at the end of a path, with or without an endpoint: `/v2`, `/v2/scrape`. */
const VERSION_AND_ENDPOINT =
	/\/v2(\/(scrape|search|map|crawl|batch|parse|agent|monitor|browser|interact|team)(\/[^/]*){0,3})?$/i;

/** Removes a trailing slash, `/v2`, and an endpoint from a URL. */
export function normalizeBaseUrl(raw: string): BaseUrl {
	const text = raw.trim();
	const broken = baseUrlRules.find(({ when }) => when(text));
	if (broken !== undefined) return { ok: false, message: broken.message };
	const { origin, pathname } = new URL(text);
	const segments = pathname.split('/').filter((segment) => segment !== '');
	const prefix = segments
		.map((segment) => `/${segment}`)
		.join('')
		.replace(VERSION_AND_ENDPOINT, '');
	return { ok: true, origin, url: origin + prefix };
}
