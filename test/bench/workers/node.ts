import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { IExecuteFunctions, INodeParameters, INodeType } from 'n8n-workflow';
import { executeContext } from '../../support/builtNode';
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

/** Reads all parameters except the URL from the first item, because n8n's work must cost little. */
function contextOf({ credential, parameters, items }: NodeExecution): IExecuteFunctions {
	const context = executeContext(nodeType, {
		parameters: { ...parameters, url: '={{ $json.url }}' },
		credential: { ...credential, allowedHttpRequestDomains: 'all', sameForAllItems: true },
		items,
		onError: 'continueRegularOutput',
	});
	const ofFirst = context.getNodeParameter;
	const getNodeParameter = (name: string, index: number, fallback?: unknown): unknown =>
		name === 'url' ? items[index]?.url : ofFirst(name, 0, fallback);
	return Object.assign(context, { getNodeParameter });
}

serve(async (execution: NodeExecution): Promise<Executed> => {
	const context = contextOf(execution);
	const { cost, result } = await measured(async () => await nodeType.execute?.call(context));
	if (!Array.isArray(result)) throw new Error('The node returned no items');
	const failed = (result[0] ?? []).filter(({ json }) => 'error' in json);
	return { ...cost, failed: failed.length, firstError: JSON.stringify(failed[0]?.json) };
});
