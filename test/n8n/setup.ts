import { randomBytes } from 'node:crypto';
import { type LocalService, startLocalService } from '../localService/localService';
import { type Execution, hasEnded } from './execution';
import { ensureN8n } from './install';
import { type Driver, type Imported, type N8n, type N8nOptions, startN8n } from './n8n';
import { until } from './until';
import { type Workflow, webhookPathOf } from './workflow';

/** This timeout includes the time for installing n8n in the first test run. */
export const SET_UP_TIMEOUT_MS = 30 * 60_000;

export interface Setup {
	n8n: N8n;
	service: LocalService;
	apiKey: string;
	importWorkflow: (workflow: Workflow) => Promise<Imported>;
	publish: (workflow: Workflow) => Promise<Imported>;
	execute: (workflow: Workflow, body?: unknown) => Promise<Execution>;
	/** Starts the workflow, and stops the execution once `isReached` returns true. */
	stopWhen: (isReached: () => boolean, workflow: Workflow, body?: unknown) => Promise<Execution>;
	scrapes: () => { url?: string }[];
	close: () => Promise<void>;
}

export type SetupOptions = Pick<N8nOptions, 'env' | 'home' | 'packageRoot'>;

export async function openSetup(options: SetupOptions = {}): Promise<Setup> {
	await ensureN8n(options.home);
	const apiKey = unmistakableKey();
	const service = await startLocalService({ apiKey });
	const n8n = await startN8n(options).catch(async (error: unknown) => {
		await service.close();
		throw error;
	});
	const close = async () => {
		await n8n.stop();
		await service.close();
	};
	const { importWorkflow, publish } = await openPublisher(n8n, service).catch(
		async (error: unknown) => {
			await close();
			throw error;
		},
	);
	return {
		n8n,
		service,
		apiKey,
		importWorkflow,
		publish,
		execute: async (workflow, body = {}) => {
			const imported = await publish(workflow);
			await n8n.webhook(webhookPathOf(workflow), { body });
			return await n8n.waitForExecution(imported, hasEnded);
		},
		stopWhen: async (isReached, workflow, body = {}) => {
			const imported = await publish(workflow);
			await n8n.webhook(webhookPathOf(workflow), { body });
			await until('the execution has reached the step', isReached, { everyMs: 20 });
			const [running] = await n8n.executions(imported);
			await n8n.stopExecution(running?.id ?? '');
			// n8n marks an execution as canceled before the execution ends.
			return await n8n.waitForExecution(
				imported,
				(execution) => hasEnded(execution) && execution.stoppedAt > 0,
			);
		},
		scrapes: () =>
			service.requests
				.filter(({ method, path }) => method === 'POST' && path === '/v2/scrape')
				.map(({ body }) => body as { url?: string }),
		close,
	};
}

/** Stores a credential for the service. Returns functions that import workflows with the credential. */
export async function openPublisher(driver: Driver, { url: baseUrl, apiKey }: LocalService) {
	const name = 'Web Data account';
	const { id } = await driver.createCredential(name, { baseUrl, apiKey });
	const importWorkflow = (workflow: Workflow): Promise<Imported> =>
		driver.importWorkflow(workflow, { id, name });
	const publish = async (workflow: Workflow): Promise<Imported> => {
		const imported = await importWorkflow(workflow);
		await driver.activate(imported);
		return imported;
	};
	return { importWorkflow, publish };
}

/** The properties of the returned object are set before the first test starts. */
export function useSetup(options: SetupOptions = {}): Setup {
	const setup = {} as Setup;
	beforeAll(async () => {
		Object.assign(setup, await openSetup(options));
	}, SET_UP_TIMEOUT_MS);
	afterAll(async () => {
		// `close` is undefined if n8n did not start.
		await (setup as Partial<Setup>).close?.();
	});
	return setup;
}

export function unmistakableKey(): string {
	return `key-that-must-not-show-${randomBytes(24).toString('hex')}`;
}
