import type { IDataObject } from 'n8n-workflow';
import * as faults from '../localService/faults';
import { useBuiltNode } from '../support/useBuiltNode';

const { service, time, execute, run, respond, bodies } = useBuiltNode({
	agentCancelMs: 0,
});

const prompt = 'Summarize';
const slow = { prompt: 'Summarize [ms:60000]' };

const onlyRun = () => {
	expect(service.agent.runs).toHaveLength(1);
	const [only] = service.agent.runs;
	if (only === undefined) throw new Error('No run');
	return only;
};

const startedId = async () => String((await run('agent.start', { prompt })).first.jobId);

const endedId = async () => String((await run('agent.run', { prompt })).first.jobId);

test('Get Many reads as many pages as the limit needs, newest first', async () => {
	const ids: string[] = [];
	for (let count = 0; count < 25; count++) {
		ids.unshift(await startedId());
		time.advance(1);
	}
	service.requests.length = 0;
	expect((await run('agent.getAll', { limit: 22 })).json.map(({ id }) => id)).toEqual(
		ids.slice(0, 22),
	);
	expect(service.requests).toHaveLength(2);
});

it('Run and Wait return the answer of a conversation, and what the next run needs', async () => {
	const pendingApproval = { id: 'approval-1', reason: 'One paid call answers this.', calls: [] };
	service.agent.nextRuns([{ patch: { pendingApproval } }]);
	const { first } = await run('agent.run', { prompt, options: { mode: 'chat' } });
	expect(first).toMatchObject({
		message: expect.any(String),
		suggestions: expect.any(Array),
		pendingApproval,
		status: 'completed',
		threadTurn: 1,
	});
	const { threadId } = first;
	const approval = { exchange: { approve: { approvalId: 'approval-1' } } };
	const options = { mode: 'chat', threadId, additionalBodyFields: approval };
	const next = await run('agent.run', { prompt, options });
	expect(next.first).toMatchObject({ threadId, threadTurn: 2, status: 'completed' });
	expect(bodies().at(-1)).toEqual({ ...{ prompt, mode: 'chat', threadId }, ...approval });
});

test('Get Thread returns the runs of a conversation, with their data only on request', async () => {
	const { threadId } = (await run('agent.run', { prompt, options: { mode: 'chat' } })).first;
	const second = await run('agent.run', { prompt, options: { threadId } });
	const thread = async (options = {}) =>
		(await run('agent.getThread', { threadId, options })).first;
	const runs = [
		{ turn: 1, mode: 'chat', status: 'succeeded', message: expect.any(String) },
		{ turn: 2, mode: 'extract', status: 'succeeded', id: second.first.jobId, message: null },
	];
	expect(await thread()).toMatchObject({ id: threadId, status: 'idle', runs });
	expect(await thread()).not.toMatchObject({ runs: [{}, { data: second.first.data }] });
	expect(await thread({ includeData: true })).toMatchObject({
		runs: [{}, { data: second.first.data }],
	});
});

test('Get Thread reports an unknown conversation', async () => {
	const threadId = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';
	const { first } = await run('agent.getThread', { threadId });
	expect(first.details).toMatchObject({ code: 'thread_not_found', reason: 'threadNotFound' });
});

it('a run that fails is an error with the code and the partial result', async () => {
	const failing = 'Summarize [outcome:credit_limit_reached] [partial]';
	expect((await run('agent.run', { prompt: failing })).first.details).toMatchObject({
		...{ code: 'credit_limit_reached', jobId: onlyRun().id, status: 'failed', creditsUsed: 0 },
		partial: expect.anything(),
	});
});

