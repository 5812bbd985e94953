import type { INodeProperties } from 'n8n-workflow';
import { scrapeForm } from '../../nodes/WebData/resources/scrape/operations';
import { operations } from '../cases';
import { issuesIn, keysIn } from '../cases/checks';
import { invented } from '../cases/existing';
import { everyField, listsIn } from '../resources/everyField';
import { jobOptions } from '../spec/jobOptions';
import { changedTargets, monitorFields, monitorWebhook, schedules } from '../spec/monitorFields';
import { bodyFieldsOfSpecification, scrapeFieldRows } from '../spec/scrapeFields';
import { useBuiltNode, type Form } from '../support/useBuiltNode';

const { service, run } = useBuiltNode();

interface Row {
	operation: string;
	/** What the row is about, if the operation has several rows. */
	field?: string;
	form: Form;
	path: string;
	body?: unknown;
}

const { page: url, monitorId, checkId, scrapeId, sessionId } = invented;

const file = {
	data: Buffer.from('<h1>A</h1>').toString('base64'),
	...{ fileName: 'a.html', mimeType: 'text/html' },
};

/** Returns the request that the operation would send. */
async function previewed(operation: string, form: Form) {
	const credential = { baseUrl: 'https://api.example.com', apiKey: 'key' };
	const previewing = { ...form, requestSettings: { previewRequest: true } };
	const { first } = await run(operation, previewing, { binary: [{ data: file }], credential });
	return JSON.parse(JSON.stringify(first)) as { url: string; body?: unknown };
}

const rowOf = (operation: string, path: string, form: Form = {}, body?: unknown): Row => ({
	...{ operation, form, path: `/v2/${path}`, body },
});

const ofMonitor = (operation: string, path: string, form: Form = {}, body?: unknown): Row =>
	rowOf(`monitor.${operation}`, `monitor${path}`, { monitorId, ...form }, body);

const { form: ofForm, sent: inBody } = monitorFields;
const options = { ...ofForm.options, webhook: monitorWebhook.form };
const all = { ...inBody, webhook: monitorWebhook.sent };
const changes = { goal: 'More', name: 'New', status: 'paused' };
const known = { type: 'scrape', urls: ['https://example.com/'], id: monitorId };
const { inWords, cron } = schedules;

const monitorRows: Row[] = [
	rowOf(
		...(['monitor.create', 'monitor'] as const),
		{ ...ofForm, ...inWords.form, options },
		{ ...all, schedule: inWords.sent },
	),
	ofMonitor(
		...(['update', `/${monitorId}`] as const),
		{
			targets: changedTargets.form,
			options: { ...options, ...changes, schedule: { schedule: cron.form } },
		},
		{ ...all, ...changes, targets: changedTargets.sent, schedule: cron.sent },
	),
	ofMonitor(
		'update',
		`/${monitorId}`,
		{ targets: { target: [known] }, options: { schedule: { schedule: inWords.form } } },
		{ targets: [known], schedule: inWords.sent },
	),
	rowOf(
		...(['monitor.create', 'monitor'] as const),
		{ ...ofForm, options: {}, ...cron.form },
		{ name: 'All', goal: 'Prices', targets: inBody.targets, schedule: cron.sent },
	),
	ofMonitor('get', `/${monitorId}`),
	ofMonitor('delete', `/${monitorId}`),
	ofMonitor('run', `/${monitorId}/run`, {}, {}),
	ofMonitor('getAll', '?limit=7&offset=0', { limit: 7 }),
	ofMonitor('getChecks', `/${monitorId}/checks?limit=7&offset=0&status=partial`, {
		...{ limit: 7, options: { status: 'partial' } },
	}),
	ofMonitor('getCheck', `/${monitorId}/checks/${checkId}?limit=7&status=error`, {
		...{ checkId, limit: 7, options: { status: 'error' } },
	}),
];

