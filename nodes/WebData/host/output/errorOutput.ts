// The error output of an older n8n, to which only an item with nothing but two texts finds its way.

import * as workflow from 'n8n-workflow';
import type { INode, INodeExecutionData } from 'n8n-workflow';

/** n8n-workflow as the host has it: an old one lacks some of its constants. */
const host: Partial<typeof workflow> = workflow;

/**
 * n8n 2.34.4, 2.35.x and all later ones know `details`. No function tells of it; the next thing that a node can see
 * came with 2.37.
 */
const supportsDetails = (): boolean => host.ACTIONABLE_CAUSES !== undefined;

const legacyShape = (item: INodeExecutionData): INodeExecutionData => {
	const { error, message, details } = item.json;
	if (error === undefined || details === undefined) return item;
	const told = `${String(message)} Details: ${JSON.stringify(details)}`;
	return { ...item, json: { error, message: told.trim() } };
};

/** The items, with those that failed in a form that this n8n takes to the error output, where the node has one. */
export function forErrorOutput(node: INode, items: INodeExecutionData[]): INodeExecutionData[] {
	if (node.onError !== 'continueErrorOutput' || supportsDetails()) return items;
	return items.map(legacyShape);
}
