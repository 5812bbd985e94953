import type { INodeProperties } from 'n8n-workflow';
import { resources } from '../../nodes/WebData/operations';
import { everyField, listsIn } from '../operations/everyField';
import { checkCodeBody, checkSessionBody } from '../localService/schemas/browserSession';
import { checkMonitorChange, checkNewMonitor } from '../localService/schemas/monitor';
import { checkParseOptions } from '../localService/schemas/parse';
import { useBuiltNode } from '../support/useBuiltNode';

const { execute } = useBuiltNode();

interface Row {
	operation: string;
	form: Record<string, unknown>;
	path: string;
	body?: unknown;
	check?(body: unknown): unknown[];
}

const id = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';
const checkId = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b18';
const url = 'https://example.com';

const webhookForm = {
	url: 'https://hook.example.com/x',
	events: ['monitor.page'],
	headers: { header: [{ name: 'X-Token', value: 'abc' }] },
	metadata: { entry: [{ name: 'customer', value: '4711' }] },
};

const monitorOptions = {
	judgeEnabled: false,
	notification: {
		email: { enabled: true, includeDiffs: true, recipients: ['a@example.com'] },
		slack: { enabled: true, channelId: 'C1', channelName: 'prices' },
	},
	origin: 'nightly',
	retentionDays: 7,
	webhook: webhookForm,
};

const monitorOptionsSent = {
	...monitorOptions,
	webhook: {
		...webhookForm,
		headers: { 'X-Token': 'abc' },
		metadata: { customer: '4711' },
	},
};

const crawlOptions = {
	allowExternalLinks: true,
	allowSubdomains: true,
	crawlEntireDomain: true,
	deduplicateSimilarURLs: false,
	delay: 2,
	excludePaths: ['private/.*'],
	ignoreQueryParameters: true,
	ignoreRobotsTxt: true,
	includePaths: ['docs/.*'],
	limit: 5,
	maxConcurrency: 2,
	maxDiscoveryDepth: 1,
	regexOnFullURL: true,
	robotsUserAgent: 'watcher',
	sitemap: 'skip',
};

const searchOptions = { includeDomains: ['example.com'], maxResults: 3, searchWindow: '7d' };

const targets = {
	target: [
		{ type: 'scrape', urls: [url], id, scrapeOptions: { waitFor: 10 } },
		{ type: 'crawl', url, crawlOptions: { ...crawlOptions, additionalFields: '{"a":1}' } },
		{ type: 'search', queries: ['tide clock'], options: searchOptions },
		{ type: 'search', queries: ['lamp'], options: { excludeDomains: ['example.org'] } },
	],
};

const targetsSent = [
	{ type: 'scrape', urls: [url], id, scrapeOptions: { waitFor: 10 } },
	{ type: 'crawl', url, crawlOptions: { ...crawlOptions, a: 1 } },
	{ type: 'search', queries: ['tide clock'], ...searchOptions },
	{ type: 'search', queries: ['lamp'], excludeDomains: ['example.org'] },
];

const inWords = {
	schedule: { specifySchedule: 'text', text: 'hourly', timezone: 'Europe/Berlin' },
};
const asCron = { schedule: { specifySchedule: 'cron', cron: '0 9 * * 1-5' } };

const parseOptions = {
	excludeTags: ['nav'],
	includeTags: ['h1'],
	integration: '_flow',
	onlyCleanContent: true,
	onlyMainContent: false,
	origin: 'nightly',
	removeBase64Images: false,
	timeout: 45_000,
	zeroDataRetention: false,
};

const parserOptions = { blocks: true, maxPages: 2, mode: 'ocr', pageMarkers: true, pages: true };

const redaction = { mode: 'fast', entities: ['EMAIL'], replaceStyle: 'mask' };

const policy = {
	blacklist: ['a.example'],
	blockedTlds: ['zip'],
	failurePolicy: 'open',
	mode: 'manual-only',
	riskScoreThreshold: 50,
	whitelist: ['b.example'],
};

