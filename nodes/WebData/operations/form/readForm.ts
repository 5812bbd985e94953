import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { isObject, type JsonObject } from '../../api/http/response';
import {
	isEmpty,
	locatorValue,
	mapperValue,
	readBoolean,
	readCommaList,
	readNumber,
	readText,
	readTextList,
} from './coerce';
import { parseJsonText } from './jsonText';
import { labelOf } from './labels';
import { isCommaList, isGroup, isPresence, isTextList, isUiOnly } from './marks';
import {
	childPlace,
	placeOf,
	recordLabels,
	type FormIssue,
	type FormWalk,
	type Place,
} from './place';

export type { FormIssue };

/** Name of the JSON field whose content is merged into the parent object. */
const ADDITIONAL_FIELDS = 'additionalFields';

export interface FormReading {
	values: JsonObject;
	issues: FormIssue[];
	/** Returns the label of a value, such as `Tags > 2` for the path `['tags', 1]`. */
	labelAt(path: readonly (string | number)[]): string;
}

const isUnset = (field: INodeProperties, value: unknown): boolean =>
	isEmpty(value) && !(isPresence(field) && isObject(value));

/** Returns the value on which other fields depend. n8n shows the default of a field that has no value. */
const conditionValue = (field: INodeProperties | undefined, value: unknown): unknown =>
	isEmpty(value) ? field?.default : readBoolean(value);

const isShown = (
	{ displayOptions }: INodeProperties,
	level: readonly INodeProperties[],
	raw: JsonObject,
): boolean =>
	Object.entries(displayOptions?.show ?? {}).every(([name, allowed]) => {
		if (!(name in raw)) return true;
		const field = level.find((each) => each.name === name);
		return (allowed as unknown[]).includes(conditionValue(field, raw[name]));
	});

function readJson(value: unknown, place: Place, walk: FormWalk): unknown {
	if (typeof value !== 'string') return value;
	const parsed = parseJsonText(value);
	if ('value' in parsed) return parsed.value;
	const position = `line ${parsed.line}, column ${parsed.column}`;
	walk.issues.push({ label: place.label, message: `is not valid JSON at ${position}` });
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
	const places = rows.map(({ group }, index) =>
		childPlace(place, index, `${group.displayName} ${index + 1}`),
	);
	for (const { path, label } of places) walk.labels.set(path, label);
	const values = rows.map(({ group, entry }, index) =>
		readFields(group.values, entry, places[index] ?? place, walk),
	);
	return isNameAndValue(groups) ? toObject(values, places, walk) : values;
}

const isNameAndValue = (groups: readonly INodePropertyCollection[]): boolean =>
	groups.every((group) => group.values.map(({ name }) => name).join() === 'name,value');

function toObject(
	rows: readonly JsonObject[],
	places: readonly Place[],
	walk: FormWalk,
): Record<string, unknown> {
	const object = new Map<string, unknown>();
	rows.forEach((row, index) => {
		if (isEmpty(row)) return;
		const name = typeof row.name === 'string' ? row.name : '';
		if (object.has(name)) {
			walk.issues.push({
				label: places[index]?.label ?? '',
				message: `repeats the name '${name}'`,
			});
		}
		object.set(name, row.value ?? '');
	});
	return Object.fromEntries(object);
}

function readCollection(
	field: INodeProperties,
	value: unknown,
	place: Place,
	walk: FormWalk,
): unknown {
	if (!isObject(value)) return value;
	const options = (field.options ?? []) as INodeProperties[];
	recordLabels(options, place, walk);
	const added = options.filter((option) => option.name in value);
	return readFields(added, value, place, walk);
}

function readMappedField(type: unknown, value: unknown, place: Place, walk: FormWalk): unknown {
	if (type === 'number') return readNumber(value);
	if (type === 'boolean') return readBoolean(value);
	if (type === 'string') return readText(value);
	return type === 'array' || type === 'object' ? readJson(value, place, walk) : value;
}

function readMapped(value: unknown, place: Place, walk: FormWalk): unknown {
	const { mapped, typeOf } = mapperValue(value);
	if (!isObject(mapped)) return readJson(mapped, place, walk);
	const entries = Object.entries(mapped).map(([name, entry]) => {
		const child = childPlace(place, name, name);
		walk.labels.set(child.path, child.label);
		if (isEmpty(entry)) return [name, undefined] as const;
		return [name, readMappedField(typeOf(name), entry, child, walk)] as const;
	});
	return Object.fromEntries(entries.filter(([, entry]) => !isEmpty(entry)));
}

function readString(field: INodeProperties, value: unknown): unknown {
	if (isTextList(field)) return readTextList(value);
	if (field.typeOptions?.multipleValues !== true) return readText(value);
	return isCommaList(field) ? readCommaList(value) : readTextList(value);
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
			return readCommaList(value);
		case 'resourceLocator':
			return readText(locatorValue(value));
		case 'resourceMapper':
			return readMapped(value, place, walk);
		default:
			return readString(field, value);
	}
}

function readFields(
	fields: readonly INodeProperties[],
	raw: JsonObject,
	parent: Place,
	walk: FormWalk,
): JsonObject {
	const values: JsonObject = {};
	let additions: unknown;
	for (const field of fields) {
		if (isUiOnly(field) || !isShown(field, fields, raw)) continue;
		const place = placeOf(field, parent);
		if (!isGroup(field)) walk.labels.set(place.path, place.label);
		const value = readValue(field, raw[field.name], place, walk);
		if (isUnset(field, value)) continue;
		if (field.name === ADDITIONAL_FIELDS) additions = value;
		else if (isGroup(field) && isObject(value)) Object.assign(values, value);
		else values[field.name] = value;
	}
	return withAdditions(values, additions, parent, walk);
}

function withAdditions(
	values: JsonObject,
	additions: unknown,
	parent: Place,
	walk: FormWalk,
): JsonObject {
	if (additions === undefined) return values;
	if (isObject(additions)) return { ...values, ...additions };
	const { path, label } = childPlace(parent, ADDITIONAL_FIELDS, ADDITIONAL_FIELDS);
	walk.issues.push({ label: walk.labels.get(path) ?? label, message: 'must be a JSON object' });
	return values;
}

const pathLabels = (path: readonly (string | number)[]): string[] =>
	path
		.map((step) => (typeof step === 'number' ? String(step + 1) : step))
		.filter((step) => step !== '');

/** Converts node parameters to request values. Expressions in the parameters must already be resolved. */
export function readForm(fields: readonly INodeProperties[], raw: JsonObject): FormReading {
	const walk: FormWalk = { labels: new Map(), issues: [] };
	const values = readFields(fields, raw, { path: '', label: '' }, walk);
	return {
		values,
		issues: walk.issues,
		labelAt: (path) => {
			for (let length = path.length; length > 0; length--) {
				const label = walk.labels.get(path.slice(0, length).join('.'));
				if (label !== undefined) return [label, ...pathLabels(path.slice(length))].join(' > ');
			}
			const [first, ...rest] = path;
			return [labelOf(fields, String(first)) ?? String(first), ...pathLabels(rest)].join(' > ');
		},
	};
}
