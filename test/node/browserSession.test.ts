import * as faults from '../localService/faults';
import { caught } from '../support/caught';
import { emptyItems, useBuiltNode, type Form } from '../support/useBuiltNode';

const { service, run, respond, bodies, lines, stopInSleep } = useBuiltNode();

const unknownId = '7f1b9c1e-0f63-4b8a-9d53-3c6a2f0e4b11';
const locator = (value: string) => ({ __rl: true, mode: 'id', value });
const toCreate = { when: { method: 'POST', path: '/v2/interact' } };

const create = (options: Form = {}, rest = {}) => run('browserSession.create', { options }, rest);
const createdId = async (options: Form = {}): Promise<string> =>
	String((await create(options)).first.id);
const remove = (id: string) => run('browserSession.delete', { sessionId: locator(id) });
const runCode = async (id: string, form: Form = {}) =>
	(await run('browserSession.execute', { sessionId: locator(id), code: 'x()', ...form })).first;

describe('Create', () => {
	it('sends an empty body if nothing is set, not even Delete on Stop', async () => {
		const { first } = await create({ deleteOnStop: false });
		expect(lines()).toEqual(['POST /v2/interact']);
		expect(bodies()).toEqual([{}]);
		expect(Object.keys(first)).toEqual([
			...['id', 'cdpUrl', 'liveViewUrl', 'interactiveLiveViewUrl', 'expiresAt'],
		]);
	});

	it('fails if the response has no valid ID, and says that a session may be running', async () => {
		const cdpUrl = 'wss://browser.example.com/cdp/secret';
		const expiresAt = '2026-05-15T00:10:00.000Z';
		respond({ success: true, id: 'a/../b', cdpUrl, expiresAt });
		const context = {};
		const { first } = await create({}, { context });
		expect(first).toEqual({
			error: 'The service returned no valid session ID',
			message: expect.stringMatching(/delete it. It costs credits until it is deleted or expires/),
			details: {
				...{ reason: 'noSessionId', retryable: false, tries: 1 },
				answer: expect.objectContaining({ expiresAt }),
			},
		});
		expect(JSON.stringify(first)).not.toContain(cdpUrl);
		const second = await create({}, { context });
		expect(second.first.details).toMatchObject({ reason: 'noSessionId', tries: 0 });
		expect(service.requests).toHaveLength(1);
	});

	it('creates one session for all attempts of Retry On Fail', async () => {
		const context = {};
		const { first } = await create({}, { context });
		expect((await create({}, { context })).first).toEqual(first);
		expect(service.browserSessions).toHaveLength(1);
	});

	it('a stop does not delete the created sessions if Delete on Stop is off', async () => {
		service.addFaults(faults.errorRowFault('serviceUnavailable', { ...toCreate, skip: 1 }));
		const rest = { items: emptyItems(2), signal: stopInSleep() };
		await expect(create({ deleteOnStop: false }, rest)).rejects.toThrow(/cancel/i);
		expect(service.browserSessions.map(({ destroyedAt }) => destroyedAt)).toEqual([undefined]);
	});
});

describe('a session of an item while another item ends the node', () => {
	async function failing(options: Form) {
		service.addFaults(faults.errorRowFault('paymentRequired', { ...toCreate, skip: 1 }));
		const rest = { items: emptyItems(2), context: {} };
		const error = await caught(create(options, { ...rest, onError: 'stopWorkflow' }));
		const { json } = await create(options, rest);
		return { error, ids: json.map(({ id }) => id) };
	}

	it('is deleted with Delete on Stop, and created again by a retry', async () => {
		const { error, ids } = await failing({});
		expect(error).not.toHaveProperty('context.data.running');
		const [deleted, ...others] = service.browserSessions;
		expect(deleted?.destroyedAt).toBeDefined();
		expect(others.map(({ id }) => id).sort()).toEqual([...ids].sort());
	});

	it.each([
		['if its deletion fails', {}],
		['without Delete on Stop', { deleteOnStop: false }],
	])('is named in the error %s, and returned by a retry', async (_case, options) => {
		const deletion = { when: { method: 'DELETE' }, times: 0 };
		service.addFaults(faults.fault({ kind: 'json', status: 500, body: {} }, deletion));
		const { error, ids } = await failing(options);
		const [kept] = service.browserSessions;
		expect(error).toMatchObject({
			description: expect.stringContaining('continue to run') as string,
			context: { data: { running: [{ item: 0, type: 'browser session', id: kept?.id }] } },
		});
		expect(ids).toContain(kept?.id);
	});
});

describe('Execute', () => {
	it('returns the result', async () => {
		expect(await runCode(await createdId(), { code: 'await page.title()' })).toEqual({
			...{ result: 'Blank page', stdout: '', stderr: '', exitCode: 0, killed: false },
		});
	});

	it.each([
		[{ exitCode: 1, stderr: 'No such file' }, 'No such file'],
		[{ exitCode: 0, error: 'ReferenceError: a is not defined' }, 'ReferenceError'],
		[{ exitCode: 0, killed: true }, 'The code failed in the browser session'],
	])(
		'fails if the code failed, although the response reports success: %j',
		async (outcome, text) => {
			respond({ success: true, stdout: `key ${service.apiKey}`, ...outcome }, { times: 0 });
			const first = await runCode(unknownId);
			expect(first.error).toContain(text);
			expect(first).toMatchObject({
				message: expect.stringContaining("'Code'"),
				details: { reason: 'sessionCodeFailed', retryable: false, tries: 1 },
			});
			expect(JSON.stringify(first)).toContain('stdout');
			expect(JSON.stringify(first)).not.toContain(service.apiKey);
			expect(service.requests).toHaveLength(1);
		},
	);
});

it('Get Many returns the sessions with the selected status, up to the limit', async () => {
	const none = await run('browserSession.getAll');
	expect(none.hints[0]).toMatch(/^The service returned an empty list\./);
	const first = await createdId();
	const second = await createdId({ streamWebView: false });
	await remove(first);
	const list = async (form: Form) =>
		(await run('browserSession.getAll', form)).json.map(({ id, liveViewUrl }) => [id, liveViewUrl]);
	const all = [
		[first, expect.stringContaining('/live/')],
		[second, null],
	];
	expect(await list({})).toEqual(all);
	expect(await list({ options: { status: 'destroyed' } })).toEqual(all.slice(0, 1));
	expect(await list({ options: { status: 'active' } })).toEqual(all.slice(1));
	expect(lines().at(-1)).toBe('GET /v2/interact?status=active');
	expect(await list({ limit: 1 })).toEqual(all.slice(0, 1));
	expect(await list({ limit: 1, returnAll: true })).toEqual(all);
});

describe('Delete', () => {
	it('returns the credits of the session', async () => {
		const sessionId = await createdId();
		expect((await remove(sessionId)).json).toEqual([
			{
				...{ deleted: true, sessionId, outcome: 'deleted', cleanupQueued: false },
				...{ sessionDurationMs: expect.any(Number), creditsBilled: 2 },
			},
		]);
	});

	it('reports a session that no longer exists as an outcome', async () => {
		expect((await remove(unknownId)).json).toEqual([
			{
				...{ deleted: true, sessionId: unknownId, outcome: 'alreadyDeleted' },
				message: 'Browser session not found',
			},
		]);
	});
});
