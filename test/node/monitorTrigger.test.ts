import type { IDataObject } from 'n8n-workflow';
import { createHmac, randomUUID } from 'node:crypto';
import { issuesIn } from '../cases/checks';
import { errorRowFault, fault, type FaultPlan } from '../localService/faults';
import { OTHER_TEAM_API_KEY } from '../localService/localService';
import { call, until } from '../localService/testClient';
import { monitorFields, schedules } from '../spec/monitorFields';
import { caught } from '../support/caught';
import { useTriggerHost } from '../support/triggerHost';
import { useBuiltNode } from '../support/useBuiltNode';

const HOUR_MS = 3_600_000;
const { service, respond, bodies, lines } = useBuiltNode({ monitorCheckMs: 0 });
const host = useTriggerHost(() => ({ baseUrl: service.url, apiKey: service.apiKey }));

const page = () => `${service.url}/pages/changing.html`;

const form = (fields: IDataObject = {}) => ({
	source: 'monitor',
	name: 'Tides',
	targets: { target: [{ type: 'scrape', urls: [page()] }] },
	text: 'hourly',
	...fields,
});

beforeEach(() => {
	host.parameters = form();
});

const monitors = () => structuredClone(service.monitors);
const idsOf = () => service.monitors.map(({ id }) => id);
const statusesOf = () => service.monitors.map(({ status }) => status);
const idInState = (): string => String(host.staticData.monitorId);

/** Another address of this n8n, or the address of another n8n. */
const moveTo = (name: string): void => {
	host.url = host.url.replace(/\/\/[^:/]+/, `//${name}.localhost`);
};

const create = async (fields: object = {}): Promise<string> => {
	const targets = [{ type: 'scrape', urls: [page()] }];
	const body = { name: 'Own', schedule: { text: 'daily' }, targets, ...fields };
	const { json } = await call(service, 'POST', '/v2/monitor', body);
	return String(json.data?.id);
};

const patch = (id: string, body: object) => call(service, 'PATCH', `/v2/monitor/${id}`, body);

const writes = (): string[] => lines().filter((line) => !line.startsWith('GET'));

const refuse = (plan: FaultPlan = {}) => service.addFaults(errorRowFault('unauthorized', plan));

/** Simulates the start of n8n with a registered workflow. */
const restart = (): Promise<void> => {
	host.activationMode = 'init';
	return host.activate();
};

it.each(['inWords', 'cron'] as const)(
	'a monitor of the form has every field as set, and a schedule %s',
	async (as) => {
		const { form: fields, sent } = monitorFields;
		const schedule = schedules[as];
		host.parameters = form({ ...fields, ...schedule.form }) as never;
		await host.activate();
		const webhook = {
			...{ url: host.url, headers: { 'x-web-data-token': host.staticData.token } },
			metadata: {
				...{ instanceId: 'instance-id', workflowId: 'workflow-id', nodeId: 'trigger-id' },
				...{ createdFor: 'workflow', onDeactivation: 'delete' },
			},
			events: ['monitor.page', 'monitor.check.completed'],
		};
		expect(bodies()).toEqual([{ ...sent, schedule: schedule.sent, webhook }]);
		expect(issuesIn('monitor.create', bodies()[0])).toEqual([]);
	},
);

