import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileAnswer, rowFailure, type ServiceAnswer } from './answer';
import type { ServiceState } from './state';

const folder = path.join(__dirname, 'pages');

// latin1.html declares its charset in a meta tag.
const contentTypes: Record<string, string> = {
	'.html': 'text/html',
	'.pdf': 'application/pdf',
	'.json': 'application/json',
	'.txt': 'text/plain; charset=utf-8',
};

export async function servePage(state: ServiceState, requested: string): Promise<ServiceAnswer> {
	const url = new URL(requested, state.url);
	const name = url.pathname.slice('/pages/'.length);
	if (name === 'changing.html') return htmlAnswer(changingPage(state.changingText));
	if (name === 'alternating.html') return htmlAnswer(alternatingPage(state, url));
	if (name === 'redirect') return redirectTo('/pages/article.html');
	if (name === 'slow') return await slowPage(Number(url.searchParams.get('ms') ?? 1000));
	const status = /^status\/([2-5]\d\d)$/.exec(name)?.[1];
	if (status) return statusPage(Number(status));
	return await storedPage(name);
}

async function storedPage(name: string): Promise<ServiceAnswer> {
	const type = contentTypes[path.extname(name)];
	if (!/^[a-z0-9-]+\.[a-z]+$/.test(name) || !type) throw rowFailure('notFound');
	try {
		return fileAnswer(type, await readFile(path.join(folder, name)));
	} catch {
		return statusPage(404);
	}
}

function htmlAnswer(html: string, status = 200): ServiceAnswer {
	return fileAnswer('text/html; charset=utf-8', Buffer.from(html), status);
}

function htmlPage(title: string, content: string): string {
	return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>
`;
}

function changingPage(text: string): string {
	const content = `<p>This notice is rewritten before every tide.</p><p>${escapeHtml(text)}</p>`;
	return htmlPage('Notice to the harbour', content);
}

function alternatingPage({ visits: all }: ServiceState, { search }: URL): string {
	const visits = all.get(search) ?? 0;
	all.set(search, visits + 1);
	const price = visits % 2 === 0 ? '89.50' : '79.00';
	return htmlPage('Brass tide clock', `<p>For sale at ${price} EUR.</p>`);
}

function escapeHtml(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function statusPage(status: number): ServiceAnswer {
	return htmlAnswer(htmlPage(`Status ${status}`, '<p>The lamp is out.</p>'), status);
}

async function slowPage(ms: number): Promise<ServiceAnswer> {
	await pause(ms, undefined, { ref: false });
	return htmlAnswer(htmlPage('A slow page', '<p>It came in the end.</p>'));
}

function redirectTo(location: string): ServiceAnswer {
	return { status: 302, headers: { location }, body: Buffer.alloc(0) };
}
