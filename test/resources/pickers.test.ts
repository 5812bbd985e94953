import type { JsonObject } from '../../nodes/WebData/json/json';
import type { PickerContext } from '../../nodes/WebData/operation/pickers';
import { fieldLists, listSearches, properties } from '../../nodes/WebData/resources';
import { searchRuns, searchSnapshots } from '../../nodes/WebData/resources/agent/pickers';
import { searchTools, toolOptions } from '../../nodes/WebData/resources/catalog/pickers';
import { searchCrawls } from '../../nodes/WebData/resources/crawl/operations';
import { searchChecks, searchMonitors } from '../../nodes/WebData/resources/monitor/pickers';
import { answer, scriptedClient, scriptedTransport, type Step } from '../support/scriptedTransport';
import { VirtualTime } from '../support/virtualTime';
import { everyField } from './everyField';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const jobId = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';

interface ScriptedSession extends PickerContext {
	sent(): { path: string; query: JsonObject; body?: JsonObject }[];
}

function script(form: Record<string, string>, ...responses: Step[]): ScriptedSession {
	const transport = scriptedTransport(...responses);
	const runtime = new VirtualTime({ startMs: NOW, skipSleeps: true });
	return {
		client: scriptedClient({ transport, runtime }),
		textIn: (field) => form[field] ?? '',
		sent: () =>
			transport.requests.map(({ url, body }) => {
				const { pathname, searchParams } = new URL(url);
				const json = body === undefined ? undefined : (JSON.parse(String(body)) as JsonObject);
				return { path: pathname, query: Object.fromEntries(searchParams), body: json };
			}),
	};
}

const responds = (body: JsonObject) => answer(200, { success: true, ...body });
const refused = answer(401, { success: false, error: 'Unauthorized' });

const valuesOf = (list: object) =>
	'choices' in list ? (list.choices as { value: string }[]).map(({ value }) => value) : list;
const at = (minutesAgo: number): string => new Date(NOW - minutesAgo * MINUTE).toISOString();

it('every list in the form has a search, and every search is used', () => {
	const all = everyField(properties).map(({ field }) => field);
	const searches = all.flatMap(({ modes = [] }) =>
		modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
	);
	const lists = all.flatMap(
		({ typeOptions }) => typeOptions?.resourceMapper?.resourceMapperMethod ?? [],
	);
	expect([...new Set(searches)].sort()).toEqual(Object.keys(listSearches).sort());
	expect([...new Set(lists)]).toEqual(Object.keys(fieldLists));
});

describe('searchRuns', () => {
	const page = (before: number | undefined, ...agents: JsonObject[]) =>
		responds({ success: true, agents, next: before && `http://inside/v2/agent?before=${before}` });

	it('names a run by age, status, and prompt, or its target, or its ID', async () => {
		const createdAt = NOW - 5 * MINUTE;
		const targetHint = 'https://example.com/';
		const options = { prompt: 'p'.repeat(200) };
		const asking = script(
			{},
			page(
				undefined,
				{ id: 'a', createdAt, status: 'completed', targetHint, options: { prompt: 'Hours' } },
				{ id: 'b', createdAt, status: 'processing', targetHint },
				{ id: 'c' },
				{ id: 'd', options },
			),
		);
		expect(await searchRuns(asking, '')).toEqual({
			choices: [
				{ name: '5 min ago, completed: Hours', value: 'a' },
				{ name: '5 min ago, processing: https://example.com/', value: 'b' },
				{ name: 'c', value: 'c' },
				{ name: `${'p'.repeat(99)}…`, value: 'd' },
			],
			next: undefined,
		});
	});

	it('reads pages until it finds a run by its prompt, and continues from there', async () => {
		const match = { id: 'b', options: { prompt: 'Opening HOURS' } };
		const asking = script({}, page(900, { id: 'a' }), page(800, match), page(undefined, match));
		expect(await searchRuns(asking, ' hours ')).toMatchObject({ next: '800' });
		expect(valuesOf(await searchRuns(asking, 'hours', '800'))).toEqual(['b']);
		expect(asking.sent().map(({ query }) => query.before)).toEqual([undefined, '900', '800']);
	});

	it('reads up to 5 pages per search', async () => {
		const pages = [900, 800, 700, 600, 500].map((before) => page(before, { id: 'a' }));
		expect(await searchRuns(script({}, ...pages), 'hours')).toEqual({ choices: [], next: '500' });
	});

	it.each([
		['an empty page', page(900)],
		['a page whose next is itself', page(1000, { id: 'b' })],
		['a page whose next is newer', page(1100, { id: 'b' })],
	])('ends at %s', async (_name, last) => {
		const list = await searchRuns(script({}, last), 'hours', '1000');
		expect(list).toEqual({ choices: [], next: undefined });
	});
});

