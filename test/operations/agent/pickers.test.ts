import type { JsonObject } from '../../../nodes/WebData/api/http/response';
import { searchRuns, searchSnapshots } from '../../../nodes/WebData/operations/agent/pickers';
import { fails, MINUTE, NOW, responds, script, type ScriptedSession } from '../pickerScript';

const jobId = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';

describe('searchRuns', () => {
	const run = (id: string, more: JsonObject = {}) => ({ id, ...more });
	const page = (before: number | undefined, ...agents: JsonObject[]) =>
		responds({ success: true, agents, next: before && `http://inside/v2/agent?before=${before}` });
	const queries = ({ requests }: ScriptedSession) => requests.map(({ query }) => query?.before);

	it('names a run by age, status, and prompt, or its target, or its ID', async () => {
		const createdAt = NOW - 5 * MINUTE;
		const targetHint = 'https://example.com/';
		const asking = script(
			{},
			page(
				undefined,
				run('a', { createdAt, status: 'completed', targetHint, options: { prompt: 'Hours' } }),
				run('b', { createdAt, status: 'processing', targetHint }),
				run('c'),
			),
		);
		expect(await searchRuns(asking, '')).toEqual({
			choices: [
				{ name: '5 min ago, completed: Hours', value: 'a' },
				{ name: '5 min ago, processing: https://example.com/', value: 'b' },
				{ name: 'c', value: 'c' },
			],
			next: undefined,
		});
	});

	it('returns one page at a time', async () => {
		const asking = script({}, page(900, run('a')), page(undefined, run('b')));
		const first = await searchRuns(asking, '');
		expect(first).toMatchObject({ choices: [{ value: 'a' }], next: '900' });
		expect(await searchRuns(asking, '', '900')).toMatchObject({ choices: [{ value: 'b' }] });
		expect(queries(asking)).toEqual([undefined, '900']);
	});

	it('searches by prompt, target, status, and ID, and reads further pages until it finds a run', async () => {
		const asking = script(
			{},
			page(900, run('a', { status: 'failed' })),
			page(800, run('b', { options: { prompt: 'Opening HOURS' } })),
		);
		expect(await searchRuns(asking, ' hours ')).toMatchObject({
			choices: [{ value: 'b' }],
			next: '800',
		});
		expect(queries(asking)).toEqual([undefined, '900']);
	});

	it('reads up to 5 pages per search, and continues from there', async () => {
		const pages = [900, 800, 700, 600, 500].map((before) => page(before, run('a')));
		const asking = script({}, ...pages);
		expect(await searchRuns(asking, 'hours')).toEqual({ choices: [], next: '500' });
		expect(asking.requests).toHaveLength(5);
	});

	it.each([
		['an empty page', page(900)],
		['a page whose next is itself', page(1000, run('b'))],
	])('ends at %s', async (_name, last) => {
		const list = await searchRuns(script({}, last), 'hours', '1000');
		expect(list).toEqual({ choices: [], next: undefined });
	});

	it('truncates a long prompt, because n8n shows one line', async () => {
		const options = { prompt: 'p'.repeat(200) };
		const list = await searchRuns(script({}, page(undefined, run('a', { options }))), '');
		expect(list).toMatchObject({ choices: [{ name: `${'p'.repeat(99)}…`, value: 'a' }] });
	});

	it('returns the failure of a request', async () => {
		expect(await searchRuns(script({}, fails('unauthorized')), '')).toEqual(fails('unauthorized'));
	});
});

describe('searchSnapshots', () => {
	const artifact = (snapshotId: string, more: JsonObject = {}) => ({
		type: 'artifact.updated',
		occurredAt: new Date(NOW - 3 * 60 * MINUTE).toISOString(),
		artifact: { snapshotId, ...more },
	});

	it('returns the snapshots of the run in the form, newest first', async () => {
		const events = [artifact('a', { kind: 'json', path: 'shops', itemCount: 12 }), artifact('b')];
		const asking = script({ jobId: `https://example.com/v2/agent/${jobId}` }, responds({ events }));
		expect(await searchSnapshots(asking, '')).toEqual({
			choices: [
				{ name: '3 h ago: snapshot', value: 'b' },
				{ name: '3 h ago, 12 items: json shops', value: 'a' },
			],
		});
		expect(asking.requests.map(({ path }) => path)).toEqual([['agent', jobId, 'trace']]);
	});

	it('searches by kind, path, and ID', async () => {
		const events = [
			artifact('a', { kind: 'json', path: 'shops' }),
			artifact('b', { kind: 'html' }),
		];
		const asking = script({ jobId: jobId }, responds({ events }));
		expect(await searchSnapshots(asking, 'Shop')).toMatchObject({ choices: [{ value: 'a' }] });
	});

	it.each(['', 'not an id'])('fails without a valid job ID: %j', async (text) => {
		const asking = script({ jobId: text });
		expect(await searchSnapshots(asking, '')).toMatchObject({
			failure: { message: "Select an agent run in 'Job ID' first" },
		});
		expect(asking.requests).toEqual([]);
	});
});
