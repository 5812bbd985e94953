// Small nodes that take the place of n8n's own nodes around the Web Data node.

import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

export const PACKAGE = 'n8n-nodes-web-data';
export const START = 'Start';
export const WEB_DATA = 'Web Data';
export const AGENT = 'Agent';
export const AGENT_TYPE = 'test.agent';

type Execute = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

const standIn = (
	name: string,
	inputs: ('main' | 'ai_tool')[],
	execute: Execute,
	group: 'trigger' | 'transform' = 'transform',
): INodeType => ({
	description: {
		displayName: name,
		name,
		group: [group],
		version: 1,
		description: name,
		defaults: { name },
		inputs,
		outputs: ['main'],
		properties: [{ displayName: 'Value', name: 'value', type: 'json', default: '' }],
	},
	execute,
});

interface Tool {
	invoke(input: object): Promise<string>;
}

export async function callFirst(tools: unknown): Promise<string> {
	const [tool] = tools as Tool[];
	if (tool === undefined) throw new Error('The agent has no tool');
	return await tool.invoke({});
}

/** n8n's agents also get the tools of each item separately, and process the items of a batch in parallel. */
async function callTools(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const call = async (_item: unknown, index: number): Promise<INodeExecutionData> => {
		const response = await callFirst(await this.getInputConnectionData('ai_tool', index));
		return { json: { response }, pairedItem: { item: index } };
	};
	return [await Promise.all(this.getInputData().map(call))];
}

async function readStartItems(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const read = (_item: unknown, index: number) => ({
		json: this.getNodeParameter('value', index) as INodeExecutionData['json'],
	});
	return [await Promise.resolve(this.getInputData().map(read))];
}

export const standIns = (items: INodeExecutionData[]): Record<string, INodeType | undefined> => ({
	'test.start': standIn('start', [], () => Promise.resolve([items]), 'trigger'),
	'test.next': standIn('next', ['main'], readStartItems),
	[AGENT_TYPE]: standIn('agent', ['main', 'ai_tool'], callTools),
});
