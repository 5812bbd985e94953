import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { isHint, isObject, type Issue, type JsonObject } from '../json/json';
import {
	reportChoice,
	reportEmpty,
	reportEntries,
	reportInitial,
	reportIntegers,
	reportUnit,
	reportUrl,
	reportBroken,
	reportUnevaluated,
	isStartValue,
	missingPart,
	type Presence,
} from './reports';
import {
	isEmpty,
	isLocator,
	locatorValue,
	readBoolean,
	readCommaList,
	readFinite,
	readJson,
	readLineList,
	readMapped,
	readText,
	readUrlList,
	rowsIn,
} from './coerce';
import { typeMessage } from './issues';
import { isShown, type LabelOf, labelsOf } from './labels';
import { hasMark, isGroup } from './marks';
import { isCollection, withoutPlaceholders } from './mistakes';
import {
	childPlace,
	hasExpression,
	isGiven,
	type Place,
	report,
	type SameValues,
	storedIn,
} from './stored';

/** Whether a field has no value. A required text may be a space, such as the text that an action types. */
const isUnset = (field: INodeProperties, value: unknown): boolean =>
	(isEmpty(value) && !(hasMark(field, 'presence') && isObject(value))) ||
	(typeof value === 'string' && value.trim() === '' && field.required !== true);

function readRows(field: INodeProperties, value: unknown, place: Place): unknown {
	if (!isObject(value)) return value;
	const groups = (field.options ?? []) as INodePropertyCollection[];
	const rows = groups.flatMap((group) => {
		const stored = rowsIn(storedIn(place.stored, group.name));
		const entries = rowsIn(value[group.name]);
		reportInitial(entries, group, place);
		return entries.map((entry, index) => ({
			group,
			entry: isObject(entry) ? entry : {},
			stored: stored[index],
		}));
	});
	if (field.typeOptions?.multipleValues !== true) {
		const only = rows[0];
		const { stored } = only ?? {};
		return only && readFields(only.group.values, only.entry, { ...place, stored }, 'row');
	}
	const { path, issues } = place;
	const read = rows.map(({ group, entry, stored }, index) => {
		const ofRow = { path: [...path, index], stored, issues };
		return { row: readFields(group.values, entry, ofRow, 'row'), place: ofRow };
	});
	const isNamed = groups.every(
		({ values: [name, content, ...more] }) =>
			name?.name === 'name' && content?.name === 'value' && more.length === 0,
	);
	return isNamed ? toObject(read) : read.map(({ row }) => row);
}

function toObject(rows: readonly { row: JsonObject; place: Place }[]): JsonObject {
	const object = new Map<string, unknown>();
	for (const { row, place } of rows) {
		if (isEmpty(row)) continue;
		const name = typeof row.name === 'string' ? row.name : '';
		const message = object.has(name)
			? `repeats the name '${name}'`
			: missingPart(name, row.value, place.stored);
		if (message !== undefined) report(place, { message });
		object.set(name, row.value ?? '');
	}
	return Object.fromEntries(object);
}

function readCollection(field: INodeProperties, value: unknown, place: Place): unknown {
	if (!isObject(value)) return value;
	const options = (field.options ?? []) as INodeProperties[];
	const added = options.filter(({ name }) => isGiven(name, value, place.stored));
	return readFields(added, value, place, 'added');
}

function readValue(field: INodeProperties, value: unknown, place: Place): unknown {
	const mayHaveValue = field.type === 'collection' && hasExpression(place.stored);
	if (isUnset(field, value) && !mayHaveValue) return undefined;
	switch (field.type) {
		case 'fixedCollection':
			return readRows(field, value, place);
		case 'collection':
			return readCollection(field, value, place);
		case 'json':
			return readJson(value, place);
		case 'number':
			return readFinite(value, place);
		case 'boolean':
			return readBoolean(value);
		case 'multiOptions':
			return readCommaList(value);
		case 'resourceLocator':
			return readText(locatorValue(value));
		case 'resourceMapper':
			return readMapped(value, place);
		default:
			if (hasMark(field, 'urlList')) return readUrlList(value);
			if (hasMark(field, 'commaList')) return readCommaList(value);
			return field.typeOptions?.multipleValues === true || hasMark(field, 'lineList')
				? readLineList(value)
				: readText(isLocator(value) ? locatorValue(value) : value);
	}
}

