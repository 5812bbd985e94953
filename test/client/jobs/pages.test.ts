import type { ApiRequest } from '../../../nodes/WebData/client/request';
import { collectPages, nextSkip, type Slice } from '../../../nodes/WebData/client/jobs/pages';
import { endpoints } from '../../cases/endpoints';
import {
	answer,
	scriptedClient,
	scriptedTransport,
	type Step,
} from '../../support/scriptedTransport';

const id = '01a201b0-d6fd-72b1-941c-da7c94797f7d';
const url = `http://api.example.com:13002/v2/crawl/${id}`;
const request: ApiRequest = {
	...{ endpoint: endpoints.agent, method: 'GET', path: ['crawl', id] },
	...{ idempotency: 'read', serviceTimeoutMs: 60_000 },
};
const documents = (count: number) => Array.from({ length: count }, () => ({ markdown: 'Welcome' }));

async function read(steps: Step[], slice?: Slice) {
	const transport = scriptedTransport(...steps);
	const client = scriptedClient({ transport });
	const settings = { ...client.settings, maxResponseBytes: 100_000 };
	const result = await collectPages(request, { ...client, settings }, slice);
	const queries = transport.requests.map((sent) => new URL(sent.url).search);
	return { count: result.ok ? result.items.length : undefined, result, queries };
}

describe('nextSkip', () => {
	const next = (skip: number | string) => `${url}?skip=${skip}`;
	const two = { status: 'completed', completed: 2 };

	it.each([
		['the skip of next beyond missing documents', { completed: 20, next: next(9) }, '0', 2, '9'],
		['the number of documents without next', { completed: 5 }, '0', 2, '2'],
		['their number if next does not move', { completed: 5, next: next(0) }, '0', 2, '2'],
		['the skip of a completed job that counts too few', { ...two, next: next(2) }, '0', 2, '2'],
		['nothing after an empty page', { ...two, next: next(9) }, '2', 0, undefined],
		['nothing without a total if next does not move', { next: next(3) }, '3', 0, undefined],
	])('returns %s', (_what, page, skip, count, expected) => {
		const data = documents(count);
		expect(nextSkip({ ...page, data }, { skip })).toEqual(expected && { skip: expected });
	});
});

describe('collectPages', () => {
	const page = (count: number, skip?: number, rest: object = {}) =>
		answer(200, {
			status: 'completed',
			data: documents(count),
			...(skip === undefined ? {} : { next: `${url}?skip=${skip}&limit=2` }),
			...rest,
		});

	const of3 = { completed: 3 };
	const of500 = { completed: 500 };

	it.each<[string, Step[], number, string[]]>([
		['a completed job', [page(2, 2, of3), page(1, undefined, of3)], 3, ['', '?skip=2']],
		[
			'a job with pages whose documents are all missing',
			[...[100, 200].map((skip) => page(0, skip, of500)), page(1, undefined, { completed: 201 })],
			1,
			['', '?skip=100', '?skip=200'],
		],
	])('reads all documents of %s', async (_what, steps, count, queries) => {
		const expected = { count, queries, result: { ok: true, end: 'lastPage' } };
		expect(await read(steps)).toMatchObject(expected);
	});

	it('reads a slice page by page, including its last part', async () => {
		const steps = [page(100, 120, of500), page(40, 160, of500), page(10, 170, of500)];
		const queries = ['?skip=20', '?skip=120&limit=50', '?skip=160&limit=10'];
		expect(await read(steps, { skip: 20, limit: 150 })).toMatchObject({ count: 150, queries });
	});

	it.each<[string, Step, object, number | undefined]>([
		[
			'the documents that were read if the service refuses a later page',
			answer(404, { success: false, error: 'Job not found' }),
			{ ok: true, end: 'broken', failure: { message: 'Job not found' } },
			2,
		],
		[
			'a failure if a later attempt may succeed, so that a retry reads all documents',
			answer(503, { success: false, error: 'Service Unavailable' }),
			{ ok: false, failure: { retry: 'backoff' } },
			undefined,
		],
	])('returns %s', async (_what, step, result, count) => {
		const later = Array.from({ length: 5 }, () => step);
		const of300 = { completed: 300 };
		expect(await read([page(2, 2, of300), ...later])).toMatchObject({ result, count });
	});

	it('returns a document once if it is read twice because one is missing at the end', async () => {
		const document = (scrapeId: string) => ({ markdown: scrapeId, metadata: { scrapeId } });
		const { result, count } = await read([
			answer(200, { completed: 3, data: [document('a'), document('c')] }),
			answer(200, { completed: 3, data: [document('c')] }),
		]);
		expect(result).toMatchObject({ items: [document('a'), document('c')], completed: 3 });
		expect(count).toBe(2);
	});
});
