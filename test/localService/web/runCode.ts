// The local service executes no code, but recognizes a few Playwright snippets.
import type { ServiceState } from '../state';
import { fetchPage } from './fetchPage';
import { readContent } from './readContent';
import type { RememberedScrape } from './scrape';

export interface CodeBody {
	code?: string;
	language?: 'node' | 'python' | 'bash';
}

type Outcome = Record<string, unknown>;

const snippet = /^(?:return\s+)?(console\.log\()?(?:await\s+)?page\.(title|url|content)\(\)\)?;?$/;
const openPageLine = /^\s*await\s+page\.goto\((['"`])([^'"`]+)\1\);?\s*/;
const blankPage = { url: 'about:blank', title: 'Blank page', markdown: '', html: '<html></html>' };

const ended = { stdout: '', stderr: '', result: null, exitCode: 0, killed: false };

const failed = (error: string): Outcome => ({ ...ended, error, stderr: error, exitCode: 1 });

export function runCode(page: RememberedScrape, { code = '', language }: CodeBody): Outcome {
	const isNode = language === undefined || language === 'node';
	const [, print, name] = (isNode && snippet.exec(code.trim())) || [];
	// The public service returns HTTP 200 even if the code fails.
	if (name === undefined) return { success: false, ...failed('This code is not supported here.') };
	const value = { title: page.title, url: page.url, content: page.html }[name];
	return { ...ended, ...(print ? { stdout: `${value}\n` } : { result: value }) };
}

/** Runs code in a browser session, which can open a page in its first line. */
export async function runInSession(
	session: { page?: RememberedScrape },
	{ code = '', language }: CodeBody,
	state: ServiceState,
): Promise<Outcome> {
	const [line = '', , url] = openPageLine.exec(code) ?? [];
	if (url !== undefined) {
		const page = await fetchPage({ url }, state).catch(() => undefined);
		if (!page) return failed(`page.goto: could not open ${url}`);
		const { metadata, markdown, rawHtml } = readContent(page, { url });
		const title = String(metadata.title ?? '');
		session.page = { url: page.url, title, markdown, html: rawHtml ?? '' };
	}
	const rest = code.slice(line.length);
	return rest === '' ? ended : runCode(session.page ?? blankPage, { code: rest, language });
}
