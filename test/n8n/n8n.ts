import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { freePort } from '../support/listen';
import { childOf } from './child';
import { type Execution, decode, hasEnded } from './execution';
import { ensureN8n } from './install';
import { installPackage } from './package';
import type { Home } from './places';
import { type Owner, type Rest, logIn } from './rest';
import { identityOf, newUserFolder } from './template';
import { type WaitOptions, until } from './until';
import { type WebhookAnswer, type WebhookCall, callWebhook } from './webhook';
import { type Workflow, withCredential } from './workflow';

export const credentialType = 'webDataApi';

export interface N8nOptions {
	/** User folder from an earlier start. `stop()` does not remove it. Default: a temporary folder. */
	userFolder?: string;
	port?: number;
	env?: Record<string, string>;
	home?: Home;
	/** Folder of the built package. Default: this repository. */
	packageRoot?: string;
}

export type CredentialData = { baseUrl: string; apiKey: string } & Record<string, unknown>;
export interface CredentialTest {
	status: string;
	message: string;
}
export interface Imported {
	id: string;
	versionId: string;
	name: string;
}
export interface Summary {
	id: string;
	status: string;
	workflowId: string;
}

export type N8n = Awaited<ReturnType<typeof startN8n>>;

export async function startN8n(options: N8nOptions = {}) {
	await ensureN8n(options.home);
	const { folder, identity } = await userFolder(options);
	const { owner, encryptionKey } = identity;
	const port = options.port ?? (await freePort());
	const url = `http://127.0.0.1:${port}`;
	const { home, env = {}, userFolder: given } = options;
	const temporary = given === undefined;
	const child = childOf({ home, userFolder: folder, temporary, port, encryptionKey, env });
	const stop = async (): Promise<void> => {
		await child.stop();
		const often = { maxRetries: 5, retryDelay: 200 };
		if (temporary) await rm(folder, { recursive: true, force: true, ...often });
	};
	try {
		await installPackage(folder, options.packageRoot);
		await child.start();
		const driver = await openDriver(url, owner);
		const restart = async (): Promise<void> => {
			await child.stop();
			await child.start();
			await driver.renew();
		};
		return { url, userFolder: folder, owner, ...child, ...driver, stop, restart };
	} catch (error) {
		await stop();
		throw error;
	}
}

export type Driver = Awaited<ReturnType<typeof openDriver>>;

/** Logs in at a main process. Each start of the process needs another login. */
export async function openDriver(url: string, owner: Owner) {
	let session = await logIn(url, owner);
	const rest = (): Rest => session;
	const renew = async (): Promise<void> => {
		session = await logIn(url, owner);
	};
	return { rest, renew, ...credentials(rest), ...workflows(rest, url), ...executions(rest) };
}

function credentials(rest: () => Rest) {
	return {
		createCredential: (name: string, data: CredentialData) =>
			rest().post<{ id: string }>('/credentials', { name, type: credentialType, data }),
		/** n8n can test a credential only after the credential is stored. */
		testCredential: async (data: CredentialData): Promise<CredentialTest> => {
			const credential = { name: 'To be tested', type: credentialType, data };
			const { id } = await rest().post<{ id: string }>('/credentials', credential);
			return await rest().post('/credentials/test', { credentials: { ...credential, id } });
		},
	};
}

function workflows(rest: () => Rest, url: string) {
	return {
		importWorkflow: (workflow: Workflow, credential: { id: string; name: string }) =>
			// n8n 1 requires `active`.
			rest().post<Imported>('/workflows', {
				...withCredential(workflow, credential),
				active: false,
			}),
		activate: async ({ id, versionId }: Imported): Promise<void> => {
			await rest().post(`/workflows/${id}/activate`, { versionId });
		},
		deactivate: async ({ id }: Imported): Promise<void> => {
			await rest().post(`/workflows/${id}/deactivate`);
		},
		/** Works like *Execute workflow* in the editor. Returns the execution ID. */
		runManually: async ({ id }: Imported, trigger: string): Promise<string> => {
			const body = { triggerToStartFrom: { name: trigger } };
			const answer = await rest().post<{ executionId: string }>(`/workflows/${id}/run`, body);
			return answer.executionId;
		},
		webhook: (path: string, call?: WebhookCall): Promise<WebhookAnswer> =>
			callWebhook(`${url}/webhook/${path}`, call),
	};
}

function executions(rest: () => Rest) {
	/** Returns executions, newest first. By default, returns the executions of all workflows. */
	const list = async (workflow?: { id: string }, limit = 100): Promise<Summary[]> => {
		const filter = JSON.stringify(workflow ? { workflowId: workflow.id } : {});
		const query = new URLSearchParams({ filter, limit: String(limit) });
		return (await rest().get<{ results: Summary[] }>(`/executions?${query}`)).results;
	};
	const execution = async (id: string): Promise<Execution> =>
		await decode(await rest().get(`/executions/${id}`));
	const waitForExecution = (
		workflow: { id: string },
		matches: (execution: Execution) => boolean = hasEnded,
		waitOptions?: WaitOptions,
	) =>
		until(
			`an execution of workflow ${workflow.id} is as wanted`,
			async () => {
				const [newest] = await list(workflow, 1);
				const newestExecution = newest && (await execution(newest.id));
				return newestExecution && matches(newestExecution) ? newestExecution : undefined;
			},
			waitOptions,
		);
	return {
		execution,
		executions: list,
		waitForExecution,
		lastExecution: async (workflow: { id: string }): Promise<Execution | undefined> => {
			const [newest] = await list(workflow, 1);
			return newest && (await execution(newest.id));
		},
		rawExecution: (id: string) => rest().text(`/executions/${id}`),
		stopExecution: (id: string) => rest().post<Summary>(`/executions/${id}/stop`),
		/** Works like *Retry* in the list of executions. Resolves when the new execution has ended. */
		retryExecution: async (id: string): Promise<Execution> => {
			const retried = await rest().post<Summary>(`/executions/${id}/retry`);
			return await execution(retried.id);
		},
	};
}

async function userFolder({ userFolder: given, home }: N8nOptions) {
	if (given && existsSync(given)) return { folder: given, identity: await identityOf(given) };
	return await newUserFolder(home);
}
