import { fileAnswer, type ServiceAnswer } from '../answer';
import { mediaFile } from '../fileStore';
import { htmlPage } from '../pages';
import { descriptionOf, sitePages, type SitePage } from './sitePages';

export async function serveSite(path: string, service: string): Promise<ServiceAnswer> {
	const [name = '', query] = path.slice('/site/'.length).split('?');
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
