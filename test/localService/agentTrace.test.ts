import { atRest, cancel, ended, finished, get, started, traceOf, unknownId } from './agentClient';
import * as faults from './faults';
import { useService, type Json } from './testClient';

const LONG_MS = 600_000;
const service = useService({ agentRunMs: LONG_MS, agentCancelMs: 0 });

const kinds = [
	'run.started',
	'agent.started',
	'run.cancel_requested',
	'run.finished',
	'agent.finished',
	'browser.session.started',
	'browser.session.finished',
	'progress.reported',
	'reasoning.summary',
	'tool_call.started',
	'tool_call.finished',
	'artifact.updated',
	'error.occurred',
];

async function cancelled(): Promise<string> {
	const id = await started(service.current);
	await atRest(service.current, id);
	await cancel(service.current, id);
	await ended(service.current, id);
	return id;
}

function ofType(events: Json[], type: string): Json[] {
	return events.filter((event) => String(event.type) === type);
}

describe('trace events', () => {
	it('have all 13 types in a canceled run', async () => {
		const events = await traceOf(service.current, await cancelled());
		expect(new Set(events.map(({ type }) => String(type)))).toEqual(new Set(kinds));
		expect(ofType(events, 'run.cancel_requested')).toMatchObject([{ reason: 'user' }]);
	});

	it('have the envelope, and ascending sequence numbers for each agent', async () => {
		const id = await finished(service.current);
		const events = await traceOf(service.current, id);
		const numbers = new Map<string, number[]>();
		for (const event of events) {
			expect(event).toMatchObject({
				schemaVersion: 1,
				eventId: expect.any(String),
				runId: id,
				occurredAt: expect.stringMatching(/^\d{4}-.*Z$/),
				agent: { id: expect.any(String), role: expect.any(String), name: expect.any(String) },
			});
			const agent = String(event.agent?.id);
			numbers.set(agent, [...(numbers.get(agent) ?? []), Number(event.producerSequence)]);
		}
		expect(numbers.size).toBe(2);
		for (const list of numbers.values()) expect(list).toEqual(list.map((_, index) => index + 1));
	});

	it('are added while the run is processing', async () => {
		const id = await started(service.current);
		await atRest(service.current, id);
		const early = await traceOf(service.current, id);
		expect(ofType(early, 'run.finished')).toEqual([]);
		service.current.advanceClock(LONG_MS);
		await ended(service.current, id);
		const late = await traceOf(service.current, id);
		expect(late.slice(0, early.length)).toEqual(early);
		expect(late.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'succeeded', error: null });
	});

	it.each([
		['failed', 'failed', null, undefined],
		['cancelled', 'cancelled', 'cancelled', false],
		['refused', 'refused', 'refused', false],
		['credit_limit_reached', 'credit_limit_reached', 'credit_limit_reached', false],
		['internal', 'failed', 'internal', true],
		['parent_finished', 'failed', 'parent_finished', false],
	])('end with the outcome of the run, for %s', async (ordered, outcome, code, retryable) => {
		const id = await finished(service.current, { prompt: `a [outcome:${ordered}]` });
		const events = await traceOf(service.current, id);
		const end = ofType(events, 'run.finished');
		expect(end).toHaveLength(1);
		expect(end[0]?.outcome).toBe(outcome);
		expect(end[0]?.error?.code ?? null).toBe(code);
		expect([end[0]?.retryable, end[0]?.error?.retryable]).toEqual([retryable, retryable]);
		expect(ofType(events, 'error.occurred').map(({ error }) => error?.code)).toEqual(
			code ? [code] : [],
		);
		expect(events.at(-1)).toMatchObject({
			type: 'agent.finished',
			agent: { role: 'subagent' },
			error: { code: 'parent_finished' },
		});
	});

	it('report a page that could not be read, in a run that succeeds', async () => {
		const urls = ['http://no-such-host.invalid/', `${service.current.url}/pages/tables.html`];
		const events = await traceOf(service.current, await finished(service.current, { urls }));
		expect(ofType(events, 'error.occurred')).toMatchObject([
			{ error: { code: 'internal', source: 'tool' }, retryable: true },
		]);
		expect(ofType(events, 'run.finished')[0]?.outcome).toBe('succeeded');
	});

	it('can contain an unknown type', async () => {
		const id = await finished(service.current);
		service.current.configure({ unknownEvent: true });
		const events = await traceOf(service.current, id);
		expect(events[2]).toMatchObject({ type: 'plan.revised', schemaVersion: 1, runId: id });
	});
});

