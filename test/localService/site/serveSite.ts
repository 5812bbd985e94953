import { fileAnswer, type ServiceAnswer } from '../answer';
import { htmlPage } from '../pages';
import { mediaFile } from '../scrape/media';
import { descriptionOf, isPrivate, sitePages, type SitePage } from './sitePages';

export function isSitePath(path: string): boolean {
	return /^\/(site\/|robots\.txt$|sitemap\.xml$)/.test(path);
}

export async function serveSite(path: string, service: string): Promise<ServiceAnswer> {
	const [name = '', query] = path.replace(/^\/(site\/)?/, '').split('?');
	if (name === 'robots.txt') return textAnswer('text/plain', robotsText(service));
	if (name === 'sitemap.xml') return textAnswer('application/xml', sitemapText(service));
	if (name === 'moved') {
		return { status: 301, headers: { location: '/site/visit/' }, body: Buffer.alloc(0) };
	}
	if (name.endsWith('.png')) return fileAnswer('image/png', mediaFile('screenshot').bytes);
	if (name.endsWith('.pdf')) return fileAnswer('application/pdf', mediaFile('pdf').bytes);
	const page = sitePages.find((one) => one.path === name);
	if (page) return sitePage(page, query, service);
	const text = '<p>There is no such page at the north mole.</p>';
	return htmlPage('Page not found', text, { status: 404 });
}

function textAnswer(contentType: string, text: string): ServiceAnswer {
	return fileAnswer(`${contentType}; charset=utf-8`, Buffer.from(text));
}

function robotsText(service: string): string {
	return `User-agent: *
Disallow: /site/private/

User-agent: lampbot
Disallow: /site/private/
Disallow: /site/research/

Sitemap: ${service}/sitemap.xml
`;
}

function sitemapText(service: string): string {
	const listed = sitePages.filter((page) => !isPrivate(page));
	return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${listed.map(({ path }) => `<url><loc>${service}/site/${path}</loc></url>`).join('\n')}
</urlset>
`;
}

function sitePage(page: SitePage, query: string | undefined, service: string): ServiceAnswer {
	const title = query ? `${page.title}, ${query.replace('=', ' ')}` : page.title;
	const links = page.links.map((link) => {
		const isAbsolute = /^(\w+:|\{)/.test(link);
		const href = isAbsolute ? link.replace('{service}', service) : `/site/${link}`;
		const target = sitePages.find(({ path }) => path === link);
		return `<li><a href="${href}">${target?.title ?? link}</a></li>`;
	});
	const image = page.image ? `<p><img src="/site/${page.image}" alt="${title}"></p>\n` : '';
	const content = `<p>${page.text}</p>\n${image}<ul>\n${links.join('\n')}\n</ul>`;
	return htmlPage(title, content, { description: descriptionOf(page) });
}
