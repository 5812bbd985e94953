import { scrape, useService, type Json } from './testClient';

const service = useService({ zeroDataRetention: true });

async function dataOf(page: string, options: object = {}): Promise<Json> {
	const { status, json } = await scrape(service.current, page, options);
	expect([status, json.success]).toEqual([200, true]);
	return json.data ?? {};
}

describe('a scraped page', () => {
	it('is Markdown without formats: tables, code, absolute links, no Base64 images', async () => {
		const { url } = service.current;
		const article = await dataOf('article.html');
		expect(Object.keys(article)).toEqual(['markdown', 'metadata']);
		expect(article.markdown).toMatch(/^# How a lighthouse keeps its rhythm\n/);
		expect(article.markdown).toContain('```js\nconst period = turnSeconds / panels;\n```');
		expect(article.markdown).toContain('![A dot on the chart](<Base64-Image-Removed>)');
		const tables = await dataOf('tables.html');
		expect(tables.markdown).toMatch(/^# Tide tables/);
		expect(tables.markdown).toContain('| Day | High water | Height |\n| --- | --- | --- |\n');
		expect(tables.markdown).toContain(`(${url}/pages/article.html#clockwork)`);
	});

	it.each<[object, string, boolean]>([
		[{}, 'open to visitors', false],
		[{ onlyMainContent: false }, 'open to visitors', true],
		[{ excludeTags: ['.newsletter'] }, 'Sign up for our letter', false],
		[{ includeTags: ['ul', 'li'] }, 'one turn takes forty seconds', true],
		[{ includeTags: ['ul', 'li'] }, 'character', false],
	])('with %j contains "%s": %s', async (options, text, isContained) => {
		const { markdown } = await dataOf('article.html', options);
		expect(String(markdown).includes(text)).toBe(isContained);
	});

	it.each<[string, object, number, string]>([
		['slow?ms=60000', { timeout: 1000 }, 408, 'SCRAPE_TIMEOUT'],
		['http://no-such-host.invalid/', {}, 200, 'SCRAPE_DNS_RESOLUTION_ERROR'],
		['http://127.0.0.1:1/', {}, 500, 'SCRAPE_SITE_ERROR'],
		[
			'article.html',
			{ formats: [{ type: 'json', schema: { type: 'nonsense' } }] },
			422,
			'Unprocessable Entity',
		],
		['article.html', { onlyCleanContent: true, zeroDataRetention: true }, 400, 'BAD_REQUEST'],
	])('%s with %j fails with status %d and %s', async (page, options, status, reason) => {
		const reply = await scrape(service.current, page, options);
		const { success, code, error } = reply.json;
		expect([reply.status, success]).toEqual([status, false]);
		expect([code, error]).toContain(reason);
	});
});
