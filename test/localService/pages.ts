import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileAnswer, rowFailure, type ServiceAnswer } from './answer';
import type { ServiceState } from './state';

// latin1.html declares its charset in a meta tag.
const contentTypes: Record<string, string> = {
	'.html': 'text/html',
	'.pdf': 'application/pdf',
	'.png': 'image/png',
};

/** A request with this cookie may read `account`. */
export const LOGIN_COOKIE = 'session=keeper';

export async function servePage(
	state: ServiceState,
	requested: string,
	cookie = '',
): Promise<ServiceAnswer> {
	const { pathname, search, searchParams } = new URL(requested, state.url);
	const name = pathname.slice('/pages/'.length);
	const status = /^status\/([2-5]\d\d)$/.exec(name)?.[1];
	if (status) return statusPage(Number(status));
	switch (name) {
		case 'changing.html':
			return htmlPage('Notice to the harbour', changingContent(state.changingText));
		case 'alternating.html':
			return htmlPage('Brass tide clock', alternatingContent(state.visits, search));
		case 'redirect':
			return redirectTo('/pages/article.html');
		case 'account':
			return cookie.includes(LOGIN_COOKIE)
				? htmlPage('Your orders', '<p>One tide clock. <a href="/pages/login">Log out</a></p>')
				: redirectTo('/pages/login');
		case 'login':
			return htmlPage('Log in', '<p>Enter your email address and your password.</p>');
		case 'list':
			return listPage(Number(searchParams.get('page') ?? 1));
		case 'slow':
			await pause(Number(searchParams.get('ms') ?? 1000), undefined, { ref: false });
			return htmlPage('A slow page', '<p>It came in the end.</p>');
		default:
			return await storedPage(name);
	}
}

async function storedPage(name: string): Promise<ServiceAnswer> {
	const type = contentTypes[path.extname(name)];
	if (!/^[a-z0-9-]+\.[a-z]+$/.test(name) || !type) throw rowFailure('notFound');
	try {
		return fileAnswer(type, await readFile(path.join(__dirname, 'pages', name)));
	} catch {
		return statusPage(404);
	}
}

function redirectTo(location: string): ServiceAnswer {
	return { status: 302, headers: { location }, body: Buffer.alloc(0) };
}

/** The list has three pages. The last page links to a page that does not exist. */
function listPage(page: number): ServiceAnswer {
	if (page > 3) return statusPage(404);
	const numbers = [2 * page - 1, 2 * page];
	const entries = numbers.map(
		(n) => `<li><a href="/pages/product.html?n=${n}">Clock ${n}</a></li>`,
	);
	const next = `<a href="/pages/list?page=${page + 1}">Next page</a>`;
	return htmlPage(`Tide clocks, page ${page}`, `<ul>${entries.join('')}</ul><p>${next}</p>`);
}

function statusPage(status: number): ServiceAnswer {
	return htmlPage(`Status ${status}`, '<p>The lamp is out.</p>', { status });
}

export function htmlPage(
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

function changingContent(text: string): string {
	const shown = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
	return `<p>This notice is rewritten before every tide.</p><p>${shown}</p>`;
}

function alternatingContent(visitsOf: Map<string, number>, key: string): string {
	const visits = visitsOf.get(key) ?? 0;
	visitsOf.set(key, visits + 1);
	return `<p>For sale at ${visits % 2 === 0 ? '89.50' : '79.00'} EUR.</p>`;
}
