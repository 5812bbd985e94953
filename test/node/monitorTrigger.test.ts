import type { IDataObject } from 'n8n-workflow';
import { issuesIn } from '../cases/checks';
import { call, until, type Json } from '../localService/testClient';
import { monitorFields, schedules } from '../spec/monitorFields';
import { loadBuiltNode } from '../support/builtNode';
import { caught } from '../support/caught';
import { startTriggerHost, type TriggerHost } from '../support/triggerHost';
import { useBuiltNode } from '../support/useBuiltNode';

const HOUR_MS = 3_600_000;
const { service, bodies, lines } = useBuiltNode({ monitorCheckMs: 0 });
const trigger = loadBuiltNode('WebDataTrigger');
let host: TriggerHost;

const page = () => `${service.url}/pages/changing.html`;

const form = (fields: IDataObject = {}) => ({
	source: 'monitor',
	name: 'Tides',
	targets: { target: [{ type: 'scrape', urls: [page()] }] },
	text: 'hourly',
	...fields,
});

beforeAll(async () => {
	host = await startTriggerHost(trigger);
});
beforeEach(() => {
	host.reset();
	host.credential = { baseUrl: service.url, apiKey: service.apiKey };
	host.parameters = form();
});
afterAll(() => host.close());

async function monitors(): Promise<Json[]> {
	const { json } = await call(service, 'GET', '/v2/monitor');
	return json.data as unknown as Json[];
}

const idsOf = async () => (await monitors()).map(({ id }) => id);

const create = async (fields: object = {}): Promise<string> => {
	const targets = [{ type: 'scrape', urls: [page()] }];
	const body = { name: 'Own', schedule: { text: 'daily' }, targets, ...fields };
	const { json } = await call(service, 'POST', '/v2/monitor', body);
	return String(json.data?.id);
};

const patch = (id: string, body: object) => call(service, 'PATCH', `/v2/monitor/${id}`, body);
const remove = (id: unknown) => call(service, 'DELETE', `/v2/monitor/${String(id)}`);

const writes = (): string[] => lines().filter((line) => !line.startsWith('GET'));

