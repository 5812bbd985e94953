import { z } from 'zod';
import { parseUrl, pathIdIn, uuidIn } from '../json/json';
import { characterName, invisibleCharacter } from './mistakes';

const isNotBlank = (text: string): boolean => text.trim() !== '';

/** A string with at least one non-space character. Surrounding spaces are kept. */
export const nonBlank = z.string().refine(isNotBlank, 'must not be empty');

export const textUpTo = (maxLength: number) =>
	z.string().max(maxLength).refine(isNotBlank, 'must not be empty');

/** See "field-name" in https://www.rfc-editor.org/rfc/rfc9110#section-5.1. */
export const headerName = z
	.string()
	.regex(
		/^[!#$%&'*+.^`|~\w-]+$/,
		'must contain a header name without spaces and colons, as in X-Token',
	);

const headerValue = z
	.string()
	.refine((value) => !/[\r\n\0]/.test(value), 'must contain a header value without line breaks');

export const headers = z.record(headerName, headerValue).superRefine((values, context) => {
	const known = new Set<string>();
	const name = Object.keys(values).find(
		(each) => known.size === known.add(each.toLowerCase()).size,
	);
	if (name === undefined) return;
	context.addIssue({
		code: 'custom',
		message: `must contain each header only once (${name} is repeated)`,
	});
});

/** An ID for a URL path. A user may enter the ID in quotes, or a URL in which the ID follows `segment`. */
const inPath = (
	read: (text: string, segment: string) => string | undefined,
	segment: string,
	message: string,
) =>
	z
		.string()
		.min(1)
		.transform((text, context) => {
			const id = read(text, segment);
			if (id !== undefined) return id;
			context.addIssue({ code: 'custom', message });
			return z.NEVER;
		});

export const uuidInPath = (what: string, segment: string) =>
	inPath(uuidIn, segment, `must be the ID of ${what}, which is a UUID`);

/** An ID for a URL path. The specification does not define the format of such an ID. */
export const idInPath = (what: string, segment: string) =>
	inPath(
		pathIdIn,
		segment,
		`must be the ID of ${what}: up to 200 characters without spaces or slashes`,
	);

/** The first matching rule provides the error message. A URL may contain a password, so no message contains the URL. */
const urlRules: readonly { when(text: string): boolean; message: string }[] = [
	{ when: (text) => text === '', message: 'must not be empty' },
	{
		when: (text) => invisibleCharacter(text) !== undefined,
		message: 'must not contain the invisible character {character}',
	},
	{
		when: (text) => /\[object Object\]/.test(text),
		message: 'contains [object Object]. Insert a field of the object, or use JSON.stringify(…)',
	},
	{
		when: (text) => /\shttps?:\/\//i.test(text),
		message: 'must be one URL, but contains several',
	},
	{
		when: (text) => /[,;|]https?:\/\/|^https?:\/\/[^/?#\\]*[,;|]/i.test(text),
		message: 'must be one URL. Encode a comma, semicolon, or vertical bar that is part of the URL',
	},
	{
		when: (text) => /\s/.test(text) && !/^https?:/i.test(text),
		message: 'must be the URL of a page, as in https://example.com, without other words',
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
		message: 'must not contain a username or password. Send an Authorization header instead',
	},
	{
		when: (text) => !/^https?:\/\/[^/?#\\]/i.test(text) || (parseUrl(text)?.hostname ?? '') === '',
		message: 'must contain a host, as in https://example.com',
	},
];

const urlIssueOf = (text: string): string | undefined =>
	urlRules
		.find(({ when }) => when(text))
		?.message.replace('{character}', () => characterName(invisibleCharacter(text) ?? ''));

const validUrl = (text: string, context: z.RefinementCtx): string => {
	const message = urlIssueOf(text);
	if (message !== undefined) context.addIssue({ code: 'custom', message });
	return text;
};

/** An absolute http or https URL. The service rejects other URLs (specification, "General errors", `Invalid URL`). */
export const httpUrl = z
	.string()
	.transform((text, context): string => validUrl(text.trim(), context));

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

/** Returns why a page URL is invalid. For lists of thousands of URLs, this is much faster than the schema. */
export const pageUrlIssue = (text: string): string | undefined =>
	urlIssueOf(withScheme(text.trim()));

export const pageUrl = z
	.string()
	.transform((text, context): string => validUrl(withScheme(text.trim()), context));

const MAX_DOMAIN_LENGTH = 253;

/**
 * Converts an international domain to ASCII: `münchen.de` becomes `xn--mnchen-3ya.de`. A package for n8n Cloud must
 * not import `domainToASCII` from `node:url`. Other text is returned unchanged, for example, a domain with a path.
 */
const toAscii = (text: string): string =>
	/^[\p{L}\p{M}\p{N}.*-]+$/u.test(text) && /\P{ASCII}/u.test(text)
		? (parseUrl(`https://${text}`)?.hostname ?? text)
		: text;

function isDomain(text: string): boolean {
	const labels = text.split('.');
	const areValid = labels.every(
		(label) => label.length <= 63 && /^[a-z0-9-]+$/i.test(label) && !/^-|-$/.test(label),
	);
	return text.length <= MAX_DOMAIN_LENGTH && labels.length > 1 && areValid;
}

const asciiText = z.string().trim().transform(toAscii);

/** A domain without a wildcard, in lowercase. The open-source server accepts this format in search requests. */
export const domain = z
	.string()
	.trim()
	.toLowerCase()
	.transform(toAscii)
	.refine(isDomain, 'must be a domain without scheme and path, as in example.com');

/** A domain, or a pattern such as `*.example.com`. The open-source server accepts no scheme, path, or port. */
export const domainPattern = asciiText.refine(
	(text) => isDomain(text.replace(/^\*\./, '')),
	'must be a domain without scheme and path, as in example.com or *.example.com',
);

export const topLevelDomain = asciiText.refine(
	(text) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text),
	'must be a top-level domain in lowercase without a dot, as in zip',
);

const isoDate = z
	.string()
	.date()
	.or(z.string().datetime({ local: true, offset: true }));

/** A date, with or without a time. */
export const dateTime = z
	.string()
	.refine(
		(text) => isoDate.safeParse(text.replace(' ', 'T')).success,
		'must be a date, as in 2026-01-31',
	);
