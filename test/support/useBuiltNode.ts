import type { IDataObject, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
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
export const FORGOTTEN_MS = 600_000;

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

export interface BuiltNode {
	node: INodeType;
	/** The service is available as soon as the first test starts. */
	service: LocalService;
	/** Clock of n8n, the node, and the service. By default, a sleep of the node takes no real time. */
	time: VirtualTime;
	execute(run: Omit<NodeRun, 'credential'> & Partial<NodeRun>): Promise<RunResult>;
	/** Runs an operation, such as `crawl.run`. By default, a failed item is output as an item. */
	run(
		operation: string,
		form?: Form | ((itemIndex: number) => Form),
		rest?: Partial<NodeRun>,
	): Promise<Output>;
	/** The service responds to the next request with `body`, or as `plan` says. */
	respond(body: object, plan?: FaultPlan & { status?: number }): void;
	/** Returns the bodies of the received requests with a method, by default POST. */
	bodies(method?: string): unknown[];
	/** Returns the method and path of each received request. An ID becomes `{id}`. */
	lines(): string[];
	/** Returns the signal of an execution that is stopped in the given sleep of the node, by default in the first. */
	stopInSleep(sleep?: number): AbortSignal;
}

export interface BuiltNodeOptions extends Omit<LocalServiceOptions, 'time'> {
	time?: VirtualTime;
}

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
}: BuiltNodeOptions = {}): BuiltNode {
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
	const credential = () => ({ baseUrl: service.url, apiKey: service.apiKey });
	const execute: BuiltNode['execute'] = (run) =>
		runNode(node, { credential: credential(), ...run });
	return {
		...{ node, service, time, execute },
		async run(name, form = {}, rest = {}) {
			const [resource = '', operation = ''] = name.split('.');
			const stored = (values: Form) => ({ resource, operation, ...values }) as INodeParameters;
			const parameters =
				typeof form === 'function' ? (index: number) => stored(form(index)) : stored(form);
			return asOutput(await execute({ parameters, onError: 'continueRegularOutput', ...rest }));
		},
		respond: (body, { status = 200, ...plan } = {}) =>
			service.addFaults(fault({ kind: 'json', status, body }, plan)),
		bodies: (method = 'POST') =>
			service.requests.filter((request) => request.method === method).map(({ body }) => body),
		lines: () =>
			service.requests.map(
				({ method, path }) => `${method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')}`,
			),
		stopInSleep(sleep = 1) {
			const stop = new AbortController();
			time.duringSleep(() => (time.sleeps.length === sleep ? stop.abort() : undefined));
			return stop.signal;
		},
	};
}
