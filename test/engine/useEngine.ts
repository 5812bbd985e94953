import { ensureEngine, installPackedNode } from '../demo/install';
import { startLocalService, type LocalService } from '../localService/localService';
import { openEngine, type Engine, type Task } from './engine';

type Method = Exclude<keyof Engine, 'close'>;

type TaskOf<Name extends Method> = Omit<Parameters<Engine[Name]>[0], 'credential'> &
	Partial<Pick<Task, 'credential'>>;

type Methods = { [Name in Method]: (task: TaskOf<Name>) => ReturnType<Engine[Name]> };

export interface UsedEngine extends Methods {
	/** The service is available as soon as the first test starts. */
	service: LocalService;
}

/**
 * Provides n8n's execution engine with the packed node, and a local service, for all tests of a file. Installs the
 * engine if it is missing.
 */
export function useEngine(): UsedEngine {
	const service = {} as LocalService;
	let engine: Engine;
	beforeAll(async () => {
		await ensureEngine();
		engine = await openEngine(await installPackedNode());
		const started = await startLocalService();
		Object.defineProperties(service, Object.getOwnPropertyDescriptors(started));
	});
	afterEach(() => service.reset());
	afterAll(async () => {
		engine.close();
		await service.close();
	});
	const method =
		<Name extends Method>(name: Name) =>
		(task: TaskOf<Name>) => {
			const credential = { baseUrl: service.url, apiKey: service.apiKey };
			return (engine[name] as (task: object) => ReturnType<Engine[Name]>)({ credential, ...task });
		};
	return {
		service,
		run: method('run'),
		runAgent: method('runAgent'),
		callTool: method('callTool'),
		executeDirectly: method('executeDirectly'),
	};
}
