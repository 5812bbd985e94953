import { list, type ListReader, queryOfNext } from '../../nodes/WebData/client/lists';
import type { ApiRequest } from '../../nodes/WebData/client/request';
import { objectsIn } from '../../nodes/WebData/json/json';
import { agentRoutes } from '../../nodes/WebData/resources/agent/service';
import { offsetReader } from '../../nodes/WebData/resources/monitor/service';
import { answer, type Step } from '../support/scriptedTransport';
import { playClient } from './jobs/playJob';

const request: ApiRequest = { route: agentRoutes.list, query: { limit: '2' } };

const page = (names: string[], next?: unknown) =>
	answer(200, { success: true, data: names.map((name) => ({ name })), next });

async function read(steps: Step[], reader: Partial<ListReader> = {}, first = request) {
	const names: unknown[] = [];
	let hasNext = false;
	const { result, sent } = await playClient(steps, async (client) => {
		const pages = list(first, client, {
			entriesIn: ({ data }) => objectsIn(data),
			nextIn: ({ next }) => queryOfNext(next),
			...reader,
		});
		for await (const read of pages) {
			hasNext = read.hasNext;
			for (const { name } of read.entries) names.push(name);
		}
	});
	return { result, names, hasNext, sent };
}

it.each<[unknown, Record<string, string> | undefined]>([
	['http://api.example.com:13002/v2/crawl/1?skip=2&limit=2', { skip: '2', limit: '2' }],
	['/v2/crawl/1?skip=5', { skip: '5' }],
	['https://example.com/v2/crawl/1', undefined],
])('queryOfNext returns for %j: %j', (next, query) => {
	expect(queryOfNext(next)).toEqual(query);
});

describe('list', () => {
	it('reads all pages in order, and ignores host and path of next', async () => {
		const inside = 'http://inside:3002/v2/other/path?skip=4';
		const pages = [page(['a', 'b'], '?skip=2'), page(['c', 'd'], inside), page(['e'])];
		const { names, hasNext, sent } = await read(pages);
		expect(names).toEqual(['a', 'b', 'c', 'd', 'e']);
		expect(hasNext).toBe(false);
		const first = 'GET /v2/agent?limit=2';
		expect(sent).toEqual([first, `${first}&skip=2`, `${first}&skip=4`]);
	});

	it.each([
		[2, ['a', 'b'], 1],
		[3, ['a', 'b', 'c'], 2],
	])('stops at the limit %i', async (maxEntries, expected, requests) => {
		const pages = [page(['a', 'b'], '?skip=2'), page(['c', 'd'], '?skip=4')];
		const { names, hasNext, sent } = await read(pages, { maxEntries });
		expect(names).toEqual(expected);
		expect(hasNext).toBe(false);
		expect(sent).toHaveLength(requests);
	});

	it('omits entries that are on an earlier page, and stops after pages without new ones', async () => {
		const cursors = ['b', 'c', 'd', 'e'];
		const pages = cursors.map((cursor) =>
			answer(200, { data: [{ id: '1', name: 'a' }, { name: cursor }], next: `?cursor=${cursor}` }),
		);
		const { names } = await read([...pages, page([])]);
		expect(names).toEqual(['a', 'b', 'c', 'd', 'e']);
		const same = Array.from({ length: 9 }, (_, index) =>
			answer(200, { data: [{ id: '1', name: 'a' }], next: `?cursor=${index}` }),
		);
		const repeated = await read(same);
		expect(repeated).toMatchObject({ names: ['a'], hasNext: true });
		expect(repeated.sent).toHaveLength(4);
	});

	it('stops if next leads back to an earlier page', async () => {
		const pages = [page(['a'], '?skip=1'), page(['b'], '?skip=2'), page(['c'], '?skip=1')];
		expect((await read(pages)).hasNext).toBe(true);
	});

	it('stops after three empty pages in a row, even if next changes', async () => {
		const pages = [page(['a'], '?c=1'), ...[2, 3, 4].map((c) => page([], `?c=${c}`))];
		expect(await read(pages)).toMatchObject({ names: ['a'], hasNext: true });
	});

	it('reads repeated entries of a list by offset once, and stops at a page without new ones', async () => {
		const ids = (...list: string[]) => answer(200, { data: list.map((id) => ({ id, name: id })) });
		const pages = [ids('a', 'b'), ids('b', 'c'), ids('b', 'c')];
		const first = { ...request, query: { limit: '2', offset: '0' } };
		const { result, names } = await read(pages, offsetReader(Infinity), first);
		expect([result.ok, names]).toEqual([true, ['a', 'b', 'c']]);
	});

	it('stops reading an endless list', async () => {
		let count = 0;
		const endless: Step = () => page(['a'], `?c=${++count}`);
		const { hasNext, sent } = await read(Array.from({ length: 10_001 }, () => endless));
		expect([hasNext, sent.length]).toEqual([true, 10_000]);
	});

	it('returns the pages before the first page that cannot be fetched', async () => {
		const forbidden = answer(403, { success: false, error: 'Forbidden' });
		const { result, names } = await read([page(['a'], '?skip=1'), forbidden]);
		expect(names).toEqual(['a']);
		expect(result).toMatchObject({ ok: false, failure: { errorId: 'forbidden' }, attempts: 1 });
	});
});

it('list reads a page with more entries than a function can have arguments', async () => {
	const entries = Array.from({ length: 200_000 }, () => ({}));
	const { names } = await read([page([])], { entriesIn: () => entries });
	expect(names).toHaveLength(200_000);
});
