import { z } from 'zod';

const MAX_DOMAIN_LENGTH = 253;

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
	.refine(isDomain, 'must be a domain without scheme and path, as in example.com');

/** A domain, or a pattern such as `*.example.com`. The live API accepts no scheme, path, or port. */
export const domainPattern = z
	.string()
	.trim()
	.refine(
		isDomainPattern,
		'must be a domain without scheme and path, as in example.com or *.example.com',
	);

export const topLevelDomain = z
	.string()
	.trim()
	.regex(/^[a-z0-9]{1,63}$/, 'must be a top-level domain in lowercase without a dot, as in zip');