const rows: Row[] = [
	{
		operation: 'parse.parse',
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
				auditMetadata: { username: 'night-run' },
				parsers: { parser: [{ type: 'pdf', options: parserOptions }] },
				redactPIIOptions: redaction,
				threatProtection: policy,
			},
		},
		path: '/v2/parse',
		body: {
			...parseOptions,
			auditMetadata: { username: 'night-run' },
			formats: [
				'markdown',
				{ type: 'question', question: 'When?' },
				{ type: 'query', prompt: 'tides', mode: 'directQuote' },
				{ type: 'json', prompt: 'Times', schema: { type: 'object' } },
				{ type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] },
			],
			parsers: [{ type: 'pdf', ...parserOptions }],
			redactPII: redaction,
			threatProtection: policy,
		},
		check: checkParseOptions,
	},
	{ operation: 'scrape.get', form: { scrapeId: id }, path: `/v2/scrape/${id}` },
	{
		operation: 'monitor.create',
		form: {
			name: 'All',
			schedule: inWords,
			targets,
			goal: 'Prices',
			options: { ...monitorOptions, additionalBodyFields: '{"b":2}' },
		},
		path: '/v2/monitor',
		body: {
			name: 'All',
			schedule: { text: 'hourly', timezone: 'Europe/Berlin' },
			targets: targetsSent,
			goal: 'Prices',
			...monitorOptionsSent,
			b: 2,
		},
	},
	{
		operation: 'monitor.create',
		form: { name: 'All', schedule: asCron, targets, options: monitorOptions },
		path: '/v2/monitor',
		body: {
			name: 'All',
			schedule: { cron: '0 9 * * 1-5' },
			targets: targetsSent,
			...monitorOptionsSent,
		},
		check: checkNewMonitor,
	},
	{
		operation: 'monitor.update',
		form: {
			monitorId: id,
			targets,
			options: {
				...monitorOptions,
				goal: 'Prices',
				name: 'New',
				schedule: asCron,
				status: 'paused',
			},
		},
		path: `/v2/monitor/${id}`,
		body: {
			targets: targetsSent,
			...monitorOptionsSent,
			goal: 'Prices',
			name: 'New',
			schedule: { cron: '0 9 * * 1-5' },
			status: 'paused',
		},
		check: checkMonitorChange,
	},
	{
		operation: 'monitor.update',
		form: { monitorId: id, options: { schedule: inWords } },
		path: `/v2/monitor/${id}`,
		body: { schedule: { text: 'hourly', timezone: 'Europe/Berlin' } },
		check: checkMonitorChange,
	},
	{ operation: 'monitor.get', form: { monitorId: id }, path: `/v2/monitor/${id}` },
	{ operation: 'monitor.delete', form: { monitorId: id }, path: `/v2/monitor/${id}` },
	{ operation: 'monitor.run', form: { monitorId: id }, path: `/v2/monitor/${id}/run`, body: {} },
	{ operation: 'monitor.getAll', form: { limit: 7 }, path: '/v2/monitor?limit=7&offset=0' },
	{
		operation: 'monitor.getChecks',
		form: { monitorId: id, limit: 7, options: { status: 'partial' } },
		path: `/v2/monitor/${id}/checks?limit=7&offset=0&status=partial`,
	},
	{
		operation: 'monitor.getCheck',
		form: { monitorId: id, checkId, limit: 7, options: { status: 'error' } },
		path: `/v2/monitor/${id}/checks/${checkId}?limit=7&status=error`,
	},
	{
		operation: 'browserSession.create',
		form: {
			options: {
				activityTtl: 60,
				additionalBodyFields: '{"b":2}',
				integration: '_flow',
				profile: { name: 'shop', saveChanges: false },
				recordSession: false,
				streamWebView: false,
				ttl: 120,
			},
		},
		path: '/v2/interact',
		body: {
			activityTtl: 60,
			b: 2,
			integration: '_flow',
			profile: { name: 'shop', saveChanges: false },
			recordSession: false,
			streamWebView: false,
			ttl: 120,
		},
		check: checkSessionBody,
	},
	{
		operation: 'browserSession.execute',
		form: {
			sessionId: id,
			language: 'python',
			code: 'print(1)',
			options: { additionalBodyFields: '{"b":2}', origin: 'nightly', timeout: 45 },
		},
		path: `/v2/interact/${id}/execute`,
		body: { b: 2, language: 'python', code: 'print(1)', origin: 'nightly', timeout: 45 },
		check: checkCodeBody,
	},
	{
		operation: 'browserSession.getAll',
		form: { options: { status: 'destroyed' } },
		path: '/v2/interact?status=destroyed',
	},
	{ operation: 'browserSession.delete', form: { sessionId: id }, path: `/v2/interact/${id}` },
	{ operation: 'account.getCreditUsage', form: {}, path: '/v2/team/credit-usage' },
	{
		operation: 'account.getCreditHistory',
		form: { options: { byApiKey: true } },
		path: '/v2/team/credit-usage/historical?byApiKey=true',
	},
	{ operation: 'account.getQueueStatus', form: {}, path: '/v2/team/queue-status' },
	{ operation: 'account.getConcurrency', form: {}, path: '/v2/concurrency-check' },
	{
		operation: 'account.getActivity',
		form: { limit: 7, options: { endpoint: 'browser' } },
		path: '/v2/team/activity?limit=7&endpoint=browser',
	},
];

