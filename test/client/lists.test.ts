import type { ApiRequest } from '../../nodes/WebData/client/client';
import { collect, type ListReader, queryOfNext } from '../../nodes/WebData/client/lists';
import { objectsIn } from '../../nodes/WebData/json/json';
import { offsetReader } from '../../nodes/WebData/resources/monitor/service';
import { endpoints } from '../cases/endpoints';
import { answer, scriptedClient, scriptedTransport, type Step } from '../support/scriptedTransport';

const request: ApiRequest = {
	...{ endpoint: endpoints.agent, method: 'GET', path: ['list'], query: { limit: '2' } },
	...{ idempotency: 'read', serviceTimeoutMs: 60_000 },
};

const page = (names: string[], next?: unknown) =>
	answer(200, { success: true, data: names.map((name) => ({ name })), next });

async function read(steps: Step[], reader: Partial<ListReader> = {}, first = request) {
	const transport = scriptedTransport(...steps);
	const result = await collect(first, scriptedClient({ transport }), {
		entriesIn: ({ data }) => objectsIn(data),
		nextIn: ({ next }) => queryOfNext(next),
		...reader,
	});
	const names = result.ok ? result.entries.map(({ name }) => name) : undefined;
	return { result, names, urls: transport.requests.map(({ url }) => url) };
}

it.each<[unknown, Record<string, string> | undefined]>([
	['http://api.example.com:13002/v2/crawl/1?skip=2&limit=2', { skip: '2', limit: '2' }],
	['/v2/crawl/1?skip=5', { skip: '5' }],
	['https://example.com/v2/crawl/1', undefined],
])('queryOfNext returns for %j: %j', (next, query) => {
	expect(queryOfNext(next)).toEqual(query);
});

describe('collect', () => {
	it('reads all pages in order, and ignores host and path of next', async () => {
		const inside = 'http://inside:3002/v2/other/path?skip=4';
		const pages = [page(['a', 'b'], '?skip=2'), page(['c', 'd'], inside), page(['e'])];
		const { result, names, urls } = await read(pages);
		expect(names).toEqual(['a', 'b', 'c', 'd', 'e']);
		expect(result).toMatchObject({ ok: true, end: 'complete', attempts: 3 });
		const first = 'https://api.example.com/v2/list?limit=2';
		expect(urls).toEqual([first, `${first}&skip=2`, `${first}&skip=4`]);
	});

	it.each([
		[2, ['a', 'b'], 1],
		[3, ['a', 'b', 'c'], 2],
	])('stops at the limit %i', async (maxEntries, expected, requests) => {
		const pages = [page(['a', 'b'], '?skip=2'), page(['c', 'd'], '?skip=4')];
		const { result, names, urls } = await read(pages, { maxEntries });
		expect(names).toEqual(expected);
		expect(result).toMatchObject({ end: 'maxEntries' });
		expect(urls).toHaveLength(requests);
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
		const { result, urls } = await read(same);
		expect(result).toMatchObject({ end: 'noProgress', entries: [{ id: '1' }] });
		expect(urls).toHaveLength(4);
	});

	it('stops if next leads back to an earlier page', async () => {
		const pages = [page(['a'], '?skip=1'), page(['b'], '?skip=2'), page(['c'], '?skip=1')];
		expect((await read(pages)).result).toMatchObject({ end: 'noProgress' });
	});

	it('stops after three empty pages in a row, even if next changes', async () => {
		const pages = [page(['a'], '?c=1'), ...[2, 3, 4].map((c) => page([], `?c=${c}`))];
		const { result, names } = await read(pages);
		expect(names).toEqual(['a']);
		expect(result).toMatchObject({ ok: true, end: 'noProgress' });
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
		const { result } = await read(Array.from({ length: 10_001 }, () => endless));
		expect(result).toMatchObject({ ok: true, end: 'noProgress', attempts: 10_000 });
	});

	it('fails if a page cannot be fetched', async () => {
		const forbidden = answer(403, { success: false, error: 'Forbidden' });
		const { result } = await read([page(['a'], '?skip=1'), forbidden]);
		expect(result).toMatchObject({ ok: false, failure: { errorId: 'forbidden' }, attempts: 2 });
	});
});

it('collect reads a page with more entries than a function can have arguments', async () => {
	const entries = Array.from({ length: 200_000 }, () => ({}));
	const { result } = await read([page([])], { entriesIn: () => entries });
	expect(result.ok && result.entries.length).toBe(200_000);
});
