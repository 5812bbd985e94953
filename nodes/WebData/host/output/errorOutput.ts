// The error output of older n8n versions accepts only items with exactly two string fields.

import { n8nWorkflow } from '../n8nWorkflow';
import type { INode, INodeExecutionData } from 'n8n-workflow';

/**
 * n8n has accepted `details` in error items since version 2.34.4, but a node can detect only version 2.37 and later.
 */
const supportsDetails = (): boolean => n8nWorkflow.ACTIONABLE_CAUSES !== undefined;

const legacyShape = (item: INodeExecutionData): INodeExecutionData => {
	const { error, message, details } = item.json;
	if (error === undefined || details === undefined) return item;
	const text = `${String(message)} Details: ${JSON.stringify(details)}`;
	return { ...item, json: { error, message: text.trim() } };
};

export function forErrorOutput(node: INode, items: INodeExecutionData[]): INodeExecutionData[] {
	if (node.onError !== 'continueErrorOutput' || supportsDetails()) return items;
	return items.map(legacyShape);
}