describe('activation', () => {
	it('creates the monitor of the form once', async () => {
		await host.activate();
		await restart();
		expect(monitors()).toMatchObject([{ name: 'Tides', status: 'active' }]);
		const list = 'GET /v2/monitor?limit=100&offset=0';
		expect(lines()).toEqual([list, 'POST /v2/monitor', 'GET /v2/monitor/{id}']);
		expect(host.log).toEqual([]);
	});

	describe('with several monitors of the node', () => {
		const metadata = {
			...{ instanceId: 'instance-id', workflowId: 'workflow-id', nodeId: 'trigger-id' },
			createdFor: 'workflow',
		};
		const createOwn = (fields: object = {}) =>
			create({ webhook: { url: host.url, metadata, ...fields } });

		it('uses the stored one, deletes the other, and names it in the log', async () => {
			const stored = await createOwn();
			const other = await createOwn();
			host.staticData = { monitorId: stored };
			await host.activate();
			expect(idsOf()).toEqual([stored]);
			expect(host.log).toEqual([
				expect.stringContaining(`has deleted the monitor 'Own' (${other})`),
			]);
		});

		it('uses the newest one if none is stored', async () => {
			await createOwn();
			service.advanceClock(1000);
			const newest = await createOwn();
			await host.activate();
			expect([idsOf(), host.staticData.monitorId]).toEqual([[newest], newest]);
		});

		it('does not use the monitor of a later test', async () => {
			const own = await createOwn();
			service.advanceClock(1000);
			const ofTest = await createOwn({ metadata: { ...metadata, createdFor: 'test' } });
			await host.activate();
			expect(host.staticData.monitorId).toBe(own);
			expect(idsOf()).not.toContain(ofTest);
		});

		it('pauses the other one if its webhook says so', async () => {
			const stored = await createOwn();
			const paused = await createOwn({ metadata: { ...metadata, onDeactivation: 'pause' } });
			host.staticData = { monitorId: stored };
			await host.activate();
			expect(Object.fromEntries(monitors().map(({ id, status }) => [id, status]))).toEqual({
				...{ [stored]: 'active', [paused]: 'paused' },
			});
			host.log.length = 0;
			await host.activate();
			expect(host.log).toEqual([]);
		});
	});

	it('uses the monitor of an activation whose response was lost, which the error and the log mention', async () => {
		service.addFaults(
			fault({ kind: 'resetAfter' }, { when: { method: 'POST' } }),
			errorRowFault('unauthorized', { when: { method: 'GET' }, skip: 1 }),
		);
		const text = 'may have created a monitor that costs credits. The next activation uses this';
		await expect(host.activate()).rejects.toThrow(text);
		expect(host.log[0]).toContain(text);
		const ids = idsOf();
		expect(ids).toHaveLength(1);
		await host.activate();
		expect([idsOf(), host.staticData.monitorId]).toEqual([ids, ids[0]]);
	});

	it('restores only what was changed elsewhere', async () => {
		const facts = () =>
			monitors().map(({ name, status, schedule, webhook }) => [name, status, schedule, webhook]);
		await host.activate();
		const before = facts();
		await patch(idInState(), { targets: [{ type: 'scrape', urls: ['https://a.example/'] }] });
		await host.activate();
		expect(facts()).toEqual(before);
		const targets = [expect.objectContaining({ urls: [page()] })];
		expect(bodies('PATCH').at(-1)).toEqual({ targets });
	});

	it.each<[string, () => void, string]>([
		['if the service does not respond', () => refuse({ times: 9 }), 'Invalid API key'],
		[
			'if an option cannot be read',
			() => void (host.parameters = form({ options: { additionalBodyFields: '{' } })),
			"'Options > Additional Body Fields'",
		],
	])(
		'keeps the registration at the start of n8n, and fails at an activation, %s',
		async (_case, fail, reason) => {
			await host.activate();
			const stored = { ...host.staticData };
			fail();
			await restart();
			expect(host.staticData).toEqual(stored);
			expect(host.log[0]).toContain('could not check its monitor');
			expect(host.log[0]).toContain(reason);
			expect(writes()).toEqual(['POST /v2/monitor']);
			host.activationMode = 'activate';
			await expect(host.activate()).rejects.toThrow(reason);
			host.staticData = {};
			await expect(restart()).rejects.toThrow(reason);
		},
	);

	it('and deactivation say that the credential cannot be read', async () => {
		await host.activate();
		const message = 'Credential with ID "5" does not exist';
		const unreadable = () => Promise.reject(new Error(message)) as never;
		host.credential = unreadable();
		await expect(host.activate()).rejects.toMatchObject({ message });
		host.credential = unreadable();
		expect(await host.deactivate()).toBe(false);
		expect(host.log).toEqual([
			expect.stringMatching(
				`could not remove the monitor ${idInState()}: .*Select or create a Web Data API credential`,
			),
		]);
	});

	it('fails if the monitor has no valid ID', async () => {
		respond({ success: true, data: { id: '..', name: 'Tides' } }, { when: { method: 'POST' } });
		// A self-hosted service has no dashboard.
		await expect(host.activate()).rejects.toThrow(
			/^The service returned no valid monitor ID\. .*Look for the monitor with the Get Many operation/,
		);
		expect(host.staticData.monitorId).toBeUndefined();
	});
});

