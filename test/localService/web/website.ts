// The pages under /pages/, and the website under /site/.
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileAnswer, type ServiceAnswer } from '../answer';
import type { ServiceState } from '../state';
import { sampleFile } from './files';
import { descriptionOf, sitePages, type SitePage } from './sitePages';

// latin1.html declares its charset in a meta tag.
const contentTypes: Record<string, string> = {
	'.html': 'text/html',
	'.pdf': 'application/pdf',
	'.png': 'image/png',
};

/** A request with this cookie may read `account`. */
export const LOGIN_COOKIE = 'session=keeper';

const tideClocks = (url: URL): ServiceAnswer => {
	const page = Number(url.searchParams.get('page') ?? 1);
	// The last page links to a page that does not exist.
	if (page > 3) return statusPage(404);
	const entries = [2 * page - 1, 2 * page].map(
		(n) => `<li><a href="/pages/product.html?n=${n}">Clock ${n}</a></li>`,
	);
	const next = `<a href="/pages/list?page=${page + 1}">Next page</a>`;
	return htmlPage(`Tide clocks, page ${page}`, `<ul>${entries.join('')}</ul><p>${next}</p>`);
};

type Serve = (
	state: ServiceState,
	url: URL,
	cookie: string,
) => ServiceAnswer | Promise<ServiceAnswer>;

/** Pages that are not files. */
const pages: Record<string, Serve> = {
	'changing.html': ({ changingText }) =>
		htmlPage('Notice to the harbour', `<p>${changingText.replace(/</g, '&lt;')}</p>`),
	'alternating.html': ({ visits }, { search }) => {
		const count = visits.get(search) ?? 0;
		visits.set(search, count + 1);
		const price = count % 2 === 0 ? '89.50' : '79.00';
		return htmlPage('Brass tide clock', `<p>For sale at ${price} EUR.</p>`);
	},
	account: (_state, _url, cookie) =>
		cookie.includes(LOGIN_COOKIE)
			? htmlPage('Your orders', '<p>One tide clock. <a href="/pages/login">Log out</a></p>')
			: redirectTo('/pages/login'),
	login: () => htmlPage('Log in', '<p>Enter your email address and your password.</p>'),
	list: (_state, url) => tideClocks(url),
	slow: async (_state, { searchParams }) => {
		await pause(Number(searchParams.get('ms') ?? 1000), undefined, { ref: false });
		return htmlPage('A slow page', '<p>It came in the end.</p>');
	},
};

export async function servePage(
	state: ServiceState,
	path: string,
	cookie = '',
): Promise<ServiceAnswer> {
	const url = new URL(path, state.url);
	const name = url.pathname.slice('/pages/'.length);
	const status = /^status\/([2-5]\d\d)$/.exec(name)?.[1];
	if (status) return statusPage(Number(status));
	const serve = pages[name];
	return serve ? await serve(state, url, cookie) : await storedPage(name);
}

async function storedPage(name: string): Promise<ServiceAnswer> {
	const type = contentTypes[extname(name)];
	if (!/^[a-z0-9-]+\.[a-z]+$/.test(name) || !type) return statusPage(404);
	const content = await readFile(join(__dirname, 'pages', name)).catch(() => undefined);
	return content ? fileAnswer(type, content) : statusPage(404);
}

const redirectTo = (location: string): ServiceAnswer => ({
	...{ status: 302, headers: { location }, body: Buffer.alloc(0) },
});

const statusPage = (status: number): ServiceAnswer =>
	htmlPage(`Status ${status}`, '<p>The lamp is out.</p>', { status });

function htmlPage(
	title: string,
	content: string,
	{ status = 200, description = title } = {},
): ServiceAnswer {
	const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="description" content="${description}">
</head>
<body><main><h1>${title}</h1>
${content}
</main></body>
</html>
`;
	return fileAnswer('text/html; charset=utf-8', Buffer.from(html), status);
}

export function serveSite(state: ServiceState, path: string): ServiceAnswer {
	const [name = ''] = path.slice('/site/'.length).split('?');
	if (name === 'moved') return redirectTo('/site/visit/');
	if (name.endsWith('.png')) return sampleFile('screenshot');
	if (name.endsWith('.pdf')) return sampleFile('pdf');
	const page = sitePages.find((one) => one.path === name);
	if (page) return sitePage(page, state.url);
	return htmlPage('Page not found', '<p>There is no such page at the north mole.</p>', {
		status: 404,
	});
}

function sitePage({ title, ...page }: SitePage, service: string): ServiceAnswer {
	const links = page.links.map((link) => {
		const isAbsolute = /^(\w+:|\{)/.test(link);
		const href = isAbsolute ? link.replace('{service}', service) : `/site/${link}`;
		const target = sitePages.find(({ path }) => path === link);
		return `<li><a href="${href}">${target?.title ?? link}</a></li>`;
	});
	const image = page.image ? `<p><img src="/site/${page.image}" alt="${title}"></p>\n` : '';
	const content = `<p>${page.text}</p>\n${image}<ul>\n${links.join('\n')}\n</ul>`;
	return htmlPage(title, content, { description: descriptionOf(page.text) });
}
