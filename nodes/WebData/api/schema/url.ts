import { z } from 'zod';
import { parseUrl } from '../http/parseUrl';
import type { JsonObject } from '../http/response';

const hasHost = (text: string): boolean =>
	/^https?:\/\/[^/?#\\]/i.test(text) && (parseUrl(text)?.hostname ?? '') !== '';

/** The first matching rule provides the error message. A URL may contain a password, so no message contains the URL. */
const urlRules: readonly { when(text: string): boolean; message: string }[] = [
	{ when: (text) => text === '', message: 'must not be empty' },
	{
		when: (text) => /\shttps?:\/\//i.test(text),
		message: 'must be one URL, but contains several',
	},
	{
		when: (text) => /[,;|]https?:\/\/|^https?:\/\/[^/?#\\]*[,;|]/i.test(text),
		message: 'must be one URL. Encode a comma, semicolon, or vertical bar that is part of the URL',
	},
	{
		when: (text) => /\s/.test(text),
		message: 'must not contain spaces, tabs, or line breaks. Encode a space as %20',
	},
	{
		when: (text) => !/^https?:\/\//i.test(text),
		message: 'must start with http:// or https://',
	},
	{
		when: (text) => /^https?:\/\/[^/?#\\]*@/i.test(text),
		message: 'must not contain a user name or password. Send an Authorization header instead',
	},
	{
		when: (text) => !hasHost(text),
		message: 'must contain a host, as in https://example.com',
	},
];

const issueOf = (text: string): string | undefined =>
	urlRules.find(({ when }) => when(text))?.message;

const checkUrl = (text: string, context: z.RefinementCtx): string => {
	const message = issueOf(text);
	if (message !== undefined) context.addIssue({ code: 'custom', message });
	return text;
};

/** An absolute http or https URL. The service rejects other URLs (specification, "General errors", `Invalid URL`). */
export const httpUrl = z
	.string()
	.transform((text, context): string => checkUrl(text.trim(), context));

/** Matches `example.com` and `example.com:8080/path`, but not `localhost:3000` or `mailto:a@b.c`. */
const startsWithDomain = (text: string): boolean => {
	const [host = ''] = text.split(/[/?#]/, 1);
	return host.includes('.') && /^[^\s:@\\,]+(:\d+)?$/.test(host);
};

/** Adds the scheme `https://` to a URL without a scheme: `example.com` becomes `https://example.com`. */
export const withScheme = (text: string): string => {
	if (text.startsWith('//') && startsWithDomain(text.slice(2))) return `https:${text}`;
	return startsWithDomain(text) ? `https://${text}` : text;
};

/** Returns the page URLs to which the node added a scheme. */
export function completedUrls(entered: JsonObject, sent: JsonObject): string[] {
	const urlsOf = ({ url, itemUrl, urls }: JsonObject): unknown[] => [
		url,
		itemUrl,
		...(Array.isArray(urls) ? urls : []),
	];
	const sentUrls = urlsOf(sent);
	return urlsOf(entered).flatMap((text, index) => {
		const url = sentUrls[index];
		return typeof text === 'string' && typeof url === 'string' && url !== text.trim() ? [url] : [];
	});
}

/** Returns why a page URL is invalid. For lists of thousands of URLs, this is much faster than the schema. */
export const pageUrlIssue = (text: string): string | undefined => issueOf(withScheme(text.trim()));

export const pageUrl = z
	.string()
	.transform((text, context): string => checkUrl(withScheme(text.trim()), context));
