import { call, scrape, useService } from './testClient';

const service = useService();

type Options = Record<string, unknown>;

async function refused(options: Options): Promise<{ path: unknown[]; message: string }[]> {
	const reply = await scrape(service.current, 'tables.html', options);
	expect(reply.status).toBe(400);
	expect(reply.json).toMatchObject({ success: false, error: 'Bad Request', code: 'BAD_REQUEST' });
	expect(service.current.fetches).toEqual([]);
	return reply.json.details as unknown as { path: unknown[]; message: string }[];
}

async function accepted(options: Options): Promise<void> {
	const reply = await scrape(service.current, 'tables.html', options);
	expect({ status: reply.status, details: reply.json.details }).toEqual({ status: 200 });
}

const letters = (count: number): string => 'a'.repeat(count);
const screenshot = (fields: Options) => ({ formats: [{ type: 'screenshot', ...fields }] });
const parser = (fields: Options) => ({ parsers: [{ type: 'pdf', ...fields }] });
const action = (fields: Options) => ({ actions: [fields] });
const question = (text: string) => ({ formats: [{ type: 'question', question: text }] });
const query = (text: string) => ({ formats: [{ type: 'highlights', query: text }] });
const prompt = (text: string) => ({ formats: [{ type: 'json', prompt: text }] });
const viewport = (width: number, height: number) => screenshot({ viewport: { width, height } });
const threat = (fields: Options) => ({ threatProtection: fields });
const clicks = (count: number) => ({
	actions: new Array<Options>(count).fill({ type: 'click', selector: 'a' }),
});

describe('limits of scrape fields', () => {
	it.each<[string, Options, Options]>([
		['timeout, minimum', { timeout: 1000 }, { timeout: 999 }],
		['timeout, maximum', { timeout: 300_000 }, { timeout: 300_001 }],
		['timeout, whole number', { timeout: 1000 }, { timeout: 1000.5 }],
		['maxAge', { maxAge: 0 }, { maxAge: -1 }],
		['waitFor', { waitFor: 0 }, { waitFor: -1 }],
		['maxPages, minimum', parser({ maxPages: 1 }), parser({ maxPages: 0 })],
		['maxPages, maximum', parser({ maxPages: 10_000 }), parser({ maxPages: 10_001 })],
		['profile.name, minimum', { profile: { name: 'a' } }, { profile: { name: '' } }],
		[
			'profile.name, maximum',
			{ profile: { name: letters(128) } },
			{ profile: { name: letters(129) } },
		],
		['country', { location: { country: 'DE' } }, { location: { country: 'de' } }],
		['quality, minimum', screenshot({ quality: 1 }), screenshot({ quality: 0 })],
		['quality, maximum', screenshot({ quality: 100 }), screenshot({ quality: 101 })],
		['viewport, minimum', viewport(1, 1), viewport(0, 1)],
		['viewport, maximum', viewport(7680, 4320), viewport(7680, 4321)],
		['wait', action({ type: 'wait', milliseconds: 1 }), action({ type: 'wait', milliseconds: 0 })],
		[
			'quality of an action',
			action({ type: 'screenshot', quality: 100 }),
			action({ type: 'screenshot', quality: 101 }),
		],
		['actions', clicks(50), clicks(51)],
		['question, minimum', question('a'), question('')],
		['question, maximum', question(letters(10_000)), question(letters(10_001))],
		['query, maximum', query(letters(10_000)), query(letters(10_001))],
		['prompt, maximum', prompt(letters(10_000)), prompt(letters(10_001))],
		[
			'riskScoreThreshold, minimum',
			threat({ riskScoreThreshold: 0 }),
			threat({ riskScoreThreshold: -1 }),
		],
		[
			'riskScoreThreshold, maximum',
			threat({ riskScoreThreshold: 100 }),
			threat({ riskScoreThreshold: 101 }),
		],
		[
			'username',
			{ auditMetadata: { username: letters(1024) } },
			{ auditMetadata: { username: letters(1025) } },
		],
	])('accept the limit and reject the next value: %s', async (_, inside, outside) => {
		await refused(outside);
		await accepted(inside);
	});
});

