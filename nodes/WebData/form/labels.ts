import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { isObject, type JsonObject } from '../json/json';
import { isGroup } from './marks';

/** Matches a field name in braces, such as `{timeout}`. */
export const FIELD_REFERENCE = /\{(\w+)\}/g;

export const joinLabels = (parent: string, label: string): string =>
	parent === '' ? label : `${parent} > ${label}`;

const childFields = (field: INodeProperties): INodeProperties[] =>
	(field.options ?? []).flatMap(
		(option: INodePropertyOptions | INodeProperties | INodePropertyCollection) => {
			if ('values' in option && Array.isArray(option.values)) return option.values;
			return 'type' in option && 'displayName' in option ? [option as INodeProperties] : [];
		},
	);

/** Returns the fields at one level of the form. Fields inside a group belong to the same level as the group. */
const fieldsOfLevel = (
	fields: readonly INodeProperties[],
	parent: string,
): { field: INodeProperties; label: string }[] =>
	fields.flatMap((field) => {
		const label = joinLabels(parent, field.displayName);
		return isGroup(field) ? fieldsOfLevel(childFields(field), label) : [{ field, label }];
	});

/** Returns the label of a field, preceded by its parents' labels. */
export function labelOf(
	fields: readonly INodeProperties[],
	name: string,
	parent = '',
): string | undefined {
	const level = fieldsOfLevel(fields, parent);
	const match = level.find(({ field }) => field.name === name)?.label;
	if (match !== undefined) return match;
	for (const { field, label } of level) {
		// Webhook fields are looked up separately, because a webhook field and a request field can have the same name.
		if (field.name === 'webhook') continue;
		const nested = labelOf(childFields(field), name, label);
		if (nested !== undefined) return nested;
	}
	return undefined;
}

/** Returns a function that finds the label of a field in a form, regardless of its values. */
export const labelsIn =
	(fields: readonly INodeProperties[]) =>
	(name: string): string | undefined =>
		labelOf(fields, name);

/** Replaces the references to fields with the labels of the fields. */
export const insertLabels = (text: string, fields: readonly INodeProperties[]): string =>
	text.replace(FIELD_REFERENCE, (_, name: string) => `'${labelOf(fields, name) ?? name}'`);

export interface FormIssue {
	/** Label of the field, preceded by the labels of its parents. */
	label: string;
	/** Rest of the issue's message after the label, such as `repeats the name 'id'`. */
	message: string;
	/** What to do, without the final period. By default, to correct the value. */
	remedy?: string;
}

/** The values of a form, and what is wrong with them. */
export interface FormReading {
	values: JsonObject;
	issues: FormIssue[];
	/** Remarks on values that are probably wrong but are sent. */
	hints: FormIssue[];
	/** Returns the label of a value, such as `Tags > 2` for the path `['tags', 1]`. */
	labelAt(path: readonly (string | number)[]): string;
	/** Returns the label of a field, or undefined if the form does not show the field for these values. */
	labelOf(name: string): string | undefined;
}

/** The labels of a form with certain values. */
export interface ShownLabels {
	/** By the path of the value. */
	byPath: Map<string, string>;
	/** Names of fields that are not shown for these values. */
	hidden: Set<string>;
}

export interface FormWalk {
	/** Undefined while values are read, because only failures need labels. */
	labels?: ShownLabels;
	issues: FormIssue[];
	hints: FormIssue[];
}

export interface Place {
	path: string;
	label: string;
	/** Parameter before its expressions are resolved, if known. */
	stored?: unknown;
}

export const isExpression = (stored: unknown): boolean =>
	typeof stored === 'string' && stored.startsWith('=');

/** Whether a parameter contains an expression at any depth. In n8n, an expression begins with an equals sign. */
export function hasExpression(stored: unknown): boolean {
	if (isExpression(stored)) return true;
	if (Array.isArray(stored)) return stored.some(hasExpression);
	return isObject(stored) && Object.values(stored).some(hasExpression);
}

/** Every field inside a parameter that is an expression comes from this expression. */
export const storedIn = (stored: unknown, key: string | number): unknown =>
	isObject(stored) ? stored[key] : isExpression(stored) ? stored : undefined;

/** Whether a parameter contains a field. An expression that returns nothing may leave no key. */
export const isGiven = (name: string, raw: JsonObject, stored: unknown): boolean =>
	name in raw || (isObject(stored) && hasExpression(stored[name]));

export const childPlace = (place: Place, key: string | number, label: string): Place => ({
	path: place.path === '' ? String(key) : `${place.path}.${key}`,
	label: joinLabels(place.label, label),
	stored: storedIn(place.stored, key),
});

export const placeOf = (field: INodeProperties, parent: Place): Place => {
	const place = childPlace(parent, field.name, field.displayName);
	return isGroup(field) ? { ...place, path: parent.path } : place;
};

/** Records the label of each field, even if the user has not added the field. */
export function recordLabels(
	fields: readonly INodeProperties[],
	parent: Place,
	labels: Map<string, string>,
): void {
	for (const field of fields) {
		const place = placeOf(field, parent);
		if (isGroup(field)) recordLabels(field.options as INodeProperties[], place, labels);
		else if (!labels.has(place.path)) labels.set(place.path, place.label);
	}
}

const pathLabels = (path: readonly (string | number)[]): string[] =>
	path
		.map((step) => (typeof step === 'number' ? String(step + 1) : step))
		.filter((step) => step !== '');

/** Returns the label of a value, such as `Tags > 2` for the path `['tags', 1]`, even if the value was not read. */
export function labelAt(
	fields: readonly INodeProperties[],
	labels: ReadonlyMap<string, string>,
	sentPath: readonly (string | number)[],
): string {
	// A crawl sends the field *Formats* inside `scrapeOptions`.
	const isFormats = sentPath[0] === 'scrapeOptions' && sentPath[1] === 'formats';
	const path = isFormats && labels.has('formats') ? sentPath.slice(1) : sentPath;
	for (let length = path.length; length > 0; length--) {
		const label = labels.get(path.slice(0, length).join('.'));
		if (label !== undefined) return [label, ...pathLabels(path.slice(length))].join(' > ');
	}
	const [first, ...rest] = path;
	return [labelOf(fields, String(first)) ?? String(first), ...pathLabels(rest)].join(' > ');
}

/** Returns the label of a field that the form shows. A row that the user has not added yet shows all its fields. */
export function shownLabelOf(
	fields: readonly INodeProperties[],
	{ byPath, hidden }: ShownLabels,
	name: string,
): string | undefined {
	const isField = ([path]: [string, string]): boolean => path === name || path.endsWith(`.${name}`);
	const shown = [...byPath].find(isField)?.[1];
	return shown ?? (hidden.has(name) ? undefined : labelOf(fields, name));
}