const parseOptions = {
	...{ excludeTags: ['nav'], includeTags: ['h1'], integration: '_flow', onlyCleanContent: true },
	...{ onlyMainContent: false, origin: 'nightly', removeBase64Images: false, timeout: 45_000 },
	...{ zeroDataRetention: false, auditMetadata: { username: 'night-run' } },
	threatProtection: {
		...{ blacklist: ['a.example'], blockedTlds: ['zip'], failurePolicy: 'open' },
		...{ mode: 'zscaler', riskScoreThreshold: 50, whitelist: ['b.example'] },
	},
};
const parserOptions = { blocks: true, mode: 'ocr', pageMarkers: true, pages: true };
const parser = { maxPages: 2, ...parserOptions };
const redaction = { mode: 'fast', entities: ['EMAIL'], replaceStyle: 'mask' };
const question = { type: 'question', question: 'When?' };
const json = { type: 'json', prompt: 'Times' };

const parseRow = rowOf(
	...(['parse.parse', 'parse'] as const),
	{
		inputBinaryField: 'data',
		formats: {
			format: [
				...[{ type: 'markdown' }, question, { ...json, schema: '{"type":"object"}' }],
				{ type: 'attributes', selectors: { entry: [{ selector: 'a', attribute: 'href' }] } },
			],
		},
		options: {
			...parseOptions,
			parsers: { parser: [{ type: 'pdf', maxPages: 2, options: parserOptions }] },
			redactPIIOptions: redaction,
		},
	},
	{
		...parseOptions,
		formats: [
			...['markdown', question, { ...json, schema: { type: 'object' } }],
			{ type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] },
		],
		parsers: [{ type: 'pdf', ...parser }],
		redactPII: redaction,
	},
);

const session = {
	...{ activityTtl: 60, integration: '_flow', profile: { name: 'shop', saveChanges: false } },
	...{ recordSession: false, streamWebView: false, ttl: 120 },
};
const code = { code: 'print(1)' };
const codeOptions = { language: 'python', origin: 'nightly', timeout: 45 };

const otherRows: Row[] = [
	rowOf('browserSession.create', 'interact', { options: session }, session),
	rowOf(
		...(['browserSession.execute', `interact/${sessionId}/execute`] as const),
		{ sessionId, ...code, options: codeOptions },
		{ ...code, ...codeOptions },
	),
	rowOf('browserSession.getAll', 'interact?status=destroyed', { options: { status: 'destroyed' } }),
	rowOf('browserSession.delete', `interact/${sessionId}`, { sessionId }),
	rowOf('account.getCreditHistory', 'team/credit-usage/historical?byApiKey=true', {
		options: { byApiKey: true },
	}),
	rowOf('account.getActivity', 'team/activity?limit=7&endpoint=browser', {
		...{ limit: 7, options: { endpoint: 'browser' } },
	}),
	rowOf('scrape.get', `scrape/${scrapeId}`, { scrapeId }),
	rowOf(
		...(['scrape.interact', `scrape/${scrapeId}/interact`] as const),
		{ scrapeId, prompt: 'When is high tide?', options: { timeout: 20 } },
		{ prompt: 'When is high tide?', timeout: 20 },
	),
	rowOf(
		...(['scrape.interact', `scrape/${scrapeId}/interact`] as const),
		{ scrapeId, interactWith: 'code', ...code, options: { language: 'node' } },
		{ ...code, language: 'node' },
	),
];

const ofAgent = jobOptions('completed', 'failed');
const agentOptions = {
	...{ strictConstrainToURLs: true, model: 'spark-1-pro', effort: 'high' },
	exchange: { enabled: true, toolkits: ['companies'], maxCalls: 3 },
};
const { auditMetadata, threatProtection, ...ofCrawl } = jobOptions('completed').form;
const {
	auditMetadata: _audit,
	threatProtection: _threat,
	...inCrawl
} = jobOptions('completed').sent;
const onPage = { onlyMainContent: false, auditMetadata, threatProtection };
const crawlOptions = {
	...{ prompt: 'Only /light', includePaths: ['^/light'], excludePaths: ['^/news'] },
	...{ regexOnFullURL: true, maxDiscoveryDepth: 0, sitemap: 'only', ignoreQueryParameters: true },
	...{ deduplicateSimilarURLs: false, crawlEntireDomain: true, allowExternalLinks: true },
	...{ allowSubdomains: true, ignoreRobotsTxt: true, robotsUserAgent: 'bot', delay: 0.5 },
	...{ maxConcurrency: 2, zeroDataRetention: true },
};
const ofBatch = jobOptions('page', 'completed');
const batchOptions = { maxConcurrency: 5, onlyMainContent: false, ignoreInvalidURLs: false };

