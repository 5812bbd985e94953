import { call } from '../../nodes/WebData/client/call';
import type { ApiRequest } from '../../nodes/WebData/client/client';
import {
	ExecutionCreditGuard,
	type CreditRecord,
	creditsOf,
	mayCost,
} from '../../nodes/WebData/client/credits';
import { failureOfRow } from '../../nodes/WebData/errors/row';
import { transportRows } from '../../nodes/WebData/errors/rows/transport';
import type { JsonObject } from '../../nodes/WebData/json/json';
import { parseFiles, toFileParts } from '../../nodes/WebData/resources/parse/files';
import { endpoints, type EndpointName } from '../cases/endpoints';
import {
	answer,
	outcomeOf,
	scriptedClient,
	scriptedTransport,
	type Step,
} from '../support/scriptedTransport';

const request = (rest: Partial<ApiRequest> = {}): ApiRequest => ({
	...{ endpoint: endpoints.scrape, method: 'POST', path: ['scrape'] },
	...{ idempotency: 'repeatable', serviceTimeoutMs: 1000 },
	...rest,
});

const scrape = request();
const keyed = (id: string): ApiRequest =>
	request({ endpoint: endpoints.catalog, idempotency: 'keyed', headers: { 'x-request-id': id } });
const status = (jobId: string): ApiRequest =>
	request({
		endpoint: endpoints.agent,
		method: 'GET',
		path: ['agent', jobId],
		idempotency: 'read',
	});

const page = (creditsUsed: number): JsonObject => ({ data: { metadata: { creditsUsed } } });
const calls = (creditsCost: number): JsonObject => ({ data: { creditsCost } });

const newRecord = (used = 0): CreditRecord => ({ used, byWork: {} });

const guardOf = (maxCredits: number, record = newRecord()) =>
	new ExecutionCreditGuard(record, {}, maxCredits);

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
	const transport = scriptedTransport(busy);
	const result = await outcomeOf(call(scrape, scriptedClient({ transport, creditGuard })));
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

it('a job of this node counts once, with the highest credits of its statuses', () => {
	const guard = guardOf(100);
	guard.started('job-1');
	for (const creditsUsed of [2, 5, -1, 5]) {
		sendOk(guard, status('job-1'), { creditsUsed });
	}
	guard.started('job-1');
	for (const creditsUsed of [7, 5]) sendOk(guard, status('job-1'), { creditsUsed });
	sendOk(guard, status('job of another node'), { creditsUsed: 50 });
	expect(guard.record.used).toBe(7);
});

const turn = () => new Promise(setImmediate);

function start(guard: ExecutionCreditGuard, count = 50) {
	const running: (() => void)[] = [];
	const ended = Array.from({ length: count }, () =>
		guard.reserve(scrape, () => new Promise<void>((resolve) => running.push(resolve))),
	);
	const endFirst = async (creditsUsed: number) => {
		await turn();
		sendOk(guard, scrape, page(creditsUsed));
		running[0]?.();
		await turn();
		return running.length;
	};
	return { running, ended, endFirst };
}

describe('items', () => {
	it('wait for the first one, which shows what an item costs', async () => {
		const { running, endFirst } = start(guardOf(20));
		await turn();
		expect(running).toHaveLength(1);
		expect(await endFirst(5)).toBe(1 + 3);
	});

	it('do not wait once the limit is reached', async () => {
		expect(await start(guardOf(5)).endFirst(5)).toBe(50);
	});

	it('of a node do not wait because of the higher credits of another node', async () => {
		const record = newRecord();
		sendOk(new ExecutionCreditGuard(record, {}, 1000), scrape, page(500));
		expect(await start(guardOf(1000, record)).endFirst(1)).toBe(50);
	});
});

it('a cost that is not a finite number leaves the limit in force', () => {
	const guard = guardOf(5);
	guard.started('job-1');
	for (const credits of [1e308, 1e308]) sendOk(guard, scrape, page(credits));
	sendOk(guard, status('job-1'), { creditsUsed: Infinity });
	expect(JSON.stringify(guard.record.used)).not.toBe('null');
	expect(guard.isReached).toBe(true);
});

it('the files of one item are sent until the limit is reached', async () => {
	const creditGuard = guardOf(10);
	const file = { field: 'data', fileName: 'a.pdf', contentType: 'application/pdf', size: 1 };
	const files = Array.from({ length: 50 }, () => ({ ...file, content: Buffer.from('x') }));
	const parts = toFileParts(files);
	const parse = request({ endpoint: endpoints.parse, path: ['parse'], files: parts });
	const transport = scriptedTransport(...files.map(() => answer(200, page(5))));
	const client = scriptedClient({ transport, creditGuard });
	const inputBinaryField = { files, missing: [], available: [] };
	const result = await creditGuard.reserve(parse, () =>
		parseFiles(parse, client, { inputBinaryField }),
	);
	expect(transport.requests).toHaveLength(2);
	expect(result.parsed).toHaveLength(50);
});

const results = (count: number) => ({ data: { web: Array.from({ length: count }, () => ({})) } });
const ofPage = { success: true, data: { markdown: '# Hi', metadata: { creditsUsed: 5 } } };

// The field names come from recorded responses. A server without billing reports -1 as the number of credits.
// Without a number, the lowest price counts: 1 credit per page, 2 credits per 10 search results.
test.each<[string, EndpointName, JsonObject, number]>([
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
])('creditsOf reads the credits of %s', (_name, endpoint, response, credits) => {
	expect(creditsOf(endpoints[endpoint], response)).toBe(credits);
});

test.each<[string, Pick<ApiRequest, 'method' | 'idempotency'>, boolean]>([
	['a scrape', { method: 'POST', idempotency: 'repeatable' }, true],
	['a catalog call', { method: 'POST', idempotency: 'keyed' }, true],
	['a status check', { method: 'GET', idempotency: 'read' }, false],
	['a preview of parameters', { method: 'POST', idempotency: 'read' }, false],
])('mayCost returns whether the request for %s may cost credits', (_name, request, costs) => {
	expect(mayCost(request as ApiRequest)).toBe(costs);
});
