import type { CrawlerOptions } from '../schemas/crawl';

type Rule = (prompt: string) => CrawlerOptions | undefined;

const rules: Rule[] = [
	(prompt) => pathsAfter(prompt, /\b(?:only|include|crawl|below|under)\b/i, 'includePaths'),
	(prompt) => pathsAfter(prompt, /\b(?:except|exclude|without|not)\b/i, 'excludePaths'),
	(prompt) => numberIn(prompt, /\b(\d+) pages?\b/i, 'limit'),
	(prompt) => numberIn(prompt, /\bdepth(?: of)? (\d+)\b/i, 'maxDiscoveryDepth'),
	(prompt) => (/\bsubdomains?\b/i.test(prompt) ? { allowSubdomains: true } : undefined),
	(prompt) =>
		/\bentire (?:site|domain)\b/i.test(prompt) ? { crawlEntireDomain: true } : undefined,
	(prompt) => (/\b(?:without|skip) the sitemap\b/i.test(prompt) ? { sitemap: 'skip' } : undefined),
];

export function optionsFromPrompt(prompt: string): CrawlerOptions | undefined {
	const options = rules.flatMap((rule) => rule(prompt) ?? []);
	return options.length === 0 ? undefined : (Object.assign({}, ...options) as CrawlerOptions);
}

function pathsAfter(
	prompt: string,
	word: RegExp,
	name: 'includePaths' | 'excludePaths',
): CrawlerOptions | undefined {
	const start = word.exec(prompt);
	if (!start) return undefined;
	const [clause = ''] = prompt.slice(start.index).split(/[.;]|, (?:but|except|exclude|without)\b/);
	const paths = clause.match(/\/[\w-]+(?:\/[\w-]+)*/g) ?? [];
	return paths.length === 0 ? undefined : { [name]: paths.map((path) => `^${path}(/.*)?$`) };
}

function numberIn(
	prompt: string,
	pattern: RegExp,
	name: 'limit' | 'maxDiscoveryDepth',
): CrawlerOptions | undefined {
	const digits = pattern.exec(prompt)?.[1];
	return digits === undefined ? undefined : { [name]: Number(digits) };
}
