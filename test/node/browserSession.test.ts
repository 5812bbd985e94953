import type { IDataObject } from 'n8n-workflow';
import * as faults from '../localService/faults';
import { checkCodeBody, checkSessionBody } from '../localService/schemas/browserSession';
import { isCloud, n8nRequestHelper } from '../support/build';
import { useBuiltNode } from '../support/useBuiltNode';

const { service, time, node, execute } = useBuiltNode();

type Form = Record<string, unknown>;

const session = (operation: string, form: Form = {}, run: object = {}) =>
	execute({
		parameters: { resource: 'browserSession', operation, ...form } as never,
		onError: 'continueRegularOutput',
		...run,
	});

const jsonOf = async (operation: string, form?: Form, run?: object): Promise<IDataObject[]> =>
	(await session(operation, form, run)).items.map(({ json }) => json);

const created = async (options: Form = {}): Promise<string> =>
	String((await jsonOf('create', { options }))[0]?.id);

const sent = () =>
	service.requests.map(({ method, path, body }) => ({
		method,
		path,
		body,
	}));

const lastBody = (): unknown => sent().at(-1)?.body;

const locator = (value: string) => ({ __rl: true, mode: 'id', value });

const unknownId = '7f1b9c1e-0f63-4b8a-9d53-3c6a2f0e4b11';

describe('Create', () => {
	it('sends an empty body if nothing is set', async () => {
		const [json] = await jsonOf('create');
		expect(sent()).toEqual([{ method: 'POST', path: '/v2/interact', body: {} }]);
		expect(Object.keys(json ?? {})).toEqual([
			'id',
			'cdpUrl',
			'liveViewUrl',
			'interactiveLiveViewUrl',
			'expiresAt',
		]);
	});

	it.each<[string, unknown]>([
		['ttl', 30],
		['ttl', 3600],
		['activityTtl', 10],
		['activityTtl', 3600],
		['streamWebView', false],
		['recordSession', false],
		['profile', { name: 'shop', saveChanges: false }],
		['integration', '_flow'],
	])('sends %s as %j, which the service accepts', async (name, value) => {
		expect(await created({ [name]: value })).toMatch(/^[0-9a-f-]{36}$/);
		expect(lastBody()).toEqual({ [name]: value });
		expect(checkSessionBody(lastBody())).toEqual([]);
	});

	it('does not send Delete on Stop', async () => {
		await created({ deleteOnStop: false });
		expect(lastBody()).toEqual({});
	});

	it.each([
		[{ ttl: 29 }, 'TTL (Seconds)'],
		[{ ttl: 3601 }, 'TTL (Seconds)'],
		[{ activityTtl: 9 }, 'Activity TTL (Seconds)'],
		[{ activityTtl: 3601 }, 'Activity TTL (Seconds)'],
		[{ profile: { name: 'a'.repeat(129) } }, 'Profile > Name'],
	])('rejects %j before a request and names the field', async (options, label) => {
		const [json] = await jsonOf('create', { options });
		expect(JSON.stringify(json)).toContain(label);
		expect(service.requests).toEqual([]);
	});

	it('names the profile if another session saves to it', async () => {
		await created({ profile: { name: 'shop' } });
		const [json] = await jsonOf('create', { options: { profile: { name: 'shop' } } });
		expect(json).toMatchObject({
			details: { reason: 'profileInUse' },
			message: expect.stringContaining('Save Changes'),
		});
	});

	it('does not blame code if a response with status 200 reports a failure', async () => {
		const body = { success: false, error: 'No browser is available' };
		const when = { method: 'POST' as const, path: '/v2/interact' };
		service.addFaults(faults.fault({ kind: 'json', status: 200, body }, { when }));
		const [json] = await jsonOf('create');
		expect(json).toMatchObject({
			error: 'No browser is available',
			details: { reason: 'failedAt200' },
		});
		expect(json?.message).not.toContain('Code');
	});

	it('returns the session of the first try with Retry On Fail', async () => {
		const context = {};
		const [first] = await jsonOf('create', {}, { context });
		const [second] = await jsonOf('create', {}, { context });
		expect(second).toEqual(first);
		expect(service.browserSessions).toHaveLength(1);
	});

	it.each([[{}], [{ id: '' }], [{ id: 7 }], [{ id: 'a/../b' }]])(
		'fails if the response has no valid ID, and says that a session may be running: %j',
		async (idInResponse) => {
			const cdpUrl = 'wss://browser.example.com/cdp/secret';
			const body = {
				success: true,
				cdpUrl,
				expiresAt: '2026-05-15T00:10:00.000Z',
				...idInResponse,
			};
			const when = { method: 'POST' as const, path: '/v2/interact' };
			service.addFaults(faults.fault({ kind: 'json', status: 200, body }, { when }));
			const context = {};
			const [first] = await jsonOf('create', {}, { context });
			expect(first).toEqual({
				error: 'The service returned no valid session ID',
				message: expect.stringMatching(
					/then delete the session\. The session may still be running/,
				),
				details: {
					reason: 'noSessionId',
					retryable: false,
					tries: 1,
					answer: expect.objectContaining({ expiresAt: body.expiresAt }),
				},
			});
			expect(JSON.stringify(first)).not.toContain(cdpUrl);
			const [second] = await jsonOf('create', {}, { context });
			expect(second).toMatchObject({ details: { reason: 'noSessionId', tries: 0 } });
			expect(sent()).toHaveLength(1);
		},
	);

	it('creates one session if the response is lost, even with Retry On Fail', async () => {
		service.addFaults(
			faults.fault({ kind: 'resetAfter' }, { when: { method: 'POST', path: '/v2/interact' } }),
		);
		const context = {};
		const [first] = await jsonOf('create', {}, { context });
		const [second] = await jsonOf('create', {}, { context });
		expect(first).toHaveProperty('error');
		expect(second).toMatchObject({ details: { reason: 'sessionUnsettled' } });
		expect(service.browserSessions).toHaveLength(1);
	});
});