const refuse = (times: number) =>
	service.addFaults({ times, answer: { kind: 'errorRow', id: 'unauthorized' } });

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
	it('creates the monitor of the form once, with a token in its webhook', async () => {
		await host.activate();
		await restart();
		const webhook = {
			url: host.url,
			headers: { 'x-web-data-token': host.staticData.token },
			events: ['monitor.page', 'monitor.check.completed'],
		};
		expect(await monitors()).toMatchObject([{ name: 'Tides', status: 'active', webhook }]);
		expect(host.staticData.token).toMatch(/^[0-9a-f]{64}$/);
		const list = 'GET /v2/monitor?limit=100&offset=0';
		expect(lines()).toEqual([
			...[list, 'POST /v2/monitor', 'GET /v2/monitor/{id}'],
			'GET /v2/monitor',
		]);
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
			expect(await idsOf()).toEqual([stored]);
			expect(host.log).toEqual([
				expect.stringContaining(`has deleted the monitor 'Own' (${other})`),
			]);
		});

		it('uses the newest one if none is stored', async () => {
			await createOwn();
			service.advanceClock(1000);
			const newest = await createOwn();
			await host.activate();
			expect([await idsOf(), host.staticData.monitorId]).toEqual([[newest], newest]);
		});

		it('pauses the other one if its webhook says so', async () => {
			const stored = await createOwn();
			const paused = await createOwn({ metadata: { ...metadata, onDeactivation: 'pause' } });
			host.staticData = { monitorId: stored };
			await host.activate();
			expect((await monitors()).map(({ id, status }) => [id, status]).sort()).toEqual(
				[
					[stored, 'active'],
					[paused, 'paused'],
				].sort(),
			);
			host.log.length = 0;
			await host.activate();
			expect(host.log).toEqual([]);
		});
	});

	it('uses the monitor of an activation whose response was lost, which the error and the log mention', async () => {
		service.addFaults(
			{ when: { method: 'POST' }, answer: { kind: 'resetAfter' } },
			{ when: { method: 'GET' }, skip: 1, answer: { kind: 'errorRow', id: 'unauthorized' } },
		);
		const text = 'may have created a monitor that costs credits. The next activation uses this';
		await expect(host.activate()).rejects.toThrow(text);
		expect(host.log[0]).toContain(text);
		const ids = await idsOf();
		expect(ids).toHaveLength(1);
		await host.activate();
		expect([await idsOf(), host.staticData.monitorId]).toEqual([ids, ids[0]]);
	});

	it.each([
		['targets', [{ type: 'scrape', urls: ['https://a.example/'] }]],
		['schedule', { cron: '0 4 * * *' }],
		['status', 'paused'],
	])('restores only what was changed elsewhere: its %s', async (field, value) => {
		const facts = async () =>
			(await monitors()).map(({ name, status, schedule, webhook }) => ({
				...{ name, status, webhook, timezone: schedule?.timezone },
			}));
		await host.activate();
		const before = await facts();
		await patch(String(host.staticData.monitorId), { [field]: value });
		await host.activate();
		expect(await facts()).toEqual(before);
		expect(Object.keys(bodies('PATCH').at(-1) as object)).toEqual([field]);
	});

	it.each<[string, () => void, string]>([
		['if the service does not respond', () => refuse(9), 'Invalid API key'],
		[
			'if the form is not valid',
			() => void (host.parameters = form({ name: '' })),
			"'Name' is required",
		],
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
		const { monitorId } = host.staticData;
		const message = 'Credential with ID "5" does not exist';
		const unreadable = () => Promise.reject(new Error(message)) as never;
		host.credential = unreadable();
		await expect(host.activate()).rejects.toMatchObject({ message });
		host.credential = unreadable();
		expect(await host.deactivate()).toBe(false);
		expect(host.log).toEqual([
			expect.stringMatching(
				`could not remove the monitor ${String(monitorId)}: .*Select or create a Web Data API credential`,
			),
		]);
	});

	it.each([undefined, '..', 5])('fails if the monitor has the ID %j', async (id) => {
		const body = { success: true, data: { id, name: 'Tides' } };
		service.addFaults({ when: { method: 'POST' }, answer: { kind: 'json', status: 200, body } });
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
		expect([await monitors(), host.staticData, host.log]).toEqual([[], {}, []]);
		await host.activate();
		const { monitorId } = host.staticData;
		await remove(monitorId);
		expect(await host.deactivate()).toBe(true);
		expect(host.staticData).toEqual({});
		expect(host.log).toEqual([
			expect.stringMatching(`did not find its monitor ${String(monitorId)}.*earlier API key`),
		]);
	});

	it('pauses the monitor if the form said so at the activation, even without the state, and the next one resumes it', async () => {
		host.parameters = form({ onDeactivation: 'pause' });
		await host.activate();
		const { monitorId: id } = host.staticData;
		host.parameters = form({ onDeactivation: null });
		host.staticData = {};
		await host.deactivate();
		host.parameters = form({ onDeactivation: 'pause' });
		expect(await monitors()).toMatchObject([{ id, status: 'paused' }]);
		await host.activate();
		expect(await monitors()).toMatchObject([{ id, status: 'active' }]);
		expect(writes()).not.toContain('DELETE /v2/monitor/{id}');
	});
});

