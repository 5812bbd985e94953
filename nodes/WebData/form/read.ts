import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { isObject, type JsonObject } from '../json/json';
import {
	checkChoice,
	checkEmpty,
	checkEntries,
	checkInitial,
	checkIntegers,
	checkUnit,
	checkUrl,
	isBroken,
	isNotEvaluated,
	isStartValue,
	missingPart,
	type Presence,
} from './checks';
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
import {
	childPlace,
	type FormIssue,
	type FormReading,
	type FormWalk,
	hasExpression,
	isGiven,
	labelAt,
	type Place,
	placeOf,
	recordLabels,
	type ShownLabels,
	shownLabelOf,
	storedIn,
} from './labels';
import { hasMark, isGroup } from './marks';
import { withoutPlaceholders } from './mistakes';

/** Whether a field has no value. A required text may be a space, such as the text that an action types. */
const isUnset = (field: INodeProperties, value: unknown): boolean =>
	(isEmpty(value) && !(hasMark(field, 'presence') && isObject(value))) ||
	(typeof value === 'string' && value.trim() === '' && field.required !== true);

/** Whether n8n shows a field. A field on which it depends has its default if it has no value. */
const isShown = (
	{ displayOptions }: INodeProperties,
	level: readonly INodeProperties[],
	raw: JsonObject,
): boolean =>
	displayOptions?.show === undefined ||
	Object.entries(displayOptions.show).every(([name, allowed]) => {
		if (!(name in raw)) return true;
		const value = isEmpty(raw[name])
			? level.find((field) => field.name === name)?.default
			: readBoolean(raw[name]);
		return (allowed as unknown[]).includes(value);
	});

function readRows(field: INodeProperties, value: unknown, place: Place, walk: FormWalk): unknown {
	if (!isObject(value)) return value;
	const groups = (field.options ?? []) as INodePropertyCollection[];
	const rows = groups.flatMap((group) => {
		const stored = rowsIn(storedIn(place.stored, group.name));
		const entries = rowsIn(value[group.name]);
		checkInitial(entries, group, place, walk);
		return entries.map((entry, index) => ({
			group,
			entry: isObject(entry) ? entry : {},
			stored: stored[index],
		}));
	});
	if (field.typeOptions?.multipleValues !== true) {
		const only = rows[0];
		const { stored } = only ?? {};
		return only && readFields(only.group.values, only.entry, { ...place, stored }, walk, 'row');
	}
	const places = rows.map(({ group, stored }, index) => ({
		...childPlace(place, index, `${group.displayName} ${index + 1}`),
		stored,
	}));
	for (const { path, label } of places) walk.labels?.byPath.set(path, label);
	const values = rows.map(({ group, entry }, index) =>
		readFields(group.values, entry, places[index] ?? place, walk, 'row'),
	);
	const isNamed = groups.every(
		({ values: [name, content, ...more] }) =>
			name?.name === 'name' && content?.name === 'value' && more.length === 0,
	);
	return isNamed ? toObject(values, places, walk) : values;
}

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
		const { label = '', path = '' } = places[index] ?? {};
		if (message !== undefined) walk.issues.push({ label, message });
		walk.labels?.byPath.set(`${path.slice(0, path.lastIndexOf('.'))}.${name}`, label);
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
	if (walk.labels !== undefined) recordLabels(options, place, walk.labels.byPath);
	const added = options.filter(({ name }) => isGiven(name, value, place.stored));
	return readFields(added, value, place, walk, 'added');
}

function readValue(field: INodeProperties, value: unknown, place: Place, walk: FormWalk): unknown {
	const mayHaveValue = field.type === 'collection' && hasExpression(place.stored);
	if (isUnset(field, value) && !mayHaveValue) return undefined;
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
	walk: FormWalk,
	presence: Presence | 'missing',
): unknown {
	const issues = walk.issues.length;
	if (isNotEvaluated(field, place, walk)) return undefined;
	const isCollection = field.type === 'collection' || field.type === 'fixedCollection';
	if (!isCollection && isBroken(raw, place, walk)) return undefined;
	const entered = withoutPlaceholders(field, raw, place.stored);
	const value = withoutPlaceholders(field, readValue(field, entered, place, walk), place.stored);
	if (!isUnset(field, value)) {
		if (presence === 'row' && isStartValue(field, value, place)) return undefined;
		checkEntries(field, raw, place, walk);
		if (!isCollection) checkUrl(value, place, walk);
		checkUnit(field, value, place, walk);
		if (field.type === 'json' || field.type === 'resourceMapper') {
			checkIntegers(field, value, place, walk);
		}
		return value;
	}
	const isReported = walk.issues.length > issues;
	if (presence !== 'missing' && !isReported) checkEmpty(field, raw, place, walk, presence);
	return undefined;
}

function readFields(
	fields: readonly INodeProperties[],
	raw: JsonObject,
	parent: Place,
	walk: FormWalk,
	presence: Presence = 'always',
): JsonObject {
	const values: JsonObject = {};
	for (const field of fields) {
		const { name } = field;
		if (!isShown(field, fields, raw)) {
			walk.labels?.hidden.add(name);
			continue;
		}
		const place = placeOf(field, parent);
		const state = isGiven(name, raw, parent.stored) ? presence : 'missing';
		if (hasMark(field, 'formOnly')) {
			if (state !== 'missing') checkChoice(field, raw[name], place, walk);
			continue;
		}
		if (!isGroup(field)) walk.labels?.byPath.set(place.path, place.label);
		const value = readField(field, raw[name], place, walk, state);
		if (value === undefined) continue;
		if (isGroup(field) && isObject(value)) Object.assign(values, value);
		else values[name] = value;
	}
	return values;
}

/**
 * Converts node parameters to request values. Expressions in `raw` must already be resolved. `stored` contains the same
 * parameters with their expressions.
 */
export function readForm(
	fields: readonly INodeProperties[],
	raw: JsonObject,
	stored: JsonObject = {},
): FormReading {
	const root: Place = { path: '', label: '', stored };
	const issues: FormIssue[] = [];
	const hints: FormIssue[] = [];
	const values = readFields(fields, raw, root, { issues, hints });
	let labels: ShownLabels | undefined;
	const shown = (): ShownLabels => {
		if (labels === undefined) {
			labels = { byPath: new Map(), hidden: new Set() };
			readFields(fields, raw, root, { labels, issues: [], hints: [] });
		}
		return labels;
	};
	return {
		values,
		issues,
		hints,
		labelAt: (path) => labelAt(fields, shown().byPath, path),
		labelOf: (name) => shownLabelOf(fields, shown(), name),
	};
}
