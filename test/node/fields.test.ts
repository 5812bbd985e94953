import type { INodeProperties } from 'n8n-workflow';
import { scrapeRequest } from '../../nodes/WebData/api/scrape/scrapeRequest';
import { operations } from '../cases';
import { issuesIn } from '../cases/checks';
import { invented } from '../cases/existing';
import { everyField, listsIn } from '../operations/everyField';
import { bodyFieldsOfSpecification, scrapeFieldRows } from '../spec/scrapeFields';
import { useBuiltNode } from '../support/useBuiltNode';

const { service, run } = useBuiltNode();

type Form = Record<string, unknown>;

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
	const { first } = await run(
		operation,
		{ ...form, requestSettings: { previewRequest: true } },
		{
			binary: [{ data: file }],
			credential: { baseUrl: 'https://api.example.com', apiKey: 'key' },
		},
	);
	return JSON.parse(JSON.stringify(first)) as { url: string; body?: unknown };
}

const webhook = { url: 'https://hook.example.com/x', events: ['monitor.page'] };

const monitorOptions = {
	judgeEnabled: false,
	notification: {
		email: { enabled: true, includeDiffs: true, recipients: ['a@example.com'] },
		slack: { enabled: true, channelId: 'C1', channelName: 'prices' },
	},
	origin: 'nightly',
	retentionDays: 7,
	webhook: {
		...webhook,
		headers: { header: [{ name: 'X-Token', value: 'abc' }] },
		metadata: { entry: [{ name: 'customer', value: '4711' }] },
	},
};

const monitorOptionsSent = {
	...monitorOptions,
	webhook: { ...webhook, headers: { 'X-Token': 'abc' }, metadata: { customer: '4711' } },
};

const crawlOptions = {
	...{ allowExternalLinks: true, allowSubdomains: true, crawlEntireDomain: true },
	...{ deduplicateSimilarURLs: false, delay: 2, excludePaths: ['private/.*'] },
	...{ ignoreQueryParameters: true, ignoreRobotsTxt: true, includePaths: ['docs/.*'], limit: 5 },
	...{ maxConcurrency: 2, maxDiscoveryDepth: 1, regexOnFullURL: true },
	...{ robotsUserAgent: 'watcher', sitemap: 'skip' },
};

const searchOptions = { includeDomains: ['example.com'], maxResults: 3, searchWindow: '7d' };

const pages = { type: 'scrape', urls: [url], id: monitorId, scrapeOptions: { waitFor: 10 } };

const targets = {
	target: [
		pages,
		{ type: 'crawl', url, crawlOptions: { ...crawlOptions, additionalFields: '{"a":1}' } },
		{ type: 'search', queries: ['tide clock'], options: searchOptions },
		{ type: 'search', queries: ['lamp'], options: { excludeDomains: ['example.org'] } },
	],
};

const targetsSent = [
	pages,
	{ type: 'crawl', url, crawlOptions: { ...crawlOptions, a: 1 } },
	{ type: 'search', queries: ['tide clock'], ...searchOptions },
	{ type: 'search', queries: ['lamp'], excludeDomains: ['example.org'] },
];

const hourly = { text: 'hourly', timezone: 'Europe/Berlin' };
const inWords = { schedule: { specifySchedule: 'text', ...hourly } };
const cron = '0 9 * * 1-5';
const asCron = { schedule: { specifySchedule: 'cron', cron } };

const ofMonitor = (operation: string, path: string, form: Form = {}, body?: unknown): Row => ({
	operation: `monitor.${operation}`,
	form: { monitorId, ...form },
	path: `/v2/monitor${path}`,
	body,
});

