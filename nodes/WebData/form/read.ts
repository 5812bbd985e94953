import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { isObject, type JsonObject } from '../json/json';
import {
	isEmpty,
	locatorValue,
	readBoolean,
	readCommaList,
	readFinite,
	readJson,
	readMapped,
	readText,
	readTextList,
} from './coerce';
import {
	childPlace,
	type FormIssue,
	type FormWalk,
	isExpression,
	labelOf,
	type Place,
	placeOf,
	recordLabels,
	storedIn,
} from './labels';
import { isGroup, markOf } from './marks';

/** Name of the JSON field whose content is merged into the parent object. */
const ADDITIONAL_FIELDS = 'additionalFields';

export interface FormReading {
	values: JsonObject;
	issues: FormIssue[];
	/** Returns the label of a value, such as `Tags > 2` for the path `['tags', 1]`. */
	labelAt(path: readonly (string | number)[]): string;
}

const isUnset = (field: INodeProperties, value: unknown): boolean =>
	isEmpty(value) && !(markOf(field) === 'presence' && isObject(value));

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

const rowsIn = (entries: unknown): unknown[] =>
	Array.isArray(entries) ? entries : isEmpty(entries) ? [] : [entries];

function readRows(field: INodeProperties, value: unknown, place: Place, walk: FormWalk): unknown {
	if (!isObject(value)) return value;
	const groups = (field.options ?? []) as INodePropertyCollection[];
	const rows = groups.flatMap((group) => {
		const stored = rowsIn(storedIn(place.stored, group.name));
		return rowsIn(value[group.name]).map((entry, index) => ({
			group,
			entry: isObject(entry) ? entry : {},
			stored: stored[index],
		}));
	});
	if (field.typeOptions?.multipleValues !== true) {
		const only = rows[0];
		const { stored } = only ?? {};
		return only && readFields(only.group.values, only.entry, { ...place, stored }, walk);
	}
	const places = rows.map(({ group, stored }, index) => ({
		...childPlace(place, index, `${group.displayName} ${index + 1}`),
		stored,
	}));
	for (const { path, label } of places) walk.labels.set(path, label);
	const values = rows.map(({ group, entry }, index) =>
		readFields(group.values, entry, places[index] ?? place, walk),
	);
	return isNameAndValue(groups) ? toObject(values, places, walk) : values;
}

const isNameAndValue = (groups: readonly INodePropertyCollection[]): boolean =>
	groups.every((group) => group.values.map(({ name }) => name).join() === 'name,value');

const missingPart = (name: string, value: unknown, stored: unknown): string | undefined => {
	if (name === '') return 'has no name';
	return value === undefined && isExpression(storedIn(stored, 'value'))
		? `has no value for '${name}', because its expression returned nothing`
		: undefined;
};

function toObject(
	rows: readonly JsonObject[],
	places: readonly Place[],
	walk: FormWalk,
): Record<string, unknown> {
	const object = new Map<string, unknown>();
	rows.forEach((row, index) => {
		if (isEmpty(row)) return;
		const name = typeof row.name === 'string' ? row.name : '';
		const message = object.has(name)
			? `repeats the name '${name}'`
			: missingPart(name, row.value, places[index]?.stored);
		if (message !== undefined) walk.issues.push({ label: places[index]?.label ?? '', message });
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

function readString(field: INodeProperties, value: unknown): unknown {
	if (markOf(field) === 'textList') return readTextList(value);
	if (field.typeOptions?.multipleValues !== true) return readText(value);
	return markOf(field) === 'commaList' ? readCommaList(value) : readTextList(value);
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
			return readFinite(value, place, walk);
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

function checkEmpty(field: INodeProperties, raw: unknown, place: Place, walk: FormWalk): void {
	const { label, stored } = place;
	const mark = markOf(field);
	if (isExpression(stored)) {
		if (mark !== 'nonEmpty' && mark !== 'nonEmptyExpression') return;
		walk.issues.push({ label, message: 'is empty, because its expression returns no value' });
	} else if (mark === 'nonEmpty' && raw !== undefined && raw !== null) {
		walk.issues.push({ label, message: 'must not be empty' });
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
		if (markOf(field) === 'uiOnly' || !isShown(field, fields, raw)) continue;
		const place = placeOf(field, parent);
		if (!isGroup(field)) walk.labels.set(place.path, place.label);
		const issues = walk.issues.length;
		const value = readValue(field, raw[field.name], place, walk);
		if (isUnset(field, value)) {
			if (field.name in raw && walk.issues.length === issues)
				checkEmpty(field, raw[field.name], place, walk);
			continue;
		}
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

/** A crawl sends the field *Formats* inside `scrapeOptions`. */
const isFormats = ([parent, name]: readonly (string | number)[]): boolean =>
	parent === 'scrapeOptions' && name === 'formats';

/**
 * Converts node parameters to request values. Expressions in `raw` must already be resolved. `stored` contains the same
 * parameters with their expressions.
 */
export function readForm(
	fields: readonly INodeProperties[],
	raw: JsonObject,
	stored: JsonObject = {},
): FormReading {
	const read = () => {
		const walk: FormWalk = { labels: new Map(), issues: [] };
		return { values: readFields(fields, raw, { path: '', label: '', stored }, walk), ...walk };
	};
	const { values, issues } = read();
	let labels: FormWalk['labels'] | undefined;
	return {
		values,
		issues,
		// The labels of 10,000 items would need more memory than their values, and only failures need them.
		labelAt: (sentPath) => {
			labels ??= read().labels;
			const path = isFormats(sentPath) && labels.has('formats') ? sentPath.slice(1) : sentPath;
			for (let length = path.length; length > 0; length--) {
				const label = labels.get(path.slice(0, length).join('.'));
				if (label !== undefined) return [label, ...pathLabels(path.slice(length))].join(' > ');
			}
			const [first, ...rest] = path;
			return [labelOf(fields, String(first)) ?? String(first), ...pathLabels(rest)].join(' > ');
		},
	};
}
