// Generates pages instead of fetching them, for tests with many pages. Example:
// http://synthetic.example/page/17?bytes=20000. The sitemap
// http://synthetic.example/sitemap.xml?pages=1000 lists 1000 pages.
import type { FetchedPage } from './fetchPage';

export function syntheticPage(address: string, fetchedAt: number): FetchedPage | undefined {
	const url = new URL(address);
	if (url.hostname !== 'synthetic.example') return undefined;
	const text = textOf(url);
	const [status, statusText] = text === undefined ? [404, 'Not Found'] : [200, 'OK'];
	const contentType = url.pathname.endsWith('.xml') ? 'application/xml' : 'text/plain';
	const bytes = Buffer.from(text ?? '# Not found\n');
	return { url: address, status, statusText, contentType, bytes, fetchedAt };
}

function textOf({ origin, pathname, searchParams }: URL): string | undefined {
	const numberOf = (name: string, fallback: number): number =>
		Number(searchParams.get(name) ?? fallback);
	if (pathname === '/robots.txt') return `Sitemap: ${origin}/sitemap.xml\n`;
	if (pathname === '/sitemap.xml') {
		const numbers = Array.from({ length: numberOf('pages', 1000) }, (_, index) => index + 1);
		const urls = numbers.map((number) => `<url><loc>${origin}/page/${number}</loc></url>`);
		return `<urlset>${urls.join('')}</urlset>`;
	}
	const number = pathname === '/' ? '0' : /^\/page\/(\d+)$/.exec(pathname)?.[1];
	if (number === undefined) return undefined;
	const text = `# Page ${number}\n\nThis is page ${number} of the synthetic site.\n`;
	return text.padEnd(numberOf('bytes', 100), 'x');
}
