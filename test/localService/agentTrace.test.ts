import { atRest, cancel, ended, finished, get, started, traceOf, unknownId } from './agentClient';
import * as faults from './faults';
import { useService, type Json } from './testClient';

const LONG_MS = 600_000;
const held = useService({ agentRunMs: LONG_MS, agentCancelMs: 0 });

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
	const id = await started(held.current);
	await atRest(held.current, id);
	await cancel(held.current, id);
	await ended(held.current, id);
	return id;
}

function ofType(events: Json[], type: string): Json[] {
	return events.filter((event) => String(event.type) === type);
}

describe('events', () => {
	it('a cancelled run has all 13 kinds', async () => {
		const events = await traceOf(held.current, await cancelled());
		expect(new Set(events.map(({ type }) => String(type)))).toEqual(new Set(kinds));
		expect(ofType(events, 'run.cancel_requested')).toMatchObject([{ reason: 'user' }]);
	});

	it('have the envelope, and numbers in order for each agent', async () => {
		const id = await finished(held.current);
		const events = await traceOf(held.current, id);
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

	it('grow while the run goes on', async () => {
		const id = await started(held.current);
		await atRest(held.current, id);
		const early = await traceOf(held.current, id);
		expect(ofType(early, 'run.finished')).toEqual([]);
		held.current.advanceClock(LONG_MS);
		await ended(held.current, id);
		const late = await traceOf(held.current, id);
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
	])('of a run that ends as %s', async (ordered, outcome, code, retryable) => {
		const id = await finished(held.current, { prompt: `a [outcome:${ordered}]` });
		const events = await traceOf(held.current, id);
		const end = ofType(events, 'run.finished');
		expect(end).toHaveLength(1);
		expect(end[0]?.outcome).toBe(outcome);
		expect(end[0]?.error?.code ?? null).toBe(code);
		expect([end[0]?.retryable, end[0]?.error?.retryable]).toEqual([retryable, retryable]);
		expect(ofType(events, 'error.occurred').map(({ error }) => error?.code)).toEqual(
			code ? [code] : [],
		);
		// The helper says so after the run has ended; the cause is in the event of the run.
		expect(events.at(-1)).toMatchObject({
			type: 'agent.finished',
			agent: { role: 'subagent' },
			error: { code: 'parent_finished' },
		});
	});

	it('tell of a page that could not be read, in a run that succeeds', async () => {
		const urls = ['http://no-such-host.invalid/', `${held.current.url}/pages/tables.html`];
		const events = await traceOf(held.current, await finished(held.current, { urls }));
		expect(ofType(events, 'error.occurred')).toMatchObject([
			{ error: { code: 'internal', source: 'tool' }, retryable: true },
		]);
		expect(ofType(events, 'run.finished')[0]?.outcome).toBe('succeeded');
	});

	it('can have one of an unknown kind', async () => {
		const id = await finished(held.current);
		held.current.configure({ unknownEvent: true });
		const events = await traceOf(held.current, id);
		expect(events[2]).toMatchObject({ type: 'plan.revised', schemaVersion: 1, runId: id });
	});
});

describe('where the facts are', () => {
	it.each([
		['both', true, true],
		['specified', true, false],
		['nested', false, true],
	] as const)('%s', async (traceShape, beside, nested) => {
		const id = await cancelled();
		held.current.configure({ traceShape });
		const events = await traceOf(held.current, id);
		for (const event of ofType(events, 'artifact.updated')) {
			expect('snapshotId' in event).toBe(beside);
			expect('snapshotId' in (event.artifact ?? {})).toBe(nested);
		}
		for (const type of ['error.occurred', 'run.finished', 'agent.finished']) {
			for (const event of ofType(events, type)) {
				expect('retryable' in event).toBe(beside);
				expect('retryable' in (event.error ?? {})).toBe(nested);
			}
		}
	});
});

describe('the trace', () => {
	it('says what the run has cost so far, and which browsers can be watched', async () => {
		const id = await started(held.current);
		await atRest(held.current, id);
		const { json } = await get(held.current, `${id}/trace?liveView=true`);
		expect(json).toMatchObject({ success: true, id, creditsUsed: 15 });
		expect(json.activeBrowserSessions).toEqual([
			{
				id: expect.any(String),
				liveViewUrl: expect.stringContaining('/live/'),
				viewport: { width: 1280, height: 720 },
			},
		]);
		await cancel(held.current, id);
		await ended(held.current, id);
		const after = await get(held.current, `${id}/trace?liveView=true`);
		expect(after.json).toMatchObject({ creditsUsed: 0, activeBrowserSessions: [] });
		expect((await get(held.current, `${id}/trace`)).json).not.toHaveProperty(
			'activeBrowserSessions',
		);
	});

	it.each(['traceNotAvailable', 'snapshotsNotAvailable'] as const)(
		'%s can be ordered, without success',
		async (row) => {
			held.current.addFaults(faults.errorRowFault(row, {}, { success: null }));
			const { status, json } = await get(held.current, `${unknownId}/trace`);
			expect(status).toBe(400);
			expect(json).toEqual({ error: expect.stringContaining('Model 2 extracts') });
		},
	);
});

describe('snapshots', () => {
	async function snapshots(id: string): Promise<Map<string, string>> {
		const found = new Map<string, string>();
		for (const { snapshotId, artifact } of ofType(
			await traceOf(held.current, id),
			'artifact.updated',
		)) {
			const { status, json } = await get(held.current, `${id}/snapshots/${String(snapshotId)}`);
			expect(status).toBe(200);
			expect(json).toMatchObject({ success: true, id, snapshotId });
			found.set(String(artifact?.kind), String(json.snapshot));
		}
		return found;
	}

	it('are texts of five kinds', async () => {
		const schema = { type: 'object', properties: { title: { type: 'string' } } };
		const found = await snapshots(await finished(held.current, { schema }));
		expect([...found.keys()].sort()).toEqual(['html', 'json', 'markdown', 'screenshot', 'text']);
		expect(JSON.parse(found.get('json') ?? '')).toEqual({
			title: 'How a lighthouse keeps its rhythm',
		});
		expect(found.get('markdown')).toMatch(/^# How a lighthouse/);
		expect(found.get('html')).toContain('<h1>How a lighthouse');
		expect(found.get('text')).toMatch(/A lighthouse is known/);
		const png = Buffer.from(found.get('screenshot') ?? '', 'base64');
		expect(png.subarray(1, 4).toString()).toBe('PNG');
	});

	it.each([
		['not-a-uuid', 400, 'Invalid snapshot ID'],
		[unknownId, 404, 'Snapshot not found'],
	])('%s: %d', async (snapshotId, status, error) => {
		const id = await finished(held.current);
		const reply = await get(held.current, `${id}/snapshots/${snapshotId}`);
		expect(reply.status).toBe(status);
		expect(reply.json).toEqual({ success: false, error });
	});
});
