import type { ApiRequest } from '../http/request';

const MAX_URLS = 10_000;
/** The service accepts request bodies up to 10 MB. */
const MAX_URL_CHARACTERS = 8_000_000;

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

export const urlsOf = ({ body = {} }: ApiRequest): string[] =>
	(Array.isArray(body.urls) ? (body.urls as unknown[]) : []).filter(
		(url): url is string => typeof url === 'string',
	);

export const splitRequest = (request: ApiRequest): ApiRequest[] =>
	groupUrls(urlsOf(request)).map((urls) => ({ ...request, body: { ...request.body, urls } }));
