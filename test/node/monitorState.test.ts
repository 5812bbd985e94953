// A trigger works without its stored state, which n8n may lose, restore from an older copy, or copy to another n8n.

import type { IDataObject } from 'n8n-workflow';
import { createHmac, randomUUID } from 'node:crypto';
import { OTHER_TEAM_API_KEY } from '../localService/localService';
import { loadBuiltNode } from '../support/builtNode';
import { startTriggerHost, type TriggerHost } from '../support/triggerHost';
import { useBuiltNode } from '../support/useBuiltNode';

const { service } = useBuiltNode({ monitorCheckMs: 0 });
let host: TriggerHost;

const form = (fields: IDataObject = {}) => ({
	...{ source: 'monitor', name: 'Tides' },
	targets: { target: [{ type: 'scrape', urls: [`${service.url}/pages/changing.html`] }] },
	text: 'hourly',
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

const monitors = () => structuredClone(service.monitors);
const idsOf = () => service.monitors.map(({ id }) => id);
const idInState = (): string => String(host.staticData.monitorId);
const copyOf = (state: IDataObject): IDataObject => structuredClone(state);

/** Another address of this n8n, or the address of another n8n. */
const moveTo = (name: string): void => {
	host.url = host.url.replace(/\/\/[^:/]+/, `//${name}.localhost`);
};

/** Sends an event with the webhook headers of a monitor to this n8n. */
async function sendEvent(
	headers: unknown = service.monitors[0]?.webhook?.headers,
): Promise<number> {
	const event = { type: 'monitor.page', id: randomUUID(), webhookId: randomUUID(), data: [{}] };
	return await host.post(JSON.stringify(event), headers as Record<string, string>);
}

/** Activates an edited form, then restores the state from before, like a poller that saves its copy. */
async function restoreOlderState(): Promise<void> {
	await host.activate();
	const older = copyOf(host.staticData);
	await host.deactivate();
	host.parameters = form({ name: 'Tides and moon' });
	await host.activate();
	expect(idInState()).not.toBe(older.monitorId);
	host.staticData = older;
}

describe.each<[string, () => Promise<void>]>([
	['an older state', restoreOlderState],
	[
		'no state',
		async () => {
			await host.activate();
			host.staticData = {};
		},
	],
])('with %s', (_state, lose) => {
	beforeEach(() => lose());

	it('an event starts the workflow', async () => {
		expect(await sendEvent()).toBe(200);
		expect(host.executions).toHaveLength(1);
	});

	it('a forged event is refused, and the log says what helps', async () => {
		const forged = { 'x-web-data-token': 'f'.repeat(64) };
		expect([await sendEvent(forged), await sendEvent({ 'x-web-data-token': '' })]).toEqual([
			401, 401,
		]);
		expect(host.executions).toEqual([]);
		expect(host.log[0]).toMatch(/token .* is wrong. If the API key .* activate it again/);
	});

	it('a deactivation deletes the monitor', async () => {
		expect(await host.deactivate()).toBe(true);
		expect([monitors(), host.staticData]).toEqual([[], {}]);
	});

	it('an activation uses the monitor', async () => {
		const ids = idsOf();
		await host.activate();
		expect([idsOf(), idInState()]).toEqual([ids, ids[0]]);
	});
});

it('an event is accepted after the API key was replaced, until the state is lost', async () => {
	await host.activate();
	host.credential = { ...host.credential, apiKey: OTHER_TEAM_API_KEY };
	expect(await sendEvent()).toBe(200);
	host.staticData = {};
	expect(await sendEvent()).toBe(401);
});

it('without an API key, an event is not accepted, because its token could be guessed', async () => {
	await host.activate();
	host.staticData = {};
	host.credential = { ...host.credential, apiKey: '' };
	const { instanceId, workflowId, node } = host.place;
	const parts = [instanceId, workflowId, node.id, 'workflow', node.webhookId];
	const guessed = createHmac('sha256', '').update(JSON.stringify(parts)).digest('hex');
	expect(await sendEvent({ 'x-web-data-token': guessed })).toBe(401);
});

it('the token does not contain the API key, and is the same at each activation', async () => {
	await host.activate();
	const { token } = host.staticData;
	await host.deactivate();
	await host.activate();
	expect(host.staticData.token).toBe(token);
	expect(String(token)).not.toContain(service.apiKey);
});

describe('with another address and the same state', () => {
	let before: ReturnType<typeof monitors>;
	beforeEach(async () => {
		await host.activate();
		before = monitors();
		moveTo('second');
	});

	it('a deactivation changes nothing, names the monitor, and keeps the state', async () => {
		const state = copyOf(host.staticData);
		expect(await host.deactivate()).toBe(true);
		expect([monitors(), host.staticData]).toEqual([before, state]);
		expect(host.log).toEqual([
			expect.stringMatching(
				`does not change or remove the monitor 'Tides' \\(${idInState()}\\).*second`,
			),
		]);
	});

	it('an activation redirects the monitor, and names both addresses', async () => {
		const [was] = before;
		await host.activate();
		expect(monitors()).toMatchObject([
			{ id: was?.id, status: 'active', webhook: { url: host.url } },
		]);
		expect(host.log).toEqual([expect.stringContaining(`${was?.webhook?.url} to ${host.url}`)]);
		expect(await host.deactivate()).toBe(true);
		expect(monitors()).toEqual([]);
	});

	it('a switch to events sent to the URL changes nothing', async () => {
		host.parameters = { source: 'jobEvents' };
		await host.activate();
		expect(monitors()).toEqual(before);
		expect(host.log[0]).toContain('does not change');
	});

	it('a trigger with a monitor of its own does not redirect the stored one', async () => {
		const state = copyOf(host.staticData);
		host.staticData = {};
		await host.activate();
		const own = idInState();
		Object.assign(host, { staticData: state });
		await host.activate();
		expect(idInState()).toBe(own);
		expect(monitors()).toContainEqual(before[0]);
		expect(host.log.at(-1)).toContain(
			`does not change or remove the monitor 'Tides' (${before[0]?.id})`,
		);
	});
});

it('another n8n with the same encryption key creates and deletes its own monitor, and names the other one', async () => {
	await host.activate();
	const before = monitors();
	moveTo('twin');
	host.staticData = {};
	await host.activate();
	expect(monitors()).toHaveLength(2);
	expect(host.log).toEqual([
		expect.stringMatching(
			`does not change the monitor 'Tides' \\(${before[0]?.id}\\).*same encryption key`,
		),
	]);
	expect(await host.deactivate()).toBe(true);
	expect(monitors()).toEqual(before);
});

it('the monitor of another n8n is not named if it is paused, because it costs nothing', async () => {
	host.parameters = form({ onDeactivation: 'pause' });
	await host.activate();
	await host.deactivate();
	host.staticData = {};
	moveTo('twin');
	await host.activate();
	expect(monitors().map(({ status }) => status)).toEqual(['paused', 'active']);
	expect(host.log).toEqual([]);
});

describe('with the API key of another account', () => {
	let id: string;
	beforeEach(async () => {
		await host.activate();
		id = idInState();
		host.credential = { ...host.credential, apiKey: OTHER_TEAM_API_KEY };
	});

	const isNamedOnce = () =>
		expect(host.log.filter((line) => line.includes(`did not find its monitor ${id}`))).toHaveLength(
			1,
		);

	it('a deactivation names the monitor', async () => {
		expect(await host.deactivate()).toBe(true);
		isNamedOnce();
		expect(host.staticData).toEqual({});
	});

	it.each(['activate', 'init'] as const)('an activation (%s) names the monitor', async (mode) => {
		host.activationMode = mode;
		await host.activate();
		isNamedOnce();
		expect(idInState()).not.toBe(id);
	});
});

describe('a test', () => {
	const test = async (state: IDataObject): Promise<void> => {
		const { staticData } = host;
		Object.assign(host, { mode: 'manual', staticData: state });
		await host.activate();
		await host.deactivate();
		Object.assign(host, { mode: 'trigger', staticData });
	};

	it.each(['webhook-test', 'testing'])(
		'does not change the monitor of the active workflow (%s)',
		async (name) => {
			await host.activate();
			const [before] = monitors();
			const url = host.url;
			await test({});
			host.url = url.replace('/webhook/', `/${name}/`);
			await test(copyOf(host.staticData));
			host.url = url;
			expect(monitors()).toContainEqual(before);
			expect(
				monitors()
					.map(({ status }) => status)
					.sort(),
			).toEqual(['active', 'paused']);
		},
	);

	it('whose monitor still runs is removed by a deactivation', async () => {
		Object.assign(host, { mode: 'manual' });
		await host.activate();
		Object.assign(host, { mode: 'trigger', staticData: {} });
		await host.deactivate();
		expect(monitors()).toEqual([]);
	});
});
