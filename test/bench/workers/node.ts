import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	NodeHelpers,
} from 'n8n-workflow';
import { type Cost, measured, serve } from './serve';

export interface NodeExecution {
	credential: { baseUrl: string; apiKey: string };
	parameters: INodeParameters;
	items: { url: string }[];
}

export interface Executed extends Cost {
	failed: number;
	firstError?: string;
}

const { WebData } = createRequire(__filename)(
	join(__dirname, 'package/dist/nodes/WebData/WebData.node.js'),
) as { WebData: new () => INodeType };
const nodeType = new WebData();

/** Removes hidden parameters and adds default values, as n8n does. */
function contextOf({ credential, parameters, items }: NodeExecution): IExecuteFunctions {
	const { description } = nodeType;
	const node: INode = {
		id: 'node-id',
		name: 'Web Data',
		type: 'n8n-nodes-web-data.webData',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		onError: 'continueRegularOutput',
	};
	const stored = { ...parameters, url: '={{ $json.url }}' };
	node.parameters =
		NodeHelpers.getNodeParameters(description.properties, stored, true, false, node, description) ??
		{};
	const input = items.map((json) => ({ json: json as IDataObject }));
	const nodeContext: IDataObject = {};
	const context = {
		getInputData: () => input,
		getNode: () => node,
		getExecutionId: () => '1',
		getExecutionCancelSignal: () => undefined,
		continueOnFail: () => true,
		getCredentials: async () => ({
			...credential,
			allowedHttpRequestDomains: 'all',
			sameForAllItems: true,
		}),
		getNodeParameter: (name: string, index: number, fallback: unknown) =>
			name === 'url' ? input[index]?.json.url : (node.parameters[name] ?? fallback),
		getContext: () => nodeContext,
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		addExecutionHints: () => undefined,
		helpers: {},
	};
	return context as unknown as IExecuteFunctions;
}

async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const output = await nodeType.execute?.call(context);
	if (!Array.isArray(output)) throw new Error('The node returned no items');
	return output[0] ?? [];
}

serve(async (execution: NodeExecution): Promise<Executed> => {
	const context = contextOf(execution);
	const { cost, result } = await measured(() => execute(context));
	const failed = result.filter(({ json }) => 'error' in json);
	return { ...cost, failed: failed.length, firstError: JSON.stringify(failed[0]?.json) };
});