describe('placement of snapshot id and retryable', () => {
	it.each([
		['both', true, true],
		['specified', true, false],
		['nested', false, true],
	] as const)('%s', async (traceShape, flat, nested) => {
		const id = await cancelled();
		service.current.configure({ traceShape });
		const events = await traceOf(service.current, id);
		for (const event of ofType(events, 'artifact.updated')) {
			expect('snapshotId' in event).toBe(flat);
			expect('snapshotId' in (event.artifact ?? {})).toBe(nested);
		}
		for (const type of ['error.occurred', 'run.finished', 'agent.finished']) {
			for (const event of ofType(events, type)) {
				expect('retryable' in event).toBe(flat);
				expect('retryable' in (event.error ?? {})).toBe(nested);
			}
		}
	});
});

describe('trace', () => {
	it('reports the credits used until now and the live views of browsers', async () => {
		const id = await started(service.current);
		await atRest(service.current, id);
		const { json } = await get(service.current, `${id}/trace?liveView=true`);
		expect(json).toMatchObject({ success: true, id, creditsUsed: 15 });
		expect(json.activeBrowserSessions).toEqual([
			{
				id: expect.any(String),
				liveViewUrl: expect.stringContaining('/live/'),
				viewport: { width: 1280, height: 720 },
			},
		]);
		await cancel(service.current, id);
		await ended(service.current, id);
		const after = await get(service.current, `${id}/trace?liveView=true`);
		expect(after.json).toMatchObject({ creditsUsed: 0, activeBrowserSessions: [] });
		expect((await get(service.current, `${id}/trace`)).json).not.toHaveProperty(
			'activeBrowserSessions',
		);
	});

	it.each(['traceNotAvailable', 'snapshotsNotAvailable'] as const)(
		'returns %s when it is set, with success: false',
		async (row) => {
			service.current.addFaults(faults.errorRowFault(row, {}, { success: null }));
			const { status, json } = await get(service.current, `${unknownId}/trace`);
			expect(status).toBe(400);
			expect(json).toEqual({ error: expect.stringContaining('Model 2 extracts') });
		},
	);
});

describe('snapshots', () => {
	async function snapshots(id: string): Promise<Map<string, string>> {
		const artifacts = new Map<string, string>();
		for (const { snapshotId, artifact } of ofType(
			await traceOf(service.current, id),
			'artifact.updated',
		)) {
			const { status, json } = await get(service.current, `${id}/snapshots/${String(snapshotId)}`);
			expect(status).toBe(200);
			expect(json).toMatchObject({ success: true, id, snapshotId });
			artifacts.set(String(artifact?.kind), String(json.snapshot));
		}
		return artifacts;
	}

	it('contain text of five kinds', async () => {
		const schema = { type: 'object', properties: { title: { type: 'string' } } };
		const artifacts = await snapshots(await finished(service.current, { schema }));
		expect([...artifacts.keys()].sort()).toEqual([
			'html',
			'json',
			'markdown',
			'screenshot',
			'text',
		]);
		expect(JSON.parse(artifacts.get('json') ?? '')).toEqual({
			title: 'How a lighthouse keeps its rhythm',
		});
		expect(artifacts.get('markdown')).toMatch(/^# How a lighthouse/);
		expect(artifacts.get('html')).toContain('<h1>How a lighthouse');
		expect(artifacts.get('text')).toMatch(/A lighthouse is known/);
		const png = Buffer.from(artifacts.get('screenshot') ?? '', 'base64');
		expect(png.subarray(1, 4).toString()).toBe('PNG');
	});

	it.each([
		['not-a-uuid', 400, 'Invalid snapshot ID'],
		[unknownId, 404, 'Snapshot not found'],
	])('return the documented error for %s: %d', async (snapshotId, status, error) => {
		const id = await finished(service.current);
		const reply = await get(service.current, `${id}/snapshots/${snapshotId}`);
		expect(reply.status).toBe(status);
		expect(reply.json).toEqual({ success: false, error });
	});
});
