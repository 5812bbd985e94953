// Reads an item's form through n8n, and lays the additional body fields over its request.

import type { INodeProperties } from 'n8n-workflow';
import { isObject, type JsonObject } from '../api/answer';
import { issuesOf, type ContractIssue } from '../api/contract/issues';
import type { ApiRequest } from '../api/request';
import { readForm, type FormIssue, type FormReading } from '../operations/form';
import type { Operation, Plan } from '../operations/operation';
import { overlay } from '../operations/overlay';
import { requestSettingsField, simplifyField } from '../operations/settings.fields';
import type { ParameterSource } from './parameterSource';
import { settingsContract, type Settings } from './settings';

/** What an item's form came to. */
export interface Prepared {
	plan: Plan;
	/** The plan's request with the additional body fields. */
	request: ApiRequest;
	reading: FormReading;
	settings: Settings;
	simplify: boolean;
}

/** A parameter that is hidden has no value: n8n would throw without a fallback. */
const rawValues = (
	source: ParameterSource,
	fields: readonly INodeProperties[],
	itemIndex: number,
): JsonObject =>
	Object.fromEntries(fields.map(({ name }) => [name, source.get(name, itemIndex, null)]));

const labelled = (issues: readonly ContractIssue[], reading: FormReading): FormIssue[] =>
	issues.map(({ path, message }) => ({ label: reading.labelAt(path), message }));

export type ReadSettings = { settings: Settings } | { issues: FormIssue[] };

function checkSettings(raw: JsonObject): ReadSettings {
	const reading = readForm([requestSettingsField], raw);
	const checked = settingsContract.safeParse(reading.values);
	return checked.success
		? { settings: checked.data }
		: { issues: labelled(issuesOf(checked.error, reading.values), reading) };
}

/** By the stored object, which is the same one for all items where it holds no expression. */
const checkedSettings = new WeakMap<object, ReadSettings>();

/** The node's own settings for one item; those that span items are taken from the first one. */
export function readSettings(source: ParameterSource, itemIndex: number): ReadSettings {
	const { name } = requestSettingsField;
	const stored = source.get(name, itemIndex, null);
	if (!isObject(stored)) return checkSettings({ [name]: stored });
	const read = checkedSettings.get(stored) ?? checkSettings({ [name]: stored });
	checkedSettings.set(stored, read);
	return read;
}

function completed(
	request: ApiRequest,
	additions: unknown,
	reading: FormReading,
): ApiRequest | FormIssue {
	if (additions === undefined) return request;
	if (!isObject(additions)) {
		return { label: reading.labelAt(['additionalBodyFields']), message: 'must be a JSON object' };
	}
	const body = overlay(request.body ?? {}, additions);
	const { serviceTimeoutMs, serviceTimeoutOf } = request;
	return { ...request, body, serviceTimeoutMs: serviceTimeoutOf?.(body) ?? serviceTimeoutMs };
}

type Planned = { plan: Plan; request: ApiRequest } | { issues: FormIssue[] };

/** What the values of a form stand for. */
function planned(operation: Operation, reading: FormReading): Planned {
	const { additionalBodyFields, ...values } = reading.values;
	const plan = operation.plan(values);
	if ('issues' in plan) return { issues: labelled(plan.issues, reading) };
	const request = completed(plan.request, additionalBodyFields, reading);
	return 'label' in request ? { issues: [request] } : { plan, request };
}

/** The request that an item's form stands for, or every field that stands in its way. Sends nothing. */
export function prepare(
	source: ParameterSource,
	operation: Operation,
	itemIndex: number,
): Prepared | { issues: FormIssue[] } {
	const reading = readForm(operation.fields, rawValues(source, operation.fields, itemIndex));
	const found = planned(operation, reading);
	const read = readSettings(source, itemIndex);
	if (reading.issues.length > 0 || 'issues' in found || 'issues' in read) {
		const ofPlan = 'issues' in found ? found.issues : [];
		const ofSettings = 'issues' in read ? read.issues : [];
		return { issues: [...reading.issues, ...ofPlan, ...ofSettings] };
	}
	const simplify = source.get(simplifyField.name, itemIndex, true) !== false;
	return { ...found, reading, settings: read.settings, simplify };
}

/** The same item with other values in its form, which were good before. */
export function preparedWith(
	values: JsonObject,
	prepared: Prepared,
	operation: Operation,
): Prepared {
	const reading = { ...prepared.reading, values };
	const found = planned(operation, reading);
	return 'issues' in found ? prepared : { ...prepared, ...found, reading };
}
