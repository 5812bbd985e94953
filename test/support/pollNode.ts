import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IPollFunctions,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { shownParameters } from './builtNode';
import { isCloud, n8nRequestHelper } from './build';

export interface PollRun {
	parameters: INodeParameters;
	credential: IDataObject;
	/** Static data of the node, which a poll can change. Pass the same object to several polls. */
	staticData?: IDataObject;
	/** Static data of the workflow, which does not depend on the name of the node. */
	workflowData?: IDataObject;
	/** Execution mode. Default: `trigger`, as in an active workflow. */
	mode?: WorkflowExecuteMode;
	/** Maximum duration of the poll in milliseconds. Some versions of n8n do not provide a maximum. */
	budgetMs?: number;
	nodeId?: string;
}

export interface PollResult {
	items: INodeExecutionData[];
	warnings: string[];
}

function pollContext(nodeType: INodeType, run: PollRun, warnings: string[]): IPollFunctions {
	const { description } = nodeType;
	const node: INode = {
		id: run.nodeId ?? 'node-id',
		name: description.displayName,
		type: `n8n-nodes-web-data.${description.name}`,
		typeVersion: 1,
		position: [0, 0],
		parameters: run.parameters,
	};
	const parameters = shownParameters(nodeType, run.parameters, node);
	const { budgetMs, staticData = {}, workflowData = {} } = run;
	const context = {
		getNode: () => node,
		getMode: () => run.mode ?? 'trigger',
		getWorkflow: () => ({ id: 'workflow-id', name: 'Workflow', active: true }),
		getWorkflowStaticData: (type: string) => (type === 'node' ? staticData : workflowData),
		getCredentials: async () => run.credential,
		getNodeParameter: (name: string, fallback?: unknown) => {
			const value = parameters[name] ?? fallback;
			if (value === undefined) throw new Error(`Could not get parameter "${name}"`);
			return value;
		},
		...(budgetMs === undefined ? {} : { getPollBudgetMs: () => budgetMs }),
		logger: { warn: (message: string) => void warnings.push(message) },
		helpers: isCloud ? { httpRequest: n8nRequestHelper() } : {},
	};
	return context as unknown as IPollFunctions;
}

export async function runPoll(nodeType: INodeType, run: PollRun): Promise<PollResult> {
	const warnings: string[] = [];
	const output = await nodeType.poll?.call(pollContext(nodeType, run, warnings));
	if (output === undefined) throw new Error('The node has no poll');
	const items = output?.[0] ?? [];
	if (output !== null && items.length === 0)
		throw new Error('n8n starts an execution without items');
	return { items, warnings };
}
