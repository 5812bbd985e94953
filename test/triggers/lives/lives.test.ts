// Random lives of triggers: n8n loses, restores, and copies their state, moves, is killed, and shares an encryption key.

import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { runs } from '../../faults/properties/values';
import { OTHER_TEAM_API_KEY } from '../../localService/localService';
import { call } from '../../localService/testClient';
import { useTriggerHost } from '../../support/triggerHost';
import { useBuiltNode } from '../../support/useBuiltNode';
import type { Form, Home } from './home';
import { World } from './world';

const { service } = useBuiltNode({ monitorCheckMs: 0 });
const host = useTriggerHost(() => ({ baseUrl: service.url, apiKey: service.apiKey }));
let world: World;

const MAX_HOMES = 5;

const add = (home: Home): void => {
	if (world.homes.length < MAX_HOMES) world.homes.push(home);
};

const elsewhere = () => ({ address: `/${randomUUID()}` });

/** A user changes a monitor outside of n8n. */
async function changeOutside(home: Home, how: 'pause' | 'delete' | 'webhook'): Promise<void> {
	const [monitor] = world.monitorsOf(home);
	if (monitor === undefined) return;
	const path = `/v2/monitor/${monitor.id}`;
	const webhook = { url: 'https://elsewhere.example/hook' };
	const send = () =>
		how === 'delete'
			? call(service, 'DELETE', path)
			: call(service, 'PATCH', path, how === 'pause' ? { status: 'paused' } : { webhook });
	for (let status = 0; status !== 200 && status !== 404;) ({ status } = await send());
	world.notice([monitor]);
}

async function move(home: Home): Promise<void> {
	home.identity.address = elsewhere().address;
	world.notice(world.monitorsOf(home));
	await home.restart();
}

async function restore(home: Home, isElsewhere: boolean): Promise<void> {
	if (!home.restore()) return;
	world.notice(world.monitorsOf(home));
	if (isElsewhere) await move(home);
	else await home.restart();
}

async function switchAccount(home: Home): Promise<void> {
	const { identity } = home;
	identity.apiKey = identity.apiKey === service.apiKey ? OTHER_TEAM_API_KEY : service.apiKey;
	await Promise.resolve();
}

const loseResponse = (): void =>
	void service.addFaults({
		when: { method: 'POST', path: '/v2/monitor' },
		answer: { kind: 'resetAfter' },
	});

const refuse = (times: number): void =>
	void service.addFaults({ times, answer: { kind: 'errorRow', id: 'unauthorized' } });

type Run = (home: Home) => unknown;

const edit = (form: Form, page: string): Run => {
	return (home) => Object.assign(home.draft, { form, page });
};

const steps: Record<string, [weight: number, run: Run]> = {
	publish: [8, (home) => home.publish()],
	'publish, another trigger fails': [2, (home) => home.publish(true)],
	unpublish: [4, (home) => home.unpublish()],
	'edit to delete': [3, edit('delete', 'a')],
	'edit the page': [3, edit('delete', 'b')],
	'edit to pause': [2, edit('pause', 'c')],
	'edit to events sent to the URL': [1, edit('jobEvents', '')],
	rename: [1, (home) => void (home.draft.name = randomUUID())],
	'build the node again': [
		1,
		({ draft }) => Object.assign(draft, { nodeId: randomUUID(), webhookId: randomUUID() }),
	],
	'pause, then build the node again': [
		2,
		async (home) => {
			home.draft.form = 'pause';
			await home.publish();
			Object.assign(home.draft, { nodeId: randomUUID(), webhookId: randomUUID() });
			await home.publish();
		},
	],
	restart: [3, (home) => home.restart()],
	'poll with an older copy': [5, (home) => home.poll()],
	'lose the state': [2, (home) => void (home.saved = {})],
	'back up': [2, (home) => home.backUp()],
	restore: [2, (home) => restore(home, false)],
	'restore elsewhere': [1, (home) => restore(home, true)],
	move: [3, move],
	'move, unpublish, publish': [
		2,
		async (home) => {
			await move(home);
			await home.unpublish();
			await home.publish();
		},
	],
	'copy to a local address': [3, (home) => add(home.copy({ ...elsewhere(), isLocal: true }, true))],
	'copy to a public address': [1, (home) => add(home.copy(elsewhere(), true))],
	'import into another n8n with the same key': [
		3,
		(home) => add(home.copy({ ...elsewhere(), database: randomUUID() }, false)),
	],
	'import into another n8n, publish': [
		2,
		async (home) => {
			const ids = { instanceId: randomUUID(), database: randomUUID() };
			const copy = home.copy({ ...elsewhere(), ...ids }, true);
			copy.draft.page = 'd';
			add(copy);
			if (world.homes.includes(copy)) await copy.publish();
		},
	],
	'copy the workflow': [
		1,
		(home) => {
			const ids = { workflowId: randomUUID(), database: randomUUID() };
			const copy = home.copy(ids, true);
			copy.deactivateSilently();
			copy.draft.webhookId = randomUUID();
			add(copy);
		},
	],
	'switch the account': [2, switchAccount],
	test: [2, (home) => home.test(false)],
	'test, killed': [1, (home) => home.test(true)],
	'kill at the next save': [2, (home) => void (home.isKilled = true)],
	'pause outside': [1, (home) => changeOutside(home, 'pause')],
	'delete outside': [1, (home) => changeOutside(home, 'delete')],
	'replace the webhook outside': [1, (home) => changeOutside(home, 'webhook')],
	'refuse requests': [1, () => refuse(2)],
	'lose a response': [1, loseResponse],
};

const step = fc.oneof(
	...Object.entries(steps).map(([name, [weight]]) => ({ weight, arbitrary: fc.constant(name) })),
);

const life = fc.record({
	usesPublicationService: fc.boolean(),
	steps: fc.array(fc.tuple(step, fc.nat({ max: 4 })), { minLength: 8, maxLength: 30 }),
});

it('a trigger changes only its own monitors, leaves none running unnoticed, and receives its events', async () => {
	let delivered = 0;
	await fc.assert(
		fc.asyncProperty(life, async ({ usesPublicationService, steps: names }) => {
			await service.reset();
			host.reset();
			host.credential = { baseUrl: service.url, apiKey: service.apiKey };
			world = new World(service, host);
			await world.open(usesPublicationService);
			await world.homes[0]?.publish();
			expect(await world.problemsOf()).toEqual([]);
			for (const [name, index] of names) {
				const home = world.homes[index % world.homes.length];
				if (home !== undefined) await steps[name]?.[1](home);
				if (name === 'test, killed') world.noticeTests();
				expect([name, await world.problemsOf()]).toEqual([name, []]);
			}
			delivered += world.delivered;
		}),
		runs(40) as fc.Parameters<[{ usesPublicationService: boolean; steps: [string, number][] }]>,
	);
	expect(delivered).toBeGreaterThan(100);
});
