import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensureEngine, installPackedNode } from '../demo/install';
import { startLocalService, type LocalService } from '../localService/localService';
import type { Method, Request, Response } from './child';
import type { Engine, Task } from './engine';

type TaskOf<Name extends Method> = Omit<Parameters<Engine[Name]>[0], 'credential'> &
	Partial<Pick<Task, 'credential'>>;

type Results = { [Name in Method]: (task: TaskOf<Name>) => ReturnType<Engine[Name]> };

export interface UsedEngine extends Results {
	/** The service is available as soon as the first test starts. */
	service: LocalService;
}

function startChild(packageFolder: string): ChildProcess {
	return fork(join(__dirname, 'child.ts'), [packageFolder], {
		execArgv: ['--import', 'tsx'],
		serialization: 'advanced',
		// n8n-core would log each error of a node.
		env: { ...process.env, N8N_LOG_LEVEL: 'silent' },
	});
}

/** Returns a function that sends a task to the process and resolves to its result. */
function caller(child: ChildProcess) {
	const waiting = new Map<number, (response: Response) => void>();
	const failAll = (error: string) => waiting.forEach((end, id) => end({ id, error }));
	child.on('message', (response: Response) => waiting.get(response.id)?.(response));
	child.on('exit', (code) => failAll(`The engine's process ended with ${code}`));
	return async (method: Method, task: unknown): Promise<unknown> => {
		const id = waiting.size;
		const response = new Promise<Response>((resolve) => waiting.set(id, resolve));
		child.send({ id, method, task } satisfies Request);
		const { error, result } = await response;
		if (error !== undefined) throw new Error(error);
		return result;
	};
}

/**
 * Provides n8n's execution engine with the packed node, and a local service, for all tests of a file. Installs the
 * engine if it is missing.
 */
export function useEngine(): UsedEngine {
	const service = {} as LocalService;
	let child: ChildProcess;
	let call: ReturnType<typeof caller>;
	beforeAll(async () => {
		await ensureEngine();
		child = startChild(await installPackedNode());
		call = caller(child);
		const started = await startLocalService();
		Object.defineProperties(service, Object.getOwnPropertyDescriptors(started));
	});
	afterEach(() => service.reset());
	afterAll(async () => {
		child.disconnect();
		await Promise.all([once(child, 'exit'), service.close()]);
	});
	const method = (name: Method) => (task: TaskOf<Method>) => {
		const credential = { baseUrl: service.url, apiKey: service.apiKey };
		return call(name, { credential, ...task });
	};
	const methods: Method[] = ['run', 'runAgent', 'callTool', 'executeDirectly', 'poll', 'receive'];
	const results = Object.fromEntries(methods.map((name) => [name, method(name)]));
	return { service, ...(results as unknown as Results) };
}
