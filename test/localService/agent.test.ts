import {
	atRest,
	cancel,
	ended,
	finished,
	get,
	post,
	started,
	traceOf,
	unknownId,
} from './agentClient';
import * as faults from './faults';
import { OTHER_TEAM_API_KEY } from './localService';
import { call, until, useService, type Json } from './testClient';

const LONG_MS = 600_000;
const service = useService({ agentRunMs: LONG_MS });
const ofOtherTeam = { authorization: `Bearer ${OTHER_TEAM_API_KEY}` };

async function bodyOf(id: string): Promise<Json> {
	return (await get(service.current, id)).json;
}

describe('start of an agent run, request body', () => {
	const page = 'https://a.example/';
	const uuid = unknownId;
	const letters = (count: number): string => 'a'.repeat(count);

	it.each<[string, object]>([
		['no prompt', { prompt: undefined }],
		['a prompt above the length limit', { prompt: letters(10_001) }],
		['an unknown key', { url: page }],
		['a url without a scheme', { urls: ['a.example'] }],
		['an invalid url', { urls: ['http://[::'] }],
		['a schema given as a string', { schema: '{}' }],
		['maxCredits as a string', { maxCredits: '5' }],
		['an unknown model', { model: 'spark-9' }],
		['an unknown effort', { effort: 'utmost' }],
		['a webhook without url', { webhook: { events: ['started'] } }],
		['an unknown event', { webhook: { url: page, events: ['page'] } }],
		['metadata with a value that is not a string', { webhook: { url: page, metadata: { a: 1 } } }],
		['a thread id that is not a UUID', { threadId: 'a' }],
		['an unknown mode', { mode: 'talk' }],
		['six toolkits', { exchange: { toolkits: ['a', 'b', 'c', 'd', 'e', 'f'] } }],
		['an unknown key of exchange', { exchange: { on: true } }],
		['auditMetadata without username', { auditMetadata: {} }],
		['an empty integration', { integration: '' }],
	])('rejects a request with %s', async (_, body) => {
		const { status, json } = await post(service.current, { prompt: 'a', ...body });
		expect([status, json.code]).toEqual([400, 'BAD_REQUEST']);
		expect(service.current.agentStarts).toBe(0);
	});

	it.each<[string, object]>([
		['a prompt of the maximum length', { prompt: letters(10_000) }],
		['a webhook given as a string', { webhook: page }],
		[
			'all fields together',
			{
				urls: [page],
				schema: { type: 'object', properties: { a: { type: 'string', format: 'email' } } },
				maxCredits: 100,
				strictConstrainToURLs: true,
				model: 'spark-1-mini',
				effort: 'high',
				webhook: { url: page, headers: { a: 'b' }, metadata: { c: 'd' }, events: ['started'] },
				auditMetadata: { username: 'a' },
				threatProtection: { mode: 'normal' },
				origin: 'test',
				integration: 'n8n',
				threadId: uuid,
				mode: 'chat',
				exchange: {
					enabled: true,
					toolkits: ['a'],
					maxCalls: 3,
					requireApproval: true,
					approve: { approvalId: 'a', callIds: ['b'], always: false },
					decline: { approvalId: 'a' },
					onTermsRequired: 'ask',
				},
			},
		],
	])('accepts a request with %s', async (_, body) => {
		const urls = [`${service.current.url}/pages/tables.html`];
		const { status } = await post(service.current, { prompt: 'a', ...body, urls });
		expect(status).toBe(200);
	});

	it('rejects a schema that is not valid JSON Schema', async () => {
		const schema = { type: 'objekt' };
		const { status, json } = await post(service.current, { prompt: 'a', schema });
		expect(status).toBe(400);
		expect(String(json.error)).toMatch(/^Invalid JSON schema: /);
	});
});

describe('rejected starts', () => {
	afterEach(() => expect(service.current.agentStarts).toBe(0));

	it('return 402 without credits', async () => {
		service.current.configure({ credits: 0 });
		const { status, json } = await post(service.current, { prompt: 'a' });
		expect([status, json.error]).toEqual([402, 'Payment Required: Insufficient credits']);
	});

	it('return 403 for a URL that threat protection blocks', async () => {
		const threatProtection = { blacklist: ['*.b.example', 'a.example'] };
		const body = { prompt: 'a', urls: ['https://a.example/'], threatProtection };
		expect((await post(service.current, body)).status).toBe(403);
	});

	it('return 400 with zero data retention', async () => {
		service.current.configure({ forcedZeroDataRetention: true });
		const { status, json } = await post(service.current, { prompt: 'a' });
		expect([status, String(json.error)]).toEqual([
			400,
			'Your team has zero data retention enabled. This is not supported on extract.',
		]);
	});

	it('return 500 for an injected fault', async () => {
		const when = { method: 'POST', path: '/v2/agent' };
		service.current.addFaults(faults.errorRowFault('agentPassthroughFailed', { when }));
		const { status, json } = await post(service.current, { prompt: 'a' });
		expect([status, json.error]).toEqual([500, 'Failed to passthrough agent request.']);
	});

	it('return 429 above the limit of concurrent requests', async () => {
		service.current.addFaults(
			faults.fault({ kind: 'stallHead' }),
			faults.concurrencyLimit(1, { when: { path: '/v2/agent*' } }),
		);
		const stalled = post(service.current, { prompt: 'a' }).catch(() => undefined);
		await until(() => service.current.requests.length === 1);
		expect((await post(service.current, { prompt: 'a' })).status).toBe(429);
		expect((await get(service.current, unknownId)).status).toBe(429);
		await service.current.reset();
		await stalled;
	});
});

