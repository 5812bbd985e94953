// The rules for the URL of a page that the service reads.
import { isIP } from 'node:net';
import { canParse } from '../canParse';
import { customIssue, type Detail } from './details';

const NO_DOMAIN = 'URL must have a valid top-level domain or be an IP address';

/** A URL without a scheme gets `http://`. */
export function withScheme(text: string): string {
	return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
}

export function targetUrlIssues(text: unknown, path: Detail['path']): Detail[] {
	if (typeof text !== 'string') return [];
	const url = withScheme(text.trim());
	if (!canParse(url)) return [customIssue(path, 'Invalid URL')];
	const { protocol, hostname, username } = new URL(url);
	const isWeb = protocol === 'http:' || protocol === 'https:';
	if (!isWeb) return [customIssue(path, 'URL uses unsupported protocol')];
	if (!hasDomain(hostname)) return [customIssue(path, NO_DOMAIN)];
	return username === '' ? [] : [customIssue(path, 'Invalid URL')];
}

function hasDomain(hostname: string): boolean {
	const address = hostname.replace(/^\[|\]$/g, '');
	return isIP(address) !== 0 || /\.[a-z0-9-]{2,}$/i.test(hostname);
}
