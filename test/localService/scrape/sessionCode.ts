import { AnswerError } from '../answer';
import type { StandaloneSession } from '../endpoints/browserSessions';
import type { CodeBody } from '../schemas/browserSession';
import type { ServiceState } from '../state';
import { fetchPage } from './fetchPage';
import { readContent } from './readContent';
import { runCode } from './runCode';
import type { RememberedScrape } from './scrapeMemory';

const blankPage = { url: 'about:blank', title: 'Blank page', markdown: '', html: '<html></html>' };

const openPageLine = /^\s*await\s+page\.goto\((['"`])([^'"`]+)\1\);?\s*/;

export async function runInSession(
	session: StandaloneSession,
	{ code, language = 'node' }: CodeBody,
	state: ServiceState,
): Promise<Record<string, unknown>> {
	const [line, , url] = (language === 'node' && openPageLine.exec(code)) || [];
	if (line !== undefined && url !== undefined) {
		const page = await openPage(url, state);
		if (page === undefined) return failed(`page.goto: could not open ${url}`);
		session.page = page;
	}
	const rest = code.slice(line?.length ?? 0);
	if (rest === '') return { stdout: '', result: null, stderr: '', exitCode: 0, killed: false };
	return runCode(session.page ?? blankPage, { code: rest, language });
}

async function openPage(url: string, state: ServiceState): Promise<RememberedScrape | undefined> {
	try {
		const page = await fetchPage({ url }, state);
		const { metadata, markdown, rawHtml } = await readContent(page, { url });
		return { url: page.url, title: String(metadata.title ?? ''), markdown, html: rawHtml ?? '' };
	} catch (error) {
		if (error instanceof AnswerError) return undefined;
		throw error;
	}
}

function failed(error: string): Record<string, unknown> {
	return { error, stdout: '', stderr: error, exitCode: 1, killed: false };
}