it('a start creates a run even if its response is lost', async () => {
	service.current.addFaults(faults.fault({ kind: 'resetAfter' }));
	await expect(post(service.current, { prompt: 'a' })).rejects.toThrow();
	expect(service.current.agentStarts).toBe(1);
	await atRest(service.current, String(service.current.agent.runs[0]?.id));
});

describe('result of a run', () => {
	it('fills the schema from its pages', async () => {
		const pages = ['product', 'article'].map((name) => `${service.current.url}/pages/${name}.html`);
		const schema = {
			type: 'object',
			properties: {
				title: { type: 'string' },
				price: { type: 'number' },
				email: { type: ['string', 'null'] },
				wheels: { type: 'integer' },
				captain: { type: 'string' },
				headings: { type: 'array', items: { type: 'string' } },
				availability: { enum: ['sold out', 'one battery'] },
				shop: { type: 'object', properties: { phone: { type: 'string' } } },
				items: {
					type: 'array',
					items: {
						type: 'object',
						properties: { title: { type: 'string' }, url: { type: 'string' } },
					},
				},
			},
		};
		const id = await finished(service.current, { urls: pages, schema });
		expect((await bodyOf(id)).data).toEqual({
			title: 'Brass tide clock',
			price: 89.5,
			email: 'keeper@northmole.example',
			wheels: null,
			captain: null,
			headings: ['Brass tide clock', 'How a lighthouse keeps its rhythm', 'The clockwork'],
			availability: 'one battery',
			shop: { phone: expect.stringMatching(/^\+1 555 010 4477/) },
			items: [
				{ title: 'Brass tide clock', url: pages[0] },
				{ title: 'How a lighthouse keeps its rhythm', url: pages[1] },
			],
		});
		expect(service.current.fetches.map(({ path }) => path)).toEqual([
			'/pages/product.html',
			'/pages/article.html',
		]);
	});

	it('is a summary if the request has no schema', async () => {
		const url = `${service.current.url}/pages/article.html`;
		const { data } = await bodyOf(await finished(service.current));
		expect(data?.pages).toEqual([{ url, title: 'How a lighthouse keeps its rhythm' }]);
		expect(String(data?.summary)).toMatch(/^A lighthouse is known/);
	});

	it('comes from the pages of the service when the request has no URLs', async () => {
		const { data } = await bodyOf(await finished(service.current, { urls: undefined }));
		expect(data?.pages).toHaveLength(3);
	});

	it('is empty when a page cannot be read', async () => {
		const schema = { type: 'object', properties: { title: { type: 'string' } } };
		const id = await finished(service.current, { urls: ['http://no-such-host.invalid/'], schema });
		expect(await bodyOf(id)).toMatchObject({ status: 'completed', data: { title: null } });
	});

	it('is the same for the same request', async () => {
		const [first, second] = [await finished(service.current), await finished(service.current)];
		expect((await bodyOf(first)).data).toEqual((await bodyOf(second)).data);
	});
});

