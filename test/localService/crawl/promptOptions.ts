import type { CrawlerOptions } from '../schemas/crawl';

/** Recognizes a few phrases, such as "Only /visit, at most 3 pages, without the sitemap". */
export function optionsFromPrompt(prompt: string): CrawlerOptions | undefined {
	const path = /\b(?:only|below) (\/[\w/-]*\w)/i.exec(prompt)?.[1];
	const limit = /\b(\d+) pages?\b/i.exec(prompt)?.[1];
	const options: CrawlerOptions = {
		...(path && { includePaths: [`^${path}(/.*)?$`] }),
		...(limit && { limit: Number(limit) }),
		...(/\bwithout the sitemap\b/i.test(prompt) && { sitemap: 'skip' }),
	};
	return Object.keys(options).length === 0 ? undefined : options;
}
