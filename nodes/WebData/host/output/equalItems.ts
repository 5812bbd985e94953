import type { INode, INodeExecutionData } from 'n8n-workflow';
import { insertLabels, labelsOf } from '../../form/labels';
import { copyJson } from '../../json/json';
import { type Notice, noticesOf } from '../../operation/operation';
import type { Batch, ItemResult } from '../item';
import { inTurns } from '../network/turns';

/** Warns if several items ask for the same job. *Execute Once* would leave out the items of other groups. */
function equalItemsNotice(
	[{ operation, settings, plan }, ...others]: Batch,
	isOnlyGroup: boolean,
): Notice | undefined {
	const { equalItems, form } = operation;
	if (equalItems === undefined || others.length === 0) return undefined;
	if (plan.joinsItems || settings.previewRequest) return undefined;
	const count = others.length + 1;
	const { name, share, alternative } = equalItems;
	const other =
		alternative === undefined ? '' : `, or ${insertLabels(alternative, labelsOf(form.fields))}`;
	const once = isOnlyGroup
		? "turn on 'Execute Once' on the Settings tab"
		: 'remove the input items that repeat it';
	return {
		kind: 'equalItems',
		text: share
			? `${count} items asked for the same ${name}, so the node sent one request. Each of these items gets a copy, so the output contains the result ${count} times`
			: `${count} items start the same ${name}, and each of them costs credits`,
		advice: `If one ${name} is enough, ${once}${other}`,
		warns: true,
	};
}

/** Returns what the node reports about the groups of items that it sends. */
export const groupNotices = (groups: readonly Batch[], { executeOnce }: INode): Notice[] =>
	noticesOf(
		groups.map((group) => equalItemsNotice(group, groups.length === 1)),
		executeOnce === true &&
			groups.some(([{ plan }]) => plan.joinsItems) && {
				kind: 'executeOnce',
				text: "'Execute Once' is on, so the request contains only the first input item",
				advice: "To send all input items, turn off 'Execute Once' on the Settings tab",
				warns: true,
			},
	);

/** A later node may change the JSON of an item, so the items share only texts and stored files. */
const copyItem = ({ json, binary }: INodeExecutionData, item: number): INodeExecutionData => ({
	json: copyJson(json),
	...(binary && { binary: copyJson(binary) }),
	pairedItem: { item },
});

/** Returns the result of each item of a group with equal requests, from the `sent` results of its first item. */
export async function copyResults(sent: ItemResult[], [, ...others]: Batch): Promise<ItemResult[]> {
	const [result] = sent;
	if (result === undefined || others.length === 0) return sent;
	const notices = result.notices.map((notice) => ({ ...notice, ofRequest: true as const }));
	const results: ItemResult[] = [{ ...result, notices }];
	for (const { index } of others) {
		const items: INodeExecutionData[] = [];
		await inTurns(result.items, (item) => {
			items.push(copyItem(item, index));
		});
		results.push({ items, failure: result.failure, notices: [], waits: [] });
	}
	return results;
}
