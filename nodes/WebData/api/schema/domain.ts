import { z } from 'zod';
import { parseUrl } from '../http/parseUrl';

const MAX_DOMAIN_LENGTH = 253;

/**
 * Converts an international domain to ASCII: `münchen.de` becomes `xn--mnchen-3ya.de`. A package for n8n Cloud must
 * not import `domainToASCII` from `node:url`. Other text is returned unchanged, for example, a domain with a path.
 */
const toAscii = (text: string): string =>
	/^[\p{L}\p{M}\p{N}.*-]+$/u.test(text) && /\P{ASCII}/u.test(text)
		? (parseUrl(`https://${text}`)?.hostname ?? text)
		: text;

const isLabel = (label: string): boolean =>
	label.length <= 63 && /^[a-z0-9-]+$/i.test(label) && !/^-|-$/.test(label);

const isDomain = (text: string): boolean => {
	const labels = text.split('.');
	return text.length <= MAX_DOMAIN_LENGTH && labels.length > 1 && labels.every(isLabel);
};

const isDomainPattern = (text: string): boolean => isDomain(text.replace(/^\*\./, ''));

/** A domain without a wildcard, converted to lowercase. The live API accepts this format in search requests. */
export const domain = z
	.string()
	.trim()
	.toLowerCase()
	.transform(toAscii)
	.refine(isDomain, 'must be a domain without scheme and path, as in example.com');

/** A domain, or a pattern such as `*.example.com`. The live API accepts no scheme, path, or port. */
export const domainPattern = z
	.string()
	.trim()
	.transform(toAscii)
	.refine(
		isDomainPattern,
		'must be a domain without scheme and path, as in example.com or *.example.com',
	);

const TLD = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

export const topLevelDomain = z
	.string()
	.trim()
	.transform(toAscii)
	.refine(
		(text) => TLD.test(text),
		'must be a top-level domain in lowercase without a dot, as in zip',
	);
