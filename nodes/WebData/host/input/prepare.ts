import type { INodeProperties } from 'n8n-workflow';
import type { JsonObject } from '../../api/http/response';
import { issuesOf, type ContractIssue } from '../../api/schema/issues';
import { readForm, type FormIssue, type FormReading } from '../../operations/form/readForm';
import type { Operation, Plan } from '../../operations/operation';
import { requestSettingsField, simplifyField } from '../../operations/common/settings.fields';
import type { ParameterSource } from './parameterSource';
import { settingsSchema, type Settings } from './settings';

export interface PreparedItem {
	operation: Operation;
	reading: FormReading;
	plan: Plan;
	settings: Settings;
}

/** n8n throws an error for a hidden parameter without a fallback, so the fallback is `null`. */
const rawValues = (
	source: ParameterSource,
	fields: readonly INodeProperties[],
	itemIndex: number,
): JsonObject =>
	Object.fromEntries(fields.map(({ name }) => [name, source.get(name, itemIndex, null)]));

export const labelIssues = (issues: readonly ContractIssue[], reading: FormReading): FormIssue[] =>
	issues.map(({ path, message }) => ({ label: reading.labelAt(path), message }));

export type ReadSettings = { settings: Settings } | { issues: FormIssue[] };

export function readSettings(
	source: ParameterSource,
	itemIndex: number,
	fields = [requestSettingsField],
): ReadSettings {
	const reading = readForm(fields, rawValues(source, fields, itemIndex), source.stored);
	const checked = settingsSchema.safeParse(reading.values);
	if (checked.success && reading.issues.length === 0) return { settings: checked.data };
	const issues = checked.success ? [] : issuesOf(checked.error, reading.values);
	return { issues: [...reading.issues, ...labelIssues(issues, reading)] };
}

/** Returns the plan for an item, or the issues found in the form's fields. */
export function prepareItem(
	source: ParameterSource,
	operation: Operation,
	itemIndex: number,
	inputs?: JsonObject,
): PreparedItem | { issues: FormIssue[] } {
	const { fields } = operation;
	const reading = readForm(fields, rawValues(source, fields, itemIndex), source.stored);
	const plan = operation.plan(
		// A batch recognizes the same object, so that it does not check the values of each item twice.
		inputs === undefined ? reading.values : { ...reading.values, ...inputs },
	);
	const read = readSettings(source, itemIndex, [requestSettingsField, simplifyField]);
	if (reading.issues.length > 0 || 'issues' in plan || 'issues' in read) {
		const planIssues = 'issues' in plan ? labelIssues(plan.issues, reading) : [];
		const settingsIssues = 'issues' in read ? read.issues : [];
		return { issues: [...reading.issues, ...planIssues, ...settingsIssues] };
	}
	return { operation, reading, plan, settings: read.settings };
}

export function withValues<Item extends PreparedItem>(item: Item, values: JsonObject): Item {
	const plan = item.operation.plan(values);
	return 'issues' in plan ? item : { ...item, plan, reading: { ...item.reading, values } };
}
