// The output of the node when it runs as a tool: the model must see failures, and texts must fit into its context.

import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	NodeExecutionHint,
} from 'n8n-workflow';
import { isObject } from '../../api/http/response';
import { maxTextLengthField } from '../../operations/common/aiTool.fields';

/** n8n appends this suffix to the type of a node that is a tool. No function of the host reports this in all cases. */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

/**
 * Whether a failed item becomes an error item instead of ending the node. An agent that runs its tools internally
 * passes an empty text to the model when a tool throws, so tools always return error items.
 */
export const continuesOnFailure = (context: IExecuteFunctions): boolean =>
	context.continueOnFail() || context.isToolExecution?.() === true;

/** Does not split a surrogate pair. */
const truncate = (text: string, longest: number): string =>
	text.length <= longest
		? text
		: `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}\n\n[Cut here: the text has ${text.length} characters, and ${longest} are allowed]`;

function truncateTexts(value: unknown, longest: number): unknown {
	if (typeof value === 'string') return truncate(value, longest);
	if (Array.isArray(value)) return value.map((each: unknown) => truncateTexts(each, longest));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, each]) => [key, truncateTexts(each, longest)]),
	);
}

/** A failed expression must not lose output that was paid for. */
function maxTextLength(context: IExecuteFunctions): number {
	try {
		return Number(context.getNodeParameter(maxTextLengthField.name, 0, 0));
	} catch {
		return Number(maxTextLengthField.default);
	}
}

/** The items, shortened if the node runs as a tool. */
export function truncateForModel(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	if (!isTool(context.getNode())) return items;
	const longest = maxTextLength(context);
	if (!(longest > 0)) return items;
	return items.map((item) => ({ ...item, json: truncateTexts(item.json, longest) as IDataObject }));
}

/**
 * The items, or one that says why there are none if the node runs as a tool. n8n gives an empty output to the model as an
 * empty text, which does not tell a search without results from a failure.
 */
export function explainEmpty(
	context: Pick<IExecuteFunctions, 'getNode'>,
	items: INodeExecutionData[],
	hints: readonly NodeExecutionHint[],
): INodeExecutionData[] {
	if (items.length > 0 || !isTool(context.getNode())) return items;
	const message = hints.map((hint) => hint.message).join(' ') || 'The result is empty.';
	return [{ json: { message }, pairedItem: { item: 0 } }];
}
