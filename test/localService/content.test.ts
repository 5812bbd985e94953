import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { request } from 'undici';
import {
	call,
	dataOf as scrapedData,
	scrape,
	useService,
	type Json,
	type Reply,
} from './testClient';

const service = useService({ zeroDataRetention: true });

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
const unknownId = '7f1b9c1e-0f63-4b8a-9d53-3c6a2f0e4b11';

const dataOf = (page: string, options: Record<string, unknown> = {}): Promise<Json> =>
	scrapedData(service.current, page, options);

const stored = (name: string): Buffer => readFileSync(path.join(__dirname, 'pages', name));

describe('a scraped page', () => {
	it('has the fields of a recorded response', async () => {
		const { url } = service.current;
		const formats = ['markdown', 'html', 'rawHtml', 'links', 'images'];
		const data = await dataOf('redirect', { formats });
		expect(Object.keys(data)).toEqual([...formats, 'metadata']);
		expect(data.rawHtml).toBe(stored('article.html').toString());
		expect(data.html).not.toMatch(/<(script|style|noscript|meta|head|footer)\b/);
		expect(data.links).toEqual([
			`${url}/pages/tables.html#spring`,
			'https://charts.example/north-mole',
		]);
		expect(data.images).toEqual([`${url}/pages/images/tower-400.png`]);
		expect(data.metadata).toMatchObject({
			title: 'How a lighthouse keeps its rhythm',
			language: 'en',
			'og:title': 'How a lighthouse keeps its rhythm',
			ogTitle: 'How a lighthouse keeps its rhythm',
			scrapeId: expect.stringMatching(/^[0-9a-f-]{36}$/),
			sourceURL: `${url}/pages/redirect`,
			url: `${url}/pages/article.html`,
			statusCode: 200,
			contentType: 'text/html',
			proxyUsed: 'basic',
			creditsUsed: 1,
			concurrencyLimited: false,
		});
	});

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
		[{ redactPII: true }, 'keeper@northmole.example', false],
	])('with %j contains "%s": %s', async (options, text, isContained) => {
		const { markdown } = await dataOf('article.html', options as Record<string, unknown>);
		expect(String(markdown).includes(text)).toBe(isContained);
	});

	const json = (format: object): object => ({ formats: [{ type: 'json', ...format }] });

	it.each<[string, object, number, string]>([
		['slow?ms=60000', { timeout: 1000 }, 408, 'SCRAPE_TIMEOUT'],
		['http://no-such-host.invalid/', {}, 200, 'SCRAPE_DNS_RESOLUTION_ERROR'],
		['http://127.0.0.1:1/', {}, 500, 'SCRAPE_SITE_ERROR'],
		[
			'http://a.example/',
			{ threatProtection: { blacklist: ['a.example'] } },
			403,
			'unsafe_domain_blocked',
		],
		['article.html', json({ schema: { type: 'nonsense' } }), 422, 'Unprocessable Entity'],
		[
			'injection.html',
			json({ checkPromptInjection: true }),
			403,
			'SCRAPE_PROMPT_INJECTION_DETECTED',
		],
		['article.html', { onlyCleanContent: true, zeroDataRetention: true }, 400, 'BAD_REQUEST'],
	])('%s with %j fails with status %d and %s', async (page, options, status, reason) => {
		const reply = await scrape(service.current, page, options as Record<string, unknown>);
		const { success, code, error } = reply.json;
		expect([reply.status, success]).toEqual([status, false]);
		expect([code, error]).toContain(reason);
	});
});

describe('a file', () => {
	async function opened(url: unknown): Promise<[number, unknown, string]> {
		const { statusCode, headers, body } = await request(String(url));
		const bytes = Buffer.from(await body.arrayBuffer());
		return [statusCode, headers['content-type'], bytes.toString('latin1', 0, 4)];
	}

	it.each<[string, number, unknown, string]>([
		['screenshot', DAY, 'image/png', '\x89PNG'],
		['audio', HOUR, 'audio/mpeg', '\xff\xfb\x90\xc4'],
	])('of the format %s expires after %d ms', async (format, lifetimeMs, type, start) => {
		const data = await dataOf('article.html', { formats: [format] });
		service.current.advanceClock(lifetimeMs - MINUTE);
		expect(await opened(data[format])).toEqual([200, type, start]);
		service.current.advanceClock(MINUTE);
		expect((await opened(data[format]))[0]).toBe(403);
	});
});

