import { ensureEngine, installPackedNode } from '../demo/install';
import { startLocalService, type LocalService } from '../localService/localService';
import { openEngine, type Engine } from './engine';

/**
 * Provides n8n's execution engine with the packed node, and a local service, for all tests of a file. Installs the
 * engine if it is missing. The properties of the returned objects are set before the first test starts.
 */
export function useEngine(): { engine: Engine; service: LocalService } {
	const service = {} as LocalService;
	const engine = {} as Engine;
	beforeAll(async () => {
		await ensureEngine();
		const started = await startLocalService();
		Object.defineProperties(service, Object.getOwnPropertyDescriptors(started));
		const { url: baseUrl, apiKey } = service;
		Object.assign(engine, await openEngine(await installPackedNode(), { baseUrl, apiKey }));
	});
	afterEach(() => service.reset());
	afterAll(async () => {
		engine.close();
		await service.close();
	});
	return { engine, service };
}
