import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { issuesIn } from '../cases/checks';
import { call, until, type Json } from '../localService/testClient';
import { monitorFields, schedules } from '../spec/monitorFields';
import { loadBuiltNode } from '../support/builtNode';
import { startTriggerHost, type TriggerHost } from '../support/triggerHost';
import { useBuiltNode } from '../support/useBuiltNode';

const HOUR_MS = 3_600_000;
const { service, bodies, lines } = useBuiltNode({ monitorCheckMs: 0 });
const trigger = loadBuiltNode('WebDataTrigger');
let host: TriggerHost;

const page = () => `${service.url}/pages/changing.html`;

const form = (fields: IDataObject = {}) => ({
	source: 'monitor',
	monitorMode: 'create',
	name: 'Tides',
	targets: { target: [{ type: 'scrape', urls: [page()] }] },
	schedule: { schedule: { specifySchedule: 'text', text: 'hourly' } },
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
		host.parameters = form({ ...fields, schedule: schedule.form }) as never;
		await host.activate();
		const webhook = {
			...{ url: host.url, headers: { 'x-web-data-token': host.staticData.token } },
			metadata: { workflowId: 'workflow-id', nodeId: 'trigger-id' },
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
		expect(writes()).toEqual(['POST /v2/monitor']);
	});

	it('takes over the monitor with its URL if n8n lost the stored data', async () => {
		await host.activate();
		const { token } = host.staticData;
		host.staticData = {};
		await host.activate();
		expect(writes()).toEqual(['POST /v2/monitor', 'PATCH /v2/monitor/{id}']);
		expect(host.staticData.token).not.toBe(token);
	});

	it('creates the monitor again if it was deleted elsewhere', async () => {
		await host.activate();
		const { monitorId } = host.staticData;
		await remove(monitorId);
		await host.activate();
		expect(await idsOf()).toEqual([host.staticData.monitorId]);
		expect(host.staticData.monitorId).not.toBe(monitorId);
	});

	it.each([
		['webhook', { url: 'https://elsewhere.example/hook' }],
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
	])('keeps the registration at the start of n8n %s', async (_case, fail, reason) => {
		await host.activate();
		const stored = { ...host.staticData };
		fail();
		await restart();
		expect(host.staticData).toEqual(stored);
		expect(host.log[0]).toContain('could not check its monitor');
		expect(host.log[0]).toContain(reason);
		expect(writes()).toEqual(['POST /v2/monitor']);
	});

	it.each([undefined, '..', 5])('fails if the monitor has the ID %j', async (id) => {
		const body = { success: true, data: { id, name: 'Tides' } };
		service.addFaults({ when: { method: 'POST' }, answer: { kind: 'json', status: 200, body } });
		await expect(host.activate()).rejects.toThrow('The service returned no valid monitor ID');
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

	const body = JSON.stringify({ type: 'monitor.page', id: 'x', data: [] });
	const changed = { status: 'changed' };

	it.each(['', 'another'])('are refused with the token %j, even before', async (token) => {
		const headers = { 'x-web-data-token': token };
		expect(await host.post(body, headers)).toBe(401);
		await host.activate();
		expect([await host.post(body, headers), await host.post(body)]).toEqual([401, 401]);
		expect(host.executions).toEqual([]);
	});

	it.each([
		[{ pageStatuses: ['changed'] }, changed, { status: 'new' }],
		[
			{ onlyMeaningful: true },
			{ ...changed, isMeaningful: null },
			{ ...changed, isMeaningful: false },
		],
	])('are filtered by %j', async (options, passing, other) => {
		host.parameters = form({ options });
		await host.activate();
		const headers = { 'x-web-data-token': String(host.staticData.token) };
		for (const data of [passing, other]) {
			const event = { type: 'monitor.page', id: 'x', webhookId: randomUUID(), data: [data] };
			expect(await host.post(JSON.stringify(event), headers)).toBe(200);
		}
		expect(host.executions).toHaveLength(1);
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
		expect([await monitors(), host.staticData]).toEqual([[], {}]);
		await host.activate();
		await remove(host.staticData.monitorId);
		expect(await host.deactivate()).toBe(true);
	});

	it('pauses the monitor if the form says so, and the next activation resumes it', async () => {
		host.parameters = form({ onDeactivation: 'pause' });
		await host.activate();
		const { monitorId: id } = host.staticData;
		await host.deactivate();
		expect(await monitors()).toMatchObject([{ id, status: 'paused' }]);
		await host.activate();
		expect(await monitors()).toMatchObject([{ id, status: 'active' }]);
		expect(writes()).not.toContain('DELETE /v2/monitor/{id}');
	});

	it('reports the remaining monitor if it fails, and keeps the monitor for the next activation', async () => {
		await host.activate();
		const { monitorId } = host.staticData;
		refuse(1);
		expect(await host.deactivate()).toBe(false);
		expect(host.log[0]).toContain(`could not remove the monitor ${String(monitorId)}`);
		expect(host.log[0]).toContain('The monitor still runs and costs credits');
		await host.activate();
		expect([host.staticData.monitorId, await idsOf()]).toEqual([monitorId, [monitorId]]);
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

	it('leaves a paused monitor, which the next activation deletes', async () => {
		await host.activate();
		await host.deactivate();
		const productionUrl = host.url;
		const [left] = await monitors();
		await patch(String(left?.id), {
			webhook: { url: host.url.replace('/webhook/', '/webhook-test/') },
		});
		Object.assign(host, { mode: 'trigger', staticData: {} });
		await host.activate();
		expect(await monitors()).toMatchObject([{ name: 'Tides', webhook: { url: productionUrl } }]);
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

describe('an existing monitor', () => {
	async function useExisting(fields: object = {}): Promise<string> {
		const id = await create(fields);
		const monitorId = { __rl: true, mode: 'id', value: id };
		host.parameters = { source: 'monitor', monitorMode: 'existing', monitorId };
		return id;
	}

	it('gets the webhook of the trigger, without other changes', async () => {
		await useExisting();
		const [before] = await monitors();
		host.parameters = { ...host.parameters, events: ['monitor.page'] };
		await host.activate();
		const webhook = { url: host.url, events: ['monitor.page'] };
		expect(await monitors()).toMatchObject([{ name: 'Own', schedule: before?.schedule, webhook }]);
		expect(Object.keys(bodies('PATCH')[0] as object)).toEqual(['webhook']);
	});

	it('with a foreign webhook is refused and not changed', async () => {
		const url = 'https://elsewhere.example/hook';
		await useExisting({ webhook: { url } });
		await expect(host.activate()).rejects.toMatchObject({
			message: `The monitor 'Own' already has a webhook. The webhook sends events to ${url}, and a monitor can have only one webhook. Select another monitor, or remove the webhook first.`,
		});
		expect(writes()).toEqual(['POST /v2/monitor']);
	});

	it('is not deleted or paused, and the log says that its webhook stays', async () => {
		const id = await useExisting();
		await host.activate();
		expect(await host.deactivate()).toBe(false);
		expect(await monitors()).toMatchObject([{ id, status: 'active' }]);
		expect(host.log[0]).toContain('The monitor still sends events to this node');
		await host.activate();
		expect(host.staticData.monitorId).toBe(id);
	});

	it('has the webhook of the active workflow again after a test', async () => {
		await useExisting();
		await host.activate();
		const [before] = await monitors();
		Object.assign(host, { mode: 'manual', staticData: {} });
		await host.activate();
		expect((await monitors())[0]?.webhook).not.toEqual(before?.webhook);
		expect(await host.deactivate()).toBe(true);
		expect((await monitors())[0]?.webhook).toEqual(before?.webhook);
	});

	it('keeps the webhook of a test until the next activation if the workflow is not active', async () => {
		const id = await useExisting();
		host.mode = 'manual';
		await host.activate();
		expect(await host.deactivate()).toBe(false);
		expect(host.log[0]).toContain('The monitor still sends events to this node');
		const [tested] = await monitors();
		Object.assign(host, { mode: 'trigger', staticData: {} });
		await host.activate();
		const [active] = await monitors();
		expect(active).toMatchObject({ id, status: 'active', webhook: { url: host.url } });
		expect(active?.webhook?.headers).not.toEqual(tested?.webhook?.headers);
	});

	it('stays paused, and a test of it fails with the reason', async () => {
		const id = await useExisting();
		await patch(id, { status: 'paused' });
		await host.activate();
		Object.assign(host, { mode: 'manual', staticData: {} });
		await expect(host.activate()).rejects.toThrow(/paused/i);
		expect(await monitors()).toMatchObject([{ id, status: 'paused' }]);
	});
});

describe('a monitor that could not be deleted', () => {
	const jobEvents = { source: 'jobEvents' };
	async function leftMonitor(): Promise<string> {
		await host.activate();
		service.addFaults({ times: 1, answer: { kind: 'errorRow', id: 'unauthorized' } });
		expect(await host.deactivate()).toBe(false);
		return String(host.staticData.monitorId);
	}
	const statuses = async () => (await monitors()).map(({ id, status }) => [id, status]);

	it('is deleted when the trigger no longer uses a monitor', async () => {
		await leftMonitor();
		host.parameters = jobEvents;
		await host.activate();
		expect(await monitors()).toEqual([]);
		expect(host.staticData).toEqual({});
	});

	it('is paused if the form said so', async () => {
		host.parameters = form({ onDeactivation: 'pause' });
		const left = await leftMonitor();
		host.parameters = jobEvents;
		await host.activate();
		expect(await statuses()).toEqual([[left, 'paused']]);
	});

	it('is deleted at a later hook if the service still refuses the request', async () => {
		const left = await leftMonitor();
		host.parameters = jobEvents;
		service.addFaults({ times: 1, answer: { kind: 'errorRow', id: 'unauthorized' } });
		await host.activate();
		expect(host.staticData.leftovers).toEqual([{ monitorId: left, action: 'delete' }]);
		await host.deactivate();
		expect(await monitors()).toEqual([]);
		expect(host.staticData).toEqual({});
	});
});

it('options that were removed from the form do not stay in force', async () => {
	const options = { retentionDays: 7 };
	host.parameters = form({ onDeactivation: 'pause', goal: 'Prices', options });
	await host.activate();
	expect(await monitors()).toMatchObject([{ goal: 'Prices', retentionDays: 7 }]);
	await host.deactivate();
	host.parameters = form({ onDeactivation: 'pause' });
	await host.activate();
	expect(await monitors()).toMatchObject([{ goal: null, retentionDays: 30, status: 'active' }]);
	const { body } = service.requests.filter(({ method }) => method === 'PATCH').at(-1) ?? {};
	expect(body).toEqual({ status: 'active', goal: null, retentionDays: 30 });
});
