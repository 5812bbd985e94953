import { call } from '../../nodes/WebData/client/call';
import { serviceError } from '../../nodes/WebData/client/client';
import {
	type CreditRecord,
	creditsOf,
	ExecutionCreditGuard,
	mayCost,
} from '../../nodes/WebData/client/credits';
import type { ApiRequest } from '../../nodes/WebData/client/request';
import { failureOfRow } from '../../nodes/WebData/errors/row';
import { transportRows } from '../../nodes/WebData/errors/rows/transport';
import type { JsonObject } from '../../nodes/WebData/json/json';
import { agentRoutes } from '../../nodes/WebData/resources/agent/service';
import { batchScrapeJob } from '../../nodes/WebData/resources/batchScrape/run';
import { crawlRoutes } from '../../nodes/WebData/resources/crawl/service';
import { parseFiles, toFileParts } from '../../nodes/WebData/resources/parse/files';
import { type RouteName, routes } from '../cases/routes';
import { answer, type Step } from '../support/scriptedTransport';
import { nextTurn } from '../support/virtualTime';
import { playClient } from './jobs/playJob';

const scrape: ApiRequest = { route: routes.scrape };
const keyed = (id: string): ApiRequest => ({
	route: routes.catalog,
	headers: { 'x-request-id': id },
});
const status = (jobId: string): ApiRequest => ({ route: agentRoutes.status, ids: [jobId] });

const page = (creditsUsed: number): JsonObject => ({ data: { metadata: { creditsUsed } } });
const calls = (creditsCost: number): JsonObject => ({ data: { creditsCost } });

const newRecord = (used = 0): CreditRecord => ({ used, byWork: {} });

const guardOf = (maxCredits: number, record = newRecord()) =>
	new ExecutionCreditGuard(record, maxCredits);

const sendOk = (guard: ExecutionCreditGuard, each: ApiRequest, response: JsonObject) =>
	guard.refusal(each) ?? guard.count(each, { ok: true, answer: response });

const sendFailing = (guard: ExecutionCreditGuard, each: ApiRequest, possiblyExecuted: boolean) => {
	const row = { ...transportRows.closed, id: 'closed', possiblyExecuted } as const;
	guard.count(each, { ok: false, failure: failureOfRow(row) });
};

it('a request is not sent again when the limit was reached during its back-off', async () => {
	const record = newRecord();
	const creditGuard = guardOf(1, record);
	const busy: Step = () => {
		record.used = 1;
		return answer(503, { success: false, error: 'Service Unavailable' });
	};
	const { result } = await playClient([busy], (client) => call(scrape, client), {
		client: { creditGuard },
	});
	expect(result).toMatchObject({
		...{ ok: false, stopReason: 'creditLimitReached', attempts: 1 },
		failure: { httpCode: 503, facts: { creditsUsed: 1, maxCreditsPerExecution: 1 } },
	});
});

it('a keyed request is sent after the limit only if it may have been executed before', () => {
	const record = newRecord();
	const guard = guardOf(5, record);
	sendFailing(guard, keyed('a'), true);
	sendFailing(guard, keyed('b'), false);
	record.used = 5;
	expect(sendOk(guard, keyed('a'), calls(2))).toBeUndefined();
	expect(sendOk(guard, keyed('b'), calls(2))).toMatchObject({ errorId: 'maxCreditsReached' });
	expect(record.used).toBe(7);
});

const agent = (body: JsonObject): ApiRequest => ({ route: routes.agent, body });
const batch = (count: number): ApiRequest => ({
	route: routes.batchScrape,
	body: { urls: Array.from({ length: count }, (_, index) => `https://example.com/${index}`) },
});

it('a job of this node counts once, with the highest credits of its statuses', () => {
	const guard = guardOf(100);
	guard.started('job-1', agent({}));
	for (const creditsUsed of [2, 5, -1, 5]) {
		sendOk(guard, status('job-1'), { creditsUsed });
	}
	guard.started('job-1', agent({}));
	for (const creditsUsed of [7, 5]) sendOk(guard, status('job-1'), { creditsUsed });
	sendOk(guard, status('job of another node'), { creditsUsed: 50 });
	expect(guard.record.used).toBe(7);
});

it('a job whose status is unknown counts with its price, until a status reports its credits', () => {
	const guard = guardOf(100);
	guard.started('job-1', batch(10));
	guard.started('job-1', batch(10));
	expect(guard.record.used).toBe(10);
	sendOk(guard, status('job-1'), { creditsUsed: 2 });
	sendOk(guard, scrape, page(1));
	expect(guard.record.used).toBe(3);
	sendOk(guard, status('job-1'), { creditsUsed: 8 });
	expect(guard.record.used).toBe(9);
});

