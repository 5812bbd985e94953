// Random lives of triggers: edits, copies, new addresses, lost states, and a service that refuses or loses requests.

import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { runs } from '../faults/properties/values';
import { call } from '../localService/testClient';
import { loadBuiltNode } from '../support/builtNode';
import { startTriggerHost, type TriggerHost } from '../support/triggerHost';
import { useBuiltNode } from '../support/useBuiltNode';

const { service } = useBuiltNode({ monitorCheckMs: 0 });
let host: TriggerHost;

beforeAll(async () => {
	host = await startTriggerHost(loadBuiltNode('WebDataTrigger'));
});
afterAll(() => host.close());

const forms = ['jobEvents', 'delete', 'pause'] as const;
type Form = (typeof forms)[number];

/** A node of a workflow. n8n keeps its state under its name, even if the workflow is inactive. */
interface Node {
	instanceId: string;
	workflowId: string;
	id: string;
	webhookId: string;
	name: string;
	address: string;
	form: Form;
	/** The form of the active workflow. */
	active?: Form;
	states: Record<string, IDataObject>;
	/** Whether the node must receive events: it is active, and its monitor was not changed outside of n8n. */
	isServed: boolean;
}

let nodes: Node[];
/** The user's monitors by ID, with the fields that must stay as they are. */
let users: Map<string, object>;
/** IDs of monitors that a message has named, or that a user has changed, since a node last used them. */
let noticed: Set<string>;
let delivered = 0;

const stateOf = (node: Node): IDataObject => (node.states[node.name] ??= {});

const monitorOf = (node: Node) => service.monitors.find(({ id }) => id === stateOf(node).monitorId);

const newNode = (fields: Partial<Node> = {}): Node => ({
	...{ instanceId: 'n8n', workflowId: 'workflow', id: 'node', webhookId: randomUUID() },
	...{ name: randomUUID(), address: '', form: 'delete', states: {}, isServed: false },
	...fields,
});

const factsOf = ({
	name,
	status,
	schedule,
	targets,
	goal,
	retentionDays,
	notification,
}: object & IDataObject) =>
	structuredClone({ name, status, schedule, targets, goal, retentionDays, notification });

function parametersOf(form: Form): INodeParameters {
	if (form === 'jobEvents') return { source: 'jobEvents' };
	const targets = [{ type: 'scrape', urls: [`${service.url}/pages/changing.html`] }];
	return {
		...{ source: 'monitor', name: 'Own', onDeactivation: form, targets: { target: targets } },
		text: 'hourly',
	};
}

function enter(node: Node, form: Form, state: IDataObject): void {
	const { instanceId, workflowId, id, webhookId, name, address } = node;
	host.log.length = 0;
	host.staticData = state;
	host.parameters = parametersOf(form);
	host.place = { instanceId, workflowId, node: { id, name, webhookId } };
	host.url = `${new URL(host.url).origin}${address}/webhook/${webhookId}/webhook`;
}

function notice(): void {
	const text = host.log.join('\n');
	for (const { id } of service.monitors) {
		if (text.includes(id) || text.includes('may have created')) noticed.add(id);
	}
}

/** Returns whether the hook succeeds. A message of a failed hook is a message to the user. */
async function runHook(hook: 'activate' | 'deactivate'): Promise<boolean> {
	try {
		await host[hook]();
		return true;
	} catch (error) {
		host.log.push(String(error));
		return false;
	} finally {
		notice();
	}
}

async function deactivate(node: Node): Promise<void> {
	if (node.active === undefined) return;
	enter(node, node.active, stateOf(node));
	node.active = undefined;
	node.isServed = false;
	await runHook('deactivate');
}

async function expectDelivery(node: Node): Promise<void> {
	const { status, webhook } = monitorOf(node) ?? {};
	const event = { type: 'monitor.check.completed', id: randomUUID(), webhookId: randomUUID() };
	expect({ status, url: webhook?.url }).toEqual({ status: 'active', url: host.url });
	expect(await host.post(JSON.stringify(event), webhook?.headers)).toBe(200);
	expect(host.executions.flat().map(({ json }) => json.id)).toContain(event.id);
	delivered += 1;
}

/** If a hook fails, n8n removes the registration. If the failure was at its start, n8n tries again. */
async function register(
	node: Node,
	form: Form,
	activationMode: 'activate' | 'init',
	triesLeft = activationMode === 'init' ? 5 : 0,
): Promise<void> {
	enter(node, form, stateOf(node));
	Object.assign(host, { mode: 'trigger', activationMode });
	node.active = undefined;
	node.isServed = false;
	if (!(await runHook('activate'))) {
		await runHook('deactivate');
		if (triesLeft > 0) await register(node, form, activationMode, triesLeft - 1);
		return;
	}
	node.active = form;
	if (form === 'jobEvents' || host.log.join().includes('could not check its monitor')) return;
	node.isServed = true;
	await expectDelivery(node);
}

async function activate(node: Node): Promise<void> {
	await deactivate(node);
	await register(node, node.form, 'activate');
}

const restart = async (node: Node): Promise<void> => {
	if (node.active !== undefined) await register(node, node.active, 'init');
};

/** Others that use the monitor do not receive events until they are activated again. */
function change(id: unknown): void {
	for (const node of nodes) if (stateOf(node).monitorId === id) node.isServed = false;
	noticed.add(String(id));
}

async function executeStep(node: Node, isKilled: boolean): Promise<void> {
	const state = {};
	enter(node, node.form, state);
	Object.assign(host, { mode: 'manual', activationMode: 'manual' });
	host.url = host.url.replace('/webhook/', '/webhook-test/');
	await runHook('activate');
	if (isKilled) return change(host.staticData.monitorId);
	await runHook('deactivate');
	if (host.log.length > 0) change(host.staticData.monitorId);
}