describe('scrape validation', () => {
	it.each<[string, Options]>([
		['at the top', { url2: 'x' }],
		['in a parser', parser({ dpi: 300 })],
		['in a wait action', action({ type: 'wait', milliseconds: 1, why: 'x' })],
		['in an action', action({ type: 'click', selector: 'a', twice: true })],
		['in a format', { formats: [{ type: 'markdown', extra: 1 }] }],
		['in location', { location: { city: 'x' } }],
		['in profile', { profile: { name: 'a', color: 'b' } }],
		['in redactPII', { redactPII: { style: 'tag' } }],
		['in threatProtection', threat({ level: 1 })],
		['in auditMetadata', { auditMetadata: { username: 'a', team: 'b' } }],
	])('rejects an unknown key %s', async (_, options) => {
		const issues = await refused(options);
		expect(issues.map((issue) => issue.message).join()).toMatch(/Unrecognized key: "\w+"/);
	});

	it.each<[string, Options]>([
		['a type of format', { formats: ['text'] }],
		['formats as an object', { formats: { type: 'markdown' } }],
		['question without a question', { formats: ['question'] }],
		['highlights without a query', { formats: [{ type: 'highlights' }] }],
		['attributes without selectors', { formats: [{ type: 'attributes' }] }],
		['a proxy', { proxy: 'stealth' }],
		['an integration', { integration: '' }],
		['a tool detail', { toolDetail: 'tiny' }],
		['a parser', { parsers: [{ type: 'docx' }] }],
		['a parser mode', parser({ mode: 'slow' })],
		['an action', action({ type: 'fly' })],
		['an action without a type', action({ selector: 'a' })],
		['wait without either form', action({ type: 'wait' })],
		['wait in both forms', action({ type: 'wait', milliseconds: 1, selector: 'a' })],
		['click without a selector', action({ type: 'click' })],
		['a direction', action({ type: 'scroll', direction: 'left' })],
		['a paper size', action({ type: 'pdf', format: 'A7' })],
		['half a viewport', action({ type: 'screenshot', viewport: { width: 1 } })],
		['a profile without a name', { profile: {} }],
		['audit metadata without a username', { auditMetadata: {} }],
		['an entity', { redactPII: { entities: ['SHOE'] } }],
		['a boolean as a string', { mobile: 'true' }],
		['a header value that is not a string', { headers: { a: 1 } }],
		['a domain with a scheme', threat({ blacklist: ['https://a.example'] })],
	])('rejects %s that is unknown or incomplete', async (_, options) => {
		expect(await refused(options)).not.toEqual([]);
	});

	it('names every invalid field', async () => {
		const issues = await refused({ timeout: 1, formats: ['markdown', 'x'], ...action({}) });
		expect(issues.map((issue) => issue.path)).toEqual(
			expect.arrayContaining([['timeout'], ['formats', 1], ['actions', 0]]),
		);
	});

	it('accepts the known keys that the specification does not list', async () => {
		const extra = { fastMode: true, origin: 'api', toolDetail: 'full' };
		await accepted({ ...extra, integration: 'n8n' });
		await accepted({ ...extra, integration: '_mine' });
		await accepted(screenshot({ anything: 1 }));
	});
});

describe('rules between fields', () => {
	it.each<[string, Options, Options]>([
		['rawBase64 stands alone', { formats: ['rawBase64', 'html'] }, { formats: ['rawBase64'] }],
		[
			'changeTracking needs markdown',
			{ formats: ['changeTracking'] },
			{ formats: ['changeTracking', 'markdown'] },
		],
		[
			'one screenshot',
			{ formats: ['screenshot', { type: 'screenshot' }] },
			{ formats: ['screenshot'] },
		],
		[
			'waitFor is at most half of timeout',
			{ timeout: 1000, waitFor: 501 },
			{ timeout: 1000, waitFor: 500 },
		],
		[
			'all waits together are at most a minute',
			action({ type: 'wait', milliseconds: 60_001 }),
			action({ type: 'wait', milliseconds: 60_000 }),
		],
		[
			'a wait for an element counts as one second',
			{ waitFor: 59_001, ...action({ type: 'wait', selector: 'a' }) },
			{ waitFor: 59_000, ...action({ type: 'wait', selector: 'a' }) },
		],
		['selectors can be read', { excludeTags: ['a['] }, { excludeTags: ['a[href]'] }],
	])('reject the first request and accept the second: %s', async (_, wrong, right) => {
		await refused(wrong);
		await accepted(right);
	});
});

