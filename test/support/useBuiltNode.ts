import type { INodeType } from 'n8n-workflow';
import {
	startLocalService,
	type LocalService,
	type LocalServiceOptions,
} from '../localService/localService';
import { loadBuiltNode, runNode, type NodeRun, type RunResult } from './builtNode';
import { setHostTime } from './hostTime';
import { VirtualTime } from './virtualTime';

/** Milliseconds after which the node no longer knows the limits of an idle account. */
export const FORGOTTEN_MS = 600_000;

export interface BuiltNode {
	node: INodeType;
	/** The service is available as soon as the first test starts. */
	service: LocalService;
	/** Clock of n8n, the node, and the service. By default, a sleep of the node takes no real time. */
	time: VirtualTime;
	execute(run: Omit<NodeRun, 'credential'> & Partial<NodeRun>): Promise<RunResult>;
}

export interface BuiltNodeOptions extends Omit<LocalServiceOptions, 'time'> {
	time?: VirtualTime;
}

/**
 * Provides the built node and a local service on one virtual clock for all tests of a file. After each test, the clock
 * advances until the node's rate limits have expired.
 */
export function useBuiltNode({
	time = new VirtualTime({ startMs: Date.now(), skipSleeps: 'whenIdle' }),
	...options
}: BuiltNodeOptions = {}): BuiltNode {
	const node = loadBuiltNode();
	const service = {} as LocalService;
	beforeAll(async () => {
		const started = await startLocalService({ ...options, time });
		Object.defineProperties(service, Object.getOwnPropertyDescriptors(started));
	});
	beforeEach(() => setHostTime(time));
	afterEach(async () => {
		await service.reset();
		jest.restoreAllMocks();
		setHostTime(undefined);
		time.duringSleep(undefined);
		time.sleeps.length = 0;
		time.advance(FORGOTTEN_MS);
	});
	afterAll(() => service.close());
	const credential = () => ({ baseUrl: service.url, apiKey: service.apiKey });
	const execute: BuiltNode['execute'] = (run) =>
		runNode(node, { credential: credential(), ...run });
	return { node, service, time, execute };
}