// A list of failed pages and the answer to a cancel request name neither credits nor completed pages.
test.each<[string, ApiRequest, JsonObject]>([
	['its failed pages are read', batchScrapeJob.errors('job-1'), { errors: [], robotsBlocked: [] }],
	['it is canceled', batchScrapeJob.cancel('job-1'), { success: true }],
])('a job that counts with its price keeps it when %s', (_case, request, response) => {
	const guard = guardOf(100);
	guard.started('job-1', batch(10));
	sendOk(guard, request, response);
	expect(guard.record.used).toBe(10);
	sendOk(guard, batchScrapeJob.poll('job-1'), { status: 'completed', creditsUsed: 0 });
	expect(guard.record.used).toBe(0);
});

it('a job that counts with its price keeps it while it runs, unless it has cost more', () => {
	const guard = guardOf(100);
	const used = (status: string, creditsUsed: number) => {
		sendOk(guard, batchScrapeJob.poll('job-1'), { status, creditsUsed });
		return guard.record.used;
	};
	guard.started('job-1', batch(10));
	expect([used('scraping', 2), used('completed', 8)]).toEqual([10, 8]);
	guard.started('job-2', batch(10));
	sendOk(guard, batchScrapeJob.poll('job-2'), { status: 'scraping', creditsUsed: 12 });
	expect(guard.record.used).toBe(8 + 12);
});

const highlights = { ...scrape, body: { formats: [{ type: 'highlights', query: 'price' }] } };
const pdf = { ...scrape, body: { url: 'https://example.com/report.pdf' } };
const crawl = (limit: number): ApiRequest => ({ route: routes.crawl, body: { limit } });
const many = (each: ApiRequest): ApiRequest[] => Array.from({ length: 50 }, () => each);

/** Reserves all requests. `endFirst` ends the first of them after its response. */
function reserveAll(guard: ExecutionCreditGuard, requests: readonly ApiRequest[]) {
	const running: (() => void)[] = [];
	const ended = requests.map((each) =>
		guard
			.reserve(each, () => new Promise<void>((resolve) => running.push(resolve)))
			.catch(serviceError),
	);
	const endFirst = async (creditsUsed: number) => {
		await nextTurn();
		sendOk(guard, scrape, page(creditsUsed));
		running[0]?.();
		await nextTurn();
		return running.length;
	};
	return { running, ended, endFirst };
}

// The highest price is the documented one. It is unknown without a limit in the request, and for PDF files.
test.each<[string, ApiRequest[], number, number]>([
	['pages', many(scrape), 20, 20],
	['pages in a paid format', many(highlights), 20, 4],
	['PDF files', many(pdf), 20, 1],
	['agent runs', many(agent({})), 20, 1],
	['agent runs with a limit', many(agent({ maxCredits: 8 })), 20, 2],
	['catalog calls', many(keyed('a')), 20, 1],
	['crawls', many(crawl(5)), 20, 4],
	['crawls that exceed the limit', many(crawl(50)), 20, 1],
	['batches that fit only one by one', [batch(6), batch(6)], 10, 1],
	['batches that fit together', [batch(5), batch(5)], 10, 2],
])(
	'reserve starts as many %s as the limit covers at their highest price, or one',
	async (_name, requests, limit, started) => {
		const { running } = reserveAll(guardOf(limit), requests);
		await nextTurn();
		expect(running).toHaveLength(started);
	},
);

describe('reserve', () => {
	it('starts more requests when one of them has ended', async () => {
		expect(await reserveAll(guardOf(3), many(scrape)).endFirst(1)).toBe(3);
		expect(await reserveAll(guardOf(3), many(scrape)).endFirst(0)).toBe(3 + 1);
		expect(await reserveAll(guardOf(100), many(agent({}))).endFirst(40)).toBe(1 + 1);
	});

	it('starts all requests once the limit is reached, because they are not sent', async () => {
		expect(await reserveAll(guardOf(5), many(agent({}))).endFirst(5)).toBe(50);
	});

	it('rejects work whose least price exceeds what is left when it would start', async () => {
		const { ended, endFirst } = reserveAll(guardOf(10), [batch(6), batch(6)]);
		await endFirst(6);
		expect(await ended[1]).toMatchObject({ failure: { errorId: 'maxCreditsTooLow' } });
	});
});

it('a cost that is not a finite number leaves the limit in force', () => {
	const guard = guardOf(5);
	guard.started('job-1', agent({}));
	for (const credits of [1e308, 1e308]) sendOk(guard, scrape, page(credits));
	sendOk(guard, status('job-1'), { creditsUsed: Infinity });
	expect(JSON.stringify(guard.record.used)).not.toBe('null');
	expect(guard.isReached).toBe(true);
});

