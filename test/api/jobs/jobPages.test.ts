import type { ApiRequest } from '../../../nodes/WebData/api/http/request';
import { collectPages, nextSkip, type Slice } from '../../../nodes/WebData/api/jobs/jobPages';
import {
	answer,
	scriptedSession,
	scriptedTransport,
	type Step,
} from '../../support/scriptedTransport';

const id = '01a201b0-d6fd-72b1-941c-da7c94797f7d';
const url = `http://api.example.com:13002/v2/crawl/${id}`;
const request: ApiRequest = {
	endpoint: 'agent',
	method: 'GET',
	path: ['crawl', id],
	idempotency: 'read',
	serviceTimeoutMs: 60_000,
};
const documents = (count: number) => Array.from({ length: count }, () => ({ markdown: 'Welcome' }));

async function read(steps: Step[], slice?: Slice) {
	const transport = scriptedTransport(...steps);
	const session = scriptedSession({ transport });
	const settings = { ...session.settings, maxResponseBytes: 100_000 };
	const result = await collectPages(request, { ...session, settings }, slice);
	const queries = transport.requests.map((sent) => new URL(sent.url).search);
	return { count: result.ok ? result.items.length : undefined, result, queries };
}

describe('nextSkip', () => {
	it.each([
		['the skip of next', { completed: 20, next: `${url}?skip=2` }, '0', 2, '2'],
		[
			'the skip of next, which may jump over missing documents',
			{ completed: 20, next: `${url}?skip=9` },
			'0',
			2,
			'9',
		],
		['the number of documents if there is no next', { completed: 5 }, '0', 2, '2'],
		[
			'the number of documents if next does not move',
			{ completed: 5, next: `${url}?skip=0` },
			'0',
			2,
			'2',
		],
		[
			'the number of documents if skip is not a number',
			{ completed: 5, next: `${url}?skip=x` },
			'1',
			2,
			'3',
		],
		[
			'undefined at the end, although a cancelled crawl has a next',
			{ completed: 3, next: `${url}?skip=3` },
			'0',
			3,
			undefined,
		],
		['undefined if nothing moves', { completed: 5, next: `${url}?skip=3` }, '3', 0, undefined],
		['the skip of next without a number of documents', { next: `${url}?skip=2` }, '0', 2, '2'],
		['undefined without a number of documents and next', {}, '0', 2, undefined],
		[
			'undefined if next does not move after the last document, without a number of documents',
			{ next: `${url}?skip=3` },
			'3',
			0,
			undefined,
		],
	])('returns %s', (_what, page, skip, count, expected) => {
		const data = documents(count);
		expect(nextSkip({ ...page, data }, { skip })).toEqual(expected && { skip: expected });
	});
});

describe('collectPages', () => {
	it('reads the documents of a completed job', async () => {
		const page = (count: number, next?: string) =>
			answer(200, { status: 'completed', completed: 5, data: documents(count), next });
		const { count, queries, result } = await read([
			page(2, `${url}?skip=2&limit=2`),
			page(2, `${url}?skip=4&limit=2`),
			page(1),
		]);
		expect(count).toBe(5);
		expect(queries).toEqual(['', '?skip=2', '?skip=4']);
		expect(result).toMatchObject({ end: 'lastPage' });
	});

	it('follows next if the responses contain no number of documents', async () => {
		const page = (count: number, skip: number) =>
			answer(200, { status: 'cancelled', data: documents(count), next: `${url}?skip=${skip}` });
		const { count, queries, result } = await read([page(2, 2), page(1, 3), page(0, 3)]);
		expect(count).toBe(3);
		expect(queries).toEqual(['', '?skip=2', '?skip=3']);
		expect(result).toMatchObject({ end: 'lastPage' });
	});

	it('ends for a canceled job, whose pages always contain next', async () => {
		const page = (skip: number, count: number) =>
			answer(200, {
				status: 'cancelled',
				completed: 3,
				data: documents(count),
				next: `${url}?skip=${skip}`,
			});
		const { count, queries } = await read([page(2, 2), page(3, 1)]);
		expect(count).toBe(3);
		expect(queries).toEqual(['', '?skip=2']);
	});

	it('requests at most the documents of its slice', async () => {
		const page = answer(200, { completed: 500, data: documents(30), next: `${url}?skip=30` });
		expect(await read([page], { skip: 0, limit: 30 })).toMatchObject({
			count: 30,
			queries: ['?limit=30'],
		});
	});

	it('reads a slice page by page, including its last part', async () => {
		const page = (count: number, next: number) =>
			answer(200, { completed: 500, data: documents(count), next: `${url}?skip=${next}` });
		const { count, queries } = await read([page(100, 120), page(40, 160), page(10, 170)], {
			skip: 20,
			limit: 150,
		});
		expect(count).toBe(150);
		expect(queries).toEqual(['?skip=20', '?skip=120&limit=50', '?skip=160&limit=10']);
	});

	it('keeps the positions of a slice in which documents are missing', async () => {
		const page = answer(200, { completed: 9, data: documents(2), next: `${url}?skip=5` });
		expect(await read([page], { skip: 1, limit: 4 })).toMatchObject({
			count: 2,
			queries: ['?skip=1&limit=4'],
			result: { completed: 9 },
		});
	});

	it('returns a document once if it is read twice because one is missing at the end', async () => {
		const document = (scrapeId: string) => ({ markdown: scrapeId, metadata: { scrapeId } });
		const { result } = await read([
			answer(200, { completed: 3, data: [document('a'), document('c')] }),
			answer(200, { completed: 3, data: [document('c')] }),
		]);
		expect(result).toMatchObject({ items: [document('a'), document('c')], completed: 3 });
		expect(result.ok && result.items).toHaveLength(2);
	});

	it('returns at most the documents of its slice if the service ignores limit', async () => {
		const page = answer(200, { completed: 9, data: documents(9) });
		expect(await read([page], { skip: 0, limit: 4 })).toMatchObject({ count: 4 });
	});

	it('continues after pages whose documents are all missing', async () => {
		const empty = (next: number) =>
			answer(200, { completed: 501, data: [], next: `${url}?skip=${next}` });
		const last = answer(200, { completed: 501, data: documents(1) });
		const pages = [100, 200, 300, 400, 500].map(empty);
		expect(await read([...pages, last])).toMatchObject({ count: 1, result: { end: 'lastPage' } });
	});

	it('reads a job without documents', async () => {
		const page = answer(200, {
			success: true,
			status: 'completed',
			completed: 0,
			total: 0,
			data: [],
		});
		expect(await read([page])).toMatchObject({ count: 0, result: { ok: true } });
	});
});
