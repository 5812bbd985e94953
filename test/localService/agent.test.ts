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
const held = useService({ agentRunMs: LONG_MS });
const ofOtherTeam = { authorization: `Bearer ${OTHER_TEAM_API_KEY}` };

async function bodyOf(id: string): Promise<Json> {
	return (await get(held.current, id)).json;
}

describe('the body of a start', () => {
	const page = 'https://a.example/';
	const uuid = unknownId;
	const letters = (count: number): string => 'a'.repeat(count);

	it.each<[string, object]>([
		['no prompt', { prompt: undefined }],
		['a prompt that is too long', { prompt: letters(10_001) }],
		['an unknown key', { url: page }],
		['a url without a scheme', { urls: ['a.example'] }],
		['a url that is none', { urls: ['http://[::'] }],
		['a schema that is a text', { schema: '{}' }],
		['maxCredits as a text', { maxCredits: '5' }],
		['an unknown model', { model: 'spark-9' }],
		['an unknown effort', { effort: 'utmost' }],
		['a webhook without url', { webhook: { events: ['started'] } }],
		['an unknown event', { webhook: { url: page, events: ['page'] } }],
		['metadata that is no text', { webhook: { url: page, metadata: { a: 1 } } }],
		['a thread that is no UUID', { threadId: 'a' }],
		['an unknown mode', { mode: 'talk' }],
		['six toolkits', { exchange: { toolkits: ['a', 'b', 'c', 'd', 'e', 'f'] } }],
		['an unknown key of exchange', { exchange: { on: true } }],
		['auditMetadata without username', { auditMetadata: {} }],
		['another integration', { integration: 'zapier' }],
	])('may not have %s', async (_, body) => {
		const { status, json } = await post(held.current, { prompt: 'a', ...body });
		expect([status, json.code]).toEqual([400, 'BAD_REQUEST']);
		expect(held.current.agentStarts).toBe(0);
	});

	it.each<[string, object]>([
		['the longest prompt', { prompt: letters(10_000) }],
		['webhook as a text', { webhook: page }],
		[
			'everything',
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
	])('may have %s', async (_, body) => {
		const urls = [`${held.current.url}/pages/tables.html`];
		const { status } = await post(held.current, { prompt: 'a', ...body, urls });
		expect(status).toBe(200);
	});

	it('may not have a schema that is none', async () => {
		const schema = { type: 'objekt' };
		const { status, json } = await post(held.current, { prompt: 'a', schema });
		expect(status).toBe(400);
		expect(String(json.error)).toMatch(/^Invalid JSON schema: /);
	});
});

describe('refused starts', () => {
	afterEach(() => expect(held.current.agentStarts).toBe(0));

	it('402 without credits', async () => {
		held.current.configure({ credits: 0 });
		const { status, json } = await post(held.current, { prompt: 'a' });
		expect([status, json.error]).toEqual([402, 'Payment Required: Insufficient credits']);
	});

	it('403 for a url that threat protection blocks', async () => {
		const threatProtection = { blacklist: ['*.b.example', 'a.example'] };
		const body = { prompt: 'a', urls: ['https://a.example/'], threatProtection };
		expect((await post(held.current, body)).status).toBe(403);
	});

	it('400 with zero data retention', async () => {
		held.current.configure({ forcedZeroDataRetention: true });
		const { status, json } = await post(held.current, { prompt: 'a' });
		expect([status, String(json.error)]).toEqual([
			400,
			'Your team has zero data retention enabled. This is not supported on extract.',
		]);
	});

	it('500 as a fault', async () => {
		const when = { method: 'POST', path: '/v2/agent' };
		held.current.addFaults(faults.errorRowFault('agentPassthroughFailed', { when }));
		const { status, json } = await post(held.current, { prompt: 'a' });
		expect([status, json.error]).toEqual([500, 'Failed to passthrough agent request.']);
	});

	it('429 above a number of requests at once', async () => {
		held.current.addFaults(
			faults.fault({ kind: 'stallHead' }),
			faults.concurrencyLimit(1, { when: { path: '/v2/agent*' } }),
		);
		const stalled = post(held.current, { prompt: 'a' }).catch(() => undefined);
		await until(() => held.current.requests.length === 1);
		expect((await post(held.current, { prompt: 'a' })).status).toBe(429);
		expect((await get(held.current, unknownId)).status).toBe(429);
		await held.current.reset();
		await stalled;
	});
});

it('a start whose answer was lost has started a run', async () => {
	held.current.addFaults(faults.fault({ kind: 'resetAfter' }));
	await expect(post(held.current, { prompt: 'a' })).rejects.toThrow();
	expect(held.current.agentStarts).toBe(1);
	await atRest(held.current, String(held.current.agent.runs[0]?.id));
});

describe('what a run finds', () => {
	it('fills the schema from its pages', async () => {
		const pages = ['product', 'article'].map((name) => `${held.current.url}/pages/${name}.html`);
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
		const id = await finished(held.current, { urls: pages, schema });
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
		expect(held.current.fetches.map(({ path }) => path)).toEqual([
			'/pages/product.html',
			'/pages/article.html',
		]);
	});

	it('is a summary without a schema', async () => {
		const url = `${held.current.url}/pages/article.html`;
		const { data } = await bodyOf(await finished(held.current));
		expect(data?.pages).toEqual([{ url, title: 'How a lighthouse keeps its rhythm' }]);
		expect(String(data?.summary)).toMatch(/^A lighthouse is known/);
	});

	it('comes from pages of the service when no urls are given', async () => {
		const { data } = await bodyOf(await finished(held.current, { urls: undefined }));
		expect(data?.pages).toHaveLength(3);
	});

	it('is nothing where a page cannot be read', async () => {
		const schema = { type: 'object', properties: { title: { type: 'string' } } };
		const id = await finished(held.current, { urls: ['http://no-such-host.invalid/'], schema });
		expect(await bodyOf(id)).toMatchObject({ status: 'completed', data: { title: null } });
	});

	it('is the same for the same request', async () => {
		const [first, second] = [await finished(held.current), await finished(held.current)];
		expect((await bodyOf(first)).data).toEqual((await bodyOf(second)).data);
	});
});

describe('the time of a run', () => {
	it('is processing, then completed, and says when its result expires', async () => {
		const id = await started(held.current, { effort: 'low' });
		expect(await bodyOf(id)).toEqual({
			success: true,
			status: 'processing',
			model: 'spark-2',
			effort: 'low',
		});
		await atRest(held.current, id);
		held.current.advanceClock(LONG_MS);
		await ended(held.current, id);
		const body = await bodyOf(id);
		expect(body).toMatchObject({ success: true, status: 'completed', creditsUsed: 15 });
		expect(held.current.charged).toBe(15);
		const [run] = held.current.agent.runs;
		expect(Date.parse(String(body.expiresAt))).toBe((run?.endedAt ?? 0) + 86_400_000);
		expect((run?.endedAt ?? 0) - (run?.startedAt ?? 0)).toBeGreaterThanOrEqual(LONG_MS);
		expect(run).toMatchObject({ id, status: 'completed', outcome: 'succeeded' });
		expect(run?.polls).toHaveLength(2);
	});

	it('ends by itself, without a clock that is moved on', async () => {
		held.current.configure({ agentRunMs: 1 });
		const id = await started(held.current);
		await ended(held.current, id);
		expect((await bodyOf(id)).status).toBe('completed');
	});

	it('its result can be read for 24 hours', async () => {
		const id = await finished(held.current);
		held.current.advanceClock(86_400_000 - 60_000);
		expect((await get(held.current, id)).status).toBe(200);
		held.current.advanceClock(60_000);
		for (const path of [id, `${id}/trace`, `${id}/snapshots/${unknownId}`]) {
			const { status, json } = await get(held.current, path);
			expect([status, json.error]).toEqual([404, 'Agent job not found']);
		}
	});

	it('has the statuses that were ordered, and one at the end that nobody knows', async () => {
		const statuses = ['pending', 'processing', 'resting'];
		held.current.agent.nextRuns([{ ms: 300_000, statuses, status: 'paused_for_review' }]);
		const id = await started(held.current);
		const seen: unknown[] = [];
		for (const ms of [0, 100_000, 100_000, 100_000]) {
			held.current.advanceClock(ms);
			if (seen.length === 3) await ended(held.current, id);
			seen.push((await bodyOf(id)).status);
		}
		expect(seen).toEqual([...statuses, 'paused_for_review']);
	});

	it('can be said in the prompt, over what was ordered', async () => {
		held.current.agent.nextRuns([{ ms: 5, outcome: 'internal', partial: true }]);
		const prompt = 'Find it. [outcome:refused] [ms:20000] [statuses:queued,processing] [1]';
		const id = await started(held.current, { prompt });
		expect((await bodyOf(id)).status).toBe('queued');
		held.current.advanceClock(20_000);
		await ended(held.current, id);
		expect(await bodyOf(id)).toMatchObject({
			status: 'failed',
			error: 'The agent declined the task.',
			partial: expect.anything(),
		});
	});
});

describe('ends', () => {
	it.each([
		['failed', 'The agent could not complete the task.'],
		['cancelled', 'The agent run was cancelled.'],
		['refused', 'The agent declined the task.'],
		['credit_limit_reached', expect.stringMatching(/^Credit limit reached/)],
		['internal', 'An unexpected failure occurred in the run.'],
		['parent_finished', 'The agent that started this one finished first.'],
	])('%s is reported as failed, free of charge, without data', async (outcome, error) => {
		await call(held.current, 'POST', '/_test/agent/runs', [{ outcome, ms: 0 }]);
		const id = await finished(held.current);
		const body = await bodyOf(id);
		expect(body).toMatchObject({ success: true, status: 'failed', error, creditsUsed: 0 });
		expect(body).not.toHaveProperty('data');
		expect(body).not.toHaveProperty('partial');
		expect(held.current.charged).toBe(0);
	});

	it('a run that costs more than maxCredits reaches its limit', async () => {
		const id = await finished(held.current, { maxCredits: 14 });
		expect(await bodyOf(id)).toMatchObject({
			status: 'failed',
			stopReason: 'credit_limit_reached',
			message: expect.any(String),
			creditsUsed: 0,
		});
		const rich = await finished(held.current, { maxCredits: 15 });
		expect((await bodyOf(rich)).status).toBe('completed');
	});

	it('a run that is asked to refuse does so', async () => {
		const id = await finished(held.current, { prompt: 'Please refuse this.' });
		expect((await bodyOf(id)).error).toBe('The agent declined the task.');
	});

	it('can be given data, partial data, and any other body', async () => {
		held.current.agent.nextRuns([
			{ data: { a: 1 } },
			{ outcome: 'credit_limit_reached', partial: true, data: { b: 2 } },
			{ patch: { creditsUsed: null, suggestions: ['more'] } },
		]);
		const bodies: Json[] = [];
		for (let left = 3; left > 0; left -= 1) bodies.push(await bodyOf(await finished(held.current)));
		expect(bodies[0]).toMatchObject({ status: 'completed', data: { a: 1 } });
		expect(bodies[1]).toMatchObject({ partial: { b: 2 }, partialSchemaValid: false });
		expect(bodies[2]).toMatchObject({ suggestions: ['more'] });
		expect(bodies[2]).not.toHaveProperty('creditsUsed');
	});

	it('refuses plans that it does not understand', async () => {
		const { status } = await call(held.current, 'POST', '/_test/agent/runs', [{ outcome: 'won' }]);
		expect(status).toBe(400);
	});
});

describe('cancel', () => {
	it('takes effect after a moment, and can be said once', async () => {
		held.current.configure({ agentCancelMs: 60_000 });
		const id = await started(held.current);
		await atRest(held.current, id);
		expect(await cancel(held.current, id)).toMatchObject({ status: 200, json: { success: true } });
		const again = await cancel(held.current, id);
		expect([again.status, again.json.error]).toEqual([409, 'Agent is already cancelled']);
		expect((await bodyOf(id)).status).toBe('processing');
		held.current.advanceClock(60_000);
		await ended(held.current, id);
		expect(await bodyOf(id)).toMatchObject({
			status: 'failed',
			error: 'The agent run was cancelled.',
			creditsUsed: 0,
		});
		const late = await cancel(held.current, id);
		expect([late.status, late.json.error]).toEqual([409, 'Agent already finished']);
		expect(held.current.agent.runs[0]?.cancels).toHaveLength(3);
	});

	it('holds also when the time of the run is over meanwhile', async () => {
		held.current.configure({ agentCancelMs: LONG_MS * 2 });
		const id = await started(held.current);
		await cancel(held.current, id);
		held.current.advanceClock(LONG_MS);
		expect((await bodyOf(id)).status).toBe('processing');
		held.current.advanceClock(LONG_MS);
		await ended(held.current, id);
		expect((await bodyOf(id)).error).toBe('The agent run was cancelled.');
	});

	it('does not wait for a page that does not come', async () => {
		const id = await started(held.current, { urls: [`${held.current.url}/pages/slow?ms=5000`] });
		await cancel(held.current, id);
		await ended(held.current, id);
		expect((await bodyOf(id)).status).toBe('failed');
		expect((await traceOf(held.current, id)).at(-2)?.type).toBe('run.finished');
	});

	it('comes too late for a run that has ended', async () => {
		const { status, json } = await cancel(held.current, await finished(held.current));
		expect([status, json.error]).toEqual([409, 'Agent already finished']);
	});
});

describe('ids', () => {
	it.each(['not-a-uuid', '123', `${unknownId}0`])('400 for %s', async (id) => {
		const error = 'Invalid job ID format. Job ID must be a valid UUID.';
		const refused = { status: 400, json: { success: false, error } };
		expect(await cancel(held.current, id)).toMatchObject(refused);
		for (const path of [id, `${id}/trace`, `${id}/snapshots/x`]) {
			expect(await get(held.current, path)).toMatchObject(refused);
		}
	});

	it('404 for a run that is not there, or of another team', async () => {
		const notFound = { status: 404, json: { success: false, error: 'Agent job not found' } };
		const id = await finished(held.current);
		for (const path of ['', '/trace', `/snapshots/${unknownId}`]) {
			expect(await get(held.current, unknownId + path)).toMatchObject(notFound);
			const foreign = `/v2/agent/${id}${path}`;
			const reply = await call(held.current, 'GET', foreign, undefined, ofOtherTeam);
			expect(reply).toMatchObject(notFound);
		}
		expect(await cancel(held.current, unknownId)).toMatchObject(notFound);
		expect((await get(held.current, id.toUpperCase())).status).toBe(200);
	});
});

describe('the list of runs', () => {
	it('is the team’s own, newest first, twenty at a time', async () => {
		const ids: string[] = [];
		for (let index = 0; index < 23; index += 1) ids.unshift(await started(held.current));
		await post(held.current, { prompt: 'foreign' }, ofOtherTeam);
		const first = await call(held.current, 'GET', '/v2/agent');
		expect(first.json.agents?.[0]).toMatchObject({
			targetHint: `${held.current.url}/pages/article.html`,
			origin: 'api',
			integration: null,
			status: 'processing',
			options: { prompt: 'What turns the lens?' },
		});
		const next = new URL(String(first.json.next));
		expect(next.origin).toBe(held.current.url);
		const second = await call(held.current, 'GET', next.pathname + next.search);
		expect(second.json.next).toBeNull();
		const listed = [first, second].flatMap(({ json }) => json.agents as unknown as Json[]);
		expect(listed.map(({ id }) => id)).toEqual(ids);
	});

	it('400 for a time that is none', async () => {
		expect((await call(held.current, 'GET', '/v2/agent?before=today')).status).toBe(400);
	});
});

it('counts the turns of a thread', async () => {
	const threadId = unknownId;
	const turns: unknown[] = [];
	for (const body of [{ threadId }, { threadId, mode: 'chat' }]) {
		const { json } = await post(held.current, { prompt: 'a', ...body });
		turns.push([json.threadId, json.threadTurn, (await bodyOf(String(json.id))).threadTurn]);
	}
	expect(turns).toEqual([
		[threadId, 1, 1],
		[threadId, 2, 2],
	]);
});

it('answers in words in a conversation, and goes on with it', async () => {
	const id = await finished(held.current, { mode: 'chat' });
	const said = await bodyOf(id);
	expect(said).toMatchObject({
		status: 'completed',
		message: expect.stringMatching(/./),
		suggestions: [{ label: expect.any(String), prompt: expect.any(String) }],
		threadId: expect.any(String),
		threadTurn: 1,
	});
	expect(said).not.toHaveProperty('data');
	const { threadId } = said;
	const next = await post(held.current, { prompt: 'b', mode: 'chat', threadId });
	expect(next.json).toMatchObject({ threadId, threadTurn: 2 });
});