/** Requests of the user are not part of the faults. */
async function changeOutside(node: Node, how: 'pause' | 'delete' | 'webhook'): Promise<void> {
	const monitor = monitorOf(node);
	if (monitor === undefined) return;
	const { id } = monitor;
	const path = `/v2/monitor/${id}`;
	const webhook = { url: 'https://elsewhere.example/hook' };
	const send = () =>
		how === 'delete'
			? call(service, 'DELETE', path)
			: call(service, 'PATCH', path, how === 'pause' ? { status: 'paused' } : { webhook });
	while ((await send()).status !== 200);
	change(id);
	const changed = service.monitors.find((each) => each.id === id);
	if (changed === undefined) users.delete(id);
	else if (how === 'webhook' || users.has(id)) users.set(id, factsOf(changed as never));
}

const lose = (times: number) =>
	service.addFaults({ times, answer: { kind: 'errorRow', id: 'unauthorized' } });

const loseResponse = () => {
	service.addFaults({
		when: { method: 'POST', path: '/v2/monitor' },
		answer: { kind: 'resetAfter' },
	});
};

function copy(node: Node, how: 'workflow' | 'instance' | 'node'): void {
	if (nodes.length === 4) return;
	const { states, form, id, workflowId, instanceId } = node;
	const identity = { id, workflowId, instanceId, form };
	if (how === 'node') nodes.push(newNode(identity));
	else {
		const other = how === 'workflow' ? { workflowId: randomUUID() } : { instanceId: randomUUID() };
		nodes.push({
			...node,
			...{ ...other, states: structuredClone(states), address: `/${randomUUID()}` },
			...{ active: undefined, isServed: false },
		});
	}
}

interface Step {
	name: string;
	run(node: Node): unknown;
}

const steps: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 4, arbitrary: fc.constant({ name: 'activate', run: activate }) },
	{ weight: 2, arbitrary: fc.constant({ name: 'deactivate', run: deactivate }) },
	{ weight: 2, arbitrary: fc.constant({ name: 'restart', run: restart }) },
	{
		weight: 4,
		arbitrary: fc.constantFrom(...forms).map((form) => ({
			name: `edit ${form}`,
			run: (node: Node) => void (node.form = form),
		})),
	},
	fc.boolean().map((isKilled) => ({
		name: `test${isKilled ? ', killed' : ''}`,
		run: (node: Node) => executeStep(node, isKilled),
	})),
	fc.constant({
		name: 'rename',
		async run(node: Node) {
			const isActive = node.active !== undefined;
			await deactivate(node);
			node.name = randomUUID();
			if (isActive) await activate(node);
		},
	}),
	fc.constant({
		name: 'move',
		async run(node: Node) {
			node.address = `/${randomUUID()}`;
			await restart(node);
		},
	}),
	fc.constant({
		name: 'lose the state',
		async run(node: Node) {
			node.states = {};
			await restart(node);
		},
	}),
	fc.constantFrom('workflow' as const, 'instance' as const, 'node' as const).map((how) => ({
		name: `copy ${how}`,
		run: (node: Node) => copy(node, how),
	})),
	fc.constantFrom('pause' as const, 'delete' as const, 'webhook' as const).map((how) => ({
		name: `outside: ${how}`,
		run: (node: Node) => changeOutside(node, how),
	})),
	fc
		.integer({ min: 1, max: 4 })
		.map((times) => ({ name: `refuse ${times}`, run: () => lose(times) })),
	fc.constant({ name: 'lose a response', run: loseResponse }),
);

function expectInvariants(): void {
	const now = service.monitors.filter(({ id }) => users.has(id));
	expect(Object.fromEntries(now.map((monitor) => [monitor.id, factsOf(monitor as never)]))).toEqual(
		Object.fromEntries(users),
	);
	for (const node of nodes.filter(({ isServed }) => isServed)) {
		const { id = '', status, webhook } = monitorOf(node) ?? {};
		expect([status, webhook?.headers]).toEqual([
			'active',
			{ 'x-web-data-token': stateOf(node).token },
		]);
		noticed.delete(id);
	}
	const used = nodes
		.filter(({ active }) => active !== undefined)
		.map((node) => monitorOf(node)?.id);
	const unnoticed = service.monitors.filter(
		({ id, status }) =>
			status === 'active' && !users.has(id) && !used.includes(id) && !noticed.has(id),
	);
	expect(unnoticed).toEqual([]);
}

it('a trigger changes only its own monitors, pays for none unnoticed, and receives events if it is active', async () => {
	const life = fc.array(fc.tuple(steps, fc.nat({ max: 3 })), { minLength: 6, maxLength: 20 });
	await fc.assert(
		fc.asyncProperty(life, async (each) => {
			await service.reset();
			host.reset();
			host.credential = { baseUrl: service.url, apiKey: service.apiKey };
			[nodes, users, noticed] = [[newNode()], new Map(), new Set()];
			for (const name of ['First', 'Second']) {
				const { json } = await call(service, 'POST', '/v2/monitor', {
					...{ name, schedule: { text: 'daily' }, goal: 'Prices', retentionDays: 7 },
					targets: [{ type: 'scrape', urls: [`${service.url}/pages/article.html`] }],
				});
				users.set(String(json.data?.id), factsOf(json.data as never));
			}
			for (const [{ run }, index] of each) {
				const node = nodes[index % nodes.length];
				if (node !== undefined) await run(node);
				expectInvariants();
			}
		}),
		runs(25) as fc.Parameters<[[Step, number][]]>,
	);
	expect(delivered).toBeGreaterThan(25);
});
