import { randomBytes } from 'node:crypto';
import { type LocalService, startLocalService } from '../localService/localService';
import type { Driver, Imported } from './driver';
import { type Execution, hasEnded } from './execution';
import { type N8nOptions, startN8n } from './n8n';
import { until } from './until';
import { type Workflow, webhookPathOf } from './workflow';

/** This timeout includes the time for installing n8n in the first test run. */
export const SET_UP_TIMEOUT_MS = 30 * 60_000;

export type Setup = Awaited<ReturnType<typeof openSetup>>;

export async function openSetup(options: N8nOptions = {}) {
	const n8n = await startN8n(options);
	const apiKey = unmistakableKey();
	const service = await startLocalService({ apiKey });
	const { importWorkflow, publish } = await openPublisher(n8n, service);
	const start = async (workflow: Workflow, body: object = {}): Promise<Imported> => {
		const imported = await publish(workflow);
		await n8n.webhook(webhookPathOf(workflow), body);
		return imported;
	};
	return {
		n8n,
		service,
		apiKey,
		/** Returns the URL of a page of the local service. */
		page: (name: string) => `${service.url}/pages/${name}.html`,
		importWorkflow,
		publish,
		execute: async (workflow: Workflow, body?: object): Promise<Execution> =>
			await n8n.waitForExecution(await start(workflow, body)),
		/** Starts the workflow, and stops the execution once `isReached` returns true. */
		stopWhen: async (isReached: () => boolean, workflow: Workflow, body?: object) => {
			const imported = await start(workflow, body);
			await until('the execution has reached the step', isReached);
			const [running] = await n8n.executions(imported);
			await n8n.stopExecution(running?.id ?? '');
			// n8n marks an execution as canceled before the execution ends.
			return await n8n.waitForExecution(
				imported,
				(execution) => hasEnded(execution) && typeof execution.stoppedAt === 'string',
			);
		},
		scrapes: () =>
			service.requests
				.filter(({ method, path }) => method === 'POST' && path === '/v2/scrape')
				.map(({ body }) => body as { url?: string }),
		close: async () => {
			await n8n.close();
			await service.close();
		},
	};
}

/** Stores a credential for the service. Returns functions that import workflows with the credential. */
export async function openPublisher(driver: Driver, { url: baseUrl, apiKey }: LocalService) {
	const credential = await driver.createCredential('Web Data account', { baseUrl, apiKey });
	const importWorkflow = (workflow: Workflow): Promise<Imported> =>
		driver.importWorkflow(workflow, credential);
	const publish = async (workflow: Workflow): Promise<Imported> => {
		const imported = await importWorkflow(workflow);
		await driver.activate(imported);
		return imported;
	};
	return { importWorkflow, publish };
}

/** The properties of the returned object are set before the first test starts. The service is reset after each test. */
export function useSetup(options: N8nOptions = {}): Setup {
	const setup = {} as Setup;
	beforeAll(async () => {
		Object.assign(setup, await openSetup(options));
	}, SET_UP_TIMEOUT_MS);
	afterEach(() => setup.service.reset());
	afterAll(async () => {
		// `close` is undefined if n8n did not start.
		await (setup as Partial<Setup>).close?.();
	});
	return setup;
}

export const unmistakableKey = (): string =>
	`key-that-must-not-show-${randomBytes(24).toString('hex')}`;