describe('events', () => {
	it('start the workflow with the pages of a check', async () => {
		await host.activate();
		service.advanceClock(2 * HOUR_MS);
		await until(() => host.executions.length >= 2);
		expect(host.executions.flat().map(({ json }) => json)).toMatchObject([
			{
				type: 'monitor.page',
				data: { url: page(), status: 'new', monitorId: host.staticData.monitorId },
				metadata: { workflowId: 'workflow-id', nodeId: 'trigger-id' },
			},
			{
				type: 'monitor.check.completed',
				data: { status: 'completed', summary: { totalPages: 1, new: 1 } },
			},
		]);
	});

	it('have the current status of the check with Read Status', async () => {
		const events = ['monitor.check.completed'];
		host.parameters = form({ events, options: { readStatus: true } });
		await host.activate();
		expect(bodies()).toMatchObject([{ webhook: { events } }]);
		service.advanceClock(2 * HOUR_MS);
		await until(() => host.executions.length >= 1);
		const current = host.executions[0]?.[0]?.json.current;
		expect(current).toMatchObject({ monitorId: host.staticData.monitorId, trigger: 'scheduled' });
		expect(current).not.toHaveProperty('pages');
	});
});

describe('deactivation', () => {
	it('deletes the monitor, and succeeds if it was deleted elsewhere', async () => {
		await host.activate();
		expect(await host.deactivate()).toBe(true);
		expect([monitors(), host.staticData, host.log]).toEqual([[], {}, []]);
		await host.activate();
		const monitorId = idInState();
		await call(service, 'DELETE', `/v2/monitor/${monitorId}`);
		expect(await host.deactivate()).toBe(true);
		expect(host.staticData).toEqual({});
		expect(host.log).toEqual([
			expect.stringMatching(`did not find its monitor ${monitorId}.*earlier API key`),
		]);
	});

	it('pauses the monitor if the form said so at the activation, even without the state, and the next one resumes it', async () => {
		host.parameters = form({ onDeactivation: 'pause' });
		await host.activate();
		const id = idInState();
		host.parameters = form({ onDeactivation: null });
		host.staticData = {};
		await host.deactivate();
		host.parameters = form({ onDeactivation: 'pause' });
		expect(monitors()).toMatchObject([{ id, status: 'paused' }]);
		await host.activate();
		expect(monitors()).toMatchObject([{ id, status: 'active' }]);
		expect(writes()).not.toContain('DELETE /v2/monitor/{id}');
	});
});

describe('a test', () => {
	beforeEach(() => {
		host.mode = 'manual';
	});

	it('runs one check of a separate monitor, and pauses this monitor', async () => {
		await host.activate();
		expect(monitors()).toMatchObject([{ name: 'Tides (test)', status: 'active' }]);
		await until(() => host.executions.length >= 1);
		await host.deactivate();
		expect(monitors()).toMatchObject([{ status: 'paused' }]);
	});

	it('gets a name that is as long as the service allows', async () => {
		host.parameters = form({ name: 'n'.repeat(256) });
		await host.activate();
		expect(bodies()[0]).toMatchObject({ name: `${'n'.repeat(249)} (test)` });
	});

	it('leaves a monitor with a weekly schedule if n8n is killed, which the next test uses', async () => {
		await host.activate();
		const [left] = monitors();
		expect(String(left?.schedule?.cron)).toMatch(/^\d+ \d+ \* \* \d$/);
		host.staticData = {};
		await host.activate();
		expect(idsOf()).toEqual([left?.id]);
	});
});

describe('the monitor of a user', () => {
	/** The secret entry in the metadata shows that an event is from this monitor. */
	const metadata = { secret: 'moon' };

	beforeEach(() => {
		host.parameters = {
			source: 'jobEvents',
			eventTypes: ['monitor.page'],
			options: {
				metadataFilter: { entry: [{ name: 'secret', value: 'moon' }] },
				pageStatuses: ['new'],
				onlyMeaningful: true,
			},
		};
	});

	it('starts the workflow after an update with the URL and a secret, and is not changed by the trigger', async () => {
		const id = await create();
		await host.activate();
		await patch(id, { webhook: { url: host.url, metadata } });
		const [before] = monitors();
		service.advanceClock(25 * HOUR_MS);
		await until(() => host.executions.length > 0);
		expect(host.executions.flat().map(({ json }) => json)).toMatchObject([
			{ type: 'monitor.page', data: { monitorId: id, status: 'new' }, metadata },
		]);
		await host.activate();
		await host.deactivate();
		expect(monitors()[0]).toMatchObject({ id, status: 'active', webhook: before?.webhook });
		expect(writes()).toEqual(['POST /v2/monitor', 'PATCH /v2/monitor/{id}']);
	});
});

