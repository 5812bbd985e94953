import * as cheerio from 'cheerio';
import { canParse } from '../canParse';

export function pageLinks(html: string, pageUrl: string): string[] {
	const $ = cheerio.load(html);
	const declared = $('base[href]').attr('href') ?? '';
	const base = canParse(declared, pageUrl) ? new URL(declared, pageUrl).href : pageUrl;
	const links = $('a[href]')
		.toArray()
		.map((element) => $(element).attr('href') ?? '')
		.filter((href) => canParse(href, base))
		.map((href) => withoutFragment(new URL(href, base).href))
		.filter((href) => /^https?:/.test(href));
	return [...new Set(links)];
}

export function withoutFragment(url: string): string {
	return url.replace(/#.*$/, '');
}

export function withoutQuery(url: string): string {
	return url.replace(/[?#].*$/, '');
}

export function pageKey(url: string, ignoresQuery: boolean): string {
	const { host, pathname, search } = new URL(url);
	const path = pathname.replace(/\/(index\.\w+)?$/, '');
	return host.replace(/^www\./, '') + path + (ignoresQuery ? '' : search);
}

export function isSubdomainOf(hostname: string, parent: string): boolean {
	const domain = parent.replace(/^www\./, '');
	return hostname === domain || hostname.endsWith(`.${domain}`);
}

export function baseDomain(hostname: string): string {
	return /^[\d.]+$|:/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.');
}