/** Reads a field that is shown. Reports a value that cannot be meant. */
function readField(
	field: INodeProperties,
	raw: unknown,
	place: Place,
	presence: Presence | 'missing',
): unknown {
	const { issues } = place;
	const before = issues.length;
	if (reportUnevaluated(field, place)) return undefined;
	if (!isCollection(field) && reportBroken(raw, place)) return undefined;
	const entered = withoutPlaceholders(field, raw, place.stored);
	const value = withoutPlaceholders(field, readValue(field, entered, place), place.stored);
	if (!isUnset(field, value)) {
		if (presence === 'row' && isStartValue(field, value, place)) return undefined;
		reportEntries(field, raw, place);
		if (!isCollection(field)) reportUrl(value, place);
		reportUnit(field, value, place);
		if (field.type === 'json' || field.type === 'resourceMapper') {
			reportIntegers(field, value, place);
		}
		return value;
	}
	const isReported = issues.slice(before).some((issue) => !isHint(issue));
	if (presence !== 'missing' && !isReported) reportEmpty(field, raw, place, presence);
	return undefined;
}

/** Reads a field that is shown. Returns undefined if it is not set, is rejected, or only controls other fields. */
function readShown(
	field: INodeProperties,
	value: unknown,
	parent: Place,
	presence: Presence | 'missing',
): unknown {
	const place = childPlace(parent, field.name);
	if (hasMark(field, 'formOnly')) {
		if (presence !== 'missing') reportChoice(field, value, place);
		return undefined;
	}
	if (!isGroup(field)) return readField(field, value, place, presence);
	const group = readField(field, value, { ...parent, stored: place.stored }, presence);
	if (group === undefined || isObject(group)) return group;
	report(place, { message: typeMessage(['a JSON object'], group) });
	return undefined;
}

/** Whether the value of a field, or whether it is shown, may differ between the items. */
const mayDiffer = ({ name, displayOptions }: INodeProperties, { stored }: Place): boolean =>
	[name, ...Object.keys({ ...displayOptions?.show, ...displayOptions?.hide })].some((each) =>
		hasExpression(storedIn(stored, each)),
	);

function readFields(
	fields: readonly INodeProperties[],
	raw: JsonObject,
	parent: Place,
	presence: Presence = 'always',
): JsonObject {
	const { same, stored, issues } = parent;
	const values: JsonObject = {};
	for (const field of fields) {
		const { name } = field;
		let value = same?.get(field);
		if (same?.has(field) !== true) {
			const before = issues.length;
			if (isShown(field, fields, raw)) {
				const state = isGiven(name, raw, stored) ? presence : 'missing';
				value = readShown(field, raw[name], parent, state);
			}
			if (issues.length === before && !mayDiffer(field, parent)) same?.set(field, value);
		}
		if (value === undefined) continue;
		if (isGroup(field)) Object.assign(values, value);
		else values[name] = value;
	}
	return values;
}

/** The values of a form, and what is wrong with them. */
export interface FormReading {
	values: JsonObject;
	issues: Issue[];
	labelOf: LabelOf;
}

/**
 * Converts node parameters to request values. Expressions in `raw` must already be resolved. `stored` contains the same
 * parameters with their expressions. `same` contains the values that were read before, and receives others.
 */
export function readForm(
	fields: readonly INodeProperties[],
	raw: JsonObject,
	stored: JsonObject = {},
	same?: SameValues,
): FormReading {
	const issues: Issue[] = [];
	const values = readFields(fields, raw, { path: [], stored, same, issues });
	return { values, issues, labelOf: labelsOf(fields, raw) };
}
