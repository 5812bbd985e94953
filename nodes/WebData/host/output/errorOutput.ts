// Creates error items for older n8n versions, whose error output accepts only items with exactly two string fields.

import { n8nWorkflow } from '../n8nWorkflow';
import type { INode, INodeExecutionData } from 'n8n-workflow';

/**
 * n8n accepts `details` in version 2.34.4 and later. A node cannot detect that version, but it can detect version 2.37
 * and later, in which `ACTIONABLE_CAUSES` exists.
 */
const supportsDetails = (): boolean => n8nWorkflow.ACTIONABLE_CAUSES !== undefined;

const legacyShape = (item: INodeExecutionData): INodeExecutionData => {
	const { error, message, details } = item.json;
	if (error === undefined || details === undefined) return item;
	const text = `${String(message)} Details: ${JSON.stringify(details)}`;
	return { ...item, json: { error, message: text.trim() } };
};

/** Converts failed items to a shape that the error output of the installed n8n version accepts. */
export function forErrorOutput(node: INode, items: INodeExecutionData[]): INodeExecutionData[] {
	if (node.onError !== 'continueErrorOutput' || supportsDetails()) return items;
	return items.map(legacyShape);
}
