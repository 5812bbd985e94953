// Generates pages instead of fetching them, for tests with many pages: http://synthetic.example/page/17?bytes=20000
import type { FetchedPage } from './fetchPage';

export function syntheticPage(address: string, fetchedAt: number): FetchedPage | undefined {
	const { hostname, pathname, searchParams } = new URL(address);
	if (hostname !== 'synthetic.example') return undefined;
	const number = /^\/page\/(\d+)$/.exec(pathname)?.[1];
	const text = `# Page ${number}\n\nThis is page ${number} of the synthetic site.\n`;
	const bytes = Buffer.from(text.padEnd(Number(searchParams.get('bytes') ?? 100), 'x'));
	const [status, statusText] = number === undefined ? [404, 'Not Found'] : [200, 'OK'];
	return { url: address, status, statusText, contentType: 'text/plain', bytes, fetchedAt };
}