it('a monitor that could not be deleted is deleted at a later hook, also for events sent to the URL', async () => {
	await host.activate();
	const refuseDeletion = () => refuse({ when: { method: 'DELETE' } });
	refuseDeletion();
	expect(await host.deactivate()).toBe(false);
	host.parameters = { source: 'jobEvents' };
	refuseDeletion();
	await host.activate();
	expect(idInState()).toBe(idsOf()[0]);
	await host.deactivate();
	expect([monitors(), host.staticData]).toEqual([[], {}]);
});

it.each([{}, { monitorId: '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17' }])(
	'a deactivation with the state %j says that a monitor may still run if the list cannot be read',
	async (state) => {
		await host.activate();
		host.staticData = { ...state };
		refuse();
		expect(await host.deactivate()).toBe(false);
		expect(host.log[0]).toMatch(/could not (look for|remove).*Invalid API key.*may still run/);
		expect(host.staticData).toEqual(state);
		await host.deactivate();
		expect([monitors(), host.staticData]).toEqual([[], {}]);
	},
);

it('a monitor that could not be paused is named in the log', async () => {
	host.parameters = form({ onDeactivation: 'pause' });
	await host.activate();
	refuse({ when: { method: 'PATCH' } });
	expect(await host.deactivate()).toBe(false);
	expect(host.log[0]).toContain('costs credits. Pause the monitor with the Update operation.');
});

it('a monitor whose webhook was changed elsewhere is named in the log, and stays as it is', async () => {
	await host.activate();
	const monitorId = idInState();
	await patch(monitorId, { webhook: { url: 'https://elsewhere.example/hook' } });
	const [before] = monitors();
	await host.activate();
	expect(monitors()).toMatchObject([before, { name: 'Tides', webhook: { url: host.url } }]);
	expect(host.log[0]).toContain(`the monitor 'Tides' (${monitorId}), and does not change`);
});

it('a target that is edited or stays keeps the ID, so that only new pages are reported as new', async () => {
	const target = (...urls: string[]) => ({ type: 'scrape', urls });
	const [a, b, c] = [`${page()}?a`, `${page()}?b`, `${page()}?c`];
	host.parameters = form({ targets: { target: [target(a), target(b)] } });
	await host.activate();
	const [first, second] = monitors()[0]?.targets ?? [];
	host.parameters = form({ targets: { target: [target(c), target(b, c), target(a)] } });
	await host.activate();
	expect(monitors()[0]?.targets).toEqual([
		{ ...target(c), id: expect.not.stringMatching(`${String(first?.id)}|${String(second?.id)}`) },
		{ ...target(b, c), id: second?.id },
		{ ...target(a), id: first?.id },
	]);
});

it('a node without a webhook ID is refused, because n8n does not route its requests', async () => {
	const { webhookId: _webhookId, ...node } = host.place.node;
	host.place = { ...host.place, node };
	await expect(host.activate()).rejects.toThrow('Delete the node, and add it again');
	expect(writes()).toEqual([]);
});

const loopback = 'http://localhost:5678/webhook/x/webhook';
const inNetwork = 'http://10.0.0.5:5678/webhook/x/webhook';

