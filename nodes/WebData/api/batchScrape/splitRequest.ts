import type { ApiRequest } from '../http/request';

/** Maximum number of URLs in one batch scrape request. */
const MAX_URLS = 10_000;
/** Keeps a request below the service's limit of 10 MB per body. */
const MAX_URL_CHARACTERS = 8_000_000;

/** Splits the URLs into groups that each fit into one request. */
export function groupUrls(urls: readonly string[]): string[][] {
	const groups: string[][] = [];
	let characters = 0;
	for (const url of urls) {
		characters += url.length;
		const group = groups.at(-1);
		if (group === undefined || group.length >= MAX_URLS || characters > MAX_URL_CHARACTERS) {
			groups.push([url]);
			characters = url.length;
		} else group.push(url);
	}
	return groups;
}

/** Returns the URLs in a request body. Skips values that are not strings. */
export const urlsOf = ({ body = {} }: ApiRequest): string[] =>
	(Array.isArray(body.urls) ? (body.urls as unknown[]) : []).filter(
		(url): url is string => typeof url === 'string',
	);

/** Returns one request for each group of URLs. */
export const splitRequest = (request: ApiRequest): ApiRequest[] =>
	groupUrls(urlsOf(request)).map((urls) => ({ ...request, body: { ...request.body, urls } }));
