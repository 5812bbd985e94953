// Error items for older versions of n8n, whose error output only accepts items with two strings.

import { n8nWorkflow } from '../n8nWorkflow';
import type { INode, INodeExecutionData } from 'n8n-workflow';

/** n8n accepts `details` from 2.34.4 on, but a node cannot see this. This constant exists from 2.37 on. */
const supportsDetails = (): boolean => n8nWorkflow.ACTIONABLE_CAUSES !== undefined;

const legacyShape = (item: INodeExecutionData): INodeExecutionData => {
	const { error, message, details } = item.json;
	if (error === undefined || details === undefined) return item;
	const text = `${String(message)} Details: ${JSON.stringify(details)}`;
	return { ...item, json: { error, message: text.trim() } };
};

/** The items, with failed items in the form that the error output of this n8n accepts. */
export function forErrorOutput(node: INode, items: INodeExecutionData[]): INodeExecutionData[] {
	if (node.onError !== 'continueErrorOutput' || supportsDetails()) return items;
	return items.map(legacyShape);
}
