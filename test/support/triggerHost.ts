import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import {
	type IDataObject,
	type IHookFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IWebhookFunctions,
	type WebhookSetupMethodNames,
} from 'n8n-workflow';
import { loadBuiltNode, shownParameters } from './builtNode';
import { isCloud, n8nRequestHelper } from './build';
import { listen } from './listen';

export interface TriggerPlace {
	instanceId: string;
	workflowId: string;
	node: Pick<INode, 'id' | 'name' | 'webhookId'>;
}

export interface TriggerHost {
	/** Production URL of the node's webhook. In the mode `manual`, the node gets the URL for tests. */
	url: string;
	/** The node, and where n8n runs it. */
	place: TriggerPlace;
	parameters: INodeParameters;
	credential: IDataObject;
	staticData: IDataObject;
	mode: 'manual' | 'trigger';
	activationMode: 'activate' | 'init';
	/** Whether n8n fails to start executions. In this case, n8n does not store changes to the static data. */
	failsToStart: boolean;
	readonly executions: INodeExecutionData[][];
	readonly statuses: number[];
	readonly log: string[];
	post(body: string | Buffer, headers?: Record<string, string>): Promise<number>;
	/** Activates the workflow as n8n does. Creates a registration if none exists. */
	activate(): Promise<void>;
	deactivate(): Promise<boolean>;
	reset(): void;
	close(): Promise<void>;
}

const WEBHOOK_ID = 'a8cd6222-692b-498e-9a3b-af00fa2a9f03';

const PLACE: TriggerPlace = {
	instanceId: 'instance-id',
	workflowId: 'workflow-id',
	node: { id: 'trigger-id', name: 'Web Data Trigger', webhookId: WEBHOOK_ID },
};

const NODE: INode = {
	id: PLACE.node.id,
	name: PLACE.node.name,
	type: 'n8n-nodes-web-data.webDataTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const known = new WeakMap<INodeParameters, INodeParameters>();

function parameterIn(nodeType: INodeType, stored: INodeParameters, name: string): unknown {
	const parameters = known.get(stored) ?? shownParameters(nodeType, stored, NODE);
	known.set(stored, parameters);
	return parameters[name];
}

const sharedContext = (nodeType: INodeType, host: TriggerHost) => ({
	getNode: () => ({ ...NODE, ...host.place.node }),
	getInstanceId: () => host.place.instanceId,
	getWorkflow: () => ({ id: host.place.workflowId, name: 'Tides', active: host.mode !== 'manual' }),
	getMode: () => host.mode,
	getCredentials: async () => await Promise.resolve(host.credential),
	getNodeParameter: (name: string, fallback: unknown) =>
		parameterIn(nodeType, host.parameters, name) ?? fallback,
	getWorkflowStaticData: () => host.staticData,
	getNodeWebhookUrl: () =>
		host.mode === 'manual' ? host.url.replace('/webhook/', '/webhook-test/') : host.url,
	logger: Object.fromEntries(
		['debug', 'info', 'warn', 'error'].map((level) => [
			level,
			(message: string) => void host.log.push(message),
		]),
	),
	helpers: isCloud ? { httpRequest: n8nRequestHelper() } : {},
});

/** Handles a webhook request. Like n8n, the host responds with 500 if the trigger throws. */
async function receive(
	nodeType: INodeType,
	host: TriggerHost,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const rawBody = await buffer(request);
	const answer = (status: number, body: unknown): void => {
		host.statuses.push(status);
		response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
	};
	const responseObject = Object.assign(response, {
		status: (code: number) => ({ json: (body: unknown) => answer(code, body) }),
	});
	const stored = structuredClone(host.staticData);
	const context = {
		...sharedContext(nodeType, host),
		getRequestObject: () => ({ rawBody }),
		getHeaderData: () => request.headers,
		getResponseObject: () => responseObject,
	} as unknown as IWebhookFunctions;
	try {
		const result = await nodeType.webhook?.call(context);
		if (result?.workflowData !== undefined) {
			if (host.failsToStart) throw new Error('The queue is not available');
			host.executions.push(result.workflowData[0] ?? []);
		}
		if (result?.noWebhookResponse !== true) answer(200, result?.webhookResponse ?? {});
	} catch (error) {
		host.log.push(String(error));
		host.staticData = stored;
		answer(500, {});
	}
}

export async function startTriggerHost(nodeType: INodeType): Promise<TriggerHost> {
	const server = createServer((request, response) => {
		void receive(nodeType, host, request, response);
	});
	const { url, close } = await listen(server);
	const run = async (method: WebhookSetupMethodNames): Promise<boolean> => {
		const context = {
			...sharedContext(nodeType, host),
			// When n8n removes a webhook registration, the mode is `internal`, for production URLs and in tests.
			getMode: () => (method === 'delete' ? 'internal' : host.mode),
			getActivationMode: () => host.activationMode,
		} as unknown as IHookFunctions;
		return (await nodeType.webhookMethods?.default?.[method].call(context)) ?? false;
	};
	const initialState = () => ({
		url: `${url}/webhook/${WEBHOOK_ID}/webhook`,
		place: PLACE,
		parameters: {},
		staticData: {},
		mode: 'trigger' as const,
		activationMode: 'activate' as const,
		failsToStart: false,
	});
	const host: TriggerHost = {
		...initialState(),
		credential: {},
		executions: [],
		statuses: [],
		log: [],
		async post(body, headers = {}) {
			const response = await fetch(host.url, { method: 'POST', body, headers });
			return response.status;
		},
		async activate() {
			if (!(await run('checkExists'))) await run('create');
		},
		deactivate: () => run('delete'),
		reset() {
			Object.assign(host, initialState());
			for (const list of [host.executions, host.statuses, host.log]) list.length = 0;
		},
		close,
	};
	return host;
}

/** Provides a host with the built Web Data Trigger for all tests of a file. */
export function useTriggerHost(credential: () => IDataObject): TriggerHost {
	let host: TriggerHost;
	beforeAll(async () => {
		host = await startTriggerHost(loadBuiltNode('WebDataTrigger'));
	});
	beforeEach(() => {
		host.reset();
		host.credential = credential();
	});
	afterAll(() => host.close());
	return new Proxy({} as TriggerHost, {
		get: (_empty, name): unknown => Reflect.get(host, name),
		set: (_empty, name, value) => Reflect.set(host, name, value),
	});
}
