// Prepares the output of a node that runs as a tool. The model must see failures, and the output must fit into the
// model's context window.

import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	NodeExecutionHint,
} from 'n8n-workflow';
import { maxTextLengthField } from '../../operations/common/aiTool.fields';
import { mapTexts } from './maskSecret';

/** n8n appends `Tool` to the type of a node that runs as a tool. No n8n function detects such nodes in all cases. */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

/**
 * Whether a failed item becomes an error item instead of ending the node. A tool always returns error items, because
 * some agents pass an empty string to the model if a tool throws an error.
 */
export const continuesOnFailure = (context: IExecuteFunctions): boolean =>
	context.continueOnFail() || context.isToolExecution?.() === true;

const truncate = (text: string, longest: number): string =>
	text.length <= longest
		? text
		: `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}\n\n[Truncated: the text contains ${text.length} characters, and the limit is ${longest}]`;

/**
 * If the expression for the maximum length fails, returns the default, because output that was paid for must not be
 * lost.
 */
function maxTextLength(context: IExecuteFunctions): number {
	try {
		return Number(context.getNodeParameter(maxTextLengthField.name, 0, 0));
	} catch {
		return Number(maxTextLengthField.default);
	}
}

export function truncateForModel(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	if (!isTool(context.getNode())) return items;
	const longest = maxTextLength(context);
	if (!(longest > 0)) return items;
	const shorten = (json: IDataObject) => mapTexts(json, (text) => truncate(text, longest));
	return items.map((item) => ({ ...item, json: shorten(item.json) as IDataObject }));
}

/**
 * If the output of a tool is empty, adds an item with an explanation. Otherwise, n8n would pass an empty string to the
 * model. A model cannot distinguish an empty string from a failure.
 */
export function explainEmpty(
	context: Pick<IExecuteFunctions, 'getNode'>,
	items: INodeExecutionData[],
	hints: readonly NodeExecutionHint[],
): INodeExecutionData[] {
	if (items.length > 0 || !isTool(context.getNode())) return items;
	const message = ['The result is empty.', ...hints.map((hint) => hint.message)].join(' ');
	return [{ json: { message }, pairedItem: { item: 0 } }];
}
