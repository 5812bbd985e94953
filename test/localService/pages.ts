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

export async function servePage(state: ServiceState, requested: string): Promise<ServiceAnswer> {
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
			return { status: 302, headers: { location: '/pages/article.html' }, body: Buffer.alloc(0) };
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