describe('Max Wait', () => {
	const short = { ...slow, maxWait: 10 };

	it('fails with the job ID, and the next attempt attaches to the run', async () => {
		const context = {};
		const { first } = await run('agent.run', short, { context });
		expect(first).toMatchObject({
			error: 'The agent run did not finish in time',
			message: expect.stringContaining("'Max Wait (Seconds)'"),
			details: { jobId: onlyRun().id, status: 'processing', retryable: true },
		});
		const second = await run('agent.run', { ...short, maxWait: 100 }, { context });
		expect(second.first).toMatchObject({ status: 'completed', jobId: onlyRun().id });
		expect(onlyRun().cancels).toEqual([]);
		const third = await run('agent.run', { ...short, maxWait: 100 }, { context });
		expect(third.first).toEqual(second.first);
	});

	it('returns the unfinished run with a hint', async () => {
		const form = { maxWait: 5, whenMaxWaitIsOver: 'unfinished' };
		const { first, hints } = await run('agent.run', { ...slow, ...form });
		expect(first).toEqual({ status: 'processing', jobId: onlyRun().id });
		expect(hints[0]).toMatch(
			/^The agent run did not finish within the time in 'Max Wait \(Seconds\)', so .* Use the Wait operation/,
		);
	});
});

it('a stop of the execution waits for the response to a start request and cancels the run', async () => {
	const stop = new AbortController();
	const when = { method: 'POST', path: '/v2/agent' };
	service.addFaults(faults.fault({ kind: 'delayedHead', ms: 5000 }, { when }));
	time.duringSleep(() => new Promise<void>(() => undefined));
	const running = run('agent.run', slow, { signal: stop.signal });
	const ended = expect(running).rejects.toThrow(/cancel/i);
	while (service.requests.length === 0) await new Promise(setImmediate);
	stop.abort();
	time.advance(5000);
	await ended;
	expect(onlyRun().cancels).toHaveLength(1);
});

it.each([null, undefined, {}, ''])('a run that completes with %j says so', async (data) => {
	const jobId = await endedId();
	respond({ success: true, status: 'completed', data, creditsUsed: 40 });
	expect((await run('agent.get', { jobId })).hints).toEqual([
		'The agent run completed without a result. To see the reason, use the Get Trace operation with the job ID from the item.',
	]);
});

it('Get Trace and Get Snapshot return a snapshot parsed, or as a file', async () => {
	const jobId = await endedId();
	const { json: events } = await run('agent.getTrace', { jobId, returnAll: true });
	const idOf = (kind: string) =>
		String(events.find((event) => (event.artifact as IDataObject)?.kind === kind)?.snapshotId);
	const parsed = await run('agent.getSnapshot', { jobId, snapshotId: idOf('json') });
	expect(parsed.first).toMatchObject({ kind: 'json', snapshot: expect.any(Object) });
	const snapshotId = idOf('screenshot');
	const form = { jobId, snapshotId, outputAs: 'file', binaryPropertyName: 'shot' };
	const shot = (await run('agent.getSnapshot', form)).items[0]?.binary?.shot;
	expect(shot).toMatchObject({ mimeType: 'image/png', fileName: `${snapshotId}.png` });
	expect(Buffer.from(shot?.data ?? '', 'base64').toString('latin1', 1, 4)).toBe('PNG');
	const helpers = { prepareBinaryData: () => Promise.reject(new Error('No space left')) };
	const { first } = await run('agent.getSnapshot', form, { helpers });
	expect(first).toMatchObject({ error: 'No space left', details: { possiblyExecuted: true } });
});

it.each(['run', 'start'])(
	'an item that ends the node names the runs of other items, and does not cancel them: %s',
	async (operation) => {
		const when = { method: 'POST' };
		service.addFaults(
			faults.fault({ kind: 'errorRow', id: 'paymentRequired' }, { when, skip: 1, times: 1 }),
		);
		const parameters = { resource: 'agent', operation, ...slow };
		const failing = execute({ items: [{}, {}], parameters });
		await expect(failing).rejects.toMatchObject({
			context: { data: { running: [{ item: 0, type: 'agent run' }] } },
		});
		await expect(failing).rejects.toMatchObject({
			context: { data: { running: [{ id: onlyRun().id }] } },
		});
		expect(onlyRun().cancels).toEqual([]);
	},
);
