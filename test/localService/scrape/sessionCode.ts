import type { StandaloneSession } from '../endpoints/browserSessions';
import type { CodeBody } from '../schemas/browserSession';
import type { ServiceState } from '../state';
import { tryFetch } from './fetchPage';
import { readContent } from './readContent';
import { runCode } from './runCode';

const blankPage = { url: 'about:blank', title: 'Blank page', markdown: '', html: '<html></html>' };

const openPageLine = /^\s*await\s+page\.goto\((['"`])([^'"`]+)\1\);?\s*/;

export async function runInSession(
	session: StandaloneSession,
	{ code, language = 'node' }: CodeBody,
	state: ServiceState,
): Promise<Record<string, unknown>> {
	const [line = '', , url] = (language === 'node' && openPageLine.exec(code)) || [];
	if (url !== undefined && !(await openPage(session, url, state))) {
		const error = `page.goto: could not open ${url}`;
		return { error, stdout: '', stderr: error, exitCode: 1, killed: false };
	}
	const rest = code.slice(line.length);
	if (rest === '') return { stdout: '', result: null, stderr: '', exitCode: 0, killed: false };
	return runCode(session.page ?? blankPage, { code: rest, language });
}

async function openPage(
	session: StandaloneSession,
	url: string,
	state: ServiceState,
): Promise<boolean> {
	const page = await tryFetch(url, state);
	if (!page) return false;
	const { metadata, markdown, rawHtml } = readContent(page, { url });
	const title = String(metadata.title ?? '');
	session.page = { url: page.url, title, markdown, html: rawHtml ?? '' };
	return true;
}