describe('the cache', () => {
	const stateOf = async (options: Record<string, unknown> = {}): Promise<unknown> => {
		const { status, json } = await scrape(service.current, 'article.html', options);
		return status === 200 ? json.data?.metadata?.cacheState : json.code;
	};
	const noData = 'SCRAPE_NO_CACHED_DATA';

	it('with minAge returns only copies of this age, and of any age if it is 1', async () => {
		expect(await stateOf({ minAge: 1 })).toBe(noData);
		expect(service.current.fetches).toEqual([]);
		await stateOf();
		expect(await stateOf({ minAge: 2 * MINUTE })).toBe(noData);
		service.current.advanceClock(30 * DAY);
		expect(await stateOf({ minAge: 2 * MINUTE })).toBe('hit');
		expect(await stateOf({ minAge: 1 })).toBe('hit');
	});

	it('with lockdown costs 1 credit for a miss, and 5 for a copy of up to two years', async () => {
		expect(await stateOf({ lockdown: true })).toBe('SCRAPE_LOCKDOWN_CACHE_MISS');
		expect([service.current.charged, service.current.fetches]).toEqual([1, []]);
		await stateOf();
		service.current.advanceClock(700 * DAY);
		const { metadata } = await dataOf('article.html', { lockdown: true });
		expect(metadata).toMatchObject({ cacheState: 'hit', creditsUsed: 5 });
		service.current.advanceClock(30 * DAY);
		expect(await stateOf({ lockdown: true })).toBe('SCRAPE_LOCKDOWN_CACHE_MISS');
	});
});

describe('a PDF', () => {
	const parsed = (parser: object, options: object = {}): Promise<Json> =>
		dataOf('report.pdf', { parsers: [{ type: 'pdf', ...parser }], ...options });
	const tides =
		'# Tides\n\nThe mean spring range at the mole is 4.2 metres, the mean neap range 1.9 metres. ' +
		'The gauge was set again on the first of March.';

	it('is Markdown, for 1 credit per page, or 5 credits with redaction', async () => {
		const { markdown, metadata } = await dataOf('report.pdf');
		expect(markdown).toContain(tides);
		expect(metadata).toMatchObject({
			...{ title: 'North Mole Light', contentType: 'application/pdf' },
			...{ numPages: 3, totalPages: 3, creditsUsed: 3 },
		});
		const redacted = await parsed({ maxPages: 2 }, { redactPII: true });
		expect(redacted.metadata).toMatchObject({ numPages: 2, totalPages: 3, creditsUsed: 10 });
	});
});

describe('parse', () => {
	async function parse(name: string, fileName: string, content: string, options = '{}') {
		const form = new FormData();
		form.set('options', options);
		if (name !== '') form.set(name, new Blob([content]), fileName);
		const headers = { authorization: `Bearer ${service.current.apiKey}` };
		const url = `${service.current.url}/v2/parse`;
		const response = await fetch(url, { method: 'POST', headers, body: form });
		return { status: response.status, json: (await response.json()) as Json };
	}

	it.each<[number, string, string, [string, string, string, string?]]>([
		[400, 'BAD_REQUEST', "Invalid JSON in the 'options' field", ['file', 'a.html', 'Hi', '{no']],
		[400, 'BAD_REQUEST', 'Missing file upload.', ['', '', '']],
		[400, 'BAD_REQUEST', 'Unrecognized key in body', ['file', 'a.html', 'Hi', '{"nope":1}']],
		[400, 'UNSUPPORTED_FILE_TYPE', 'Unsupported upload type.', ['file', 'a.txt', 'Hi']],
		[
			...([400, 'PARSE_UNSUPPORTED_OPTIONS', 'Parse uploads do not support waitFor.'] as const),
			['file', 'a.html', 'Hi', '{"waitFor":100}'],
		],
		[500, 'SCRAPE_ALL_ENGINES_FAILED', 'All scraping engines failed', ['file', 'a.html', '']],
	])('refuses as the real server does: %d %s, %s', async (status, code, error, part) => {
		const json = { success: false, code, error: expect.stringContaining(error) };
		expect(await parse(...part)).toMatchObject({ status, json });
	});
});

describe('a stored scrape', () => {
	const get = (id: unknown): Promise<Reply> =>
		call(service.current, 'GET', `/v2/scrape/${String(id)}`);

	it('does not exist for an unknown ID, or with zero data retention', async () => {
		const { metadata } = await dataOf('article.html', { zeroDataRetention: true });
		for (const id of [unknownId, metadata?.scrapeId]) {
			expect(await get(id)).toMatchObject({ status: 404, json: { error: 'Job not found.' } });
		}
		expect((await get('abc')).status).toBe(400);
	});
});

describe('interact', () => {
	const scraped = async (): Promise<string> =>
		String((await dataOf('article.html')).metadata?.scrapeId);
	const act = (id: string, body: object): Promise<Reply> =>
		call(service.current, 'POST', `/v2/scrape/${id}/interact`, body);
	const stop = (id: string): Promise<Reply> =>
		call(service.current, 'DELETE', `/v2/scrape/${id}/interact`);

	it('keeps one session for each scrape until it is stopped', async () => {
		const id = await scraped();
		const { sessionId: existingSessionId } = (await act(id, { prompt: 'lens' })).json;
		const second = await act(id, { code: 'page.url()', existingSessionId });
		expect(second.json.sessionId).toBe(existingSessionId);
		service.current.advanceClock(61_000);
		expect((await stop(id)).json).toEqual({
			...{ success: true, creditsBilled: 14, cleanupQueued: false },
			sessionDurationMs: expect.any(Number),
		});
		expect((await stop(id)).status).toBe(404);
		expect((await act(id, { prompt: 'lens', existingSessionId })).status).toBe(410);
	});
});
