import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	NodeExecutionHint,
} from 'n8n-workflow';
import { mapTexts } from '../../errors/mask';
import { maxTextLengthField } from '../../operation/aiTool';

// Prepares the output of a node that runs as a tool.

/** n8n appends `Tool` to the type of a node that runs as a tool. */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

/**
 * Whether a failed item becomes an error item. Some agents run a tool internally and hide the errors that the tool
 * throws. `isToolExecution` is true only in such agents. Other agents run a tool as a node, so n8n applies *On Error*.
 */
export const continuesOnFailure = (context: IExecuteFunctions): boolean =>
	context.continueOnFail() || context.isToolExecution?.() === true;

const truncate = (text: string, longest: number): string =>
	text.length <= longest
		? text
		: `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}\n\n[Truncated: the text contains ${text.length} characters, and the limit is ${longest}]`;

/** Returns the value of the field, or its default if the user's expression fails, so that paid output is not lost. */
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

/** A model may mistake empty output for a failure, so the node adds an explanation. */
export function explainEmpty(
	context: Pick<IExecuteFunctions, 'getNode'>,
	items: INodeExecutionData[],
	hints: readonly NodeExecutionHint[],
): INodeExecutionData[] {
	if (items.length > 0 || !isTool(context.getNode())) return items;
	const message = ['The result is empty.', ...hints.map((hint) => hint.message)].join(' ');
	return [{ json: { message }, pairedItem: { item: 0 } }];
}
