// Building blocks that several contracts share.

import { z } from 'zod';
import { parseUrl } from '../http/parseUrl';
import { pathIdIn } from './pathId';
import { uuidIn } from './uuid';

const isHttpUrl = (text: string): boolean =>
	/^https?:\/\//i.test(text) && (parseUrl(text)?.hostname ?? '') !== '';

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

type IdReader = (text: string, after: string) => string | undefined;

/** An id in a path. Takes it out of whatever surrounds it: a URL in which it follows `segment`, spaces, quotes. */
const inPath = (read: IdReader, segment: string, message: string) =>
	z
		.string()
		.min(1)
		.transform((text, context) => {
			const id = read(text, segment);
			if (id !== undefined) return id;
			context.addIssue({ code: 'custom', message });
			return z.NEVER;
		});

/** An id that the specification calls a UUID. */
export const uuidInPath = (what: string, segment: string) =>
	inPath(uuidIn, segment, `must hold the ${what} id, which is one UUID`);

/** An id whose form the specification leaves open. */
export const idInPath = (what: string, segment: string) =>
	inPath(
		pathIdIn,
		segment,
		`must hold one ${what} id, which has up to 200 letters, digits and . _ ~ - characters`,
	);