describe('searchSnapshots', () => {
	const updated = (rest: JsonObject) => ({
		...{ type: 'artifact.updated', occurredAt: at(180) },
		...rest,
	});
	const events = [
		updated({ artifact: { kind: 'json' } }),
		updated({ artifact: { snapshotId: 'a', kind: 'json', path: 'shops', itemCount: 12 } }),
		updated({ artifact: { snapshotId: 'b', kind: 'text' } }),
		updated({ snapshotId: 'b' }),
	];

	it('returns each snapshot of the run in the form once, newest first, and searches by path', async () => {
		const form = { jobId: `https://example.com/v2/agent/${jobId}` };
		const asking = script(form, responds({ events }), responds({ events }));
		expect(await searchSnapshots(asking, '')).toEqual({
			choices: [
				{ name: '3 h ago: snapshot', value: 'b' },
				{ name: '3 h ago, 12 items: json shops', value: 'a' },
			],
		});
		expect(asking.sent().map(({ path }) => path)).toEqual([`/v2/agent/${jobId}/trace`]);
		expect(valuesOf(await searchSnapshots(asking, 'Shop'))).toEqual(['a']);
	});

	it('sends nothing without a valid job ID', async () => {
		const searching = searchSnapshots(script({ jobId: 'not an id' }), '');
		await expect(searching).rejects.toMatchObject({
			failure: { message: "Select an agent run in 'Job ID' first" },
		});
	});
});

describe('searchCrawls', () => {
	const url = 'https://example.com/';
	const running = responds({ crawls: [{ id: 'a', url, created_at: at(5) }] });
	const recent = responds({
		data: [
			{ id: 'a', endpoint: 'crawl', target: url, created_at: at(5) },
			{ id: 'b', endpoint: 'crawl', target: 'https://example.org/', created_at: at(2) },
			{ id: 'c', endpoint: 'crawl', target: null, created_at: at(120) },
		],
	});

	it('returns running crawls and crawls of the last 24 hours, newest first', async () => {
		const asking = script({}, running, recent, running, recent);
		expect(await searchCrawls(asking, '')).toEqual({
			choices: [
				{ name: '2 min ago: https://example.org/', value: 'b' },
				{ name: '5 min ago, running: https://example.com/', value: 'a' },
				{ name: '2 h ago: c', value: 'c' },
			],
		});
		const query = { endpoint: 'crawl', limit: '100' };
		expect(asking.sent()[1]).toMatchObject({ path: '/v2/team/activity', query });
		expect(valuesOf(await searchCrawls(asking, ' EXAMPLE.ORG '))).toEqual(['b']);
	});

	it('needs the running crawls, but not the activity list, which a server may not have', async () => {
		const list = await searchCrawls(script({}, running, refused), '');
		expect(valuesOf(list)).toEqual(['a']);
		const failing = searchCrawls(script({}, refused, recent), '');
		await expect(failing).rejects.toMatchObject({ failure: { errorId: 'unauthorized' } });
	});
});

it('searchMonitors names a monitor by its name, and by its status unless it is active', async () => {
	const data = [
		{ id: 'a', name: 'Prices', status: 'active' },
		{ id: 'b', name: 'Jobs', status: 'paused' },
		...[{ id: 'c' }, { name: 'no ID' }],
	];
	expect(await searchMonitors(script({}, responds({ data })), '')).toEqual({
		choices: [
			{ name: 'Prices', value: 'a' },
			{ name: 'Jobs, paused', value: 'b' },
			{ name: 'c', value: 'c' },
		],
		next: undefined,
	});
});

