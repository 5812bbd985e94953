import type { IBinaryKeyData, IDataObject, INodeParameters } from 'n8n-workflow';
import {
	catalogEntry,
	interactAnswer,
	liveApiPage,
	runStatus,
	specifiedPage,
	traceEvent,
} from '../spec/answers';
import { scrapeFieldRows, type FieldRow } from '../spec/scrapeFields';

export interface Pages {
	page: string;
	/** URL of a PDF. Without this URL, the cases about parsers are skipped. */
	pdf?: string;
}

export interface KnownIds {
	scrapeId?: string;
	jobId?: string;
	snapshotId?: string;
	runningJobId?: string;
	crawlId?: string;
	endedCrawlId?: string;
	batchId?: string;
	endedBatchId?: string;
	monitorId?: string;
	checkId?: string;
	sessionId?: string;
}

export interface ConformanceCase {
	/** Resource and operation, such as `crawl.run`. */
	operation: string;
	input: string;
	credits: number;
	/** All parameters except Resource and Operation. Undefined if an ID or a page URL that the case needs is missing. */
	parameters(ids: KnownIds, pages: Pages): INodeParameters | undefined;
	binary?: IBinaryKeyData;
	expected: readonly string[];
	described(json: IDataObject): unknown;
	sample: unknown;
	remember?(items: readonly IDataObject[], ids: KnownIds): void;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function merged(first: unknown, second: unknown): unknown {
	if (Array.isArray(first) && Array.isArray(second)) return [merged(first[0], second[0])];
	if (!isObject(first) || !isObject(second)) return second ?? first;
	const names = [...new Set([...Object.keys(first), ...Object.keys(second)])];
	return Object.fromEntries(names.map((name) => [name, merged(first[name], second[name])]));
}

/** Objects that can contain any fields. */
const openFields = {
	json: {},
	product: { variants: [{ values: {} }] },
	tools: [{ next: { options: {} } }],
};

/** Returns a copy of the sample. Objects that are empty in `open` are also empty in the copy. */
function opened(sample: unknown, open: unknown): unknown {
	if (Array.isArray(sample) && Array.isArray(open)) return [opened(sample[0], open[0])];
	if (!isObject(sample) || !isObject(open)) return sample;
	if (Object.keys(open).length === 0) return {};
	const entries = Object.keys(open).map((name) => [name, opened(sample[name], open[name])]);
	return { ...sample, ...(Object.fromEntries(entries) as object) };
}

const knownPage = opened(merged(specifiedPage, liveApiPage), openFields);
const dataOf = (json: IDataObject): unknown => json.data;
const whole = (json: IDataObject): unknown => json;

const fieldsOfFormats: Record<string, string> = { question: 'answer', query: 'answer' };

function expectedFields({ sent }: FieldRow): string[] {
	const formats = (sent.formats as (string | { type: string })[] | undefined) ?? ['markdown'];
	const names = formats.map((format) => (typeof format === 'string' ? format : format.type));
	const fields = names.map((name) => fieldsOfFormats[name] ?? name);
	return [...fields.map((name) => (name === 'deterministicJson' ? 'json' : name)), 'metadata'];
}

/** A page costs 1 credit, or 5 credits with lockdown. A model, a file, and redaction add 4 credits each. */
const MAX_CREDITS_OF_A_PAGE = 9;

const scrapeCase = (row: FieldRow): ConformanceCase => ({
	operation: 'scrape.scrape',
	input: row.field,
	credits: MAX_CREDITS_OF_A_PAGE,
	parameters: (_ids, { page, pdf }) => {
		const url = row.table === 'Parsers' ? pdf : page;
		return url === undefined ? undefined : { url, simplify: false, ...row.form };
	},
	expected: expectedFields(row),
	described: dataOf,
	sample: knownPage,
	remember: ([json], ids) => {
		const { scrapeId } = ((json?.data as IDataObject | undefined)?.metadata ?? {}) as IDataObject;
		ids.scrapeId ??= scrapeId as string | undefined;
	},
});

const RUN_CREDITS = 20;
const run = (operation: string, input: string): Omit<ConformanceCase, 'parameters'> => ({
	operation: `agent.${operation}`,
	input,
	credits: 0,
	expected: ['success'],
	described: whole,
	sample: { ...runStatus, jobId: 'a', outcome: 'cancelled' },
});

const prompt = 'What is the title of this page?';
const runForm = ({ page }: Pages): INodeParameters => ({
	prompt,
	urls: [page],
	maxCredits: RUN_CREDITS,
});

const onJob =
	(extra: INodeParameters = {}) =>
	({ jobId }: KnownIds): INodeParameters | undefined =>
		jobId === undefined ? undefined : { jobId, ...extra };

const agentCases: ConformanceCase[] = [
	{
		...run('start', 'a prompt and a URL'),
		credits: RUN_CREDITS,
		parameters: (_ids, pages) => runForm(pages),
		expected: ['success', 'jobId'],
		remember: ([json], ids) => void (ids.jobId = json?.jobId as string | undefined),
	},
	{
		...run('get', 'the run that was started'),
		parameters: onJob({ simplify: false }),
		expected: ['success', 'status'],
	},
	{
		...run('wait', 'the run that was started'),
		parameters: onJob({ simplify: false, maxWait: 300 }),
		expected: ['success', 'status', 'creditsUsed'],
	},
	{
		...run('getTrace', 'the run that has ended'),
		parameters: onJob({ returnAll: true, simplify: false }),
		expected: ['success', 'events'],
		sample: { success: true, id: 'a', events: [traceEvent], creditsUsed: 1, liveViewUrls: [] },
		remember: ([json], ids) => {
			const events = (json?.events ?? []) as { artifact?: { snapshotId?: string } }[];
			ids.snapshotId = events.map(({ artifact }) => artifact?.snapshotId).find(Boolean);
		},
	},
	{
		...run('getSnapshot', 'a snapshot named in the trace'),
		parameters: ({ jobId, snapshotId }) =>
			jobId === undefined || snapshotId === undefined ? undefined : { jobId, snapshotId },
		expected: ['snapshot'],
		sample: { success: true, jobId: 'a', snapshotId: 'a', kind: 'json', snapshot: {} },
	},
	{
		...run('run', 'a prompt and a URL'),
		credits: RUN_CREDITS,
		parameters: (_ids, pages) => ({ ...runForm(pages), simplify: false, maxWait: 300 }),
		expected: ['success', 'status', 'data', 'creditsUsed', 'expiresAt'],
	},
	{
		...run('start', 'a run to be cancelled'),
		credits: RUN_CREDITS,
		parameters: (_ids, pages) => runForm(pages),
		expected: ['success', 'jobId'],
		remember: ([json], ids) => void (ids.runningJobId = json?.jobId as string | undefined),
	},
	{
		...run('cancel', 'a run that has just started'),
		parameters: ({ runningJobId }) =>
			runningJobId === undefined ? undefined : { jobId: runningJobId },
	},
];

/** Each full or partial minute of a session costs 2 credits without a prompt, or 7 credits with a prompt. */
const sessionCases: ConformanceCase[] = [
	{
		operation: 'scrape.interact',
		input: 'code on the scraped page',
		credits: 7,
		parameters: ({ scrapeId }) =>
			scrapeId === undefined
				? undefined
				: { scrapeId, interactWith: 'code', code: 'console.log(await page.title())' },
		expected: ['success', 'stdout', 'exitCode'],
		described: whole,
		sample: interactAnswer,
	},
	{
		operation: 'scrape.stopInteract',
		input: 'the session of that page',
		credits: 0,
		parameters: ({ scrapeId }) => (scrapeId === undefined ? undefined : { scrapeId }),
		expected: ['success'],
		described: whole,
		sample: {
			success: true,
			outcome: 'stopped',
			sessionDurationMs: 1,
			creditsBilled: 1,
			cleanupQueued: false,
		},
	},
];

/** Each full or partial minute of a session costs 2 credits. */
const browserSessionCase = (
	operation: string,
	input: string,
	rest: Partial<ConformanceCase> = {},
): ConformanceCase => ({
	operation: `browserSession.${operation}`,
	input,
	credits: 0,
	parameters: ({ sessionId }) => (sessionId === undefined ? undefined : { sessionId }),
	expected: [],
	described: whole,
	sample: {},
	...rest,
});

const sessionLinks = { cdpUrl: 'a', liveViewUrl: 'a', interactiveLiveViewUrl: 'a' };

const browserSessionCases: ConformanceCase[] = [
	browserSessionCase('create', 'a lifetime of one minute', {
		parameters: () => ({ options: { ttl: 60, activityTtl: 60 } }),
		expected: ['id', 'cdpUrl', 'liveViewUrl', 'interactiveLiveViewUrl', 'expiresAt'],
		sample: { id: 'a', ...sessionLinks, expiresAt: 'a' },
		remember: ([json], ids) => void (ids.sessionId = json?.id as string | undefined),
	}),
	browserSessionCase('execute', 'code that reads the title', {
		parameters: ({ sessionId }) =>
			sessionId === undefined ? undefined : { sessionId, code: 'await page.title()' },
		expected: ['result', 'stdout', 'stderr', 'exitCode', 'killed'],
		sample: { result: 'a', stdout: 'a', stderr: 'a', exitCode: 0, killed: false },
	}),
	browserSessionCase('getAll', 'the active sessions', {
		parameters: () => ({ limit: 5, options: { status: 'active' } }),
		expected: ['id', 'status', 'createdAt', 'lastActivity'],
		sample: {
			id: 'a',
			status: 'a',
			...sessionLinks,
			streamWebView: true,
			createdAt: 'a',
			lastActivity: 'a',
		},
	}),
	browserSessionCase('delete', 'the session that was created', {
		credits: 2,
		expected: ['deleted', 'sessionId', 'outcome', 'sessionDurationMs', 'creditsBilled'],
		sample: {
			deleted: true,
			sessionId: 'a',
			outcome: 'deleted',
			sessionDurationMs: 1,
			creditsBilled: 2,
			cleanupQueued: false,
		},
	}),
];

/** A monitor check costs 1 credit. */
const monitorCase = (
	operation: string,
	input: string,
	rest: Partial<ConformanceCase> = {},
): ConformanceCase => ({
	operation: `monitor.${operation}`,
	input,
	credits: 0,
	parameters: ({ monitorId }) => (monitorId === undefined ? undefined : { monitorId }),
	expected: [],
	described: whole,
	sample: {},
	...rest,
});

const monitorCases: ConformanceCase[] = [
	monitorCase('create', 'a page, every week', {
		parameters: (_ids, { page }) => ({
			name: 'Conformance',
			schedule: { schedule: { specifySchedule: 'text', text: 'weekly' } },
			targets: { target: [{ type: 'scrape', urls: [page] }] },
		}),
		expected: ['id', 'name', 'status', 'schedule', 'targets', 'estimatedCreditsPerMonth'],
		remember: ([json], ids) => void (ids.monitorId = json?.id as string | undefined),
	}),
	monitorCase('get', 'the monitor that was created', { expected: ['id', 'nextRunAt'] }),
	monitorCase('getAll', 'the first monitors', {
		parameters: () => ({ limit: 5 }),
		expected: ['id', 'name'],
	}),
	monitorCase('run', 'the monitor that was created', {
		credits: 1,
		expected: ['checkId', 'outcome', 'status', 'summary'],
		remember: ([json], ids) => void (ids.checkId = json?.checkId as string | undefined),
	}),
	monitorCase('getCheck', 'the check that has ended', {
		parameters: ({ monitorId, checkId }) =>
			monitorId === undefined || checkId === undefined ? undefined : { monitorId, checkId },
		expected: ['url', 'status', 'checkId'],
	}),
	monitorCase('getChecks', 'the checks of the monitor', { expected: ['id', 'status'] }),
	monitorCase('update', 'a pause', {
		parameters: ({ monitorId }) =>
			monitorId === undefined ? undefined : { monitorId, options: { status: 'paused' } },
		expected: ['id', 'status'],
	}),
	monitorCase('delete', 'the monitor that was created', { expected: ['deleted'] }),
];

const parseCase: ConformanceCase = {
	operation: 'parse.parse',
	input: 'an HTML file, four formats',
	credits: 1,
	parameters: () => ({
		formats: { format: ['markdown', 'html', 'links', 'rawHtml'].map((type) => ({ type })) },
		simplify: false,
	}),
	binary: {
		data: {
			data: Buffer.from('<h1>Tides</h1><a href="https://example.com/x">x</a>').toString('base64'),
			fileName: 'tides.html',
			mimeType: 'text/html',
		},
	},
	expected: ['markdown', 'html', 'links', 'rawHtml', 'metadata'],
	described: dataOf,
	sample: knownPage,
};

const catalogCase: ConformanceCase = {
	operation: 'catalog.call',
	input: 'one call of a converter',
	credits: 5,
	parameters: () => ({
		specifyCalls: 'json',
		catalogJson: JSON.stringify([
			{ provider: 'rates', capability: 'convert', options: { amount: 1, from: 'EUR', to: 'USD' } },
		]),
	}),
	expected: ['provider', 'capability', 'creditsCost', 'data'],
	described: whole,
	sample: { ...catalogEntry, data: {}, totalCreditsCost: 5, scrapeId: 'a', requestId: 'a' },
};

const accountCase = (
	operation: string,
	expected: readonly string[],
	sample: Record<string, unknown>,
): ConformanceCase => ({
	operation: `account.${operation}`,
	input: 'no fields',
	credits: 0,
	parameters: () => ({}),
	expected,
	described: whole,
	sample,
});

const accountCases: ConformanceCase[] = [
	accountCase('getCreditUsage', ['remainingCredits', 'planCredits'], {
		remainingCredits: 1,
		planCredits: 1,
		billingPeriodStart: 'a',
		billingPeriodEnd: 'a',
	}),
	accountCase('getCreditHistory', ['startDate', 'endDate', 'creditsUsed'], {
		startDate: 'a',
		endDate: 'a',
		creditsUsed: 1,
		apiKey: 'a',
	}),
	accountCase('getQueueStatus', ['jobsInQueue', 'maxConcurrency'], {
		jobsInQueue: 1,
		activeJobsInQueue: 1,
		waitingJobsInQueue: 1,
		maxConcurrency: 1,
		mostRecentSuccess: 'a',
	}),
	accountCase('getConcurrency', ['concurrency', 'maxConcurrency'], {
		concurrency: 1,
		maxConcurrency: 1,
	}),
	accountCase('getActivity', ['id', 'endpoint', 'created_at'], {
		id: 'a',
		endpoint: 'a',
		api_version: 'a',
		created_at: 'a',
		target: 'a',
	}),
];

const storedScrapeCase: ConformanceCase = {
	operation: 'scrape.get',
	input: 'the scraped page',
	credits: 0,
	parameters: ({ scrapeId }) =>
		scrapeId === undefined ? undefined : { scrapeId, simplify: false },
	expected: ['markdown', 'metadata'],
	described: dataOf,
	sample: knownPage,
};

/** A search costs 2 credits per 10 results, rounded up. Scraped pages cost additional credits. */
const searchCases: ConformanceCase[] = [
	{
		operation: 'search.search',
		input: 'a query',
		credits: 2,
		parameters: () => ({ query: 'lighthouse', limit: 2, simplify: false }),
		expected: ['success', 'data', 'creditsUsed', 'id'],
		described: whole,
		sample: { success: true, data: {}, creditsUsed: 2, id: 'a', warning: 'a' },
	},
	{
		operation: 'search.search',
		input: 'a query, with the pages of the results',
		credits: 4,
		parameters: () => ({ query: 'lighthouse', limit: 2, scrapeResults: true, simplify: false }),
		expected: ['success', 'data', 'creditsUsed', 'id'],
		described: whole,
		sample: { success: true, data: {}, creditsUsed: 4, id: 'a', warning: 'a' },
	},
	{
		operation: 'map.map',
		input: 'the site of the page',
		credits: 1,
		parameters: (_ids, { page }) => ({ url: new URL('/', page).href, simplify: false }),
		expected: ['success', 'links'],
		described: whole,
		sample: {
			success: true,
			id: 'a',
			links: [{ url: 'a', title: 'a', description: 'a' }],
			warning: 'a',
		},
	},
];

const jobOf = (id: string | undefined): INodeParameters | undefined =>
	id === undefined ? undefined : { jobId: id };

const jobStatus = {
	success: true,
	status: 'completed',
	jobId: 'a',
	completed: 1,
	total: 1,
	creditsUsed: 1,
	expiresAt: 'a',
	createdAt: 'a',
	completedAt: 'a',
	duration: 1,
	warning: 'a',
	next: 'a',
};

const batchCases: ConformanceCase[] = [
	{
		operation: 'batchScrape.start',
		input: 'the page',
		credits: 1,
		parameters: (_ids, { page }) => ({ urls: page }),
		expected: ['success', 'jobId', 'url', 'invalidURLs'],
		described: whole,
		sample: { success: true, jobId: 'a', url: 'a', invalidURLs: [], urlCount: 1 },
		remember: ([json], ids) => (ids.endedBatchId = String(json?.jobId)),
	},
	{
		operation: 'batchScrape.wait',
		input: 'that batch scrape',
		credits: 0,
		parameters: ({ endedBatchId }) => jobOf(endedBatchId),
		expected: ['markdown', 'metadata'],
		described: (json) => json,
		sample: knownPage,
	},
	{
		operation: 'batchScrape.getPages',
		input: 'the pages of that batch scrape',
		credits: 0,
		parameters: ({ endedBatchId }) => jobOf(endedBatchId),
		expected: ['markdown', 'metadata'],
		described: (json) => json,
		sample: knownPage,
	},
	{
		operation: 'batchScrape.getErrors',
		input: 'the failed pages of that batch scrape',
		credits: 0,
		parameters: ({ endedBatchId }) => {
			const parameters = jobOf(endedBatchId);
			return parameters && { ...parameters, simplify: false };
		},
		expected: ['errors', 'robotsBlocked'],
		described: whole,
		sample: { errors: [], robotsBlocked: [], jobId: 'a' },
	},
	{
		operation: 'batchScrape.run',
		input: 'the page twice, and an invalid URL',
		credits: 1,
		parameters: (_ids, { page }) => ({
			urls: [page, page, 'http://localhost/'],
			failedPages: 'ignore',
		}),
		expected: ['markdown', 'metadata'],
		described: (json) => json,
		sample: knownPage,
	},
	{
		operation: 'batchScrape.start',
		input: 'the page, with a long wait',
		credits: 1,
		parameters: (_ids, { page }) => ({ urls: page, options: { waitFor: 20_000 } }),
		expected: ['success', 'jobId', 'url'],
		described: whole,
		sample: { success: true, jobId: 'a', url: 'a', invalidURLs: [], urlCount: 1 },
		remember: ([json], ids) => (ids.batchId = String(json?.jobId)),
	},
	{
		operation: 'batchScrape.get',
		input: 'the status of that batch scrape',
		credits: 0,
		parameters: ({ batchId }) => {
			const parameters = jobOf(batchId);
			return parameters && { ...parameters, simplify: false };
		},
		expected: ['success', 'status', 'completed', 'total', 'creditsUsed', 'expiresAt'],
		described: whole,
		sample: jobStatus,
	},
	{
		operation: 'batchScrape.cancel',
		input: 'that batch scrape',
		credits: 0,
		parameters: ({ batchId }) => jobOf(batchId),
		expected: ['outcome'],
		described: whole,
		sample: { success: true, status: 'a', jobId: 'a', outcome: 'a', message: 'a' },
	},
];

const crawlCases: ConformanceCase[] = [
	{
		operation: 'crawl.start',
		input: 'the site of the page, to its first page',
		credits: 1,
		parameters: (_ids, { page }) => ({ url: page, limit: 1 }),
		expected: ['success', 'jobId', 'url'],
		described: whole,
		sample: {
			success: true,
			jobId: 'a',
			url: 'a',
			promptGeneratedOptions: {},
			finalCrawlerOptions: {},
		},
		remember: ([json], ids) => (ids.endedCrawlId = String(json?.jobId)),
	},
	{
		operation: 'crawl.wait',
		input: 'that crawl',
		credits: 0,
		parameters: ({ endedCrawlId }) => jobOf(endedCrawlId),
		expected: ['markdown', 'metadata'],
		described: (json) => json,
		sample: knownPage,
	},
	{
		operation: 'crawl.getPages',
		input: 'the pages of that crawl',
		credits: 0,
		parameters: ({ endedCrawlId }) => jobOf(endedCrawlId),
		expected: ['markdown', 'metadata'],
		described: (json) => json,
		sample: knownPage,
	},
	{
		operation: 'crawl.getErrors',
		input: 'the failed pages of that crawl',
		credits: 0,
		parameters: ({ endedCrawlId }) => {
			const parameters = jobOf(endedCrawlId);
			return parameters && { ...parameters, simplify: false };
		},
		expected: ['errors', 'robotsBlocked'],
		described: whole,
		sample: { errors: [], robotsBlocked: [], jobId: 'a' },
	},
	{
		operation: 'crawl.run',
		input: 'the site of the page, to its first page',
		credits: 1,
		parameters: (_ids, { page }) => ({ url: page, limit: 1 }),
		expected: ['markdown', 'metadata'],
		described: (json) => json,
		sample: knownPage,
	},
	{
		operation: 'crawl.start',
		input: 'the site of the page, with a long delay',
		credits: 5,
		parameters: (_ids, { page }) => ({ url: page, limit: 5, options: { delay: 30 } }),
		expected: ['success', 'jobId', 'url'],
		described: whole,
		sample: { success: true, jobId: 'a', url: 'a' },
		remember: ([json], ids) => (ids.crawlId = String(json?.jobId)),
	},
	{
		operation: 'crawl.get',
		input: 'the status of that crawl',
		credits: 0,
		parameters: ({ crawlId }) => {
			const parameters = jobOf(crawlId);
			return parameters && { ...parameters, simplify: false };
		},
		expected: ['success', 'status', 'completed', 'total', 'creditsUsed', 'expiresAt'],
		described: whole,
		sample: jobStatus,
	},
	{
		operation: 'crawl.getAll',
		input: 'the running crawls',
		credits: 0,
		parameters: () => ({}),
		expected: ['id', 'url', 'created_at', 'options'],
		described: whole,
		sample: { id: 'a', teamId: 'a', url: 'a', created_at: 'a', options: {} },
	},
	{
		operation: 'crawl.cancel',
		input: 'that crawl',
		credits: 0,
		parameters: ({ crawlId }) => jobOf(crawlId),
		expected: ['status', 'outcome'],
		described: whole,
		sample: { success: true, status: 'cancelled', jobId: 'a', outcome: 'a', message: 'a' },
	},
	{
		operation: 'crawl.previewParams',
		input: 'a description',
		credits: 0,
		parameters: (_ids, { page }) => ({
			url: page,
			prompt: 'Only 3 pages, without the sitemap',
			simplify: false,
		}),
		expected: ['success', 'data'],
		described: whole,
		sample: { success: true, data: {} },
	},
];

const [plainPage, ...pagesWithOptions] = scrapeFieldRows;

export const conformanceCases: readonly ConformanceCase[] = [
	...(plainPage === undefined ? [] : [scrapeCase(plainPage)]),
	...sessionCases,
	parseCase,
	...monitorCases,
	...browserSessionCases,
	catalogCase,
	storedScrapeCase,
	...searchCases,
	...accountCases,
	...crawlCases,
	...batchCases,
	...agentCases,
	...pagesWithOptions.map(scrapeCase),
];
