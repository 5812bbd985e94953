import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
	IDataObject,
	INodeType,
	INodeTypes,
	IRun,
	IVersionedNodeType,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';

interface N8nCore {
	PackageDirectoryLoader: new (folder: string) => {
		loadAll(): Promise<void>;
		getNode(name: string): { type: INodeType | IVersionedNodeType };
	};
	ExecutionLifecycleHooks: new (
		mode: 'manual',
		executionId: string,
		workflow: Partial<IWorkflowBase>,
	) => object;
	WorkflowExecute: new (
		data: IWorkflowExecuteAdditionalData,
		mode: 'manual',
	) => { run(options: { workflow: Workflow; startNode: unknown }): Promise<IRun> };
}

type N8nWorkflow = typeof import('n8n-workflow');

const PACKAGE = 'n8n-nodes-web-data';
const START = 'Start';
const WEB_DATA = 'Web Data';
const EXECUTION_ID = '1';
const N8N_URL = 'http://localhost:5678/';

const startNode = (json: IDataObject): INodeType => ({
	description: {
		displayName: START,
		name: 'start',
		group: ['trigger'],
		version: 1,
		description: 'Starts the workflow with one item',
		defaults: { name: START },
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	execute: () => Promise.resolve([[{ json }]]),
});

const workflowData = {
	id: 'demo',
	active: false,
	settings: { executionOrder: 'v1' as const },
	nodes: [
		{
			id: '1',
			name: START,
			type: 'demo.start',
			typeVersion: 1,
			position: [0, 0] as [number, number],
			parameters: {},
		},
		{
			id: '2',
			name: WEB_DATA,
			type: `${PACKAGE}.webData`,
			typeVersion: 1,
			position: [200, 0] as [number, number],
			parameters: { url: '={{ $json.url }}' },
			credentials: { webDataApi: { id: '1', name: 'Web Data account' } },
		},
	],
	connections: { [START]: { main: [[{ node: WEB_DATA, type: 'main' as const, index: 0 }]] } },
};

const additionalData = (
	{ ExecutionLifecycleHooks }: N8nCore,
	credential: IDataObject,
): IWorkflowExecuteAdditionalData =>
	({
		credentialsHelper: {
			getParentTypes: () => [],
			getDecrypted: () => Promise.resolve(credential),
			getCredentialsProperties: () => [],
			isCredentialUsableByNode: () => true,
		},
		hooks: new ExecutionLifecycleHooks('manual', EXECUTION_ID, { id: 'demo', name: 'Demo' }),
		executionId: EXECUTION_ID,
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: `${N8N_URL}rest`,
		instanceBaseUrl: N8N_URL,
		webhookWaitingBaseUrl: `${N8N_URL}webhook-waiting`,
		formWaitingBaseUrl: `${N8N_URL}form-waiting`,
		logAiEvent: () => undefined,
	}) as unknown as IWorkflowExecuteAdditionalData;

/** n8n-core writes its settings to the n8n folder as soon as n8n-core is loaded. */
function useTemporaryFolder(): () => void {
	const folder = mkdtempSync(join(tmpdir(), 'web-data-demo-'));
	process.env.N8N_USER_FOLDER = folder;
	process.env.N8N_ENCRYPTION_KEY = randomBytes(24).toString('hex');
	return () => rmSync(folder, { recursive: true, force: true });
}

function jsonOf(run: IRun): IDataObject[] {
	const { error, runData } = run.data.resultData;
	if (error !== undefined) {
		throw new Error([error.message, error.description].filter(Boolean).join('\n'));
	}
	const [output = []] = runData[WEB_DATA]?.[0]?.data?.main ?? [];
	return (output ?? []).map(({ json }) => json);
}

/** Runs the node in `packageFolder` and returns its output. If the node fails, rejects with its message and description. */
export async function runOnEngine(
	packageFolder: string,
	url: string,
	credential: { baseUrl: string; apiKey: string },
): Promise<IDataObject[]> {
	const removeFolder = useTemporaryFolder();
	try {
		const load = createRequire(join(__dirname, 'package.json'));
		const core = load('n8n-core') as N8nCore;
		const { NodeHelpers, Workflow: EngineWorkflow } = load('n8n-workflow') as N8nWorkflow;
		const loader = new core.PackageDirectoryLoader(packageFolder);
		await loader.loadAll();
		const start = startNode({ url });
		const nodeTypes = {
			getByNameAndVersion: (type: string, version?: number) =>
				type === 'demo.start'
					? start
					: NodeHelpers.getVersionedNodeType(
							loader.getNode(type.slice(PACKAGE.length + 1)).type,
							version,
						),
		} as unknown as INodeTypes;
		const workflow = new EngineWorkflow({ ...workflowData, nodeTypes });
		const execution = new core.WorkflowExecute(additionalData(core, credential), 'manual');
		return jsonOf(await execution.run({ workflow, startNode: workflow.getNode(START) }));
	} finally {
		removeFolder();
	}
}