const jobRows: Row[] = [
	rowOf('agent.start', 'agent', { prompt: 'a' }, { prompt: 'a' }),
	rowOf(
		...(['agent.start', 'agent'] as const),
		{
			...{ prompt: 'a', urls: [url], maxCredits: '500', schema: '{"type":"object"}' },
			options: { ...agentOptions, ...ofAgent.form, additionalBodyFields: '{"mode":"chat"}' },
		},
		{
			...{ prompt: 'a', urls: [url], maxCredits: 500, schema: { type: 'object' }, mode: 'chat' },
			...{ ...agentOptions, ...ofAgent.sent },
		},
	),
	rowOf('crawl.start', 'crawl', { url }, { url, limit: 100 }),
	rowOf(
		...(['crawl.start', 'crawl'] as const),
		{
			...{ url, limit: 10_000, formats: { format: [{ type: 'links' }, { type: 'html' }] } },
			options: { ...crawlOptions, ...ofCrawl, additionalBodyFields: '{"maxConcurrency":3}' },
			scrapeOptions: { ...onPage, redactPIIOptions: {}, returnPdfUnparsed: true },
		},
		{
			...{ url, limit: 10_000, ...crawlOptions, ...inCrawl, maxConcurrency: 3 },
			scrapeOptions: { ...onPage, formats: ['links', 'html'], redactPII: true, parsers: [] },
		},
	),
	rowOf(
		...(['batchScrape.start', 'batch/scrape'] as const),
		{
			urls: url,
			options: { ...ofBatch.form, ...batchOptions, additionalBodyFields: '{"mobile":true}' },
		},
		{ urls: [url], ...ofBatch.sent, ...batchOptions, mobile: true },
	),
];

const mapOptions = {
	...{ sitemap: 'only', includeSubdomains: false, ignoreQueryParameters: false, timeout: 30_000 },
	...{ ignoreCache: true, filterByPath: false, useIndex: false, allowExternalLinks: true },
	location: { country: 'DE', languages: ['de-DE'] },
	...{ auditMetadata: { username: 'night-run' }, threatProtection: { mode: 'normal' } },
	...{ includePaths: ['^/light/.*'], excludePaths: ['^/private/.*', '^/news/(a|b),c$'] },
	...{ origin: 'test', integration: '_test' },
};
const headers = { header: [{ name: 'Cookie', value: 'a=1' }] };

const query = { query: 'lamp' };
const searchOptions = {
	...{ location: 'Kiel,Germany', country: 'de', lang: 'de', filter: '1', safe: true },
	...{ timeout: 30_000, ignoreInvalidURLs: true, highlights: false, toolDetail: 'full' },
	threatProtection: { mode: 'normal', blacklist: ['bad.example.com'] },
	...{ origin: 'test', integration: '_test', domainTools: true, enterprise: ['anon', 'zdr'] },
};
const plain = ['html', 'rawHtml', 'links', 'images', 'summary', 'product', 'menu', 'screenshot'];
const withSettings = [
	{ type: 'json', prompt: 'The title' },
	{ type: 'question', question: 'How tall?' },
	{ type: 'highlights', query: 'light' },
];
const resultOptions = { timeout: 9000, location: { country: 'DE' } };
const action = { type: 'scrape' };

const attention = 'arxiv:1706.03762';
const ofPapers = (operation: string, path: string, form: Form): Row =>
	rowOf(`search.${operation}`, `search/research/papers${path}`, form);

const paperRows: Row[] = [
	ofPapers('searchPapers', '?query=a', { query: 'a', k: 40 }),
	ofPapers(
		'searchPapers',
		'?query=a+b&k=500&authors=Ho%2CJain&categories=cs.LG%2Cstat.ML&from=2020-06-19&to=2020-06-19',
		{
			...{ query: 'a b', k: 500 },
			options: {
				...{ authors: ['Ho', 'Jain'], categories: 'cs.LG, stat.ML' },
				...{ from: '2020-06-19T23:00:00', to: '2020-06-19' },
			},
		},
	),
	ofPapers('getPaper', '/arxiv%3A1706.03762', { paperId: ` ${attention} ` }),
	ofPapers('getPaper', '/doi%3A10.1038%2Fnature14539?query=layers&k=50', {
		...{ paperId: 'doi:10.1038/nature14539', query: 'layers', options: { k: 50 } },
	}),
	ofPapers(
		'getSimilarPapers',
		'/arxiv%3A1706.03762/similar?intent=a&k=1&mode=citers&anchor=arxiv%3A2006.11239&rerank=true',
		{
			...{ paperId: attention, intent: 'a', k: 1 },
			options: { mode: 'citers', rerank: true, anchor: 'arxiv:2006.11239' },
		},
	),
];