describe('a run', () => {
	it('is processing, then completed, and reports when its result expires', async () => {
		const id = await started(service.current, { effort: 'low' });
		expect(await bodyOf(id)).toEqual({
			success: true,
			status: 'processing',
			model: 'spark-2',
			effort: 'low',
		});
		await atRest(service.current, id);
		service.current.advanceClock(LONG_MS);
		await ended(service.current, id);
		const body = await bodyOf(id);
		expect(body).toMatchObject({ success: true, status: 'completed', creditsUsed: 15 });
		expect(service.current.charged).toBe(15);
		const [run] = service.current.agent.runs;
		expect(Date.parse(String(body.expiresAt))).toBe((run?.endedAt ?? 0) + 86_400_000);
		expect((run?.endedAt ?? 0) - (run?.startedAt ?? 0)).toBeGreaterThanOrEqual(LONG_MS);
		expect(run).toMatchObject({ id, status: 'completed', outcome: 'succeeded' });
		expect(run?.polls).toHaveLength(2);
	});

	it('ends on the real clock', async () => {
		service.current.configure({ agentRunMs: 1 });
		const id = await started(service.current);
		await ended(service.current, id);
		expect((await bodyOf(id)).status).toBe('completed');
	});

	it('has a result that expires after 24 hours', async () => {
		const id = await finished(service.current);
		service.current.advanceClock(86_400_000 - 60_000);
		expect((await get(service.current, id)).status).toBe(200);
		service.current.advanceClock(60_000);
		for (const path of [id, `${id}/trace`, `${id}/snapshots/${unknownId}`]) {
			const { status, json } = await get(service.current, path);
			expect([status, json.error]).toEqual([404, 'Agent job not found']);
		}
	});

	it('reports the planned statuses, and an unknown status at the end', async () => {
		const statuses = ['pending', 'processing', 'resting'];
		service.current.agent.nextRuns([{ ms: 300_000, statuses, status: 'paused_for_review' }]);
		const id = await started(service.current);
		const received: unknown[] = [];
		for (const ms of [0, 100_000, 100_000, 100_000]) {
			service.current.advanceClock(ms);
			if (received.length === 3) await ended(service.current, id);
			received.push((await bodyOf(id)).status);
		}
		expect(received).toEqual([...statuses, 'paused_for_review']);
	});

	it('uses the plan in its prompt before the configured plan', async () => {
		service.current.agent.nextRuns([{ ms: 5, outcome: 'internal', partial: true }]);
		const prompt = 'Find it. [outcome:refused] [ms:20000] [statuses:queued,processing] [1]';
		const id = await started(service.current, { prompt });
		expect((await bodyOf(id)).status).toBe('queued');
		service.current.advanceClock(20_000);
		await ended(service.current, id);
		expect(await bodyOf(id)).toMatchObject({
			status: 'failed',
			error: 'The agent declined the task.',
			partial: expect.anything(),
		});
	});
});

describe('a run that ends', () => {
	it.each([
		['failed', 'The agent could not complete the task.'],
		['cancelled', 'The agent run was cancelled.'],
		['refused', 'The agent declined the task.'],
		['credit_limit_reached', expect.stringMatching(/^Credit limit reached/)],
		['internal', 'An unexpected failure occurred in the run.'],
		['parent_finished', 'The agent that started this one finished first.'],
	])(
		'with the outcome %s is reported as failed, free of charge, without data',
		async (outcome, error) => {
			await call(service.current, 'POST', '/_test/agent/runs', [{ outcome, ms: 0 }]);
			const id = await finished(service.current);
			const body = await bodyOf(id);
			expect(body).toMatchObject({ success: true, status: 'failed', error, creditsUsed: 0 });
			expect(body).not.toHaveProperty('data');
			expect(body).not.toHaveProperty('partial');
			expect(service.current.charged).toBe(0);
		},
	);

	it('reaches the credit limit when the run costs more than maxCredits', async () => {
		const id = await finished(service.current, { maxCredits: 14 });
		expect(await bodyOf(id)).toMatchObject({
			status: 'failed',
			stopReason: 'credit_limit_reached',
			message: expect.any(String),
			creditsUsed: 0,
		});
		const rich = await finished(service.current, { maxCredits: 15 });
		expect((await bodyOf(rich)).status).toBe('completed');
	});

	it('is refused when the prompt asks for it', async () => {
		const id = await finished(service.current, { prompt: 'Please refuse this.' });
		expect((await bodyOf(id)).error).toBe('The agent declined the task.');
	});

	it('can be planned with data, partial data, or any other body', async () => {
		service.current.agent.nextRuns([
			{ data: { a: 1 } },
			{ outcome: 'credit_limit_reached', partial: true, data: { b: 2 } },
			{ patch: { creditsUsed: null, suggestions: ['more'] } },
		]);
		const bodies: Json[] = [];
		for (let left = 3; left > 0; left -= 1)
			bodies.push(await bodyOf(await finished(service.current)));
		expect(bodies[0]).toMatchObject({ status: 'completed', data: { a: 1 } });
		expect(bodies[1]).toMatchObject({ partial: { b: 2 }, partialSchemaValid: false });
		expect(bodies[2]).toMatchObject({ suggestions: ['more'] });
		expect(bodies[2]).not.toHaveProperty('creditsUsed');
	});

	it('cannot have an invalid plan', async () => {
		const { status } = await call(service.current, 'POST', '/_test/agent/runs', [
			{ outcome: 'won' },
		]);
		expect(status).toBe(400);
	});
});

