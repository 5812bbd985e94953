// Turns what stands in the form into the values that a request is made of, and knows what each value is called there.
//
// The rules, for every field alike:
// - a field's value goes under the field's name; that name is the service's
// - what is empty (text, list, object, null) was not set and does not appear
// - a collection holds what the user added; one that only groups fields (`groupings`) leaves no level of its own,
//   and one that says something by being there (`telling`) is set though it is empty
// - a fixed collection with several rows is a list; rows of just name and value are an object
// - JSON fields take text, or what an expression made; text that is no JSON is an issue
// - a resource locator is the value that was chosen in it, a resource mapper the object of its fields
// - `additionalFields` is merged into the object that it stands in

import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { isObject, type JsonObject } from '../../api/http/response';
import {
	isEmpty,
	listOf,
	locatorValue,
	mapperValue,
	readBoolean,
	readChoices,
	readNumber,
	readText,
} from './coerce';
import { parseJsonText } from './jsonText';
import { isGrouping, labelOf, joinLabels } from './labels';

/** Names of fields that only choose which other fields are shown. */
export const uiOnlyFields: ReadonlySet<string> = new Set([
	'waitUntil',
	'specifySchema',
	'specifyToolOptions',
]);

/** Collections that say something by being there, even with nothing chosen in them. */
const presenceFields: ReadonlySet<string> = new Set(['redactPIIOptions']);

/** Name of the JSON field that completes the object around it. */
const ADDITIONAL_FIELDS = 'additionalFields';

export interface FormIssue {
	/** The field's label with those around it, from the outside in. */
	label: string;
	/** Completes "'Label' …". */
	message: string;
}

export interface FormReading {
	values: JsonObject;
	issues: FormIssue[];
	/** Label of the value at a path (names and 0-based indexes). Where the path leads deeper than the form, its own names follow. */
	labelAt(path: readonly (string | number)[]): string;
}

interface FormWalk {
	labels: Map<string, string>;
	issues: FormIssue[];
}

interface Place {
	path: string;
	label: string;
}

const childPlace = (place: Place, key: string | number, label: string): Place => ({
	path: place.path === '' ? String(key) : `${place.path}.${key}`,
	label: joinLabels(place.label, label),
});

const isUnset = ({ name }: INodeProperties, value: unknown): boolean =>
	isEmpty(value) && !(presenceFields.has(name) && isObject(value));

const isShown = ({ displayOptions }: INodeProperties, siblings: JsonObject): boolean =>
	displayOptions?.show === undefined ||
	Object.entries(displayOptions.show).every(
		([name, allowed]) => !(name in siblings) || (allowed as unknown[]).includes(siblings[name]),
	);

function readJson(value: unknown, place: Place, walk: FormWalk): unknown {
	if (typeof value !== 'string') return value;
	const read = parseJsonText(value);
	if ('value' in read) return read.value;
	const where = `at line ${read.line}, column ${read.column}`;
	walk.issues.push({ label: place.label, message: `is not valid JSON ${where}` });
	return undefined;
}

function readRows(field: INodeProperties, value: unknown, place: Place, walk: FormWalk): unknown {
	if (!isObject(value)) return value;
	const groups = (field.options ?? []) as INodePropertyCollection[];
	const rows = groups.flatMap((group) => {
		const entries = value[group.name];
		const list = Array.isArray(entries) ? entries : isEmpty(entries) ? [] : [entries];
		return list.map((entry) => ({ group, entry: isObject(entry) ? entry : {} }));
	});
	if (field.typeOptions?.multipleValues !== true) {
		const only = rows[0];
		return only && readFields(only.group.values, only.entry, place, walk);
	}
	const read = rows.map(({ group, entry }, index) => {
		const row = childPlace(place, index, `${group.displayName} ${index + 1}`);
		walk.labels.set(row.path, row.label);
		return readFields(group.values, entry, row, walk);
	});
	return isNameAndValue(groups) ? objectOfRows(read) : read;
}

const isNameAndValue = (groups: readonly INodePropertyCollection[]): boolean =>
	groups.every((group) => group.values.map(({ name }) => name).join() === 'name,value');

const objectOfRows = (rows: readonly JsonObject[]): JsonObject =>
	Object.fromEntries(
		rows
			.filter((row) => !isEmpty(row))
			.map(({ name, value }) => [typeof name === 'string' ? name : '', value ?? '']),
	);

function readCollection(
	field: INodeProperties,
	value: unknown,
	place: Place,
	walk: FormWalk,
): unknown {
	if (!isObject(value)) return value;
	const added = ((field.options ?? []) as INodeProperties[]).filter(
		(option) => option.name in value,
	);
	recordLabels(field.options as INodeProperties[], place, walk);
	return readFields(added, value, place, walk);
}

