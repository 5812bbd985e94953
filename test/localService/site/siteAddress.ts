import type { SiteHost } from './sitePages';

/** Host names of the test website. A scrape of these hosts connects to the local service. */
export const siteHosts: Readonly<Record<string, SiteHost>> = {
	'northmole.example': 'main',
	'tides.northmole.example': 'tides',
};

export interface SiteAddress {
	host: SiteHost;
	path: string;
	root: string;
}

const rootFiles = new Set(['/robots.txt', '/sitemap.xml']);

/** Returns undefined if the request is not for the test website. */
export function siteAddressOf(path: string, hostHeader: string): SiteAddress | undefined {
	const host = siteHosts[hostHeader.replace(/:\d+$/, '').toLowerCase()];
	if (host) return { host, path: path.slice(1), root: `http://${hostHeader}/` };
	if (rootFiles.has(path))
		return { host: 'main', path: path.slice(1), root: `http://${hostHeader}/site/` };
	if (!path.startsWith('/site/')) return undefined;
	return { host: 'main', path: path.slice('/site/'.length), root: `http://${hostHeader}/site/` };
}
