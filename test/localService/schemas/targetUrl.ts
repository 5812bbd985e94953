import { isIP } from 'node:net';
import { canParse } from '../canParse';
import { customIssue, type Detail } from './details';

const NO_DOMAIN = 'URL must have a valid top-level domain or be an IP address';

export function withScheme(text: string): string {
	return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
}

export function targetUrlIssues(text: unknown, path: Detail['path']): Detail[] {
	if (typeof text !== 'string') return [];
	const url = withScheme(text.trim());
	const invalid = customIssue(path, 'Invalid URL');
	if (!canParse(url)) return [wrongUrl(path), customIssue(path, NO_DOMAIN), invalid];
	const { protocol, hostname, port, username } = new URL(url);
	if (!/^https?:$/.test(protocol)) return [wrongProtocol(path), invalid];
	const isLocal = hostname === 'localhost' && port !== '';
	const noDomain = hasDomain(hostname) ? [] : [customIssue(path, NO_DOMAIN)];
	return [...noDomain, ...(isLocal || username !== '' ? [invalid] : [])];
}

export function wrongUrl(path: Detail['path']): Detail {
	return { code: 'invalid_format', format: 'url', path, message: 'Invalid URL' };
}

function wrongProtocol(path: Detail['path']): Detail {
	return {
		origin: 'string',
		code: 'invalid_format',
		format: 'regex',
		pattern: '/^https?:\\/\\//i',
		path,
		message: 'URL uses unsupported protocol',
	};
}

function hasDomain(hostname: string): boolean {
	const address = hostname.replace(/^\[|\]$/g, '');
	return isIP(address) !== 0 || /\.[a-z0-9-]{2,}$/i.test(hostname);
}
