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
	const noDomain = customIssue(path, NO_DOMAIN);
	if (!canParse(url)) return [wrongUrl(path), noDomain, invalid];
	const { protocol, hostname, port, username } = new URL(url);
	if (!/^https?:$/.test(protocol)) return [wrongProtocol(path), invalid];
	const isLocal = hostname === 'localhost' && port !== '';
	const isIp = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
	const hasDomain = isIp || /\.[a-z0-9-]{2,}$/i.test(hostname);
	return [...(hasDomain ? [] : [noDomain]), ...(isLocal || username !== '' ? [invalid] : [])];
}

export function wrongUrl(path: Detail['path']): Detail {
	return { code: 'invalid_format', format: 'url', path, message: 'Invalid URL' };
}

function wrongProtocol(path: Detail['path']): Detail {
	const pattern = '/^https?:\\/\\//i';
	const message = 'URL uses unsupported protocol';
	return { origin: 'string', code: 'invalid_format', format: 'regex', pattern, path, message };
}
