// The local service executes no code, but recognizes a few Playwright snippets.
import type { RememberedScrape } from './scrapeMemory';

const snippet = /^(?:return\s+)?(console\.log\()?(?:await\s+)?page\.(title|url|content)\(\)\)?;?$/;

export function runCode(
	page: RememberedScrape,
	{ code = '', language = 'node' }: { code?: string; language?: string },
): Record<string, unknown> {
	const [, print, name] = (language === 'node' && snippet.exec(code.trim())) || [];
	if (name === undefined) {
		// The public service returns HTTP 200 even if the code fails.
		const stderr = 'This code is not supported here.';
		return { success: false, error: stderr, stdout: '', stderr, exitCode: 1, killed: false };
	}
	const value = { title: page.title, url: page.url, content: page.html }[name];
	const output = print ? { stdout: `${value}\n`, result: null } : { stdout: '', result: value };
	return { ...output, stderr: '', exitCode: 0, killed: false };
}
