// Building blocks that several contracts share.

import { z } from 'zod';
import { parsedUrl } from '../parsedUrl';
import { uuidIn } from '../uuid';

const isHttpUrl = (text: string): boolean =>
	/^https?:\/\//i.test(text) && (parsedUrl(text)?.hostname ?? '') !== '';

/** General errors, `Invalid URL`: an absolute `http(s)://` URL. */
export const httpUrl = z
	.string()
	.trim()
	.min(1)
	.refine(isHttpUrl, 'must be an absolute http:// or https:// address');

/** Headers that the service sends to the page. */
export const headers = z.record(
	z.string().refine((name) => name !== '', 'must have a name for each header'),
	z.string(),
);

export const wholeNumber = z.number().int('must be a whole number');

/** Name of a client, as the living service takes it: its own ones, or anything behind an underscore. */
export const integration = z
	.string()
	.regex(/^(n8n|_.*)$/, 'must be n8n, or a name that begins with an underscore');

/** An id in a path. Takes it out of whatever surrounds it: a URL in which it follows `segment`, spaces, quotes. */
export const idInPath = (what: string, segment: string) =>
	z
		.string()
		.min(1)
		.transform((text, context) => {
			const id = uuidIn(text, segment);
			if (id !== undefined) return id;
			context.addIssue({ code: 'custom', message: `must hold the ${what} id, which is one UUID` });
			return z.NEVER;
		});