describe('searchChecks', () => {
	it('names a check by its age, its status, and its changes', async () => {
		const createdAt = at(5);
		const summary = { same: 4, changed: 2, new: 1, removed: 0, error: 0 };
		const data = [
			{ id: 'a', status: 'completed', createdAt, summary },
			{ id: 'b', status: 'running', createdAt },
		];
		const asking = script({ monitorId: jobId }, responds({ data }));
		expect(await searchChecks(asking, '')).toEqual({
			choices: [
				{ name: '5 min ago, completed, 2 changed, 1 new', value: 'a' },
				{ name: '5 min ago, running', value: 'b' },
			],
		});
		expect(asking.sent()[0]?.path).toBe(`/v2/monitor/${jobId}/checks`);
	});

	it('reads pages until it finds a check, and continues from there', async () => {
		const full = responds({ data: Array.from({ length: 100 }, (_, id) => ({ id: `${id}` })) });
		const last = responds({ data: [{ id: 'x', status: 'failed' }] });
		const asking = script({ monitorId: jobId }, full, full, last);
		expect(await searchChecks(asking, '')).toMatchObject({ next: '100' });
		expect(valuesOf(await searchChecks(asking, 'failed', '100'))).toEqual(['x']);
		expect(asking.sent().map(({ query }) => query.offset)).toEqual(['0', '100', '200']);
	});
});

const results = (...items: JsonObject[]) =>
	responds({ success: true, data: { catalog: [{ data: { items, next: null } }] } });
const convert = { execute: { provider: 'rates', capability: 'convert' } };
const unknown = answer(404, { success: false, code: 'unknown_provider', error: 'No' });

describe('searchTools', () => {
	it('names a tool by its ID, price, and description', async () => {
		const lookup = { execute: { provider: 'companies', capability: 'lookup' } };
		const description = 'Converts money.';
		const asking = script({}, results({ ...convert, description, creditsCost: 1 }, lookup));
		const name = 'rates/convert (1 credit): Converts money.';
		expect(await searchTools(asking, 'money')).toEqual({
			choices: [
				{ name, value: 'rates/convert', description },
				{ name: 'companies/lookup', value: 'companies/lookup' },
			],
			next: undefined,
		});
		const options = { level: 'tools', limit: 50, query: 'money' };
		const calls = [{ provider: 'catalog', capability: 'find-tools', options }];
		expect(asking.sent()).toMatchObject([{ body: { catalog: calls } }]);
	});

	it('requests the next provider only if the service does not know the first', async () => {
		const asking = script({}, unknown, results(convert));
		expect(valuesOf(await searchTools(asking, ''))).toEqual(['rates/convert']);
		const failing = searchTools(script({}, refused), '');
		await expect(failing).rejects.toMatchObject({ failure: { errorId: 'unauthorized' } });
	});

	it('names the way without a list if the service knows none of the providers', async () => {
		const inside = responds({ data: { catalog: [{ error: { code: 'unknown_provider' } }] } });
		const message = 'The service does not list its tools';
		await expect(searchTools(script({}, unknown, inside), '')).rejects.toMatchObject({
			failure: { message, remedy: expect.stringContaining("Select 'By ID'") },
		});
		const remedy = "Select 'Using JSON' in 'Specify Tool Options'";
		const failing = toolOptions.load(script({ tool: 'a/b' }, unknown, unknown));
		await expect(failing).rejects.toMatchObject({
			failure: { message, remedy: expect.stringContaining(remedy) },
		});
	});
});

describe('the form of a tool', () => {
	it('requests only this tool, with its options', async () => {
		const options = [{ name: 'amount', type: 'number', required: true }];
		const other = { execute: { provider: 'rates', capability: 'table' }, options: [] };
		const asking = script({ tool: 'rates/convert' }, results(other, { ...convert, options }));
		const fields = [{ id: 'amount', type: 'number' }];
		expect(await toolOptions.load(asking)).toMatchObject({ fields });
		const query = { providers: ['rates'], capabilities: ['convert'], expand: ['options'] };
		expect(asking.sent()[0]?.body).toMatchObject({ catalog: [{ options: query }] });
	});

	it.each<[string, string, Step[], RegExp]>([
		['no tool is selected', 'rates', [], /^Select/],
		['the tool has no options', 'rates/convert', [results({ ...convert, options: [] })], /no opt/],
		['the tool lists no options', 'rates/convert', [results(convert)], /as JSON/],
	])('shows a notice if %s', async (_case, tool, responses, notice) => {
		expect(await toolOptions.load(script({ tool }, ...responses))).toEqual({
			fields: [],
			notice: expect.stringMatching(notice),
		});
	});
});
