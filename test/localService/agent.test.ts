import { cancel, ended, finished, get, post, started, traceOf, unknownId } from './agentClient';
import { OTHER_TEAM_API_KEY } from './localService';
import { call, useService, type Json } from './testClient';

const LONG_MS = 600_000;
const service = useService({ agentRunMs: LONG_MS });

const bodyOf = async (id: string): Promise<Json> => (await get(service.current, id)).json;
const ofType = (events: Json[], type: string): Json[] =>
	events.filter((event) => String(event.type) === type);

describe('start', () => {
	const page = 'https://a.example/';
	const letters = (count: number): string => 'a'.repeat(count);

	it.each<[string, object]>([
		['no prompt', { prompt: undefined }],
		['a prompt above the length limit', { prompt: letters(10_001) }],
		['an unknown key', { url: page }],
		['an invalid url', { urls: ['http://[::'] }],
		['a schema that is not a JSON Schema', { schema: { type: 'objekt' } }],
		['an unknown event', { webhook: { url: page, events: ['page'] } }],
		['six toolkits', { exchange: { toolkits: ['a', 'b', 'c', 'd', 'e', 'f'] } }],
		['an empty integration', { integration: '' }],
	])('is rejected with %s', async (_, body) => {
		const { status, json } = await post(service.current, { prompt: 'a', ...body });
		expect([status, json.code]).toEqual([400, 'BAD_REQUEST']);
		expect(service.current.agentStarts).toBe(0);
	});

	it.each<[string, number, object, object]>([
		['credits', 402, { credits: 0 }, {}],
		[
			'an allowed URL',
			403,
			{},
			{ urls: [page], threatProtection: { blacklist: ['*.b.example', 'a.example'] } },
		],
	])('is rejected without %s: %d', async (_, status, settings, body) => {
		service.current.configure(settings);
		expect((await post(service.current, { prompt: 'a', ...body })).status).toBe(status);
		expect(service.current.agentStarts).toBe(0);
	});
});

describe('a run', () => {
	it('is processing, then completed, and its result expires after 24 hours', async () => {
		const id = await started(service.current, { effort: 'low' });
		const running = { success: true, status: 'processing', model: 'spark-2', effort: 'low' };
		expect(await bodyOf(id)).toEqual(running);
		service.current.advanceClock(LONG_MS);
		await ended(service.current, id);
		const [run] = service.current.agent.runs;
		expect(await bodyOf(id)).toEqual({
			...running,
			status: 'completed',
			creditsUsed: 15,
			data: expect.objectContaining({ summary: expect.any(String) }),
			expiresAt: new Date((run?.endedAt ?? 0) + 86_400_000).toISOString(),
		});
		expect(service.current.charged).toBe(15);
		expect(run).toMatchObject({ id, status: 'completed', outcome: 'succeeded' });
		expect(run?.polls).toHaveLength(2);
		service.current.advanceClock(86_400_000);
		for (const path of [id, `${id}/trace`, `${id}/snapshots/${unknownId}`]) {
			const { status, json } = await get(service.current, path);
			expect([status, json]).toEqual([404, { success: false, error: 'Agent job not found' }]);
		}
	});
});

describe('cancel', () => {
	it('takes effect after a delay and is accepted once', async () => {
		service.current.configure({ agentCancelMs: LONG_MS * 2 });
		const id = await started(service.current);
		const accepted = await cancel(service.current, id);
		expect([accepted.status, accepted.json]).toEqual([200, { success: true }]);
		const again = await cancel(service.current, id);
		expect([again.status, again.json.error]).toEqual([409, 'Agent is already cancelled']);
		service.current.advanceClock(LONG_MS);
		expect((await bodyOf(id)).status).toBe('processing');
		service.current.advanceClock(LONG_MS);
		await ended(service.current, id);
		expect(await bodyOf(id)).toMatchObject({
			status: 'failed',
			error: 'The agent run was cancelled.',
			creditsUsed: 0,
		});
		const late = await cancel(service.current, id);
		expect([late.status, late.json.error]).toEqual([409, 'Agent already finished']);
		expect(service.current.agent.runs[0]?.cancels).toHaveLength(3);
	});
});

