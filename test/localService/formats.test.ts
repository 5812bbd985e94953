import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { dataOf as scrapedData, scrape, useService, type Json } from './testClient';

const service = useService();

function dataOf(page: string, options: Record<string, unknown> = {}): Promise<Json> {
	return scrapedData(service.current, page, options);
}

describe('html', () => {
	it('is cleaned according to the specification', async () => {
		const { html } = await dataOf('article.html', { formats: ['html'], onlyMainContent: false });
		expect(html).not.toMatch(/<(script|style|noscript|meta|head)\b/);
		expect(html).toContain(`href="${service.current.url}/pages/tables.html#spring"`);
		expect(html).toContain(`src="${service.current.url}/pages/images/tower-1200.png"`);
		expect(html).not.toContain('srcset');
		expect(html).toContain('data:image/gif;base64,');
	});

	it('applies the filters, but rawHtml does not', async () => {
		const formats = ['html', 'rawHtml'];
		const data = await dataOf('article.html', { formats, excludeTags: ['pre'] });
		expect(data.html).not.toContain('<pre>');
		expect(data.html).not.toContain('<footer>');
		const stored = readFileSync(path.join(__dirname, 'pages/article.html'), 'utf8');
		expect(data.rawHtml).toBe(stored);
		expect(data.markdown).toBeUndefined();
	});

	it('rawBase64 is the unchanged body of the page', async () => {
		const { rawBase64, metadata } = await dataOf('report.pdf', { formats: ['rawBase64'] });
		const stored = readFileSync(path.join(__dirname, 'pages/report.pdf'));
		expect(rawBase64).toBe(stored.toString('base64'));
		expect(metadata?.contentType).toBe('application/pdf');
	});
});

describe('formats derived from the page', () => {
	it('links, images, and summary contain the content of the page', async () => {
		const formats = ['links', 'images', 'summary'];
		const data = await dataOf('article.html', { formats });
		expect(data.links).toEqual([
			`${service.current.url}/pages/tables.html#spring`,
			'https://charts.example/north-mole',
		]);
		expect(data.images).toEqual([`${service.current.url}/pages/images/tower-1200.png`]);
		expect(data.summary).toMatch(/^A lighthouse is known by its character:/);
	});

	it('question and highlights return sentences from the page', async () => {
		const data = await dataOf('article.html', {
			formats: [
				{ type: 'question', question: 'How many kilograms has the weight in the tower?' },
				{ type: 'highlights', query: 'lens mercury' },
			],
		});
		expect(data.answer).toMatch(/^A weight of 120 kilograms sinks slowly/);
		expect(data.highlights).toMatch(/^The lens floats in a bath of mercury/);
	});

	it('json fills the schema properties that occur on the page', async () => {
		const properties = {
			title: { type: 'string' },
			email: { type: 'string' },
			weight: { type: 'number' },
			owner: { type: 'string' },
		};
		const formats = [{ type: 'json', schema: { type: 'object', properties } }];
		const { json } = await dataOf('article.html', { formats });
		expect(json).toEqual({
			title: 'How a lighthouse keeps its rhythm',
			email: 'keeper@northmole.example',
			weight: 120,
			owner: null,
		});
	});

	it('json returns a warning when nothing on the page matches', async () => {
		const schema = { type: 'object', properties: { owner: { type: 'string' } } };
		const { warning } = await dataOf('tables.html', { formats: [{ type: 'json', schema }] });
		expect(warning).toEqual(expect.any(String));
	});

	it('json rejects an invalid schema', async () => {
		const formats = [{ type: 'json', schema: { type: 'nonsense' } }];
		const reply = await scrape(service.current, 'article.html', { formats });
		expect(reply.status).toBe(422);
		expect(reply.json.error).toBe('Unprocessable Entity');
	});

	it('json fails on a prompt injection, when the check is enabled', async () => {
		const formats = (checkPromptInjection: boolean) => [{ type: 'json', checkPromptInjection }];
		const checked = await scrape(service.current, 'injection.html', { formats: formats(true) });
		expect(checked.status).toBe(403);
		expect(checked.json.error).toBe('SCRAPE_PROMPT_INJECTION_DETECTED');
		await dataOf('injection.html', { formats: formats(false) });
	});

	it('attributes returns values by selector', async () => {
		const selectors = [{ selector: 'main img', attribute: 'alt' }];
		const { attributes } = await dataOf('article.html', {
			formats: [{ type: 'attributes', selectors }],
		});
		const values = ['The tower at dusk', 'A dot on the chart'];
		expect(attributes).toEqual([{ selector: 'main img', attribute: 'alt', values }]);
	});

	it('branding, product, and menu return structured data', async () => {
		const { branding } = await dataOf('article.html', { formats: ['branding'] });
		expect(branding).toMatchObject({
			colorScheme: 'light',
			logo: `${service.current.url}/pages/images/logo.png`,
			colors: { primary: '#0B4F6C', background: '#FFFFFF', link: '#0B6E99' },
			fonts: [{ family: 'Source Serif' }, { family: 'Fira Mono' }],
		});
		const { product, menu } = await dataOf('product.html', { formats: ['product', 'menu'] });
		expect(menu).toEqual({});
		expect(product).toMatchObject({
			title: 'Brass tide clock',
			brand: 'North Mole Works',
			variants: [
				{
					sku: 'TC-12',
					price: { amount: 89.5, currency: 'EUR', formatted: '89.50 EUR' },
					availability: { inStock: true },
				},
			],
		});
	});
});
