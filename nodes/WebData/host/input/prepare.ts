// Reads an item's form through n8n, and lays the additional body fields over its request.

import type { INodeProperties } from 'n8n-workflow';
import { isObject, type JsonObject } from '../../api/http/response';
import { issuesOf, type ContractIssue } from '../../api/schema/issues';
import type { ApiRequest } from '../../api/http/request';
import { readForm, type FormIssue, type FormReading } from '../../operations/form/readForm';
import type { Operation, Plan } from '../../operations/operation';
import { deepMerge } from '../../operations/form/deepMerge';
import { requestSettingsField, simplifyField } from '../../operations/common/settings.fields';
import type { ParameterSource } from './parameterSource';
import { settingsSchema, type Settings } from './settings';

/** What an item's form came to. */
export interface PreparedItem {
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

const labelIssues = (issues: readonly ContractIssue[], reading: FormReading): FormIssue[] =>
	issues.map(({ path, message }) => ({ label: reading.labelAt(path), message }));

export type ReadSettings = { settings: Settings } | { issues: FormIssue[] };

function checkSettings(raw: JsonObject): ReadSettings {
	const reading = readForm([requestSettingsField], raw);
	const checked = settingsSchema.safeParse(reading.values);
	return checked.success
		? { settings: checked.data }
		: { issues: labelIssues(issuesOf(checked.error, reading.values), reading) };
}

/** By the stored object, which is the same one for all items where it holds no expression. */
const settingsCache = new WeakMap<object, ReadSettings>();

/** The node's own settings for one item; those that span items are taken from the first one. */
export function readSettings(source: ParameterSource, itemIndex: number): ReadSettings {
	const { name } = requestSettingsField;
	const stored = source.get(name, itemIndex, null);
	if (!isObject(stored)) return checkSettings({ [name]: stored });
	const read = settingsCache.get(stored) ?? checkSettings({ [name]: stored });
	settingsCache.set(stored, read);
	return read;
}

function mergeAdditionalFields(
	request: ApiRequest,
	additions: unknown,
	reading: FormReading,
): ApiRequest | FormIssue {
	if (additions === undefined) return request;
	if (!isObject(additions)) {
		return { label: reading.labelAt(['additionalBodyFields']), message: 'must be a JSON object' };
	}
	const body = deepMerge(request.body ?? {}, additions);
	const { serviceTimeoutMs, serviceTimeoutOf } = request;
	return { ...request, body, serviceTimeoutMs: serviceTimeoutOf?.(body) ?? serviceTimeoutMs };
}

type PlannedRequest = { plan: Plan; request: ApiRequest } | { issues: FormIssue[] };

/** What the values of a form stand for. */
function planRequest(operation: Operation, reading: FormReading): PlannedRequest {
	const { additionalBodyFields, ...values } = reading.values;
	const plan = operation.plan(values);
	if ('issues' in plan) return { issues: labelIssues(plan.issues, reading) };
	const request = mergeAdditionalFields(plan.request, additionalBodyFields, reading);
	return 'label' in request ? { issues: [request] } : { plan, request };
}

/** The request that an item's form stands for, or every field that stands in its way. Sends nothing. */
export function prepare(
	source: ParameterSource,
	operation: Operation,
	itemIndex: number,
): PreparedItem | { issues: FormIssue[] } {
	const reading = readForm(operation.fields, rawValues(source, operation.fields, itemIndex));
	const found = planRequest(operation, reading);
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
export function prepareWith(
	values: JsonObject,
	prepared: PreparedItem,
	operation: Operation,
): PreparedItem {
	const reading = { ...prepared.reading, values };
	const found = planRequest(operation, reading);
	return 'issues' in found ? prepared : { ...prepared, ...found, reading };
}
