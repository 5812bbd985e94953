import { randomUUID } from 'node:crypto';
import { type Execution, outputItemsOf } from './execution';
import type { Setup } from './setup';
import { until } from './until';
import { MINUTE_MS, type Published, TRIGGER, registered, useTrigger } from './useTrigger';

const HOUR_MS = 60 * MINUTE_MS;

const trigger = useTrigger();
const { importTrigger, activate, publish, deactivate, executions } = trigger;
let setup: Setup;

beforeAll(() => {
	({ setup } = trigger);
});

jest.setTimeout(120_000);

describe('a monitor', () => {
	/** The service keeps the monitors of all tests, so each test uses a unique name. */
	const form = (name: string, fields: object = {}) => ({
		source: 'monitor',
		monitorMode: 'create',
		name,
		targets: {
			target: [{ type: 'scrape', urls: [`${setup.service.url}/pages/changing.html`] }],
		},
		schedule: { schedule: { specifySchedule: 'text', text: 'hourly' } },
		...fields,
	});

	const existing = (id: string, fields: object = {}) => ({
		source: 'monitor',
		monitorMode: 'existing',
		monitorId: { __rl: true, mode: 'id', value: id },
		...fields,
	});

	interface Monitor {
		id: string;
		name: string;
		status: string;
		schedule: { cron: string };
		webhook: { url: string; headers?: Record<string, string> } | null;
	}

	async function api<Data>(method: string, path: string, body?: object): Promise<Data> {
		const { service, apiKey } = setup;
		const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
		const options = { method, headers, body: body && JSON.stringify(body) };
		const answer = await fetch(`${service.url}/v2/monitor${path}`, options);
		return ((await answer.json()) as { data: Data }).data;
	}

	const named = async (name: string): Promise<Monitor[]> =>
		(await api<Monitor[]>('GET', '?limit=100')).filter((monitor) => monitor.name === name);

	const withStatus = (name: string, status: string): Promise<Monitor> =>
		until(`the monitor ${name} is ${status}`, async () => {
			const [monitor] = await named(name);
			return monitor?.status === status ? monitor : undefined;
		});

	const gone = (name: string): Promise<true> =>
		until(`the monitor ${name} is deleted`, async () =>
			(await named(name)).length === 0 ? true : undefined,
		);

	const registeredAt = (name: string, { url }: Published): Promise<Monitor> =>
		until(`the monitor ${name} has the webhook`, async () => {
			const [monitor] = await named(name);
			const isOwn = monitor?.webhook && pathOf(monitor.webhook.url) === pathOf(url);
			return isOwn ? monitor : undefined;
		});

	const created = (name: string, fields: object = {}): Promise<Monitor> =>
		api('POST', '', {
			name,
			schedule: { text: 'hourly' },
			targets: [{ type: 'scrape', urls: [`${setup.service.url}/pages/changing.html`] }],
			...fields,
		});

	const pathOf = (url: string): string => new URL(url).pathname;

	/** Works like *Execute step* in the editor. */
	async function listen(parameters: object): Promise<Published> {
		const imported = await importTrigger({ ...parameters });
		const { id } = imported.workflow;
		const body = { triggerToStartFrom: { name: TRIGGER } };
		await setup.n8n.rest().post(`/workflows/${id}/run`, body);
		return imported;
	}

	async function stopListening({ workflow }: Published): Promise<void> {
		const { url, rest } = setup.n8n;
		const headers = { cookie: rest().cookie() };
		await fetch(`${url}/rest/test-webhook/${workflow.id}`, { method: 'DELETE', headers });
	}

	async function activationError(parameters: object): Promise<string> {
		const { workflow } = await importTrigger({ ...parameters });
		await setup.n8n.activate(workflow);
		trigger.deactivateLater(workflow);
		const { triggers } = await trigger.publication(workflow, 'failed');
		return String(triggers[0]?.errorMessage);
	}

	const checksOf = async ({ id }: Monitor): Promise<unknown[]> => await api('GET', `/${id}/checks`);

	describe('that is created', () => {
		it('sends events across a restart of n8n, and is deleted', async () => {
			const { n8n, service } = setup;
			const name = 'Restarted';
			const published = await publish(form(name, { events: ['monitor.check.completed'] }));
			const monitor = await withStatus(name, 'active');
			await registeredAt(name, published);
			service.advanceClock(HOUR_MS);
			const [first] = await executions(published, 1);
			expect(outputItemsOf(first as Execution, TRIGGER)).toEqual([
				expect.objectContaining({
					type: 'monitor.check.completed',
					data: expect.objectContaining({ monitorId: monitor.id, status: 'completed' }),
				}),
			]);
			await n8n.restart();
			await registered(published.url);
			expect((await named(name)).map(({ id }) => id)).toEqual([monitor.id]);
			service.advanceClock(HOUR_MS);
			await executions(published, 2);
			await deactivate(published);
			await gone(name);
		});

		it('is paused and resumed with Pause the Monitor', async () => {
			const name = 'Paused';
			const fields = { onDeactivation: 'pause', events: ['monitor.check.completed'] };
			const published = await publish(form(name, fields));
			const { id } = await withStatus(name, 'active');
			await deactivate(published);
			expect((await withStatus(name, 'paused')).id).toBe(id);
			await activate(published);
			expect((await withStatus(name, 'active')).id).toBe(id);
			expect(await named(name)).toHaveLength(1);
			setup.service.advanceClock(HOUR_MS);
			await executions(published, 1);
		});

		it('is used again if it could not be deleted, and the log says that it was left', async () => {
			const { n8n, service } = setup;
			const name = 'Left';
			const published = await publish(form(name));
			const { id } = await withStatus(name, 'active');
			const when = { method: 'DELETE', path: `/v2/monitor/${id}` };
			service.addFaults({ when, times: 1, answer: { kind: 'errorRow', id: 'unauthorized' } });
			await deactivate(published);
			const log = await until('n8n reports the monitor', async () =>
				n8n
					.log()
					.split('\n')
					.find((line) => line.includes(`could not remove the monitor ${id}`)),
			);
			expect(log).toContain('The monitor still runs and costs credits. Delete the monitor');
			await activate(published);
			expect((await named(name)).map((monitor) => monitor.id)).toEqual([id]);
			await deactivate(published);
			await gone(name);
		});
	});

	it('that is created again by a second activation starts the workflow', async () => {
		const name = 'Second';
		const published = await publish(form(name, { events: ['monitor.check.completed'] }));
		const first = await withStatus(name, 'active');
		setup.service.advanceClock(HOUR_MS);
		await executions(published, 1);
		await deactivate(published);
		await gone(name);
		await activate(published);
		const second = await withStatus(name, 'active');
		expect(second.id).not.toBe(first.id);
		setup.service.advanceClock(HOUR_MS);
		await executions(published, 2);
	});

	describe('that was selected', () => {
		it('gets the webhook of the trigger, and keeps everything else', async () => {
			const { service } = setup;
			const name = 'Own';
			const before = await created(name);
			const published = await publish(existing(before.id, { events: ['monitor.check.completed'] }));
			const after = await registeredAt(name, published);
			expect(after).toMatchObject({ id: before.id, status: 'active', schedule: before.schedule });
			service.advanceClock(HOUR_MS);
			const [run] = await executions(published, 1);
			expect(outputItemsOf(run as Execution, TRIGGER)).toMatchObject([
				{ type: 'monitor.check.completed', data: { monitorId: before.id } },
			]);
		});

		it('stays after the deactivation, and the log says that its webhook stays', async () => {
			const { n8n } = setup;
			const name = 'Kept';
			const { id, schedule } = await created(name);
			const published = await publish(existing(id));
			await registeredAt(name, published);
			await deactivate(published);
			expect(await named(name)).toMatchObject([{ id, status: 'active', schedule }]);
			const line = await until('n8n reports the webhook', async () =>
				n8n
					.log()
					.split('\n')
					.find((each) => each.includes(`could not remove the monitor ${id}`)),
			);
			expect(line).toContain('The monitor still sends events to this node');
			await activate(published);
			expect(await named(name)).toMatchObject([{ id, status: 'active' }]);
		});

		it('is not changed, and the activation fails, if its events go elsewhere', async () => {
			const name = 'Foreign';
			const url = 'https://elsewhere.example/hook';
			const { id } = await created(name, { webhook: { url } });
			const error = await activationError(existing(id));
			expect(error).toBe(
				`The monitor '${name}' already has a webhook. The webhook sends events to ${url}, and a monitor can have only one webhook. Select another monitor, or remove the webhook first.`,
			);
			expect((await named(name))[0]?.webhook?.url).toBe(url);
		});

		it('must exist, or the activation fails', async () => {
			expect(await activationError(existing(randomUUID()))).toContain('Monitor not found');
		});
	});

	describe('of a test', () => {
		it('is a separate monitor, which is paused after its first event', async () => {
			const { service } = setup;
			service.configure({ monitorCheckMs: 500 });
			const [run] = await executions(await listen(form('Tested')), 1);
			const items = outputItemsOf(run as Execution, TRIGGER);
			expect(items[0]).toMatchObject({ type: expect.stringMatching(/^monitor\./) });
			const monitor = await withStatus('Tested (test)', 'paused');
			expect(await named('Tested')).toEqual([]);
			service.advanceClock(8 * 24 * HOUR_MS);
			expect(await checksOf(monitor)).toHaveLength(1);
		});

		it('is paused when n8n stops listening, and deleted by the next activation', async () => {
			const { service } = setup;
			service.configure({ monitorCheckMs: HOUR_MS });
			const listening = await listen(form('Cancelled'));
			const monitor = await withStatus('Cancelled (test)', 'active');
			expect(monitor.schedule.cron).toMatch(/^\d+ \d+ \* \* \d$/);
			await stopListening(listening);
			await withStatus('Cancelled (test)', 'paused');
			await activate(listening);
			await gone('Cancelled (test)');
			expect(await named('Cancelled')).toMatchObject([{ status: 'active' }]);
		});

		it('is not paused by a forged event, and n8n keeps listening', async () => {
			const { service } = setup;
			service.configure({ monitorCheckMs: 3000 });
			const listening = await listen(form('Forged'));
			const testUrl = listening.url.replace('/webhook/', '/webhook-test/');
			const { status } = await fetch(testUrl, { method: 'POST', body: '{}' });
			expect(status).toBe(401);
			await executions(listening, 1);
			await withStatus('Forged (test)', 'paused');
		});

		it('sends its events to the active workflow again, if the monitor exists', async () => {
			const { service } = setup;
			const name = 'Shared';
			const { id } = await created(name);
			const published = await publish(existing(id, { events: ['monitor.check.completed'] }));
			const before = await registeredAt(name, published);
			service.configure({ monitorCheckMs: HOUR_MS });
			const body = { triggerToStartFrom: { name: TRIGGER } };
			await setup.n8n.rest().post(`/workflows/${published.workflow.id}/run`, body);
			await until('the monitor sends its events to the test', async () => {
				const [monitor] = await named(name);
				return monitor?.webhook?.url.includes('/webhook-test/') ? true : undefined;
			});
			await stopListening(published);
			await until('the webhook is restored', async () => {
				const [monitor] = await named(name);
				return monitor?.webhook?.url === before.webhook?.url ? true : undefined;
			});
			expect((await named(name))[0]?.webhook).toEqual(before.webhook);
		});
	});
});
