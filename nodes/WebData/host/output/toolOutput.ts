// What is different where a model and not a person uses the node: failures have to reach the model, and texts have to fit into its memory.

import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { isObject } from '../../api/http/response';
import { maxTextLengthField } from '../../operations/common/aiTool.fields';

/** n8n makes the tool's type out of the node's by this ending. Whoever runs it, no function of the host tells in all cases. */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

/**
 * Whether an item that failed goes on instead of ending the node. An agent that runs tools inside of itself
 * hands the model an empty text for whatever a tool throws, so there it always does.
 */
export const continuesOnFailure = (context: IExecuteFunctions): boolean =>
	context.continueOnFail() || context.isToolExecution?.() === true;

/** Half of a character that takes two places is left out, too. */
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

/** An expression that fails must not lose what was paid for. */
function maxTextLength(context: IExecuteFunctions): number {
	try {
		return Number(context.getNodeParameter(maxTextLengthField.name, 0, 0));
	} catch {
		return Number(maxTextLengthField.default);
	}
}

/** The items as they are, or as a model can take them in. */
export function truncateForModel(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	if (!isTool(context.getNode())) return items;
	const longest = maxTextLength(context);
	if (!(longest > 0)) return items;
	return items.map((item) => ({ ...item, json: truncateTexts(item.json, longest) as IDataObject }));
}
