import { randomUUID } from 'node:crypto';
import { type Execution } from './execution';
import type { Imported } from './n8n';
import { type Setup, useSetup } from './setup';
import { until } from './until';
import { chain, setNode, triggerNode } from './workflow';

const SECRET = 'tide-and-moon';

export const TRIGGER = 'Web Data Trigger';
export const MINUTE_MS = 60_000;

export interface Published {
	workflow: Imported;
	url: string;
}

export interface Publication {
	status: string;
	triggers: { errorMessage: string | null }[];
}

export interface TriggerTests {
	readonly setup: Setup;
	importTrigger(parameters: Record<string, unknown>): Promise<Published>;
	/** Resolves when n8n has activated the workflow. The workflow is deactivated after the test. */
	activate(published: Published): Promise<void>;
	publication(workflow: Imported, status: 'published' | 'failed'): Promise<Publication>;
	publish(parameters: Record<string, unknown>): Promise<Published>;
	deactivate(published: Published): Promise<void>;
	deactivateLater(workflow: Imported): void;
	/** Resolves when the workflow has `count` executions. Returns the executions, oldest first. */
	executions(published: Published, count: number): Promise<Execution[]>;
}

const statusOf = async (url: string): Promise<number> =>
	(await fetch(url, { method: 'POST', body: '{}' })).status;

/**
 * Resolves when n8n has registered the trigger's webhook. From then on, the trigger responds with 401 to a request
 * without a signature.
 */
export const registered = (url: string): Promise<true> =>
	until(`${url} is registered`, async () => ((await statusOf(url)) === 401 ? true : undefined));

const removed = (url: string): Promise<true> =>
	until(`${url} is removed`, async () => ((await statusOf(url)) === 404 ? true : undefined));

export function useTrigger(): TriggerTests {
	const setup = useSetup();
	let credential: { id: string; name: string };
	const active: Imported[] = [];

	beforeAll(async () => {
		const { n8n, service, apiKey } = setup;
		service.configure({ webhookSecret: SECRET, monitorCheckMs: 0 });
		const data = { baseUrl: service.url, apiKey, webhookSecret: SECRET };
		credential = { name: 'Signed', id: (await n8n.createCredential('Signed', data)).id };
	});

	/**
	 * Deactivates all workflows. The monitors of an active workflow would check pages whenever a test advances the
	 * service's clock.
	 */
	afterEach(async () => {
		await Promise.all(active.splice(0).map((workflow) => setup.n8n.deactivate(workflow)));
		setup.service.configure({ monitorCheckMs: 0 });
	});

	const tests: TriggerTests = {
		setup,
		async importTrigger(parameters) {
			const { n8n } = setup;
			const webhookId = randomUUID();
			const nodes = [triggerNode(webhookId, parameters), setNode('After', { seen: 'yes' })];
			const workflow = chain(`Trigger ${webhookId}`, nodes, []);
			const url = `${n8n.url}/webhook/${webhookId}/webhook`;
			return { workflow: await n8n.importWorkflow(workflow, credential), url };
		},
		async activate({ workflow, url }) {
			await setup.n8n.activate(workflow);
			active.push(workflow);
			await tests.publication(workflow, 'published');
			await registered(url);
		},
		publication: (workflow, status) =>
			until(`the publication is ${status}`, async () => {
				const path = `/workflows/${workflow.id}/publication-status`;
				const publication = await setup.n8n.rest().get<Publication>(path);
				return publication.status === status ? publication : undefined;
			}),
		async publish(parameters) {
			const published = await tests.importTrigger(parameters);
			await tests.activate(published);
			return published;
		},
		async deactivate({ workflow, url }) {
			await setup.n8n.deactivate(workflow);
			active.splice(active.indexOf(workflow), 1);
			await removed(url);
		},
		deactivateLater: (workflow) => void active.push(workflow),
		executions: ({ workflow }, count) =>
			until(`the workflow has run ${count} times`, async () => {
				const all = await setup.n8n.executions(workflow);
				const done = all.filter(({ status }) => status === 'success');
				if (done.length < count) return undefined;
				return await Promise.all(done.reverse().map(({ id }) => setup.n8n.execution(id)));
			}),
	};
	return tests;
}