it.each(rows.map((row) => [row.operation, row] as const))(
	'%s sends each field as set, and the service accepts the request',
	async (name, { form, path, body, check }) => {
		const [resource, operation] = name.split('.');
		const { items } = await execute({
			parameters: {
				...{ resource, operation, ...form },
				requestSettings: { previewRequest: true },
			} as never,
			binary: [{ data: { data: 'PGgxPkE8L2gxPg==', fileName: 'a.html', mimeType: 'text/html' } }],
			credential: { baseUrl: 'https://api.example.com', apiKey: 'key' },
		});
		const sent = JSON.parse(JSON.stringify(items[0]?.json)) as { url: string; body?: unknown };
		expect([sent.url, sent.body]).toEqual([`https://api.example.com${path}`, body]);
		expect(check?.(sent.body) ?? []).toEqual([]);
	},
);

/** Fields that this test skips: fields that no request contains, and JSON fields that other tests cover. */
const covered = new Set([
	...['maxWait', 'pollInterval', 'returnAll', 'simplify', 'skipUnsupportedFiles', 'waitForCheck'],
	...['whenMaxWaitIsOver', 'deleteOnStop', 'downloadFiles', 'fieldPrefix', 'failOnPageError'],
	...['additionalBodyFields', 'additionalFields'],
]);
const otherGroups = /(^|\.)(scrapeOptions|formats|redactPII|limit)(\.|$)/;

const keysIn = (value: unknown): string[] =>
	typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)])
		: [];

const leavesOf = (fields: readonly INodeProperties[]): { path: string; name: string }[] =>
	everyField(fields)
		.filter(({ field }) => listsIn(field).length === 0)
		.map(({ path, field }) => ({ path, name: field.name }));

const operations = resources.flatMap(({ value, operations: all }) =>
	all.map((operation) => [`${value}.${operation.value}`, operation.fields] as const),
);

it.each(
	operations.filter(([name]) =>
		/^(parse|monitor|browserSession|account)\.|^scrape\.get$/.test(name),
	),
)('each field of %s has a row in this test', (name, fields) => {
	const own = rows.filter(({ operation }) => operation === name);
	expect(own).not.toEqual([]);
	const keys = new Set(own.flatMap(({ form }) => keysIn(form)));
	const missing = leavesOf(fields).filter(
		({ path, name: field }) => !keys.has(field) && !covered.has(field) && !otherGroups.test(path),
	);
	expect(missing.map(({ path }) => path)).toEqual([]);
});
