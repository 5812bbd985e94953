import { randomBytes } from 'node:crypto';
import { type Execution, type SavedExecution, decode, hasEnded } from './execution';
import { until } from './until';
import { type Workflow, withCredential } from './workflow';

export interface Login {
	email: string;
	password: string;
}

/** n8n requires an uppercase letter and a digit in a password. */
export const newLogin = (): Login => ({
	email: 'owner@example.com',
	password: `Web1-${randomBytes(9).toString('base64url')}`,
});

/** The account of all temporary n8n instances. */
export const owner = newLogin();

export interface Credential {
	id: string;
	name: string;
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

interface Settings {
	userManagement: { showSetupOnFirstLoad: boolean };
}

interface ExecutionPage {
	results: Summary[];
	nextCursor?: string | null;
}

/** A retry in a test ends within seconds. */
const MAX_RETRY_MS = 100_000;

export type Driver = Awaited<ReturnType<typeof openDriver>>;

async function send(
	url: string,
	method: string,
	body?: unknown,
	headers: object = {},
	signal?: AbortSignal,
) {
	const response = await fetch(url, {
		method,
		signal,
		headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
		body: JSON.stringify(body),
	});
	return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Logs in, or creates the owner of a new n8n. Returns functions for the requests of n8n's editor. */
export async function openDriver(url: string, { email, password }: Login = owner) {
	let cookie = '';
	/** Returns the response of n8n as text. */
	const request = async (
		method: string,
		path: string,
		body?: unknown,
		signal?: AbortSignal,
	): Promise<string> => {
		const { status, headers, text } = await send(`${url}${path}`, method, body, { cookie }, signal);
		if (status >= 400) throw new Error(`n8n answered ${status} to ${method} ${path}: ${text}`);
		cookie ||= headers
			.getSetCookie()
			.map((line) => line.split(';')[0])
			.join('; ');
		return text;
	};
	const rest = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
		(JSON.parse(await request(method, `/rest${path}`, body)) as { data: T }).data;
	const post = <T>(path: string, body: unknown = {}): Promise<T> => rest('POST', path, body);
	const { userManagement } = await rest<Settings>('GET', '/settings');
	await (userManagement.showSetupOnFirstLoad
		? post('/owner/setup', { email, password, firstName: 'Test', lastName: 'Owner' })
		: post('/login', { emailOrLdapLoginId: email, password }));

	const createCredential = async (
		name: string,
		data: object,
		type = 'webDataApi',
	): Promise<Credential> => ({
		name,
		id: (await post<Credential>('/credentials', { name, type, data })).id,
	});

	/** Returns executions, newest first. By default, returns the executions of all workflows. */
	const executions = async (workflow?: { id: string }, cursor?: string): Promise<Summary[]> => {
		const filter = JSON.stringify(workflow ? { workflowId: workflow.id } : {});
		const query = new URLSearchParams({ filter, limit: '100', ...(cursor && { cursor }) });
		const page = await rest<ExecutionPage>('GET', `/executions?${query}`);
		const older = page.nextCursor ? await executions(workflow, page.nextCursor) : [];
		return [...page.results, ...older];
	};

	const execution = async (id: string): Promise<Execution> =>
		await decode(await rest<SavedExecution>('GET', `/executions/${id}`));

	const lastExecution = async (workflow: { id: string }): Promise<Execution | undefined> => {
		const [newest] = await executions(workflow);
		return newest && (await execution(newest.id));
	};

	return {
		request,
		rest,
		post,
		createCredential,
		/** n8n can test a credential only after the credential is stored. */
		testCredential: async (data: object): Promise<{ status: string; message: string }> => {
			const credential = await createCredential('To be tested', data);
			return await post('/credentials/test', {
				credentials: { ...credential, type: 'webDataApi', data },
			});
		},
		importWorkflow: (workflow: Workflow, credential: Credential) =>
			// n8n 1 requires `active`.
			post<Imported>('/workflows', { ...withCredential(workflow, credential), active: false }),
		activate: async ({ id, versionId }: Imported): Promise<void> => {
			await post(`/workflows/${id}/activate`, { versionId });
		},
		deactivate: async ({ id }: Imported): Promise<void> => {
			await post(`/workflows/${id}/deactivate`);
		},
		/** Works like *Execute workflow* in the editor. Returns the execution ID. */
		runManually: async ({ id }: Imported, trigger: string): Promise<string> => {
			const body = { triggerToStartFrom: { name: trigger } };
			return (await post<{ executionId: string }>(`/workflows/${id}/run`, body)).executionId;
		},
		/**
		 * Repeats the call until n8n executes the workflow. n8n registers a webhook shortly after it activates the workflow,
		 * and a busy n8n can lose its database for some seconds.
		 */
		webhook: (path: string, body: object) =>
			until(`the webhook ${path} is registered`, async () => {
				const answer = await send(`${url}/webhook/${path}`, 'POST', body);
				return /not registered|Database is not ready/.test(answer.text) ? undefined : answer;
			}),
		execution,
		executions,
		lastExecution,
		waitForExecution: (
			workflow: { id: string },
			matches: (execution: Execution) => boolean = hasEnded,
		): Promise<Execution> =>
			until(`an execution of workflow ${workflow.id} is as wanted`, async () => {
				const newest = await lastExecution(workflow);
				return newest && matches(newest) && newest;
			}),
		stopExecution: (id: string) => post<Summary>(`/executions/${id}/stop`),
		/**
		 * Works like *Retry* in the list of executions. Resolves when the new execution has ended. After the kill of a worker,
		 * n8n can miss the end of an execution and never answer, so a call without an answer is repeated.
		 */
		retryExecution: (id: string): Promise<Execution> =>
			until(`n8n has answered to the retry of execution ${id}`, async () => {
				const path = `/rest/executions/${id}/retry`;
				const answered = request('POST', path, {}, AbortSignal.timeout(MAX_RETRY_MS));
				const answer = await answered.catch((error: Error) => {
					if (error.name !== 'TimeoutError') throw error;
				});
				if (answer === undefined) return undefined;
				return await execution((JSON.parse(answer) as { data: Summary }).data.id);
			}),
	};
}