const searchRows: Row[] = [
	rowOf('map.map', 'map', { url, limit: 5000, search: '' }, { url }),
	rowOf(
		...(['map.map', 'map'] as const),
		{ url, search: 'tides', limit: 3, options: { ...mapOptions, headers } },
		{ url, search: 'tides', limit: 3, ...mapOptions, headers: { Cookie: 'a=1' } },
	),
	rowOf('search.search', 'search', { ...query, limit: 10, scrapeOptions: resultOptions }, query),
	rowOf(
		...(['search.search', 'search'] as const),
		{ ...query, limit: 3, options: searchOptions },
		{ ...query, limit: 3, ...searchOptions },
	),
	rowOf(
		...(['search.search', 'search'] as const),
		{ ...query, scrapeResults: true },
		{ ...query, scrapeOptions: { formats: ['markdown'] } },
	),
	rowOf(
		...(['search.search', 'search'] as const),
		{
			...{ ...query, scrapeResults: true },
			scrapeOptions: {
				...{ ...resultOptions, actions: { action: [action] }, returnPdfUnparsed: true },
				formats: { format: [...plain.map((type) => ({ type })), ...withSettings] },
				redactPIIOptions: { mode: 'fast' },
			},
		},
		{
			...query,
			scrapeOptions: {
				...{ ...resultOptions, formats: [...plain, ...withSettings], actions: [action] },
				...{ parsers: [], redactPII: { mode: 'fast' } },
			},
		},
	),
];

const scrape = (field: string, form: Form, sent: Form): Row => ({
	...rowOf('scrape.scrape', 'scrape', { url, ...form }, { url, ...sent }),
	field,
});

const object = { type: 'object', properties: {} };
const moreFields = '{"timeout":9000,"location":{"languages":["de"]},"origin":"test"}';

const scrapeRows: Row[] = [
	...scrapeFieldRows.map(({ field, form, sent }) => scrape(field, form, sent)),
	scrape('redaction, a group', { options: { redactPIIOptions: {} } }, { redactPII: true }),
	scrape(
		'Additional Body Fields, which override other fields',
		{
			options: {
				...{ timeout: 5000, location: { country: 'DE' }, additionalBodyFields: moreFields },
			},
		},
		{ timeout: 9000, location: { country: 'DE', languages: ['de'] }, origin: 'test' },
	),
	scrape(
		'objects and numbers from expressions',
		{
			formats: { format: [{ type: 'json', schema: object }] },
			options: { timeout: '7000', mobile: 'true', includeTags: [['main', 'article']] },
		},
		{
			formats: [{ type: 'json', schema: object }],
			...{ timeout: 7000, mobile: true, includeTags: ['main', 'article'] },
		},
	),
];

const rows: Row[] = [
	...[...scrapeRows, parseRow, ...monitorRows],
	...[...jobRows, ...searchRows, ...paperRows, ...otherRows],
];

it.each(rows.map((row) => [row.operation, row.field ?? 'each field', row] as const))(
	'%s sends %s as set, and the service accepts the request',
	async (name, _field, { form, path, body }) => {
		const sent = await previewed(name, form);
		expect([sent.url, sent.body]).toEqual([`https://api.example.com${path}`, body]);
		expect(issuesIn(name, sent.body)).toEqual([]);
	},
);

/** Fields that this test skips: fields that no request contains, and JSON fields that other tests cover. */
const covered = new Set([
	...['maxWait', 'pollInterval', 'returnAll', 'simplify', 'skipUnsupportedFiles', 'waitForCheck'],
	...['failedFiles', 'whenMaxWaitIsOver', 'deleteOnStop', 'downloadFiles', 'fieldPrefix'],
	...['failOnPageError', 'additionalBodyFields', 'limit'],
]);
const ofScrape = /(^|\.)(scrapeOptions|formats|redactPII)(\.|$)/;

