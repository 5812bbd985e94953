// The base URL as people type it, made into the one form that paths are appended to.

import { parseUrl } from './parseUrl';

export type BaseUrl =
	| {
			ok: true;
			/** Scheme, host and port: `https://api.example.com` */
			origin: string;
			/** The origin and the prefix that a self-hosted service may sit behind; no slash at the end, no `/v2`. */
			url: string;
	  }
	| { ok: false; message: string };

/** First that applies wins; no message repeats the text, it may hold a password. */
const baseUrlRules: readonly { when: (text: string) => boolean; message: string }[] = [
	{
		when: (text) => text === '',
		message:
			'The base URL is empty. Enter the address of the service, for example https://api.example.com',
	},
	{
		when: (text) => !/^[a-z][a-z0-9+.-]*:\/\//i.test(text),
		message:
			'The base URL has no scheme. Add https:// in front of it (http:// for a local service)',
	},
	{
		when: (text) => !/^https?:/i.test(text),
		message: 'The base URL must begin with https:// or http://',
	},
	{
		when: (text) => /[\s\\]/.test(text) || parseUrl(text) === undefined,
		message: 'The base URL is not a valid URL. It must look like https://api.example.com',
	},
	{
		when: (text) => /^[^/]*\/\/[^/?#]*@/.test(text),
		message: 'The base URL must not hold a user name or password. Remove the part before the @',
	},
	{
		when: (text) => text.includes('?'),
		message: 'The base URL must not have a query. Remove everything from the ? on',
	},
	{
		when: (text) => text.includes('#'),
		message: 'The base URL must not have a fragment. Remove everything from the # on',
	},
];

/**
 * Accepts an http(s) URL with or without a slash or `/v2` at its end and keeps a path prefix.
 * Anything else comes back as a message for the user that says what to change.
 */
export function normalizeBaseUrl(raw: string): BaseUrl {
	const text = raw.trim();
	const refusal = baseUrlRules.find(({ when }) => when(text));
	if (refusal !== undefined) return { ok: false, message: refusal.message };
	const { origin, pathname } = new URL(text);
	const prefix = pathname.replace(/(?<!\/)\/+$/, '').replace(/(?<!\/)\/+v2$/, '');
	return { ok: true, origin, url: origin + prefix };
}