const monitorRows: Row[] = [
	{
		...{ operation: 'monitor.create', path: '/v2/monitor' },
		form: { name: 'All', schedule: inWords, targets, goal: 'Prices', options: monitorOptions },
		body: {
			...{ name: 'All', schedule: hourly, targets: targetsSent, goal: 'Prices' },
			...monitorOptionsSent,
		},
	},
	{
		...{ operation: 'monitor.create', path: '/v2/monitor', field: 'a cron expression' },
		form: { name: 'All', schedule: asCron, targets, goal: 'Prices' },
		body: { name: 'All', schedule: { cron }, targets: targetsSent, goal: 'Prices' },
	},
	ofMonitor(
		'update',
		`/${monitorId}`,
		{
			targets,
			options: {
				...monitorOptions,
				...{ goal: 'Prices', name: 'New', schedule: asCron, status: 'paused' },
			},
		},
		{
			...{ targets: targetsSent, ...monitorOptionsSent },
			...{ goal: 'Prices', name: 'New', schedule: { cron }, status: 'paused' },
		},
	),
	ofMonitor('update', `/${monitorId}`, { options: { schedule: inWords } }, { schedule: hourly }),
	ofMonitor('get', `/${monitorId}`),
	ofMonitor('delete', `/${monitorId}`),
	ofMonitor('run', `/${monitorId}/run`, {}, {}),
	ofMonitor('getAll', '?limit=7&offset=0', { limit: 7 }),
	ofMonitor('getChecks', `/${monitorId}/checks?limit=7&offset=0&status=partial`, {
		limit: 7,
		options: { status: 'partial' },
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
		...{ mode: 'manual-only', riskScoreThreshold: 50, whitelist: ['b.example'] },
	},
};

const parser = { blocks: true, maxPages: 2, mode: 'ocr', pageMarkers: true, pages: true };

const redaction = { mode: 'fast', entities: ['EMAIL'], replaceStyle: 'mask' };

const parseRow: Row = {
	...{ operation: 'parse.parse', path: '/v2/parse' },
	form: {
		inputBinaryField: 'data',
		formats: {
			format: [
				{ type: 'markdown' },
				{ type: 'question', question: 'When?' },
				{ type: 'query', prompt: 'tides', options: { mode: 'directQuote' } },
				{ type: 'json', prompt: 'Times', schema: '{"type":"object"}' },
				{ type: 'attributes', selectors: { entry: [{ selector: 'a', attribute: 'href' }] } },
			],
		},
		options: {
			...parseOptions,
			parsers: { parser: [{ type: 'pdf', options: parser }] },
			redactPIIOptions: redaction,
		},
	},
	body: {
		...parseOptions,
		formats: [
			'markdown',
			{ type: 'question', question: 'When?' },
			{ type: 'query', prompt: 'tides', mode: 'directQuote' },
			{ type: 'json', prompt: 'Times', schema: { type: 'object' } },
			{ type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] },
		],
		parsers: [{ type: 'pdf', ...parser }],
		redactPII: redaction,
	},
};

const session = {
	...{ activityTtl: 60, integration: '_flow', profile: { name: 'shop', saveChanges: false } },
	...{ recordSession: false, streamWebView: false, ttl: 120 },
};
const code = { language: 'python', code: 'print(1)' };
const codeOptions = { origin: 'nightly', timeout: 45 };

const sessionRows: Row[] = [
	{
		...{ operation: 'browserSession.create', path: '/v2/interact' },
		form: { options: session },
		body: session,
	},
	{
		...{ operation: 'browserSession.execute', path: `/v2/interact/${sessionId}/execute` },
		form: { sessionId, ...code, options: codeOptions },
		body: { ...code, ...codeOptions },
	},
	{
		...{ operation: 'browserSession.getAll', path: '/v2/interact?status=destroyed' },
		form: { options: { status: 'destroyed' } },
	},
	{
		...{ operation: 'browserSession.delete', path: `/v2/interact/${sessionId}` },
		form: { sessionId },
	},
];

const account = (operation: string, path: string, form: Form = {}): Row => ({
	...{ operation: `account.${operation}`, form, path: `/v2/${path}` },
});

const accountRows: Row[] = [
	account('getCreditUsage', 'team/credit-usage'),
	account('getCreditHistory', 'team/credit-usage/historical?byApiKey=true', {
		options: { byApiKey: true },
	}),
	account('getQueueStatus', 'team/queue-status'),
	account('getConcurrency', 'concurrency-check'),
	account('getActivity', 'team/activity?limit=7&endpoint=browser', {
		...{ limit: 7, options: { endpoint: 'browser' } },
	}),
];

const scrape = (field: string, form: Form, sent: Form): Row => ({
	...{ operation: 'scrape.scrape', path: '/v2/scrape', field },
	form: { url, ...form },
	body: { url, ...sent },
});

