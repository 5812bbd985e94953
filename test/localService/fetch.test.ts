import { call, dataOf as scrapedData, scrape, useService, type Json } from './testClient';

const service = useService({ zeroDataRetention: true });

function dataOf(page: string, options: Record<string, unknown> = {}): Promise<Json> {
	return scrapedData(service.current, page, options);
}

describe('metadata', () => {
	it('contains the metadata of the page and of the scrape', async () => {
		const { metadata } = await dataOf('redirect');
		expect(metadata).toMatchObject({
			title: 'How a lighthouse keeps its rhythm',
			language: 'en',
			keywords: 'lighthouse, lamp, clockwork',
			ogLocaleAlternate: ['fr_FR', 'nl_NL'],
			sourceURL: `${service.current.url}/pages/redirect`,
			url: `${service.current.url}/pages/article.html`,
			statusCode: 200,
			contentType: 'text/html',
			creditsUsed: 1,
			proxyUsed: 'basic',
			concurrencyLimited: false,
		});
		expect(metadata?.scrapeId).toMatch(/^[0-9a-f-]{36}$/);
	});

	it.each([404, 503])('of a page that returns %d contains this status', async (status) => {
		const { metadata, markdown } = await dataOf(`status/${status}`);
		expect(metadata).toMatchObject({ statusCode: status, error: expect.any(String) });
		expect(markdown).toContain(`# Status ${status}`);
	});
});

describe('page request', () => {
	const fetched = () => service.current.fetches.at(-1)?.headers;

	it('sends the headers of the scrape', async () => {
		await dataOf('article.html', { headers: { 'X-Ship': 'Petrel', Cookie: 'a=1' } });
		expect(fetched()).toMatchObject({ 'x-ship': 'Petrel', cookie: 'a=1' });
		expect(fetched()).not.toHaveProperty('authorization');
	});

	it('uses a mobile device and the language of the location', async () => {
		await dataOf('article.html', { mobile: true, location: { country: 'DE' } });
		expect(fetched()).toMatchObject({ 'accept-language': 'de-DE' });
		expect(fetched()?.['user-agent']).toContain('Mobile');
		await dataOf('article.html', { location: { languages: ['nl', 'en'] } });
		expect(fetched()).toMatchObject({ 'accept-language': 'nl,en' });
		expect(fetched()?.['user-agent']).not.toContain('Mobile');
	});

	it('ends after the timeout', async () => {
		const reply = await scrape(service.current, 'slow?ms=60000', { timeout: 1000 });
		expect(reply.status).toBe(408);
		expect(reply.json).toEqual({
			success: false,
			error: 'Request Timeout',
			code: 'SCRAPE_TIMEOUT',
		});
	});

	it('returns success: false with status 200 for an unknown host', async () => {
		const reply = await scrape(service.current, 'http://no-such-host.invalid/');
		expect(reply.status).toBe(200);
		expect(reply.json).toMatchObject({
			success: false,
			code: 'SCRAPE_DNS_RESOLUTION_ERROR',
		});
	});

	it('returns a site error for a connection that is closed early', async () => {
		const when = { path: '/pages/*' };
		service.current.addFaults({ when, answer: { kind: 'cutBody', afterBytes: 10 } });
		const reply = await scrape(service.current, 'article.html');
		expect(reply.status).toBe(500);
		expect(reply.json.code).toBe('SCRAPE_SITE_ERROR');
	});
});

describe('team features', () => {
	it('domainTools returns tool contracts', async () => {
		const { tools } = await dataOf('article.html', { domainTools: true });
		expect(tools).toMatchObject([{ provider: 'northmole', capability: 'tide-times' }]);
	});

	it.each([
		[{ domainTools: true, zeroDataRetention: true }, 403],
		[{ domainTools: true, lockdown: true }, 403],
		[{ onlyCleanContent: true, zeroDataRetention: true }, 400],
	])('%j returns %d', async (options, status) => {
		expect((await scrape(service.current, 'article.html', options)).status).toBe(status);
	});

	it('a blacklisted domain is rejected', async () => {
		const body = {
			url: 'https://charts.example/',
			threatProtection: { blacklist: ['charts.example'] },
		};
		const reply = await call(service.current, 'POST', '/v2/scrape', body);
		expect(reply).toMatchObject({ status: 403, json: { code: 'unsafe_domain_blocked' } });
	});
});