describe('Delete on Stop', () => {
	async function stopped(options: Form) {
		const stop = new AbortController();
		time.duringSleep(() => stop.abort());
		service.addFaults(
			faults.fault(
				{ kind: 'json', status: 503, body: { success: false, error: 'Overloaded' } },
				{ when: { path: '/v2/interact' }, skip: 1 },
			),
		);
		const run = { items: [{}, {}], signal: stop.signal };
		await expect(session('create', { options }, run)).rejects.toThrow(/cancel/i);
	}

	it('deletes the sessions that were created', async () => {
		await stopped({});
		expect(service.browserSessions).toHaveLength(1);
		expect(service.browserSessions[0]?.destroyedAt).toBeDefined();
	});

	it('leaves the sessions open if it is off', async () => {
		await stopped({ deleteOnStop: false });
		expect(service.browserSessions.map(({ destroyedAt }) => destroyedAt)).toEqual([undefined]);
	});
});

describe('a session of an item while another item ends the node', () => {
	const unauthorized = { kind: 'errorRow', id: 'paymentRequired' } as const;

	async function failing(options: Form) {
		service.addFaults(
			faults.fault(unauthorized, { when: { path: '/v2/interact' }, skip: 1, times: 1 }),
		);
		const context = {};
		const run = { items: [{}, {}], onError: 'stopWorkflow', context };
		const error: unknown = await session('create', { options }, run).catch(
			(thrown: unknown) => thrown,
		);
		const retried = await session('create', { options }, { items: [{}, {}], context });
		return { error, ids: retried.items.map(({ json }) => json.id) };
	}

	it('is deleted with Delete on Stop, and created again by a retry', async () => {
		const { error, ids } = await failing({});
		expect(error).not.toHaveProperty('context.data.running');
		const [deleted, ...others] = service.browserSessions;
		expect(deleted?.destroyedAt).toBeDefined();
		expect(others.map(({ id }) => id).sort()).toEqual([...ids].sort());
	});

	it('is named in the error without Delete on Stop, and returned by a retry', async () => {
		const { error, ids } = await failing({ deleteOnStop: false });
		const [first] = service.browserSessions;
		expect(error).toMatchObject({
			description: expect.stringContaining('continue to run') as string,
			context: { data: { running: [{ item: 0, type: 'browser session', id: first?.id }] } },
		});
		expect(ids).toContain(first?.id);
	});
});

