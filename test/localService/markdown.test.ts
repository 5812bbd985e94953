import { dataOf as scrapedData, useService, type Json } from './testClient';

const service = useService();

function dataOf(page: string, options: Record<string, unknown> = {}): Promise<Json> {
	return scrapedData(service.current, page, options);
}

describe('markdown', () => {
	it('is the only format of a scrape without formats', async () => {
		const data = await dataOf('article.html');
		expect(Object.keys(data)).toEqual(['markdown', 'metadata']);
		expect(data.markdown).toMatch(/^# How a lighthouse keeps its rhythm\n/);
		expect(data.markdown).toContain('```js\nconst period = turnSeconds / panels;\n```');
		expect(data.markdown).toContain('**character**');
	});

	it('contains tables and absolute links', async () => {
		const { markdown } = await dataOf('tables.html');
		expect(markdown).toContain(
			'| Day | High water | Height |\n| --- | --- | --- |\n| Monday | 06:12',
		);
		expect(markdown).toContain(`(${service.current.url}/pages/article.html#clockwork)`);
	});

	it('contains only the main content, unless onlyMainContent is false', async () => {
		const main = await dataOf('article.html');
		const whole = await dataOf('article.html', { onlyMainContent: false });
		for (const text of ['open to visitors', 'Kept by the harbour office', 'Also read']) {
			expect(main.markdown).not.toContain(text);
			expect(whole.markdown).toContain(text);
		}
	});

	it('omits header, nav, and footer of a page without main or article', async () => {
		const { markdown } = await dataOf('tables.html');
		expect(markdown).toMatch(/^# Tide tables/);
		expect(markdown).not.toContain('Kept by');
	});

	it('omits cookie popups, unless blockAds is false', async () => {
		const options = { onlyMainContent: false };
		const popup = 'We use cookies';
		expect((await dataOf('article.html', options)).markdown).not.toContain(popup);
		const open = await dataOf('article.html', { ...options, blockAds: false });
		expect(open.markdown).toContain(popup);
	});

	it('omits residual boilerplate with onlyCleanContent', async () => {
		expect((await dataOf('article.html')).markdown).toContain('Sign up for our letter');
		const clean = await dataOf('article.html', { onlyCleanContent: true });
		expect(clean.markdown).not.toContain('Sign up for our letter');
		expect(clean.markdown).not.toContain('Home / Articles');
	});

	it('replaces base64 images, unless removeBase64Images is false', async () => {
		const short = await dataOf('article.html');
		expect(short.markdown).toContain('![A dot on the chart](<Base64-Image-Removed>)');
		const full = await dataOf('article.html', { removeBase64Images: false });
		expect(full.markdown).toContain('![A dot on the chart](data:image/gif;base64,');
	});

	it('keeps and drops elements by includeTags and excludeTags', async () => {
		const listed = await dataOf('article.html', { includeTags: ['ul', 'li', 'footer'] });
		expect(listed.markdown).toContain('one turn takes forty seconds');
		expect(listed.markdown).toContain('Kept by the harbour office');
		expect(String(listed.markdown).match(/forty seconds/g)).toHaveLength(1);
		const without = await dataOf('article.html', { excludeTags: ['pre', '.newsletter'] });
		expect(without.markdown).not.toContain('const period');
		expect(without.markdown).not.toContain('Sign up');
	});

	it('is decoded with the charset of the page', async () => {
		const { markdown, metadata } = await dataOf('latin1.html');
		expect(markdown).toContain('La marée est haute à six heures');
		expect(metadata).toMatchObject({ title: 'Le phare de la jetée', language: 'fr' });
	});

	it.each([
		[true, 'answered by [<EMAIL>](mailto:<EMAIL>) or at <PHONE>.'],
		[{ replaceStyle: 'mask', entities: ['PHONE'] }, 'or at ***************.'],
		[{ replaceStyle: 'remove' }, 'or at .'],
	])('is redacted with %j', async (redactPII, text) => {
		expect((await dataOf('article.html', { redactPII })).markdown).toContain(text);
	});
});
