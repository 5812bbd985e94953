// The local service executes no code, but recognizes a few Playwright snippets.
import type { ServiceState } from '../state';
import { fetchPage } from './fetchPage';
import { readContent } from './readContent';
import type { RememberedScrape } from './scrapeMemory';

export interface CodeBody {
	code?: string;
	language?: 'node' | 'python' | 'bash';
	timeout?: number;
}

type Outcome = Record<string, unknown>;

const snippet = /^(?:return\s+)?(console\.log\()?(?:await\s+)?page\.(title|url|content)\(\)\)?;?$/;
const openPageLine = /^\s*await\s+page\.goto\((['"`])([^'"`]+)\1\);?\s*/;
const blankPage = { url: 'about:blank', title: 'Blank page', markdown: '', html: '<html></html>' };

export function runCode(page: RememberedScrape, { code = '', language = 'node' }: CodeBody) {
	const [, print, name] = (language === 'node' && snippet.exec(code.trim())) || [];
	// The public service returns HTTP 200 even if the code fails.
	if (name === undefined) return { success: false, ...failed('This code is not supported here.') };
	const value = { title: page.title, url: page.url, content: page.html }[name];
	const output = print ? { stdout: `${value}\n`, result: null } : { stdout: '', result: value };
	return { ...output, stderr: '', exitCode: 0, killed: false };
}

const failed = (error: string): Outcome => ({
	...{ error, stdout: '', stderr: error, exitCode: 1, killed: false },
});

/** Runs code in a browser session, which can open a page in its first line. */
export async function runInSession(
	session: { page?: RememberedScrape },
	{ code = '', language = 'node' }: CodeBody,
	state: ServiceState,
): Promise<Outcome> {
	const [line = '', , url] = (language === 'node' && openPageLine.exec(code)) || [];
	if (url !== undefined) {
		const page = await fetchPage({ url }, state).catch(() => undefined);
		if (!page) return failed(`page.goto: could not open ${url}`);
		const { metadata, markdown, rawHtml } = readContent(page, { url });
		const title = String(metadata.title ?? '');
		session.page = { url: page.url, title, markdown, html: rawHtml ?? '' };
	}
	const rest = code.slice(line.length);
	if (rest === '') return { stdout: '', result: null, stderr: '', exitCode: 0, killed: false };
	return runCode(session.page ?? blankPage, { code: rest, language });
}
