import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { fileAnswer, type ServiceAnswer } from '../answer';
import { screenshotFile } from '../scrape/media';
import type { SiteAddress } from './siteAddress';
import { sitePages, type SitePage } from './sitePages';

const reportFile = path.join(__dirname, '..', 'pages', 'report.pdf');
const disallowed = ['private/'];
const lampbot = { name: 'lampbot', disallowed: ['research/'] };

export async function serveSite(address: SiteAddress, service: string): Promise<ServiceAnswer> {
	const [name = ''] = address.path.split('?');
	if (name === 'robots.txt') return textAnswer('text/plain', robotsText(address));
	if (name === 'sitemap.xml') return textAnswer('application/xml', sitemapText(address));
	if (name.startsWith('images/')) return imageAnswer(name);
	if (name === 'research/report.pdf') {
		return fileAnswer('application/pdf', await readFile(reportFile));
	}
	if (name === 'moved') return redirectTo(`${address.root}visit/`);
	const page = sitePages.find((one) => one.host === address.host && one.path === name);
	if (page) return textAnswer('text/html', pageHtml(page, address, service));
	return textAnswer('text/html', notFoundHtml, 404);
}

function textAnswer(contentType: string, text: string, status = 200): ServiceAnswer {
	return fileAnswer(`${contentType}; charset=utf-8`, Buffer.from(text), status);
}

function redirectTo(location: string): ServiceAnswer {
	return { status: 301, headers: { location }, body: Buffer.alloc(0) };
}

function robotsText({ root }: SiteAddress): string {
	const { pathname, origin } = new URL(root);
	const group = (agent: string, folders: readonly string[]): string[] => [
		`User-agent: ${agent}`,
		...folders.map((folder) => `Disallow: ${pathname}${folder}`),
	];
	return [
		...group('*', disallowed),
		...group(lampbot.name, [...disallowed, ...lampbot.disallowed]),
		`Sitemap: ${origin}/sitemap.xml`,
		'',
	].join('\n');
}

function sitemapText({ host, root }: SiteAddress): string {
	const listed = sitePages.filter((page) => page.host === host && !isDisallowed(page));
	const urls = listed.map((page) => `<url><loc>${root}${page.path}</loc></url>`);
	return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

function isDisallowed(page: SitePage): boolean {
	return disallowed.some((folder) => page.path.startsWith(folder));
}

function imageAnswer(name: string): ServiceAnswer {
	const image = sitePages.find((page) => page.image?.path === name)?.image;
	if (!image) return textAnswer('text/html', notFoundHtml, 404);
	return fileAnswer('image/png', screenshotFile(image.width, image.height).bytes);
}

function pageHtml(page: SitePage, { root, path: requested }: SiteAddress, service: string): string {
	const query = requested.split('?')[1];
	const shown = query === undefined ? page.title : `${page.title}, ${query.replace('=', ' ')}`;
	const links = page.links.map((link) => linkHtml(link, root, service)).join('\n');
	const image = page.image ? imageHtml(page.image, root) : '';
	const paragraphs = page.paragraphs.map((text) => `<p>${text}</p>`).join('\n');
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${shown}</title>
<meta name="description" content="${page.description}">
</head>
<body>
<main>
<h1>${shown}</h1>
${paragraphs}
${image}
<ul>
${links}
</ul>
</main>
</body>
</html>
`;
}

function linkHtml(link: string, root: string, service: string): string {
	const isAbsolute = /^(\w+:|\{service\})/.test(link);
	const href = isAbsolute ? link.replace('{service}', service) : root + link;
	const page = sitePages.find((one) => one.host === 'main' && one.path === link);
	return `<li><a href="${href}">${page?.title ?? link}</a></li>`;
}

function imageHtml(image: NonNullable<SitePage['image']>, root: string): string {
	return `<p><img src="${root}${image.path}" alt="${image.title}"></p>`;
}

const notFoundHtml = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Page not found</title></head>
<body><main><h1>Page not found</h1><p>There is no such page at the north mole.</p></main></body>
</html>
`;
