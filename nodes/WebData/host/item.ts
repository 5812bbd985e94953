import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { OpenAccount, Wait } from '../client/client';
import { type LabeledIssue, type LabelOf, withLabels } from '../form/labels';
import { groupBy, isHint, type JsonObject } from '../json/json';
import type { Notice, Operation } from '../operation/operation';
import { type Plan, planItem } from '../operation/plan';
import { requestSettingsField, simplifyField } from '../operation/settings';
import {
	allIssues,
	type ParameterSource,
	readParameters,
	readSettings,
	type Settings,
} from './input';
import type { UnsuccessfulItem } from './output/errorReport';

/** With `ofRequest`, the notice belongs to a request of several items or to the execution, so its hint names no item. */
export type ItemNotice = Notice & { ofRequest?: true };

export interface ItemResult {
	/** Output items in order, with an error item for each part that failed. */
	items: INodeExecutionData[];
	/** Failure of the item, or of its first failed part. */
	failure?: UnsuccessfulItem;
	notices: ItemNotice[];
	/** Waits between the attempts of a request that may have succeeded. */
	waits?: readonly Wait[];
}

const settingsFields = [requestSettingsField, simplifyField];

/**
 * Contains the plan of an item, but not the reading of its form, because 10,000 items can wait in memory until they are
 * sent.
 */
interface PreparedItem {
	plan: Plan;
	settings: Settings;
	hints: readonly LabeledIssue[];
	labelOf: LabelOf;
}

/** An item that can be sent. */
export interface ReadyItem extends PreparedItem {
	operation: Operation;
	index: number;
	account: OpenAccount;
}

/** Reads the form again, because only a failure needs labels. */
function lazyLabels(source: ParameterSource, { form }: Operation, itemIndex: number): LabelOf {
	let labelOf: LabelOf | undefined;
	return (at) => (labelOf ??= readParameters(source, form.fields, itemIndex).labelOf)(at);
}

export function prepareItem(
	source: ParameterSource,
	operation: Operation,
	itemIndex: number,
	inputs?: JsonObject,
): PreparedItem | { issues: LabeledIssue[] } {
	const reading = readParameters(source, operation.form.fields, itemIndex);
	const plan = planItem(operation, { ...reading.values, ...inputs }, source.same?.checked);
	const read = readSettings(source, itemIndex, settingsFields);
	if (!reading.issues.every(isHint) || 'issues' in plan || 'issues' in read) {
		const issues = allIssues(reading, 'issues' in plan ? plan.issues : []);
		return { issues: 'issues' in read ? [...issues, ...read.issues] : issues };
	}
	const hints = withLabels([...reading.issues, ...plan.hints], reading.labelOf);
	return {
		plan,
		settings: read.settings,
		hints,
		labelOf: lazyLabels(source, operation, itemIndex),
	};
}

/** Items with the same group key, in input order. */
export type Batch = readonly [ReadyItem, ...ReadyItem[]];

export function planOfBatch([{ plan }, ...others]: Batch): Plan {
	const isJoined = plan.joinsItems && others.length > 0;
	return isJoined ? plan.withOthers(others.map((item) => item.plan)) : plan;
}

/** The cast is safe, because JSON contains only values that n8n accepts in item data. */
export const asItemJson = (json: JsonObject): IDataObject => json as IDataObject;

/** n8n runs a node again if its first output item contains the top-level key `error`, so the key is renamed. */
export function toItemJson(json: JsonObject): IDataObject {
	if (!Object.hasOwn(json, 'error')) return asItemJson(json);
	const entries = Object.entries(json);
	const renamed = entries.map(([key, value]) => [key === 'error' ? 'serviceError' : key, value]);
	return asItemJson(Object.fromEntries(renamed) as JsonObject);
}

/**
 * Groups items with the same group key, operation, account, and settings. Items and groups keep the input order. An item
 * without a group key forms its own group.
 */
export function groupItems(items: readonly ReadyItem[]): Batch[] {
	const accounts = [...new Set(items.map(({ account }) => account))];
	const keyOf = ({ operation, plan, account, settings, index }: ReadyItem): string => {
		const shared = [operation.value, accounts.indexOf(account), settings];
		const { groupKey } = plan;
		return groupKey === undefined ? String(index) : `${JSON.stringify(shared)} ${groupKey}`;
	};
	return [...groupBy(items, keyOf).values()];
}

/** Returns the items that are sent as one request. */
export const toBatches = (groups: readonly Batch[]): Batch[] =>
	groups
		.flatMap((group): Batch[] =>
			group[0].operation.equalItems?.share === false ? group.map((item) => [item]) : [group],
		)
		.sort(([one], [other]) => one.index - other.index);
