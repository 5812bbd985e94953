// Generates pages instead of fetching them, for tests with many pages. Example:
// http://synthetic.example/page/17?bytes=20000. The sitemap
// http://synthetic.example/sitemap.xml?pages=1000 lists 1000 pages.
import type { FetchedPage } from './fetchPage';

const HOST = 'synthetic.example';

export function syntheticPage(address: string, fetchedAt: number): FetchedPage | undefined {
	const url = new URL(address);
	if (url.hostname !== HOST) return undefined;
	const [status, contentType, text] = contentOf(url);
	const statusText = status === 200 ? 'OK' : 'Not Found';
	const bytes = Buffer.from(text);
	return { url: address, status, statusText, contentType, charset: 'utf-8', bytes, fetchedAt };
}

function contentOf({ origin, pathname, searchParams }: URL): [number, string, string] {
	if (pathname === '/robots.txt') return [200, 'text/plain', `Sitemap: ${origin}/sitemap.xml\n`];
	if (pathname === '/sitemap.xml') {
		return [200, 'application/xml', sitemapText(origin, Number(searchParams.get('pages') ?? 1000))];
	}
	const number = /^\/page\/(\d+)$/.exec(pathname)?.[1];
	if (number === undefined && pathname !== '/') return [404, 'text/plain', '# Not found\n'];
	return [200, 'text/plain', pageText(number ?? '0', Number(searchParams.get('bytes') ?? 100))];
}

function pageText(number: string, bytes: number): string {
	return `# Page ${number}\n\nThis is page ${number} of the synthetic site.\n`.padEnd(bytes, 'x');
}

function sitemapText(origin: string, pages: number): string {
	const locations = Array.from({ length: pages }, (_, index) => `${origin}/page/${index + 1}`);
	return `<urlset>${locations.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
}
