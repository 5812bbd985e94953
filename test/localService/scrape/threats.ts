import { failure, type AnswerError } from '../answer';

export function blockedUrl(
	protection: { blacklist?: string[] } | undefined,
	url: string,
): AnswerError | undefined {
	const { hostname } = new URL(url);
	if (!protection?.blacklist?.some((domain) => covers(domain, hostname))) return undefined;
	const code = 'unsafe_domain_blocked';
	return failure(403, 'The URL is blocked by threat protection.', { code });
}

function covers(domain: string, hostname: string): boolean {
	return domain.startsWith('*.') ? hostname.endsWith(domain.slice(1)) : hostname === domain;
}
