import { failure, type AnswerError } from '../answer';

export function blockedUrl(
	protection: { blacklist?: string[] } | undefined,
	url: string,
): AnswerError | undefined {
	const { hostname } = new URL(url);
	const covers = (domain: string): boolean =>
		domain.startsWith('*.') ? hostname.endsWith(domain.slice(1)) : hostname === domain;
	if (!protection?.blacklist?.some(covers)) return undefined;
	const code = 'unsafe_domain_blocked';
	return failure(403, 'The URL is blocked by threat protection.', { code });
}