const object = { type: 'object', properties: {} };

const scrapeRows: Row[] = [
	...scrapeFieldRows.map(({ table, field, form, sent }) =>
		scrape(`${table}: ${field}`, form, sent),
	),
	scrape(
		'nothing from groups that were only added',
		{
			formats: { format: [] },
			options: {
				...{ actions: {}, location: {}, includeTags: [], profile: {}, additionalBodyFields: '' },
				headers: { header: [{ name: '', value: '' }] },
			},
		},
		{},
	),
	scrape(
		'redaction if only its group was added',
		{ options: { redactPIIOptions: {} } },
		{ redactPII: true },
	),
	scrape(
		'Additional Body Fields, which override other fields',
		{
			options: {
				...{ timeout: 5000, location: { country: 'DE' } },
				additionalBodyFields: '{"timeout":9000,"location":{"languages":["de"]},"origin":"test"}',
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
	...scrapeRows,
	{ operation: 'scrape.get', form: { scrapeId }, path: `/v2/scrape/${scrapeId}` },
	parseRow,
	...monitorRows,
	...sessionRows,
	...accountRows,
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
	...[
		'failedFiles',
		'whenMaxWaitIsOver',
		'deleteOnStop',
		'downloadFiles',
		'fieldPrefix',
		'failOnPageError',
	],
	...['additionalBodyFields', 'additionalFields', 'limit'],
]);
const ofScrape = /(^|\.)(scrapeOptions|formats|redactPII)(\.|$)/;

const keysIn = (value: unknown): string[] =>
	typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)])
		: [];

const leavesOf = (fields: readonly INodeProperties[]) =>
	everyField(fields).filter(({ field }) => listsIn(field).length === 0);

it('each field of Parse, Monitor, Browser Session, and Account is in a row', () => {
	const missing = operations
		.filter(([name]) => /^(parse|monitor|browserSession|account)\.|^scrape\.get$/.test(name))
		.flatMap(([name, { fields }]) => {
			const own = rows.filter(({ operation }) => operation === name);
			const keys = new Set(own.flatMap(({ form }) => keysIn(form)));
			return leavesOf(fields)
				.filter(({ path, field }) => !ofScrape.test(path) && !covered.has(field.name))
				.filter(({ field }) => !keys.has(field.name))
				.map(({ path }) => `${name}: ${path}`);
		});
	expect(missing).toEqual([]);
});

it("each field of the specification's scrape is in a row, in the form, and in the request schema", () => {
	const [, { fields = [] } = {}] = operations.find(([name]) => name === 'scrape.scrape') ?? [];
	const inForm = everyField(fields).map(({ field }) => field.name);
	const inRows = scrapeFieldRows.map(({ field }) => field.split(/[., ]/)[0]);
	for (const known of [inForm, inRows, Object.keys(scrapeRequest.shape)]) {
		expect(bodyFieldsOfSpecification.filter((field) => !known.includes(field))).toEqual([]);
	}
});

it.each<[string, Form, string]>([
	[
		'a switch that contradicts its group',
		{ redactPII: false, redactPIIOptions: { mode: 'fast' } },
		"'Options > Privacy: Redact PII' must not be off if 'Options > Privacy: Redact PII Options' is set",
	],
	[
		'domain tools with zero data retention',
		{ domainTools: true, zeroDataRetention: true },
		"'Options > Catalog: Domain Tools' cannot be combined with 'Options > Privacy: Zero Data Retention'",
	],
	[
		'domain tools with lockdown',
		{ domainTools: true, lockdown: true },
		"'Options > Catalog: Domain Tools' cannot be combined with 'Options > Cache: Lockdown'",
	],
	[
		'cleaning by a model with zero data retention',
		{ onlyCleanContent: true, zeroDataRetention: true },
		"'Options > Content: Only Clean Content' cannot be combined with 'Options > Privacy: Zero Data Retention'",
	],
])('a scrape is not sent with %s', async (_case, options, error) => {
	const { first } = await run('scrape.scrape', { url, options });
	expect(first).toMatchObject({ error, details: { retryable: false } });
	expect(service.requests).toEqual([]);
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
