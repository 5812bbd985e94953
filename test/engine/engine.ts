// Runs the packed nodes on n8n's execution engine, n8n-core. `ensureEngine()` in test/demo installs the engine.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
	IConnections,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeType,
	INodeTypes,
	IRun,
	IVersionedNodeType,
	IWebhookFunctions,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import { AGENT, AGENT_TYPE, callFirst, PACKAGE, standIns, START, WEB_DATA } from './standIns';

interface N8nCore {
	BinaryDataService: object;
	PackageDirectoryLoader: new (folder: string) => {
		loadAll(): Promise<void>;
		getNode(name: string): { type: INodeType | IVersionedNodeType };
	};
	ExecutionLifecycleHooks: new (mode: string, executionId: string, workflow: object) => object;
	WorkflowExecute: new (
		data: IWorkflowExecuteAdditionalData,
		mode: 'manual',
	) => { run(options: { workflow: Workflow; startNode: unknown }): Promise<IRun> };
	ExecuteContext: new (...parts: unknown[]) => IExecuteFunctions;
	WebhookContext: new (...parts: unknown[]) => IWebhookFunctions;
}

interface Container {
	get(service: object): { init(): Promise<void> };
}

export interface Task {
	/** The Web Data node or trigger. `type` is `webData` by default. */
	node: Pick<INode, 'parameters'> & Partial<INode>;
	/** Default: one empty item. */
	items?: INodeExecutionData[];
}

export interface RunReport {
	status: string;
	error?: { message: string; description?: string };
	output: INodeExecutionData[];
	errorOutput: INodeExecutionData[];
	hints: string[];
	/** Output of the node that follows Web Data: `{{ $('Start').item.json }}` of each item. */
	startItems: IDataObject[];
}

interface WorkflowParts {
	nodes: INode[];
	connections?: IConnections;
	/** Output of Start. */
	items?: INodeExecutionData[];
}

const N8N_URL = 'http://localhost:5678/';
const EXECUTION_ID = '1';
const CREDENTIALS = { webDataApi: { id: '1', name: 'Web Data account' } };

/** n8n-core writes its settings to this folder as soon as n8n-core is loaded. */
function useTemporaryFolder(): () => void {
	const folder = mkdtempSync(join(tmpdir(), 'web-data-engine-'));
	process.env.N8N_USER_FOLDER = folder;
	process.env.N8N_ENCRYPTION_KEY = randomBytes(24).toString('hex');
	// n8n-core would log each error of a node.
	process.env.N8N_LOG_LEVEL = 'silent';
	return () => rmSync(folder, { recursive: true, force: true });
}

const webDataNode = ({ type = 'webData', ...node }: Task['node']): INode => ({
	id: 'web-data',
	name: WEB_DATA,
	typeVersion: 1,
	position: [200, 0],
	credentials: CREDENTIALS,
	...node,
	type: `${PACKAGE}.${type}`,
});

const standIn = (name: string, type: string, parameters = {}): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
});

const to = (node: string, type: 'main' | 'ai_tool' = 'main') => [{ node, type, index: 0 }];

const jsonOf = (output?: readonly (INodeExecutionData[] | null)[] | null): IDataObject[] =>
	(output?.[0] ?? []).map(({ json }) => json);

const reportOf = (run: IRun): RunReport => {
	const { error, runData } = run.data.resultData;
	const [task] = runData[WEB_DATA]?.slice(-1) ?? [];
	const [output, errorOutput] = task?.data?.main ?? [];
	return {
		status: run.status,
		...(error && { error: { message: error.message, description: error.description ?? '' } }),
		output: output ?? [],
		errorOutput: errorOutput ?? [],
		hints: (task?.hints ?? []).map(({ message }) => message),
		startItems: jsonOf(runData.Next?.[0]?.data?.main),
	};
};

export type Engine = Awaited<ReturnType<typeof openEngine>>;