describe('Execute', () => {
	it('sends the code with its language and returns the result', async () => {
		const sessionId = await created();
		const [json] = await jsonOf('execute', {
			sessionId: locator(sessionId),
			code: 'await page.title()',
		});
		expect(json).toEqual({
			result: 'Blank page',
			stdout: '',
			stderr: '',
			exitCode: 0,
			killed: false,
		});
		expect(sent().at(-1)).toEqual({
			method: 'POST',
			path: `/v2/interact/${sessionId}/execute`,
			body: { code: 'await page.title()', language: 'node' },
		});
	});

	it.each([
		[{ language: 'python' }, { language: 'python' }],
		[{ language: 'bash' }, { language: 'bash' }],
		[{ options: { origin: 'nightly' } }, { language: 'node', origin: 'nightly' }],
		[{ options: { timeout: 1 } }, { language: 'node', timeout: 1 }],
		[{ options: { timeout: 300 } }, { language: 'node', timeout: 300 }],
	])('sends %j, which the service accepts', async (form, body) => {
		await jsonOf('execute', { sessionId: locator(await created()), code: 'ls', ...form });
		expect(lastBody()).toEqual({ code: 'ls', ...body });
		expect(checkCodeBody(lastBody())).toEqual([]);
	});

	it.each([
		[{ exitCode: 1, stderr: 'No such file' }, 'No such file'],
		[{ exitCode: 0, error: 'ReferenceError: a is not defined' }, 'ReferenceError'],
		[{ exitCode: 0, killed: true }, 'The code failed in the browser session'],
	])(
		'fails if the code failed, although the response reports success: %j',
		async (outcome, text) => {
			const sessionId = await created();
			const body = { success: true, stdout: `key ${service.apiKey}`, ...outcome };
			const when = { path: `/v2/interact/${sessionId}/execute` };
			service.addFaults(faults.fault({ kind: 'json', status: 200, body }, { when, times: 0 }));
			const [json] = await jsonOf('execute', { sessionId: locator(sessionId), code: 'x()' });
			expect(json?.error).toContain(text);
			expect(json).toMatchObject({
				message: expect.stringContaining("'Code'"),
				details: { reason: 'sessionCodeFailed', retryable: false, tries: 1 },
			});
			expect(JSON.stringify(json)).toContain('stdout');
			expect(JSON.stringify(json)).not.toContain(service.apiKey);
			expect(sent().filter(({ path }) => path.endsWith('/execute'))).toHaveLength(1);
		},
	);

	it('says that the session has ended', async () => {
		const sessionId = await created();
		await jsonOf('delete', { sessionId: locator(sessionId) });
		const [json] = await jsonOf('execute', { sessionId: locator(sessionId), code: 'x()' });
		expect(json).toMatchObject({ details: { reason: 'browserSessionDestroyed' } });
	});

	it('sends nothing without code', async () => {
		const [json] = await jsonOf('execute', { sessionId: locator(unknownId), code: '' });
		expect(JSON.stringify(json)).toContain("'Code'");
		expect(service.requests).toEqual([]);
	});
});

describe('Get Many', () => {
	it('returns one item for each session', async () => {
		const ids = [await created(), await created({ streamWebView: false })];
		const items = await jsonOf('getAll');
		expect(items.map(({ id, status, liveViewUrl }) => [id, status, liveViewUrl])).toEqual([
			[ids[0], 'active', expect.stringContaining('/live/')],
			[ids[1], 'active', null],
		]);
		expect(sent().at(-1)).toMatchObject({ method: 'GET', path: '/v2/interact' });
	});

	it('returns the sessions with the selected status, up to the limit', async () => {
		const [first = '', second] = [await created(), await created(), await created()];
		await jsonOf('delete', { sessionId: locator(first) });
		const idsOf = async (form: Form) => (await jsonOf('getAll', form)).map(({ id }) => id);
		expect(await idsOf({ options: { status: 'destroyed' } })).toEqual([first]);
		expect(await idsOf({ limit: 1, options: { status: 'active' } })).toEqual([second]);
		expect(sent().at(-1)?.path).toBe('/v2/interact?status=active');
		expect(await idsOf({ limit: 1, returnAll: true })).toHaveLength(3);
	});
});

describe('Delete', () => {
	it('returns the credits of the session', async () => {
		const sessionId = await created();
		expect(await jsonOf('delete', { sessionId: locator(sessionId) })).toEqual([
			{
				deleted: true,
				sessionId,
				outcome: 'deleted',
				sessionDurationMs: expect.any(Number),
				creditsBilled: 2,
				cleanupQueued: false,
			},
		]);
	});

	it('reports a session that no longer exists as an outcome', async () => {
		expect(await jsonOf('delete', { sessionId: locator(unknownId) })).toEqual([
			{
				deleted: true,
				sessionId: unknownId,
				outcome: 'alreadyDeleted',
				message: 'Browser session not found',
			},
		]);
	});

	it('fails if the server does not have the endpoint', async () => {
		const body = { error: 'Cannot DELETE /v2/interact' };
		const when = { method: 'DELETE' as const };
		service.addFaults(faults.fault({ kind: 'json', status: 404, body }, { when }));
		const [json] = await jsonOf('delete', { sessionId: locator(unknownId) });
		expect(json).toMatchObject({ details: { reason: 'notFound' } });
	});
});

it('the list of sessions contains active sessions', async () => {
	const [gone, id] = [await created(), await created()];
	await jsonOf('delete', { sessionId: locator(gone) });
	const list = node.methods?.listSearch?.searchSessions;
	const editor = {
		getNode: () => ({ name: 'Web Data', type: 'n8n-nodes-web-data.webData', parameters: {} }),
		getCredentials: async () =>
			await Promise.resolve({ baseUrl: service.url, apiKey: service.apiKey }),
		getCurrentNodeParameter: () => undefined,
		helpers: isCloud ? { httpRequest: n8nRequestHelper() } : {},
	};
	expect(await list?.call(editor as never, '')).toMatchObject({
		results: [{ name: `${id}, just now`, value: id }],
	});
});
