// The addresses of the website: below /site/ of the service, and under separate host names.
import type { SiteHost } from './sitePages';

/**
 * Host names of the website. The service's own scrapes connect to the service for these hosts, on
 * any port.
 */
export const siteHosts: Readonly<Record<string, SiteHost>> = {
	'northmole.example': 'main',
	'tides.northmole.example': 'tides',
};

export interface SiteAddress {
	host: SiteHost;
	/** Path as in `SitePage`, including the query. */
	path: string;
	/** Root URL of the website, as seen by the client. */
	root: string;
}

const rootFiles = new Set(['/robots.txt', '/sitemap.xml']);

/** Returns the website path that a request is for. Returns undefined for other requests. */
export function siteAddressOf(path: string, hostHeader: string): SiteAddress | undefined {
	const host = siteHosts[hostHeader.replace(/:\d+$/, '').toLowerCase()];
	if (host) return { host, path: path.slice(1), root: `http://${hostHeader}/` };
	if (rootFiles.has(path))
		return { host: 'main', path: path.slice(1), root: `http://${hostHeader}/site/` };
	if (!path.startsWith('/site/')) return undefined;
	return { host: 'main', path: path.slice('/site/'.length), root: `http://${hostHeader}/site/` };
}
