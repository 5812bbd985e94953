import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { fault, type FaultPlan } from '../localService/faults';
import {
	startLocalService,
	type LocalService,
	type LocalServiceOptions,
} from '../localService/localService';
import { loadBuiltNode, runNode, type NodeRun, type RunResult } from './builtNode';
import { setHostTime } from './hostTime';
import { VirtualTime } from './virtualTime';

/** Milliseconds after which the node no longer knows the limits of an idle account. */
const FORGOTTEN_MS = 600_000;

export type Form = Record<string, unknown>;

/** JSON of an output item. Only failed items have the three fields of the type. */
export interface ItemJson extends IDataObject {
	error?: string;
	message?: string;
	details?: IDataObject;
}

export interface Output {
	items: INodeExecutionData[];
	json: ItemJson[];
	/** JSON of the first item, or an empty object. */
	first: ItemJson;
	/** Texts of the hints. */
	hints: string[];
}

export type BuiltNode = ReturnType<typeof useBuiltNode>;

export const emptyItems = (count: number): IDataObject[] =>
	Array.from({ length: count }, () => ({}));

const asOutput = ({ items, hints }: RunResult): Output => {
	const json = items.map((item): ItemJson => item.json);
	return { items, json, first: json[0] ?? {}, hints: hints.map(({ message }) => message) };
};

/**
 * Provides the built node and a local service on one virtual clock for all tests of a file. After each test, the clock
 * advances until the node's rate limits have expired.
 */
export function useBuiltNode({
	time = new VirtualTime({ startMs: Date.now(), skipSleeps: 'whenIdle' }),
	...options
}: LocalServiceOptions = {}) {
	const node = loadBuiltNode();
	const service = {} as LocalService;
	beforeAll(async () => {
		const started = await startLocalService({ ...options, time });
		Object.defineProperties(service, Object.getOwnPropertyDescriptors(started));
	});
	beforeEach(() => setHostTime(time));
	afterEach(() => service.reset());
	afterEach(() => {
		jest.restoreAllMocks();
		setHostTime(undefined);
		time.duringSleep(undefined);
		time.sleeps.length = 0;
		time.advance(FORGOTTEN_MS);
	});
	afterAll(() => service.close());
	const execute = (run: Omit<NodeRun, 'credential'> & Partial<NodeRun>): Promise<RunResult> =>
		runNode(node, { credential: { baseUrl: service.url, apiKey: service.apiKey }, ...run });
	return {
		node,
		/** The service is available as soon as the first test starts. */
		service,
		/** Clock of n8n, the node, and the service. By default, a sleep of the node takes no real time. */
		time,
		execute,
		/** Runs an operation, such as `crawl.run`. By default, a failed item is output as an item. */
		async run(
			name: string,
			form: Form | ((itemIndex: number) => Form) = {},
			rest: Partial<NodeRun> = {},
		): Promise<Output> {
			const [resource = '', operation = ''] = name.split('.');
			const stored = (values: Form) => ({ resource, operation, ...values }) as INodeParameters;
			const parameters =
				typeof form === 'function' ? (index: number) => stored(form(index)) : stored(form);
			return asOutput(await execute({ parameters, onError: 'continueRegularOutput', ...rest }));
		},
		/** The service responds to the next request with `body`, or as `plan` says. */
		respond: (
			body: object,
			{ status = 200, ...plan }: FaultPlan & { status?: number } = {},
		): void => service.addFaults(fault({ kind: 'json', status, body }, plan)),
		/** Returns the bodies of the received requests with a method, by default POST. */
		bodies: (method = 'POST'): unknown[] =>
			service.requests.filter((request) => request.method === method).map(({ body }) => body),
		/** Returns the method and path of each received request. An ID becomes `{id}`. */
		lines: (): string[] =>
			service.requests.map(
				({ method, path }) => `${method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')}`,
			),
		/** Returns the signal of an execution that is stopped in the given sleep of the node, by default in the first. */
		stopInSleep(sleep = 1): AbortSignal {
			const stop = new AbortController();
			time.duringSleep(() => (time.sleeps.length === sleep ? stop.abort() : undefined));
			return stop.signal;
		},
	};
}