describe('a test', () => {
	beforeEach(() => {
		host.mode = 'manual';
	});

	it('runs one check of a separate monitor, and pauses this monitor', async () => {
		await host.activate();
		expect(await monitors()).toMatchObject([{ name: 'Tides (test)', status: 'active' }]);
		await until(() => host.executions.length >= 1);
		await host.deactivate();
		expect(await monitors()).toMatchObject([{ status: 'paused' }]);
	});

	it('gets a name that is as long as the service allows', async () => {
		host.parameters = form({ name: 'n'.repeat(256) });
		await host.activate();
		expect(bodies()[0]).toMatchObject({ name: `${'n'.repeat(249)} (test)` });
	});

	it('leaves a monitor with a weekly schedule if n8n is killed, which the next test uses', async () => {
		await host.activate();
		const [left] = await monitors();
		expect(String(left?.schedule?.cron)).toMatch(/^\d+ \d+ \* \* \d$/);
		host.staticData = {};
		await host.activate();
		expect(await idsOf()).toEqual([left?.id]);
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

	const checked = async (): Promise<void> => {
		const sent = service.webhooks.length;
		service.advanceClock(25 * HOUR_MS);
		await until(() => service.webhooks.length >= sent + 2);
		await until(() => host.statuses.length === service.webhooks.length);
	};

	it('starts the workflow after an update with the URL and a secret, and is not changed by the trigger', async () => {
		const id = await create();
		await host.activate();
		await patch(id, { webhook: { url: host.url, metadata } });
		const [before] = await monitors();
		await checked();
		expect(host.executions.flat().map(({ json }) => json)).toMatchObject([
			{ type: 'monitor.page', data: { monitorId: id, status: 'new' }, metadata },
		]);
		await host.activate();
		await host.deactivate();
		expect((await monitors())[0]).toMatchObject({ id, status: 'active', webhook: before?.webhook });
		expect(writes()).toEqual(['POST /v2/monitor', 'PATCH /v2/monitor/{id}']);
	});

	it('does not start the workflow without the secret', async () => {
		await create({ webhook: { url: host.url, metadata: { secret: 'sun' } } });
		await checked();
		expect([host.statuses, host.executions]).toEqual([[200, 200], []]);
	});
});

it('a monitor that could not be deleted is named in the log, and is deleted at a later hook', async () => {
	await host.activate();
	const { monitorId } = host.staticData;
	const refuseDeletion = () =>
		service.addFaults({
			...{ when: { method: 'DELETE' }, times: 1 },
			answer: { kind: 'errorRow', id: 'unauthorized' },
		});
	refuseDeletion();
	expect(await host.deactivate()).toBe(false);
	expect(host.log[0]).toContain(`could not delete the monitor 'Tides' (${String(monitorId)})`);
	expect(host.log[0]).toContain('costs credits. Delete the monitor with the Delete operation.');
	host.parameters = { source: 'jobEvents' };
	refuseDeletion();
	await host.activate();
	expect(host.staticData).toMatchObject({ monitorId });
	await host.deactivate();
	expect([await monitors(), host.staticData]).toEqual([[], {}]);
});

it.each([{}, { monitorId: '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17' }])(
	'a deactivation with the state %j says that a monitor may still run if the list cannot be read',
	async (state) => {
		await host.activate();
		host.staticData = { ...state };
		refuse(1);
		expect(await host.deactivate()).toBe(false);
		expect(host.log[0]).toMatch(/could not (look for|remove).*Invalid API key.*may still run/);
		expect(host.staticData).toEqual(state);
		await host.deactivate();
		expect([await monitors(), host.staticData]).toEqual([[], {}]);
	},
);

it('a monitor that could not be paused is named in the log', async () => {
	host.parameters = form({ onDeactivation: 'pause' });
	await host.activate();
	service.addFaults({
		when: { method: 'PATCH' },
		answer: { kind: 'errorRow', id: 'unauthorized' },
	});
	expect(await host.deactivate()).toBe(false);
	expect(host.log[0]).toContain('costs credits. Pause the monitor with the Update operation.');
});

it('a monitor whose webhook was changed elsewhere is named in the log, and stays as it is', async () => {
	await host.activate();
	const { monitorId } = host.staticData;
	await patch(String(monitorId), { webhook: { url: 'https://elsewhere.example/hook' } });
	const [before] = await monitors();
	await host.activate();
	expect(await monitors()).toMatchObject([before, { name: 'Tides', webhook: { url: host.url } }]);
	expect(host.log[0]).toContain(`the monitor 'Tides' (${String(monitorId)}), and does not change`);
});

it('a target that is edited or stays keeps the ID, so that only new pages are reported as new', async () => {
	const target = (...urls: string[]) => ({ type: 'scrape', urls });
	const [a, b, c] = [`${page()}?a`, `${page()}?b`, `${page()}?c`];
	host.parameters = form({ targets: { target: [target(a), target(b)] } });
	await host.activate();
	const [first, second] = (await monitors())[0]?.targets as unknown as Json[];
	host.parameters = form({ targets: { target: [target(c), target(b, c), target(a)] } });
	await host.activate();
	expect((await monitors())[0]?.targets).toEqual([
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
