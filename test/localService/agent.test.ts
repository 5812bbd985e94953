import { cancel, ended, finished, get, post, started, traceOf, unknownId } from './agentClient';
import { useService, type Json } from './testClient';

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
});
