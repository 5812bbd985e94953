import { request } from 'undici';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { call, scrape, useService, type Json } from './testClient';

const held = useService({ zeroDataRetention: true });

async function dataOf(page: string, options: Record<string, unknown> = {}): Promise<Json> {
	const { status, json } = await scrape(held.current, page, options);
	expect(status).toBe(200);
	expect(json.success).toBe(true);
	return json.data ?? {};
}

async function file(url: unknown): Promise<{ status: number; type: unknown; bytes: Buffer }> {
	const response = await request(String(url));
	const bytes = Buffer.from(await response.body.arrayBuffer());
	return { status: response.statusCode, type: response.headers['content-type'], bytes };
}

describe('markdown', () => {
	it('is what a scrape without formats returns, and nothing else', async () => {
		const data = await dataOf('article.html');
		expect(Object.keys(data)).toEqual(['markdown', 'metadata']);
		expect(data.markdown).toMatch(/^# How a lighthouse keeps its rhythm\n/);
		expect(data.markdown).toContain('```js\nconst period = turnSeconds / panels;\n```');
		expect(data.markdown).toContain('**character**');
	});

	it('keeps tables and makes links absolute', async () => {
		const { markdown } = await dataOf('tables.html');
		expect(markdown).toContain(
			'| Day | High water | Height |\n| --- | --- | --- |\n| Monday | 06:12',
		);
		expect(markdown).toContain(`(${held.current.url}/pages/article.html#clockwork)`);
	});

	it('leaves out what is not main content, unless it is wanted', async () => {
		const main = await dataOf('article.html');
		const whole = await dataOf('article.html', { onlyMainContent: false });
		for (const text of ['open to visitors', 'Kept by the harbour office', 'Also read']) {
			expect(main.markdown).not.toContain(text);
			expect(whole.markdown).toContain(text);
		}
	});

	it('drops header, nav and footer of a page without main or article', async () => {
		const { markdown } = await dataOf('tables.html');
		expect(markdown).toMatch(/^# Tide tables/);
		expect(markdown).not.toContain('Kept by');
	});

	it('blocks cookie popups, unless told otherwise', async () => {
		const options = { onlyMainContent: false };
		const popup = 'We use cookies';
		expect((await dataOf('article.html', options)).markdown).not.toContain(popup);
		const open = await dataOf('article.html', { ...options, blockAds: false });
		expect(open.markdown).toContain(popup);
	});

	it('loses residual boilerplate with onlyCleanContent', async () => {
		expect((await dataOf('article.html')).markdown).toContain('Sign up for our letter');
		const clean = await dataOf('article.html', { onlyCleanContent: true });
		expect(clean.markdown).not.toContain('Sign up for our letter');
		expect(clean.markdown).not.toContain('Home / Articles');
	});

	it('replaces base64 images, unless told otherwise', async () => {
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

	it('reads a page in its own charset', async () => {
		const { markdown, metadata } = await dataOf('latin1.html');
		expect(markdown).toContain('La marée est haute à six heures');
		expect(metadata).toMatchObject({ title: 'Le phare de la jetée', language: 'fr' });
	});

	it.each([
		[true, 'answered by [<EMAIL>](mailto:<EMAIL>) or at <PHONE>.'],
		[{ replaceStyle: 'mask', entities: ['PHONE'] }, 'or at ***************.'],
		[{ replaceStyle: 'remove' }, 'or at .'],
	])('redacts with %j', async (redactPII, text) => {
		expect((await dataOf('article.html', { redactPII })).markdown).toContain(text);
	});
});

describe('html', () => {
	it('is cleaned as the specification says', async () => {
		const { html } = await dataOf('article.html', { formats: ['html'], onlyMainContent: false });
		expect(html).not.toMatch(/<(script|style|noscript|meta|head)\b/);
		expect(html).toContain(`href="${held.current.url}/pages/tables.html#spring"`);
		expect(html).toContain(`src="${held.current.url}/pages/images/tower-1200.png"`);
		expect(html).not.toContain('srcset');
		expect(html).toContain('data:image/gif;base64,');
	});

	it('respects the filters, rawHtml does not', async () => {
		const formats = ['html', 'rawHtml'];
		const data = await dataOf('article.html', { formats, excludeTags: ['pre'] });
		expect(data.html).not.toContain('<pre>');
		expect(data.html).not.toContain('<footer>');
		const stored = readFileSync(path.join(__dirname, 'pages/article.html'), 'utf8');
		expect(data.rawHtml).toBe(stored);
		expect(data.markdown).toBeUndefined();
	});

	it('rawBase64 is the body of the page as it came', async () => {
		const { rawBase64, metadata } = await dataOf('report.pdf', { formats: ['rawBase64'] });
		const stored = readFileSync(path.join(__dirname, 'pages/report.pdf'));
		expect(rawBase64).toBe(stored.toString('base64'));
		expect(metadata?.contentType).toBe('application/pdf');
	});
});

describe('formats made from the page', () => {
	it('links, images and summary', async () => {
		const formats = ['links', 'images', 'summary'];
		const data = await dataOf('article.html', { formats });
		expect(data.links).toEqual([
			`${held.current.url}/pages/tables.html#spring`,
			'https://charts.example/north-mole',
		]);
		expect(data.images).toEqual([`${held.current.url}/pages/images/tower-1200.png`]);
		expect(data.summary).toMatch(/^A lighthouse is known by its character:/);
	});

	it('question and highlights answer with sentences of the page', async () => {
		const data = await dataOf('article.html', {
			formats: [
				{ type: 'question', question: 'How many kilograms has the weight in the tower?' },
				{ type: 'highlights', query: 'lens mercury' },
			],
		});
		expect(data.answer).toMatch(/^A weight of 120 kilograms sinks slowly/);
		expect(data.highlights).toMatch(/^The lens floats in a bath of mercury/);
	});

	it('json fills the properties of the schema that it can', async () => {
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

	it('json warns when nothing on the page fits', async () => {
		const schema = { type: 'object', properties: { owner: { type: 'string' } } };
		const { warning } = await dataOf('tables.html', { formats: [{ type: 'json', schema }] });
		expect(warning).toEqual(expect.any(String));
	});

	it('json refuses a schema that is none', async () => {
		const formats = [{ type: 'json', schema: { type: 'nonsense' } }];
		const reply = await scrape(held.current, 'article.html', { formats });
		expect(reply.status).toBe(422);
		expect(reply.json.error).toBe('Unprocessable Entity');
	});

	it('json stops at a prompt injection, when that is checked', async () => {
		const formats = (checkPromptInjection: boolean) => [{ type: 'json', checkPromptInjection }];
		const checked = await scrape(held.current, 'injection.html', { formats: formats(true) });
		expect(checked.status).toBe(403);
		expect(checked.json.error).toBe('SCRAPE_PROMPT_INJECTION_DETECTED');
		await dataOf('injection.html', { formats: formats(false) });
	});

	it('attributes by selector', async () => {
		const selectors = [{ selector: 'main img', attribute: 'alt' }];
		const { attributes } = await dataOf('article.html', {
			formats: [{ type: 'attributes', selectors }],
		});
		const values = ['The tower at dusk', 'A dot on the chart'];
		expect(attributes).toEqual([{ selector: 'main img', attribute: 'alt', values }]);
	});

	it('branding, product and menu', async () => {
		const { branding } = await dataOf('article.html', { formats: ['branding'] });
		expect(branding).toMatchObject({
			colorScheme: 'light',
			logo: `${held.current.url}/pages/images/logo.png`,
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

describe('files', () => {
	it('screenshot is a PNG that lives for 24 hours', async () => {
		const { screenshot } = await dataOf('article.html', {
			formats: [{ type: 'screenshot', viewport: { width: 320, height: 200 } }],
		});
		const picture = await file(screenshot);
		expect(picture).toMatchObject({ status: 200, type: 'image/png' });
		expect(picture.bytes.readUInt32BE(16)).toBe(320);
		expect(picture.bytes.readUInt32BE(20)).toBe(200);
		held.current.advanceClock(86_400_000 - 60_000);
		expect((await file(screenshot)).status).toBe(200);
		held.current.advanceClock(60_000);
		expect((await file(screenshot)).status).toBe(403);
	});

	it.each([
		['audio', 'audio/mpeg', 'fffb90'],
		['video', 'video/mp4', '00000018667479706973'],
	])('%s is a signed URL that lives for an hour', async (format, type, start) => {
		const data = await dataOf('article.html', { formats: [format] });
		const link = String(data[format]);
		const opened = await file(link);
		expect(opened).toMatchObject({ status: 200, type });
		expect(opened.bytes.toString('hex').startsWith(start)).toBe(true);
		expect((await file(link.replace(/\?.*/, ''))).status).toBe(403);
		held.current.advanceClock(3_600_000);
		expect((await file(link)).status).toBe(403);
	});

	it('actions return their results in order', async () => {
		const actions = [
			{ type: 'wait', milliseconds: 1 },
			{ type: 'click', selector: 'button' },
			{ type: 'screenshot', fullPage: true },
			{ type: 'scrape' },
			{ type: 'executeJavascript', script: '1 + 1' },
			{ type: 'pdf' },
		];
		const { actions: done } = await dataOf('article.html', { actions });
		const { url } = held.current;
		expect(done?.scrapes).toMatchObject([{ url: `${url}/pages/article.html` }]);
		expect(done?.javascriptReturns).toEqual([{ type: 'undefined', value: null }]);
		expect((await file(done?.screenshots?.[0])).type).toBe('image/png');
		expect((await file(done?.pdfs?.[0])).bytes.subarray(0, 5).toString()).toBe('%PDF-');
	});
});

describe('metadata', () => {
	it('says what the page says, and how it was scraped', async () => {
		const { metadata } = await dataOf('redirect');
		expect(metadata).toMatchObject({
			title: 'How a lighthouse keeps its rhythm',
			language: 'en',
			keywords: 'lighthouse, lamp, clockwork',
			ogLocaleAlternate: ['fr_FR', 'nl_NL'],
			sourceURL: `${held.current.url}/pages/redirect`,
			url: `${held.current.url}/pages/article.html`,
			statusCode: 200,
			contentType: 'text/html',
			creditsUsed: 1,
			proxyUsed: 'basic',
			concurrencyLimited: false,
		});
		expect(metadata?.scrapeId).toMatch(/^[0-9a-f-]{36}$/);
	});

	it.each([404, 503])('of a page that answers %d has its status', async (status) => {
		const { metadata, markdown } = await dataOf(`status/${status}`);
		expect(metadata).toMatchObject({ statusCode: status, error: expect.any(String) });
		expect(markdown).toContain(`# Status ${status}`);
	});
});

describe('how a page is fetched', () => {
	const fetched = () => held.current.fetches.at(-1)?.headers;

	it('with the headers of the request', async () => {
		await dataOf('article.html', { headers: { 'X-Ship': 'Petrel', Cookie: 'a=1' } });
		expect(fetched()).toMatchObject({ 'x-ship': 'Petrel', cookie: 'a=1' });
		expect(fetched()).not.toHaveProperty('authorization');
	});

	it('as a mobile device, and in the language of the location', async () => {
		await dataOf('article.html', { mobile: true, location: { country: 'DE' } });
		expect(fetched()).toMatchObject({ 'accept-language': 'de-DE' });
		expect(fetched()?.['user-agent']).toContain('Mobile');
		await dataOf('article.html', { location: { languages: ['nl', 'en'] } });
		expect(fetched()).toMatchObject({ 'accept-language': 'nl,en' });
		expect(fetched()?.['user-agent']).not.toContain('Mobile');
	});

	it('not longer than its timeout', async () => {
		const reply = await scrape(held.current, 'slow?ms=60000', { timeout: 1000 });
		expect(reply.status).toBe(408);
		expect(reply.json).toEqual({
			success: false,
			error: 'Request Timeout',
			code: 'SCRAPE_TIMEOUT',
		});
	});

	it('and a host that does not exist is a failure with status 200', async () => {
		const reply = await scrape(held.current, 'http://no-such-host.invalid/');
		expect(reply.status).toBe(200);
		expect(reply.json).toMatchObject({
			success: false,
			code: 'SCRAPE_DNS_RESOLUTION_ERROR',
		});
	});

	it('and a page that breaks off is an error of the site', async () => {
		const when = { path: '/pages/*' };
		held.current.addFaults({ when, answer: { kind: 'cutBody', afterBytes: 10 } });
		const reply = await scrape(held.current, 'article.html');
		expect(reply.status).toBe(500);
		expect(reply.json.code).toBe('SCRAPE_SITE_ERROR');
	});
});

describe('team features', () => {
	it('domainTools lists tool contracts', async () => {
		const { tools } = await dataOf('article.html', { domainTools: true });
		expect(tools).toMatchObject([{ provider: 'northmole', capability: 'tide-times' }]);
	});

	it.each([
		[{ domainTools: true, zeroDataRetention: true }, 403],
		[{ domainTools: true, lockdown: true }, 403],
		[{ onlyCleanContent: true, zeroDataRetention: true }, 400],
	])('%j is answered with %d', async (options, status) => {
		expect((await scrape(held.current, 'article.html', options)).status).toBe(status);
	});

	it('a blacklisted domain is not scraped', async () => {
		const body = {
			url: 'https://charts.example/',
			threatProtection: { blacklist: ['charts.example'] },
		};
		const reply = await call(held.current, 'POST', '/v2/scrape', body);
		expect(reply).toMatchObject({ status: 403, json: { code: 'unsafe_domain_blocked' } });
	});
});
