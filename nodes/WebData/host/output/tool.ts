import type { IExecuteFunctions, INode, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import { maxResultLengthField } from '../../operation/aiTool';
import { resultLength, shortenItems } from './truncate';

// Prepares the output of a node that runs as a tool.

/** n8n appends `Tool` to the type of a node that runs as a tool. */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

/**
 * Whether a failed item becomes an error item. Some agents run a tool internally and hide the errors that the tool
 * throws. `isToolExecution` is true only in such agents. Other agents run a tool as a node, so n8n applies *On Error*.
 */
export const continuesOnFailure = (context: IExecuteFunctions): boolean =>
	context.continueOnFail() || context.isToolExecution?.() === true;

/** Returns the value of the field, or its default if the user's expression fails, so that paid output is not lost. */
function maxResultLength(context: IExecuteFunctions): number {
	const { name, default: initial } = maxResultLengthField;
	try {
		return Number(context.getNodeParameter(name, 0, initial));
	} catch {
		return Number(initial);
	}
}

/** Maximum length of the item that says what is missing. */
const MESSAGE_LENGTH = 300;

const messageItem = (sentences: readonly string[]): INodeExecutionData => ({
	json: { message: sentences.join(' ') },
	pairedItem: { item: 0 },
});

/**
 * Returns the output of a tool: limits the length of the whole result, and adds an item that says how to get the rest.
 * Explains empty output, which a model may mistake for a failure. Does not change the output of a node that is not a
 * tool.
 */
export function outputForModel(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	hints: readonly NodeExecutionHint[],
): INodeExecutionData[] {
	if (!isTool(context.getNode())) return items;
	const emptyMessage = ['The result is empty.', ...hints.map((hint) => hint.message)];
	const output = items.length > 0 ? items : [messageItem(emptyMessage)];
	const limit = maxResultLength(context);
	const all = output.map(({ json }) => json);
	if (!(limit > 0) || resultLength(all) <= limit) return output;
	const shortened = shortenItems(all, limit - MESSAGE_LENGTH);
	const omitted = all.length - shortened.length;
	const message = messageItem([
		`This result is truncated to ${limit} characters.`,
		...(omitted > 0 ? [`${omitted} of ${all.length} items are omitted.`] : []),
		...(all.length > 1 ? ['To read the rest of a page, scrape its URL separately.'] : []),
		"To get longer results, the user can increase 'Max Result Length' of this tool.",
	]);
	return [...shortened.map((json, index) => ({ ...output[index], json })), message];
}