it('the list contains the runs of the team, newest first, in pages of 20', async () => {
	const ids: string[] = [];
	for (let index = 0; index < 21; index++) ids.unshift(await started(service.current));
	const first = (await call(service.current, 'GET', '/v2/agent')).json;
	expect(first.agents?.[0]).toMatchObject({
		status: 'processing',
		options: { urls: [expect.any(String)] },
	});
	const second = (await call(service.current, 'GET', String(first.next))).json;
	const listed = [first, second].flatMap(({ agents }) => agents as unknown as Json[]);
	expect(listed.map(({ id }) => id)).toEqual(ids);
	expect(second.next).toBeNull();
	const other = { authorization: `Bearer ${OTHER_TEAM_API_KEY}` };
	const ofOther = await call(service.current, 'GET', '/v2/agent', undefined, other);
	expect(ofOther.json.agents).toEqual([]);
	expect((await call(service.current, 'GET', '/v2/agent?before=x')).status).toBe(400);
});

describe('trace', () => {
	beforeEach(() => service.current.configure({ agentCancelMs: 0 }));

	it.each([
		['failed', 'failed', null, undefined, 'The agent could not complete the task.'],
		['cancelled', 'cancelled', 'cancelled', false, 'The agent run was cancelled.'],
		[
			'credit_limit_reached',
			'credit_limit_reached',
			'credit_limit_reached',
			false,
			expect.stringMatching(/^Credit limit reached/),
		],
		['internal', 'failed', 'internal', true, 'An unexpected failure occurred in the run.'],
	])('ends with the outcome %s, free of charge', async (plan, outcome, code, retryable, error) => {
		const id = await finished(service.current, { prompt: `a [outcome:${plan}]` });
		const body = await bodyOf(id);
		expect(body).toMatchObject({ success: true, status: 'failed', error, creditsUsed: 0 });
		expect(body).not.toHaveProperty('data');
		expect(service.current.charged).toBe(0);
		const events = await traceOf(service.current, id);
		const [end, ...others] = ofType(events, 'run.finished');
		expect(others).toEqual([]);
		expect([end?.outcome, end?.error?.code ?? null]).toEqual([outcome, code]);
		expect([end?.retryable, end?.error?.retryable]).toEqual([retryable, retryable]);
		const codes = ofType(events, 'error.occurred').map((event) => event.error?.code);
		expect(codes).toEqual(code ? [code] : []);
	});

	it('names snapshots, each of which is text', async () => {
		const id = await finished(service.current);
		const snapshots: Record<string, string> = {};
		for (const event of ofType(await traceOf(service.current, id), 'artifact.updated')) {
			const { snapshotId } = event;
			const { json } = await get(service.current, `${id}/snapshots/${String(snapshotId)}`);
			expect(json).toMatchObject({ success: true, id, snapshotId });
			snapshots[String(event.artifact?.kind)] = String(json.snapshot);
		}
		const title = 'How a lighthouse keeps its rhythm';
		expect(snapshots).toEqual({
			markdown: `# ${title}`,
			html: `<h1>${title}</h1>`,
			text: title,
			screenshot: expect.stringMatching(/^iVBORw0KGgo/),
			json: expect.stringMatching(/^\{"summary":/),
		});
	});
});

it.each<[string, number, string]>([
	['not-a-uuid', 400, 'Invalid job ID'],
	[unknownId, 404, 'Agent job not found'],
	[`${unknownId}/snapshots/not-a-uuid`, 400, 'Invalid snapshot ID'],
])('the path /v2/agent/%s returns %d', async (path, status, error) => {
	const reply = await get(service.current, path);
	expect(reply.status).toBe(status);
	expect(reply.json).toMatchObject({ success: false, error: expect.stringContaining(error) });
});
