// The local service executes no code, but recognizes a few Playwright snippets.
import type { InteractBody } from '../schemas/interact';
import type { RememberedScrape } from './scrapeMemory';

const read = /^(?:await\s+)?page\.(title|url|content)\(\)$/;

export function runCode(scrape: RememberedScrape, body: InteractBody): Record<string, unknown> {
	const code = (body.code ?? '').trim().replace(/;$/, '');
	const isNode = (body.language ?? 'node') === 'node';
	const printed = /^console\.log\((.*)\)$/.exec(code)?.[1];
	const value = isNode ? valueOf(scrape, printed ?? code.replace(/^return\s+/, '')) : undefined;
	if (value === undefined) return refused();
	const ended = { stderr: '', exitCode: 0, killed: false };
	if (printed !== undefined) return { stdout: `${value}\n`, result: null, ...ended };
	return { stdout: '', result: value, ...ended };
}

function valueOf(scrape: RememberedScrape, expression: string): string | undefined {
	switch (read.exec(expression.trim())?.[1]) {
		case 'title':
			return scrape.title;
		case 'url':
			return scrape.url;
		case 'content':
			return scrape.html;
		default:
			return undefined;
	}
}

// The public service returns HTTP 200 even if the code fails.
function refused(): Record<string, unknown> {
	const stderr = 'This code is not supported here.';
	return { success: false, error: stderr, stdout: '', stderr, exitCode: 1, killed: false };
}
