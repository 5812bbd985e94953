import { traceRequest, jobListRequest } from '../../../nodes/WebData/api/agent/requests';
import { listedJobs, listedSnapshots, nextBefore } from '../../../nodes/WebData/api/agent/jobList';

it('listJobs requests the newest runs, or the runs before a given time', () => {
	expect(jobListRequest()).toMatchObject({ method: 'GET', path: ['agent'], query: undefined });
	expect(jobListRequest('1760000000000')).toMatchObject({ query: { before: '1760000000000' } });
	expect(traceRequest('a').path).toEqual(['agent', 'a', 'trace']);
});

it('listedJobs reads prompt, target, status, and start time', () => {
	const agents = [
		{
			id: 'one',
			createdAt: '2026-11-20T10:00:00.000Z',
			targetHint: 'https://example.com/',
			status: 'completed',
			options: { prompt: ' Opening hours ' },
		},
		{ id: 'two', createdAt: 1_760_000_000_000, targetHint: null, options: null, status: 7 },
		{ id: 'three', createdAt: 'yesterday' },
		{ id: '' },
		null,
	];
	expect(listedJobs({ agents })).toEqual([
		{
			id: 'one',
			prompt: 'Opening hours',
			target: 'https://example.com/',
			status: 'completed',
			createdAt: Date.UTC(2026, 10, 20, 10),
		},
		{ id: 'two', createdAt: 1_760_000_000_000 },
		{ id: 'three' },
	]);
});

it.each([[undefined], [null], [{}], ['none']])('listedJobs returns nothing for %j', (agents) => {
	expect(listedJobs({ agents })).toEqual([]);
});

it.each<[unknown, string | undefined, string | undefined]>([
	['http://inside:3002/v2/agent?before=900', undefined, '900'],
	['/v2/agent?limit=20&before=900', '1000', '900'],
	['?before=1000', '1000', undefined],
	['?before=1100', '1000', undefined],
	['https://example.com/v2/agent?page=2', undefined, undefined],
	[null, undefined, undefined],
])('nextBefore reads from next %j after %j: %j', (next, previous, before) => {
	expect(nextBefore({ next }, previous)).toBe(before);
});

it('listedSnapshots returns each snapshot once, newest first, with the id from either place', () => {
	const events = [
		{ type: 'run.started' },
		{
			type: 'artifact.updated',
			occurredAt: '2026-11-20T10:00:00.000Z',
			artifact: { snapshotId: 'a', kind: 'json', path: 'items', itemCount: 3 },
		},
		{ type: 'artifact.updated', snapshotId: 'b' },
		{ type: 'artifact.updated', artifact: { snapshotId: 'c', kind: 'json', itemCount: 5 } },
		{ type: 'artifact.updated', artifact: { snapshotId: 'b', kind: 'text' } },
	];
	expect(listedSnapshots({ events })).toEqual([
		{ id: 'b', kind: 'text' },
		{ id: 'c', kind: 'json', itemCount: 5 },
		{ id: 'a', kind: 'json', path: 'items', itemCount: 3, occurredAt: Date.UTC(2026, 10, 20, 10) },
	]);
	expect(listedSnapshots({})).toEqual([]);
});