describe('url field', () => {
	it.each([undefined, '', 'northmole.example', 'ftp://a.example/', 'https://', 'http://a b/', 7])(
		'rejects %j as invalid',
		async (url) => {
			const reply = await call(service.current, 'POST', '/v2/scrape', { url });
			expect(reply.status).toBe(400);
			expect(reply.json).toEqual({ success: false, error: 'Invalid URL' });
		},
	);

	it.each([[[]], [null], ['text'], [1]])('body %j is rejected', async (body) => {
		const reply = await call(service.current, 'POST', '/v2/scrape', JSON.stringify(body));
		expect(reply.status).toBe(400);
		expect(reply.json.code).toBe('BAD_REQUEST');
	});
});

describe('a request in catalog mode', () => {
	const one = { provider: 'northmole', capability: 'tide-times' };
	const post = (body: unknown) => call(service.current, 'POST', '/v2/scrape', body);

	it.each([
		['a url', { catalog: one, url: 'https://a.example/' }],
		['formats', { catalog: one, formats: ['markdown'] }],
		['no call', { catalog: [] }],
		['eleven calls', { catalog: new Array(11).fill(one) }],
		['an unrecognized key', { catalog: { ...one, version: 1 } }],
		['an empty provider', { catalog: { ...one, provider: '' } }],
		['a provider that is too long', { catalog: { ...one, provider: letters(201) } }],
		['a capability that is too long', { catalog: { ...one, capability: letters(201) } }],
		['no capability', { catalog: { provider: 'northmole' } }],
	])('is rejected with %s', async (_, body) => {
		expect(await post(body)).toMatchObject({ status: 400, json: { code: 'BAD_REQUEST' } });
	});

	it.each([
		[{ catalog: one }, 200],
		[{ catalog: new Array(10).fill(one) }, 200],
		[
			{ catalog: { ...one, options: { a: 1 } }, timeout: 1000, origin: 'x', integration: 'n8n' },
			200,
		],
		[{ catalog: { provider: letters(200), capability: letters(200) } }, 404],
	])(
		'returns a result or a missing tool for valid body %#, and 403 when disabled',
		async (body, status) => {
			expect((await post(body)).status).toBe(status);
			service.current.configure({ catalogEnabled: false });
			const reply = await post(body);
			expect(reply.status).toBe(403);
			expect(reply.json.success).toBe(false);
			expect(reply.json).not.toHaveProperty('code');
		},
	);
});

it('zero data retention requires a team with permission', async () => {
	const options = { zeroDataRetention: true };
	const reply = await scrape(service.current, 'tables.html', options);
	expect(reply.status).toBe(403);
	expect((await scrape(service.current, 'tables.html', { zeroDataRetention: false })).status).toBe(
		200,
	);
});

describe('rejected features', () => {
	afterEach(() => {
		expect(service.current.charged).toBe(0);
		expect(service.current.fetches).toEqual([]);
	});

	it.each<[string, Options, Record<string, boolean>]>([
		['catalog access', { domainTools: true }, { catalogEnabled: false }],
		['data retention', { domainTools: true }, { forcedZeroDataRetention: true }],
		['data retention in lockdown', { domainTools: true, lockdown: true }, {}],
	])('return 403 without a code for domainTools without %s', async (_, options, settings) => {
		service.current.configure(settings);
		const { status, json } = await scrape(service.current, 'tables.html', options);
		expect([status, json]).toEqual([403, { success: false, error: expect.any(String) }]);
	});

	it.each<[string, Options, Record<string, boolean>]>([
		['lockdown', { lockdown: true }, {}],
		['forced zero data retention', {}, { forcedZeroDataRetention: true }],
	])('return 400 for onlyCleanContent with %s', async (_, options, settings) => {
		service.current.configure(settings);
		const issues = await refused({ onlyCleanContent: true, ...options });
		expect(issues.map(({ path }) => path)).toEqual([['onlyCleanContent']]);
	});

	it.each([{}, { lockdown: true }])(
		'return 402 for a page without credits: %j',
		async (options) => {
			service.current.configure({ credits: 0 });
			const { status, json } = await scrape(service.current, 'tables.html', options);
			expect([status, json.code]).toEqual([402, 'insufficient_credits']);
		},
	);
});

it('nothing of a page is stored when zero data retention is forced', async () => {
	service.current.configure({ forcedZeroDataRetention: true });
	const { json } = await scrape(service.current, 'tables.html');
	const path = `/v2/scrape/${String(json.data?.metadata?.scrapeId)}/interact`;
	expect((await call(service.current, 'POST', path, { prompt: 'Read' })).status).toBe(404);
	expect((await scrape(service.current, 'tables.html', { minAge: 1 })).status).toBe(404);
});