const recordLabels = (fields: readonly INodeProperties[], place: Place, walk: FormWalk): void => {
	for (const field of fields) {
		const { path, label } = placeOf(field, place);
		if (isGrouping(field)) recordLabels(field.options as INodeProperties[], { path, label }, walk);
		else if (!walk.labels.has(path)) walk.labels.set(path, label);
	}
};

function readKind(kind: unknown, value: unknown, place: Place, walk: FormWalk): unknown {
	if (kind === 'number') return readNumber(value);
	if (kind === 'boolean') return readBoolean(value);
	if (kind === 'string') return readText(value);
	return kind === 'array' || kind === 'object' ? readJson(value, place, walk) : value;
}

function readMapped(value: unknown, place: Place, walk: FormWalk): unknown {
	const { given, kindOf } = mapperValue(value);
	if (!isObject(given)) return readJson(given, place, walk);
	const read = Object.entries(given).map(([name, each]) => {
		const inside = childPlace(place, name, name);
		walk.labels.set(inside.path, inside.label);
		return [name, isEmpty(each) ? undefined : readKind(kindOf(name), each, inside, walk)] as const;
	});
	return Object.fromEntries(read.filter(([, each]) => !isEmpty(each)));
}

function readValue(field: INodeProperties, value: unknown, place: Place, walk: FormWalk): unknown {
	if (isUnset(field, value)) return undefined;
	switch (field.type) {
		case 'fixedCollection':
			return readRows(field, value, place, walk);
		case 'collection':
			return readCollection(field, value, place, walk);
		case 'json':
			return readJson(value, place, walk);
		case 'number':
			return readNumber(value);
		case 'boolean':
			return readBoolean(value);
		case 'multiOptions':
			return readChoices(value);
		case 'resourceLocator':
			return readText(locatorValue(value));
		case 'resourceMapper':
			return readMapped(value, place, walk);
		default:
			return field.typeOptions?.multipleValues === true
				? listOf(value).map(readText)
				: readText(value);
	}
}

/** A grouping leaves a level in the label, none in the path. */
const placeOf = (field: INodeProperties, around: Place): Place => {
	const inside = childPlace(around, field.name, field.displayName);
	return isGrouping(field) ? { path: around.path, label: inside.label } : inside;
};

function readFields(
	fields: readonly INodeProperties[],
	raw: JsonObject,
	around: Place,
	walk: FormWalk,
): JsonObject {
	const values: JsonObject = {};
	let completion: unknown;
	for (const field of fields) {
		if (uiOnlyFields.has(field.name) || !isShown(field, raw)) continue;
		const place = placeOf(field, around);
		if (!isGrouping(field)) walk.labels.set(place.path, place.label);
		const value = readValue(field, raw[field.name], place, walk);
		if (isUnset(field, value)) continue;
		if (field.name === ADDITIONAL_FIELDS) completion = value;
		else if (isGrouping(field) && isObject(value)) Object.assign(values, value);
		else values[field.name] = value;
	}
	return mergedWith(values, completion, around, walk);
}

function mergedWith(
	values: JsonObject,
	completion: unknown,
	around: Place,
	walk: FormWalk,
): JsonObject {
	if (completion === undefined) return values;
	if (isObject(completion)) return { ...values, ...completion };
	const { path, label } = childPlace(around, ADDITIONAL_FIELDS, ADDITIONAL_FIELDS);
	walk.issues.push({ label: walk.labels.get(path) ?? label, message: 'must be a JSON object' });
	return values;
}

/** The rest of a path that no field stands for: places in a list count from 1. */
const restOfPath = (path: readonly (string | number)[]): string[] =>
	path
		.map((step) => (typeof step === 'number' ? String(step + 1) : step))
		.filter((step) => step !== '');

/**
 * Reads a form. `fields` are the properties of the node, `raw` the parameters that n8n gives for them,
 * with expressions resolved. Values keep the names of the fields; nothing is checked against a contract here.
 */
export function readForm(fields: readonly INodeProperties[], raw: JsonObject): FormReading {
	const walk: FormWalk = { labels: new Map(), issues: [] };
	const values = readFields(fields, raw, { path: '', label: '' }, walk);
	return {
		values,
		issues: walk.issues,
		labelAt: (path) => {
			for (let length = path.length; length > 0; length--) {
				const label = walk.labels.get(path.slice(0, length).join('.'));
				if (label !== undefined) return [label, ...restOfPath(path.slice(length))].join(' > ');
			}
			const [first, ...rest] = path;
			return [labelOf(fields, String(first)) ?? String(first), ...restOfPath(rest)].join(' > ');
		},
	};
}