it.each([
	[loopback, 'https://api.firecrawl.dev', `The service cannot reach n8n at ${loopback}. `],
	[inNetwork, 'https://api.firecrawl.dev', `The service cannot reach n8n at ${inNetwork}. `],
	['', 'https://api.firecrawl.dev', 'n8n has no webhook URL. '],
	[loopback, 'https://service.example', `The service cannot reach n8n at ${loopback}. `],
])('the URL %j is refused before anything is sent to %s', async (url, baseUrl, reason) => {
	host.url = url;
	host.credential = { baseUrl, apiKey: service.apiKey };
	const { message } = await caught(host.activate());
	expect(message.startsWith(reason)).toBe(true);
	expect(message).toMatch(
		/would cost credits.* N8N_WEBHOOK_URL \(WEBHOOK_URL in older versions.*Page Trigger/,
	);
});

it('a private URL is reported in the log if only a private service may reach it', async () => {
	host.url = inNetwork;
	host.credential = { baseUrl: 'https://service.invalid', apiKey: service.apiKey };
	await expect(host.activate()).rejects.toThrow();
	expect(host.log[0]).toContain(`may receive no events, because its webhook URL ${inNetwork}`);
});

/** Sends an event with the token to this n8n. */
async function sendEvent(token: string): Promise<number> {
	const event = { type: 'monitor.page', id: randomUUID(), webhookId: randomUUID(), data: [{}] };
	return await host.post(JSON.stringify(event), { 'x-web-data-token': token });
}

it('an event with another token is refused, and the log says what helps', async () => {
	await host.activate();
	expect([await sendEvent('f'.repeat(64)), await sendEvent('')]).toEqual([401, 401]);
	expect(host.executions).toEqual([]);
	expect(host.log[0]).toMatch(/token .* is wrong. If the API key .* activate it again/);
});

it('an event with the token is accepted with another API key, and without the state', async () => {
	await host.activate();
	const { credential, staticData } = host;
	const token = String(staticData.token);
	host.credential = { ...credential, apiKey: OTHER_TEAM_API_KEY };
	expect(await sendEvent(token)).toBe(200);
	Object.assign(host, { credential, staticData: {} });
	expect(await sendEvent(token)).toBe(200);
});

it('without an API key, an event is not accepted, because its token could be guessed', async () => {
	await host.activate();
	host.staticData = {};
	host.credential = { ...host.credential, apiKey: '' };
	const { instanceId, workflowId, node } = host.place;
	const parts = [instanceId, workflowId, node.id, 'workflow', node.webhookId];
	expect(
		await sendEvent(createHmac('sha256', '').update(JSON.stringify(parts)).digest('hex')),
	).toBe(401);
});

describe('with another address and the same state', () => {
	it('a deactivation changes nothing, and an activation redirects the monitor, which the log names', async () => {
		await host.activate();
		const before = monitors();
		const [was] = before;
		moveTo('second');
		expect(await host.deactivate()).toBe(true);
		expect(monitors()).toEqual(before);
		await host.activate();
		expect(monitors()).toMatchObject([
			{ id: was?.id, status: 'active', webhook: { url: host.url } },
		]);
		expect(host.log).toEqual([
			expect.stringMatching(
				`does not change or remove the monitor 'Tides' \\(${was?.id}\\).*second`,
			),
			expect.stringContaining(`${was?.webhook?.url} to ${host.url}`),
		]);
	});

	it('a trigger with a monitor of its own does not redirect the stored one', async () => {
		await host.activate();
		const [stored] = monitors();
		const state = host.staticData;
		moveTo('second');
		host.staticData = {};
		await host.activate();
		const own = idInState();
		host.staticData = state;
		await host.activate();
		expect(idInState()).toBe(own);
		expect(monitors()).toContainEqual(stored);
		expect(host.log.at(-1)).toContain(
			`does not change or remove the monitor 'Tides' (${stored?.id})`,
		);
	});
});

it('the monitor of another n8n with the same encryption key is named unless it is paused', async () => {
	await host.activate();
	host.staticData = {};
	moveTo('twin');
	await host.activate();
	expect(host.log).toEqual([expect.stringMatching(`${idsOf()[0]}\\).*same encryption key`)]);
	host.log.length = 0;
	await patch(String(idsOf()[0]), { status: 'paused' });
	await host.activate();
	expect([statusesOf(), host.log]).toEqual([['paused', 'active'], []]);
});

it('at the start of n8n with the API key of another account, the log names the stored monitor', async () => {
	await host.activate();
	const id = idInState();
	host.credential = { ...host.credential, apiKey: OTHER_TEAM_API_KEY };
	await restart();
	expect(host.log).toEqual([expect.stringContaining(`did not find its monitor ${id}`)]);
	expect(idInState()).not.toBe(id);
});

it('a test whose monitor still runs is removed by a deactivation', async () => {
	host.mode = 'manual';
	await host.activate();
	Object.assign(host, { mode: 'trigger', staticData: {} });
	await host.deactivate();
	expect(monitors()).toEqual([]);
});