describe('cancel', () => {
	it('takes effect after a delay and is accepted once', async () => {
		service.current.configure({ agentCancelMs: 60_000 });
		const id = await started(service.current);
		await atRest(service.current, id);
		expect(await cancel(service.current, id)).toMatchObject({
			status: 200,
			json: { success: true },
		});
		const again = await cancel(service.current, id);
		expect([again.status, again.json.error]).toEqual([409, 'Agent is already cancelled']);
		expect((await bodyOf(id)).status).toBe('processing');
		service.current.advanceClock(60_000);
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

	it('still applies when the duration of the run passes before it takes effect', async () => {
		service.current.configure({ agentCancelMs: LONG_MS * 2 });
		const id = await started(service.current);
		await cancel(service.current, id);
		service.current.advanceClock(LONG_MS);
		expect((await bodyOf(id)).status).toBe('processing');
		service.current.advanceClock(LONG_MS);
		await ended(service.current, id);
		expect((await bodyOf(id)).error).toBe('The agent run was cancelled.');
	});

	it('does not wait for a page that does not respond', async () => {
		const id = await started(service.current, {
			urls: [`${service.current.url}/pages/slow?ms=5000`],
		});
		await cancel(service.current, id);
		await ended(service.current, id);
		expect((await bodyOf(id)).status).toBe('failed');
		expect((await traceOf(service.current, id)).at(-2)?.type).toBe('run.finished');
	});

	it('is rejected for a run that has ended', async () => {
		const { status, json } = await cancel(service.current, await finished(service.current));
		expect([status, json.error]).toEqual([409, 'Agent already finished']);
	});
});

describe('run ids', () => {
	it.each(['not-a-uuid', '123', `${unknownId}0`])('return 400 for %s', async (id) => {
		const error = 'Invalid job ID format. Job ID must be a valid UUID.';
		const refused = { status: 400, json: { success: false, error } };
		expect(await cancel(service.current, id)).toMatchObject(refused);
		for (const path of [id, `${id}/trace`, `${id}/snapshots/x`]) {
			expect(await get(service.current, path)).toMatchObject(refused);
		}
	});

	it('return 404 for an unknown run or a run of another team', async () => {
		const notFound = { status: 404, json: { success: false, error: 'Agent job not found' } };
		const id = await finished(service.current);
		for (const path of ['', '/trace', `/snapshots/${unknownId}`]) {
			expect(await get(service.current, unknownId + path)).toMatchObject(notFound);
			const foreign = `/v2/agent/${id}${path}`;
			const reply = await call(service.current, 'GET', foreign, undefined, ofOtherTeam);
			expect(reply).toMatchObject(notFound);
		}
		expect(await cancel(service.current, unknownId)).toMatchObject(notFound);
		expect((await get(service.current, id.toUpperCase())).status).toBe(200);
	});
});

describe('list of runs', () => {
	it('contains only the runs of the team, newest first, twenty per page', async () => {
		const ids: string[] = [];
		for (let index = 0; index < 23; index += 1) ids.unshift(await started(service.current));
		await post(service.current, { prompt: 'foreign' }, ofOtherTeam);
		const first = await call(service.current, 'GET', '/v2/agent');
		expect(first.json.agents?.[0]).toMatchObject({
			targetHint: `${service.current.url}/pages/article.html`,
			origin: 'api',
			integration: null,
			status: 'processing',
			options: { prompt: 'What turns the lens?' },
		});
		const next = new URL(String(first.json.next));
		expect(next.origin).toBe(service.current.url);
		const second = await call(service.current, 'GET', next.pathname + next.search);
		expect(second.json.next).toBeNull();
		const listed = [first, second].flatMap(({ json }) => json.agents as unknown as Json[]);
		expect(listed.map(({ id }) => id)).toEqual(ids);
	});

	it('returns 400 for an invalid time', async () => {
		expect((await call(service.current, 'GET', '/v2/agent?before=today')).status).toBe(400);
	});
});

it('counts the turns of a thread', async () => {
	const threadId = unknownId;
	const turns: unknown[] = [];
	for (const body of [{ threadId }, { threadId, mode: 'chat' }]) {
		const { json } = await post(service.current, { prompt: 'a', ...body });
		turns.push([json.threadId, json.threadTurn, (await bodyOf(String(json.id))).threadTurn]);
	}
	expect(turns).toEqual([
		[threadId, 1, 1],
		[threadId, 2, 2],
	]);
});

it('replies with text in chat mode and continues the thread', async () => {
	const id = await finished(service.current, { mode: 'chat' });
	const run = await bodyOf(id);
	expect(run).toMatchObject({
		status: 'completed',
		message: expect.stringMatching(/./),
		suggestions: [{ label: expect.any(String), prompt: expect.any(String) }],
		threadId: expect.any(String),
		threadTurn: 1,
	});
	expect(run).not.toHaveProperty('data');
	const { threadId } = run;
	const next = await post(service.current, { prompt: 'b', mode: 'chat', threadId });
	expect(next.json).toMatchObject({ threadId, threadTurn: 2 });
});