it('the files of one item are sent until the limit is reached', async () => {
	const creditGuard = guardOf(10);
	const file = { field: 'data', fileName: 'a.pdf', contentType: 'application/pdf', size: 1 };
	const files = Array.from({ length: 50 }, () => ({ ...file, content: Buffer.from('x') }));
	const parse = { route: routes.parse, files: toFileParts(files) };
	const values = {
		inputBinaryField: { files, missing: [], available: [] },
		skipUnsupportedFiles: false,
	};
	const { result, requests } = await playClient(
		files.map(() => answer(200, page(5))),
		(client) => creditGuard.reserve(parse, () => parseFiles(parse, client, values)),
		{ client: { creditGuard } },
	);
	expect(requests).toHaveLength(2);
	expect(result.ok && result.answer.parsed).toHaveLength(50);
});

const results = (count: number) => ({ data: { web: Array.from({ length: count }, () => ({})) } });
const ofPage = { success: true, data: { markdown: '# Hi', metadata: { creditsUsed: 5 } } };
const lockdownMiss = {
	code: 'SCRAPE_LOCKDOWN_CACHE_MISS',
	error: 'No cached data is available for this request in lockdown mode.',
};

// The field names come from recorded responses. A server without billing reports -1 as the number of credits.
// Without a number, the lowest price counts: 1 credit per page, 2 credits per 10 search results.
test.each<[string, RouteName, JsonObject, number]>([
	['a scrape', 'scrape', ofPage, 5],
	['a search with the pages of its results', 'search', { data: {}, creditsUsed: 4 }, 4],
	['catalog calls', 'catalog', { data: { catalog: [], creditsCost: 7 } }, 7],
	['an agent run that ended', 'agent', { status: 'completed', data: {}, creditsUsed: 118 }, 118],
	['a crawl', 'crawl', { status: 'scraping', creditsUsed: 2, data: [ofPage.data] }, 2],
	['a batch of a server without billing', 'batchScrape', { creditsUsed: -1, completed: 3 }, 3],
	['a number that is not finite', 'scrape', { data: { metadata: { creditsUsed: 1e999 } } }, 1],
	['a browser session that was closed', 'stopInteract', { success: true, creditsBilled: 6 }, 6],
	['a browser session that was deleted', 'browserSession', { success: true, creditsBilled: 4 }, 4],
	['a check of a monitor', 'monitor', { data: { status: 'completed', actualCredits: 3 } }, 3],
	['a map, whose response states no credits', 'map', { success: true, links: [] }, 1],
	['a search with credits as text', 'search', { creditsUsed: '4', ...results(10) }, 2],
	['a search with 11 results', 'search', results(11), 4],
	['a search without results', 'search', results(0), 0],
	['a search for free results', 'search', { data: { tools: [{}], research: [{}] } }, 0],
	['the credit history of the account', 'account', { creditsUsed: 9 }, 0],
])('creditsOf reads the credits of %s', (_name, route, response, credits) => {
	expect(creditsOf({ route: routes[route] }, response)).toBe(credits);
});

// The response to a request in lockdown mode was recorded. The specification bills it with 1 credit.
test.each<[string, RouteName, number, JsonObject, number]>([
	['a page that Lockdown does not find in the cache', 'scrape', 404, lockdownMiss, 1],
	['a page that is not in the cache', 'scrape', 404, { code: 'SCRAPE_NO_CACHED_DATA' }, 0],
	['a page with a failure and credits', 'scrape', 200, { ...ofPage, success: false }, 5],
	['a scrape that timed out with credits', 'scrape', 408, { ...ofPage, success: false }, 5],
	['a search without data', 'search', 200, { success: true, creditsUsed: 2 }, 2],
	['a job, which its status states', 'agent', 500, { creditsUsed: 3 }, 0],
])('a failed request counts the credits of %s', async (_name, route, code, response, credits) => {
	const creditGuard = guardOf(100);
	const { result } = await playClient(
		[answer(code, { success: false, error: 'No', ...response })],
		(client) => call({ route: routes[route] }, client),
		{ client: { creditGuard }, maxTries: 1 },
	);
	expect(result.ok).toBe(false);
	expect(creditGuard.record.used).toBe(credits);
});

test.each([
	['a scrape', routes.scrape, true],
	['a catalog call', routes.catalog, true],
	['a status check', agentRoutes.status, false],
	['a preview of parameters', crawlRoutes.preview, false],
])('mayCost returns whether the request for %s may cost credits', (_name, route, costs) => {
	expect(mayCost({ route })).toBe(costs);
});
