import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { cutText } from '../../errors/text';
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

const messageItem = (sentences: readonly string[]): INodeExecutionData => ({
	json: { message: sentences.filter((sentence) => sentence !== '').join(' ') },
	pairedItem: { item: 0 },
});

/** Maximum length of the facts in a truncated result. */
const MAX_FACTS = 2000;

const RESULT_LENGTH_ADVICE =
	"To get longer results, the user can increase 'Max Result Length' of this tool.";

/**
 * Returns the output of a tool: adds an item with the facts that the editor shows as hints, and limits the length of the
 * whole result. Explains empty output, which a model may mistake for a failure. Does not change the output of a node
 * that is not a tool.
 */
export function outputForModel(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	facts: readonly string[],
): INodeExecutionData[] {
	if (!isTool(context.getNode())) return items;
	if (items.length === 0) return [messageItem(['The result is empty.', ...facts])];
	const output = facts.length === 0 ? items : [...items, messageItem(facts)];
	const limit = maxResultLength(context);
	if (!(limit > 0) || resultLength(output.map(({ json }) => json)) <= limit) return output;
	const all = items.map(({ json }) => json);
	const shortFacts = cutText(facts.join(' '), Math.min(MAX_FACTS, limit / 4));
	const withOmission = (omitted: number): INodeExecutionData =>
		messageItem([
			`This result is truncated to ${limit} characters.`,
			...(omitted > 0 ? [`${omitted} of ${all.length} items are omitted.`] : []),
			...(all.length > 1 ? ['To read the rest of a page, scrape its URL separately.'] : []),
			RESULT_LENGTH_ADVICE,
			shortFacts,
		]);
	const shortened = shortenItems(all, limit - resultLength([withOmission(all.length).json]));
	const message = withOmission(all.length - shortened.length);
	return [...shortened.map((json, index) => ({ ...items[index], json })), message];
}
