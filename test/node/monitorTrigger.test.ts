import type { IDataObject } from 'n8n-workflow';
import { call, until, type Json } from '../localService/testClient';
import { loadBuiltNode } from '../support/builtNode';
import { startTriggerHost, type TriggerHost } from '../support/triggerHost';
import { useBuiltNode } from '../support/useBuiltNode';

const HOUR_MS = 3_600_000;
const { service } = useBuiltNode({ monitorCheckMs: 0 });
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
	host = await startTriggerHost(loadBuiltNode('WebDataTrigger'));
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

const create = async (fields: object = {}): Promise<string> => {
	const body = {
		name: 'Own',
		schedule: { text: 'daily' },
		targets: [{ type: 'scrape', urls: [page()] }],
		...fields,
	};
	const { json } = await call(service, 'POST', '/v2/monitor', body);
	return String(json.data?.id);
};

const patch = (id: string, body: object) => call(service, 'PATCH', `/v2/monitor/${id}`, body);

const writes = (): string[] =>
	service.requests
		.filter(({ method }) => method !== 'GET')
		.map(({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}/, '{id}')}`);

describe('activation', () => {
	it('creates the monitor of the form, with a token in its webhook', async () => {
		await host.activate();
		expect(await monitors()).toEqual([
			expect.objectContaining({
				name: 'Tides',
				status: 'active',
				webhook: expect.objectContaining({
					url: host.url,
					headers: { 'x-web-data-token': host.staticData.token },
					events: ['monitor.page', 'monitor.check.completed'],
				}),
			}),
		]);
		expect(host.staticData.token).toMatch(/^[0-9a-f]{64}$/);
		expect(writes()).toEqual(['POST /v2/monitor']);
	});

	it('creates no second monitor when n8n starts again', async () => {
		await host.activate();
		host.activationMode = 'init';
		await host.activate();
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

	it('finds the monitor if the response to its creation was lost', async () => {
		service.addFaults({
			when: { method: 'POST', path: '/v2/monitor' },
			times: 1,
			answer: { kind: 'resetAfter' },
		});
		await host.activate();
		expect(await monitors()).toHaveLength(1);
		expect(writes()).toEqual(['POST /v2/monitor']);
	});

	it('creates the monitor again if it was deleted elsewhere', async () => {
		await host.activate();
		const { monitorId } = host.staticData;
		await call(service, 'DELETE', `/v2/monitor/${String(monitorId)}`);
		await host.activate();
		expect((await monitors()).map(({ id }) => id)).toEqual([host.staticData.monitorId]);
		expect(host.staticData.monitorId).not.toBe(monitorId);
	});

	it.each([
		['its webhook', { webhook: { url: 'https://elsewhere.example/hook' } }, 'webhook'],
		['its targets', { targets: [{ type: 'scrape', urls: ['https://a.example/'] }] }, 'targets'],
		['its schedule', { schedule: { cron: '0 4 * * *' } }, 'schedule'],
		['its status', { status: 'paused' }, 'status'],
	])('restores only what was changed elsewhere: %s', async (_title, change, field) => {
		await host.activate();
		const id = String(host.staticData.monitorId);
		const [before] = await monitors();
		await patch(id, change);
		await host.activate();
		const [after] = await monitors();
		const facts = ({ name, status, schedule, webhook }: Json) => ({
			name,
			status,
			webhook,
			timezone: schedule?.timezone,
		});
		expect(facts(after as Json)).toEqual(facts(before as Json));
		const { body } = service.requests.filter(({ method }) => method === 'PATCH').at(-1) ?? {};
		expect(Object.keys(body as object)).toEqual([field]);
	});

	it('keeps the registration at the start of n8n if the service does not respond', async () => {
		await host.activate();
		const stored = { ...host.staticData };
		host.activationMode = 'init';
		service.addFaults({ times: 9, answer: { kind: 'errorRow', id: 'unauthorized' } });
		await host.activate();
		expect(host.staticData).toEqual(stored);
		expect(host.log[0]).toContain('could not check its monitor');
	});

	it('keeps the registration at the start of n8n if the form is not valid', async () => {
		await host.activate();
		const stored = { ...host.staticData };
		host.activationMode = 'init';
		host.parameters = form({ name: '' });
		await host.activate();
		expect(host.staticData).toEqual(stored);
		expect(host.log).toEqual(["Web Data Trigger could not check its monitor: 'Name' is required"]);
		expect(writes()).toEqual(['POST /v2/monitor']);
	});

	it('fails at the start of n8n if the form is not valid and no monitor is registered', async () => {
		host.activationMode = 'init';
		host.parameters = form({ name: '' });
		await expect(host.activate()).rejects.toThrow("'Name' is required");
	});

	it.each([undefined, '', '..', 5])('fails if the monitor has the ID %j', async (id) => {
		const body = { success: true, data: { id, name: 'Tides' } };
		service.addFaults({ when: { method: 'POST' }, answer: { kind: 'json', status: 200, body } });
		await expect(host.activate()).rejects.toThrow('The service returned no valid monitor ID');
		expect(host.staticData.monitorId).toBeUndefined();
	});

	it('fails with the error of the service, and its remedy', async () => {
		service.addFaults({ times: 9, answer: { kind: 'errorRow', id: 'unauthorized' } });
		await expect(host.activate()).rejects.toMatchObject({
			httpCode: '401',
			message: expect.stringMatching(/^Invalid API key\. .*API Key/s),
		});
		expect(host.staticData).toEqual({});
	});

	it('names the fields of the form that are not valid', async () => {
		host.parameters = form({ name: '', schedule: {} });
		await expect(host.activate()).rejects.toThrow("'Name' is required; 'Schedule' is required");
		expect(writes()).toEqual([]);
	});
});

describe('events', () => {
	it('start the workflow with the pages of a check', async () => {
		await host.activate();
		service.advanceClock(2 * HOUR_MS);
		await until(() => host.executions.length >= 2);
		const [[first], [second]] = host.executions as [never[], never[]] as unknown as [
			[{ json: Json }],
			[{ json: Json }],
		];
		expect(first.json).toMatchObject({
			type: 'monitor.page',
			data: { url: page(), status: 'new', monitorId: host.staticData.monitorId },
			metadata: { workflowId: 'workflow-id', nodeId: 'trigger-id' },
		});
		expect(second.json).toMatchObject({
			type: 'monitor.check.completed',
			data: { status: 'completed', summary: { totalPages: 1, new: 1 } },
		});
	});

	it('are refused without the token, and with another token', async () => {
		await host.activate();
		const body = JSON.stringify({ type: 'monitor.page', id: 'x', data: [] });
		expect(await host.post(body)).toBe(401);
		expect(await host.post(body, { 'x-web-data-token': 'another' })).toBe(401);
		expect(host.executions).toEqual([]);
	});

	it('are refused before the activation', async () => {
		const body = JSON.stringify({ type: 'monitor.page', id: 'x', data: [] });
		expect(await host.post(body, { 'x-web-data-token': '' })).toBe(401);
	});

	it('have the current status of the check with Read Status', async () => {
		host.parameters = form({
			events: ['monitor.check.completed'],
			options: { readStatus: true },
		});
		await host.activate();
		service.advanceClock(2 * HOUR_MS);
		await until(() => host.executions.length >= 1);
		const current = host.executions[0]?.[0]?.json.current;
		expect(current).toMatchObject({ monitorId: host.staticData.monitorId, trigger: 'scheduled' });
		expect(current).not.toHaveProperty('pages');
	});
});

describe('deactivation', () => {
	it('deletes the monitor', async () => {
		await host.activate();
		expect(await host.deactivate()).toBe(true);
		expect(await monitors()).toEqual([]);
		expect(host.staticData).toEqual({});
	});

	it('pauses the monitor if the form says so, and the next activation resumes it', async () => {
		host.parameters = form({ onDeactivation: 'pause' });
		await host.activate();
		await host.deactivate();
		const [paused] = await monitors();
		expect(paused).toMatchObject({ id: host.staticData.monitorId, status: 'paused' });
		await host.activate();
		const [resumed] = await monitors();
		expect(resumed).toMatchObject({ id: paused?.id, status: 'active' });
		expect(writes()).not.toContain('DELETE /v2/monitor/{id}');
	});

	it('succeeds if the monitor was deleted elsewhere', async () => {
		await host.activate();
		await call(service, 'DELETE', `/v2/monitor/${String(host.staticData.monitorId)}`);
		expect(await host.deactivate()).toBe(true);
	});

	it('reports the remaining monitor if it fails, and keeps the monitor for the next activation', async () => {
		await host.activate();
		const { monitorId } = host.staticData;
		service.addFaults({ times: 1, answer: { kind: 'errorRow', id: 'unauthorized' } });
		expect(await host.deactivate()).toBe(false);
		expect(host.log[0]).toContain(`could not remove the monitor ${String(monitorId)}`);
		expect(host.log[0]).toContain('The monitor still runs and costs credits');
		await host.activate();
		expect(host.staticData.monitorId).toBe(monitorId);
		expect(await monitors()).toHaveLength(1);
	});
});

describe('a test', () => {
	beforeEach(() => {
		host.mode = 'manual';
	});

	it('runs one check of a separate monitor, and pauses this monitor', async () => {
		await host.activate();
		const [monitor] = await monitors();
		expect(monitor).toMatchObject({ name: 'Tides (test)', status: 'active' });
		await until(() => host.executions.length >= 1);
		await host.deactivate();
		expect(await monitors()).toEqual([expect.objectContaining({ status: 'paused' })]);
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
		expect((await monitors()).map(({ name, webhook }) => [name, webhook?.url])).toEqual([
			['Tides', productionUrl],
		]);
	});

	it('leaves a monitor with a weekly schedule if n8n is killed, which the next test uses', async () => {
		await host.activate();
		const [left] = await monitors();
		expect(String(left?.schedule?.cron)).toMatch(/^\d+ \d+ \* \* \d$/);
		host.staticData = {};
		await host.activate();
		expect((await monitors()).map(({ id }) => id)).toEqual([left?.id]);
	});
});

describe('an existing monitor', () => {
	const existing = (id: string, fields: IDataObject = {}) => ({
		source: 'monitor',
		monitorMode: 'existing',
		monitorId: { __rl: true, mode: 'id', value: id },
		...fields,
	});

	it('gets the webhook of the trigger, without other changes', async () => {
		const id = await create();
		const [before] = await monitors();
		host.parameters = existing(id, { events: ['monitor.page'] });
		await host.activate();
		const [after] = await monitors();
		expect(after).toMatchObject({
			name: 'Own',
			schedule: before?.schedule,
			webhook: { url: host.url, events: ['monitor.page'] },
		});
		const bodies = service.requests.filter(({ method }) => method === 'PATCH');
		expect(bodies.map(({ body }) => Object.keys(body as object))).toEqual([['webhook']]);
	});

	it('with a foreign webhook is refused and not changed', async () => {
		const url = 'https://elsewhere.example/hook';
		host.parameters = existing(await create({ webhook: { url } }));
		await expect(host.activate()).rejects.toMatchObject({
			message: `The monitor 'Own' already has a webhook. The webhook sends events to ${url}, and a monitor can have only one webhook. Select another monitor, or remove the webhook first.`,
		});
		expect(writes()).toEqual(['POST /v2/monitor']);
	});

	it('is not deleted or paused, and the log says that its webhook stays', async () => {
		const id = await create();
		host.parameters = existing(id);
		await host.activate();
		expect(await host.deactivate()).toBe(false);
		expect((await monitors())[0]).toMatchObject({ id, status: 'active' });
		expect(host.log[0]).toContain('The monitor still sends events to this node');
		await host.activate();
		expect(host.staticData.monitorId).toBe(id);
	});

	it('has the webhook of the active workflow again after a test', async () => {
		const id = await create();
		host.parameters = existing(id);
		await host.activate();
		const [before] = await monitors();
		Object.assign(host, { mode: 'manual', staticData: {} });
		await host.activate();
		expect((await monitors())[0]?.webhook).not.toEqual(before?.webhook);
		expect(await host.deactivate()).toBe(true);
		expect((await monitors())[0]?.webhook).toEqual(before?.webhook);
	});

	it('keeps the webhook of a test until the next activation if the workflow is not active', async () => {
		const id = await create();
		host.parameters = existing(id);
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
		const id = await create();
		await patch(id, { status: 'paused' });
		host.parameters = existing(id);
		await host.activate();
		expect(await monitors()).toMatchObject([{ id, status: 'paused' }]);
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

	it('is deleted when the trigger uses another monitor', async () => {
		await leftMonitor();
		const other = await create();
		host.parameters = {
			source: 'monitor',
			monitorMode: 'existing',
			monitorId: { __rl: true, mode: 'id', value: other },
		};
		await host.activate();
		expect(await statuses()).toEqual([[other, 'active']]);
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

it('Use Existing sends no webhook with the value null', async () => {
	host.parameters = {
		source: 'monitor',
		monitorMode: 'existing',
		monitorId: { __rl: true, mode: 'id', value: await create() },
	};
	await host.activate();
	await host.deactivate();
	const changes = service.requests.filter(({ method }) => method === 'PATCH');
	expect(changes).toHaveLength(1);
	expect(host.log[0]).toContain('the service cannot remove a webhook');
});