/** Loads the engine and the package in `packageFolder`. All runs use the credential. */
export async function openEngine(packageFolder: string, credential: IDataObject) {
	const removeFolder = useTemporaryFolder();
	const load = createRequire(join(__dirname, '../demo/package.json'));
	const core = load('n8n-core') as N8nCore;
	const { NodeHelpers, Workflow, createEmptyRunExecutionData } = load(
		'n8n-workflow',
	) as typeof import('n8n-workflow');
	await (load('@n8n/di') as { Container: Container }).Container.get(core.BinaryDataService).init();
	const loader = new core.PackageDirectoryLoader(packageFolder);
	await loader.loadAll();

	const builtNode = (name: string): INodeType =>
		NodeHelpers.getVersionedNodeType(loader.getNode(name).type, 1);

	/** As n8n does it, the tool has the same methods as the node, another name, no inputs, and a tool as its output. */
	const toolOf = (name: string): INodeType => {
		const node = builtNode(name);
		const ofTool = { name: `${name}Tool`, inputs: [], outputs: ['ai_tool' as const] };
		const description = { ...node.description, ...ofTool };
		return Object.assign(Object.create(node) as INodeType, { description });
	};

	const nodeTypesFor = (items: INodeExecutionData[]): INodeTypes => {
		const known = standIns(items);
		return {
			getByNameAndVersion: (type: string) => {
				const name = type.slice(PACKAGE.length + 1);
				return known[type] ?? (name.endsWith('Tool') ? toolOf(name.slice(0, -4)) : builtNode(name));
			},
		} as unknown as INodeTypes;
	};

	const workflowOf = ({ items = [], connections = {}, ...parts }: WorkflowParts) =>
		new Workflow({
			id: 'engine',
			active: true,
			settings: { executionOrder: 'v1' },
			connections,
			nodeTypes: nodeTypesFor(items),
			...parts,
		});

	/** Without an `executionId`, the data is as in n8n's webhooks. */
	const additionalData = (rest: object = {}) =>
		({
			credentialsHelper: {
				getParentTypes: () => [],
				getDecrypted: () => Promise.resolve(credential),
				getCredentialsProperties: () => [],
				isCredentialUsableByNode: () => true,
			},
			currentNodeExecutionIndex: 0,
			variables: {},
			restApiUrl: `${N8N_URL}rest`,
			instanceBaseUrl: N8N_URL,
			webhookBaseUrl: `${N8N_URL}webhook`,
			webhookWaitingBaseUrl: `${N8N_URL}webhook-waiting`,
			formWaitingBaseUrl: `${N8N_URL}form-waiting`,
			logAiEvent: () => undefined,
			...rest,
		}) as unknown as IWorkflowExecuteAdditionalData;

	const runWorkflow = async (workflow: Workflow): Promise<IRun> => {
		const hooks = new core.ExecutionLifecycleHooks('manual', EXECUTION_ID, { id: 'engine' });
		const data = additionalData({ hooks, executionId: EXECUTION_ID });
		const startNode = workflow.getNode(START);
		return await new core.WorkflowExecute(data, 'manual').run({ workflow, startNode });
	};

	return {
		/** Runs Start → Web Data → Next. */
		async run({ node, items = [{ json: {} }] }: Task): Promise<RunReport> {
			const next = standIn('Next', 'test.next', { value: "={{ $('Start').item.json }}" });
			const nodes = [standIn(START, 'test.start'), webDataNode(node), next];
			const connections = { [START]: { main: [to(WEB_DATA)] }, [WEB_DATA]: { main: [to('Next')] } };
			return reportOf(await runWorkflow(workflowOf({ nodes, connections, items })));
		},

		/** Runs Start → Agent with Web Data as the tool. The agent calls the tool in parallel, once per item. */
		async runAgent({ node, items = [{ json: {} }] }: Task): Promise<string[]> {
			const tool = webDataNode({ ...node, type: 'webDataTool' });
			const nodes = [standIn(START, 'test.start'), standIn(AGENT, AGENT_TYPE), tool];
			const connections = {
				[START]: { main: [to(AGENT)] },
				[WEB_DATA]: { ai_tool: [to(AGENT, 'ai_tool')] },
			};
			const { data } = await runWorkflow(workflowOf({ nodes, connections, items }));
			if (data.resultData.error) throw data.resultData.error;
			return jsonOf(data.resultData.runData[AGENT]?.[0]?.data?.main).map(({ response }) =>
				String(response),
			);
		},

		/** Calls the tool as the MCP Server Trigger does: with the context of a webhook and without an execution. */
		async callTool({ node }: Task): Promise<string> {
			const tool = webDataNode({ ...node, type: 'webDataTool' });
			const connections = { [WEB_DATA]: { ai_tool: [to(AGENT, 'ai_tool')] } };
			const workflow = workflowOf({ nodes: [standIn(AGENT, AGENT_TYPE), tool], connections });
			const data = additionalData({ httpRequest: { body: {}, headers: {} } });
			const agent = workflow.getNode(AGENT);
			const context = new core.WebhookContext(workflow, agent, data, 'webhook', {}, [], null);
			const tools = await context.getInputConnectionData('ai_tool', 0);
			return await callFirst(tools);
		},

		/** Executes the node as n8n's `EphemeralNodeExecutor` does for agents: without an execution and a workflow ID. */
		async executeDirectly({ node, items = [{ json: {} }] }: Task) {
			const webData = webDataNode(node);
			const nodeTypes = nodeTypesFor(items);
			const workflow = new Workflow({
				nodes: [webData],
				connections: {},
				active: false,
				nodeTypes,
			});
			const input = { main: [items] };
			const source = { node: webData, data: input, source: null };
			const run = createEmptyRunExecutionData();
			const context = new core.ExecuteContext(
				...[workflow, webData, additionalData(), 'internal', run],
				...[0, items, input, source, []],
			);
			const output = await builtNode('webData').execute?.call(context);
			return (output as INodeExecutionData[][])[0] ?? [];
		},

		close: removeFolder,
	};
}
