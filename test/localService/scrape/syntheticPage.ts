// Generates pages instead of fetching them, for tests with many pages: http://synthetic.example/page/17?bytes=20000.
// With ?links=9, the page is an HTML page with links to pages 2 to 10.
import type { FetchedPage } from './fetchPage';

export function syntheticPage(address: string, fetchedAt: number): FetchedPage | undefined {
	const { hostname, pathname, searchParams } = new URL(address);
	if (hostname !== 'synthetic.example') return undefined;
	const number = /^\/page\/(\d+)$/.exec(pathname)?.[1];
	const { bytes = '100', links } = Object.fromEntries(searchParams);
	const text = `# Page ${number}\n\nThis is page ${number} of the synthetic site.\n`;
	const linked = Array.from({ length: Number(links ?? 0) }, (_, index) => index + 2)
		.map((page) => `<a href="/page/${page}?bytes=${bytes}">${page}</a>`)
		.join('\n');
	const [status, statusText] = number === undefined ? [404, 'Not Found'] : [200, 'OK'];
	return {
		...{ url: address, status, statusText, fetchedAt },
		contentType: links === undefined ? 'text/plain' : 'text/html',
		bytes: Buffer.from(linked + text.padEnd(Number(bytes), 'x')),
	};
}
