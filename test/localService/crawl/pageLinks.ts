import { isIP } from 'node:net';

export function withoutFragment(url: string): string {
	return url.replace(/#.*$/, '');
}

export function withoutQuery(url: string): string {
	return url.replace(/[?#].*$/, '');
}

export function baseDomain(hostname: string): string {
	return isIP(hostname) ? hostname : hostname.split('.').slice(-2).join('.');
}