const leavesOf = (fields: readonly INodeProperties[]) =>
	everyField(fields).filter(({ field }) => listsIn(field).length === 0);

it('each field of Parse, Monitor, Browser Session, and Account is in a row', () => {
	const missing = operations
		.filter(([name]) => /^(parse|monitor|browserSession|account)\.|^scrape\.get$/.test(name))
		.flatMap(([name, { form }]) => {
			const own = rows.filter(({ operation }) => operation === name);
			const keys = new Set(own.flatMap((row) => keysIn(row.form)));
			return leavesOf(form.fields)
				.filter(({ path, field }) => !ofScrape.test(path) && !covered.has(field.name))
				.filter(({ field }) => !keys.has(field.name))
				.map(({ path }) => `${name}: ${path}`);
		});
	expect(missing).toEqual([]);
});

it("each field of the specification's scrape is in a row, in the form, and in the request schema", () => {
	const [, scrape] = operations.find(([name]) => name === 'scrape.scrape') ?? [];
	const fields = scrape?.form.fields ?? [];
	const inForm = everyField(fields).map(({ field }) => field.name);
	const inRows = scrapeFieldRows.map(({ field }) => field.split(/[., ]/)[0]);
	for (const known of [inForm, inRows, Object.keys(scrapeForm.input.shape)]) {
		expect(bodyFieldsOfSpecification.filter((field) => !known.includes(field))).toEqual([]);
	}
});

const noHeaders = "'Options > Browser: Headers and Cookies' has no rows";

it.each<[Form, string]>([
	[
		{ url: 'https://example.com/[object Object]' },
		"'URL' contains [object Object]. Insert a field of the object, or use JSON.stringify(…)",
	],
	[{ formats: {} }, "'Formats' has no rows"],
	[{ formats: { format: ['html'] } }, "'Formats > Format 1 > Type' is required"],
	[{ options: { headers: {} } }, noHeaders],
	[{ options: { headers: { header: [{ name: '', value: '' }] } } }, noHeaders],
	[
		{ options: { additionalBodyFields: '[1]' } },
		"'Options > Additional Body Fields' must be a JSON object",
	],
])('a scrape with %j is not sent', async (form, error) => {
	const { first } = await run('scrape.scrape', { url, ...form });
	expect(first).toMatchObject({ error });
	expect(service.requests).toEqual([]);
});

it('an unknown operation is not sent, and the error lists the operations', async () => {
	const { first } = await run('crawl.crawl', { url });
	expect(first.message).toMatch(/^Set 'Operation' to one of: run, start, wait, get, getPages, /);
	const { first: unknown } = await run('page.scrape', { url });
	expect(unknown.message).toMatch(/^Set 'Resource' to one of: scrape, search, map, /);
	expect(service.requests).toEqual([]);
});

it('a scrape shows a hint if a text contains an expression that n8n did not evaluate', async () => {
	const page = `${service.url}/pages/article.html`;
	const formats = { format: [{ type: 'question', question: 'Is {{ $json.name }} open?' }] };
	const { hints } = await run('scrape.scrape', { url: page, formats });
	expect(hints[0]).toMatch(
		/Question' contains an expression .* Switch the field from Fixed to Expression/,
	);
});

it('a scrape sends only the URL if the form is untouched', async () => {
	const page = `${service.url}/pages/article.html`;
	const { first } = await run('scrape.scrape', { url: page });
	expect(service.requests.map(({ rawBody }) => rawBody)).toEqual([JSON.stringify({ url: page })]);
	expect(first).toHaveProperty('markdown', expect.stringContaining('#'));
});

it('a preview shows the request with a masked key, a hint, and sends nothing', async () => {
	const requestSettings = { previewRequest: true };
	const { first, hints } = await run('scrape.scrape', { url, requestSettings });
	expect(service.requests).toEqual([]);
	expect(hints).toEqual([expect.stringContaining("'Preview Request' is on")]);
	expect(first).toEqual({
		...{ method: 'POST', url: `${service.url}/v2/scrape`, body: { url } },
		headers: {
			...{ accept: 'application/json', 'content-type': 'application/json' },
			authorization: 'Bearer ***',
		},
	});
});
