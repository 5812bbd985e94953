import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { isObject, type Issue, nonEmptyText, type JsonObject, type Path } from '../json/json';
import { isEmpty, readBoolean, readText, rowsIn } from './coerce';
import { once } from './field';
import { isGroup } from './marks';

/**
 * Returns the label of a field, preceded by its parents' labels. `at` is the name of a field, whose label is undefined if the
 * form does not show the field, or the path of a value, such as `['tags', 1]` for 'Tags > 2', even if it was not read.
 */
export type LabelOf = (at: string | Path) => string | undefined;

/** An issue with the label of its field. */
export interface LabeledIssue extends Omit<Issue, 'path'> {
	label: string;
}

export const withLabels = (issues: readonly Issue[], labelOf: LabelOf): LabeledIssue[] =>
	issues.map(({ path, ...issue }) => ({ label: labelOf(path) ?? 'Request body', ...issue }));

const credentialLabels: Readonly<Record<string, string>> = {
	apiKey: 'API Key',
	baseUrl: 'Base URL',
};

/** Replaces references such as `{timeout}` with labels. Returns undefined if the form does not show one of the fields. */
export function insertLabels(text: string, labelOf: LabelOf): string | undefined {
	let isShown = true;
	const labeled = text.replace(/\{(\w+)\}/g, (_reference, name: string) => {
		const inCredential = credentialLabels[name];
		if (inCredential !== undefined) return `the credential's '${inCredential}'`;
		const label = labelOf(name);
		isShown &&= label !== undefined;
		return `'${label}'`;
	});
	return isShown ? labeled : undefined;
}

export const joinLabels = (parent: string, label: string | number): string =>
	parent === '' ? String(label) : `${parent} > ${label}`;

/** Whether n8n shows a field. A field on which it depends has its default if it has no value. */
export function isShown(
	{ displayOptions }: INodeProperties,
	level: readonly INodeProperties[],
	raw: JsonObject,
): boolean {
	if (displayOptions === undefined) return true;
	const isMet = ([name, allowed]: [string, unknown]): boolean => {
		const value = isEmpty(raw[name])
			? level.find((field) => field.name === name)?.default
			: readBoolean(raw[name]);
		return (allowed as unknown[]).includes(value);
	};
	const { show = {}, hide = {} } = displayOptions;
	const known = (conditions: object) => Object.entries(conditions).filter(([name]) => name in raw);
	return known(show).every(isMet) && !known(hide).some(isMet);
}

/** A field that the form shows, and its value. */
interface Shown {
	field: INodeProperties;
	label: string;
	value: unknown;
}

/** Returns the shown fields of one level of the form. The fields inside a group belong to the level of the group. */
function shownFields(fields: readonly INodeProperties[], raw: unknown, parent = ''): Shown[] {
	const values = isObject(raw) ? raw : {};
	return fields.flatMap((field) => {
		if (!isShown(field, fields, values)) return [];
		const label = joinLabels(parent, field.displayName);
		const shown = { field, label, value: values[field.name] };
		return isGroup(field) ? [...fieldsIn(shown, true), shown] : shown;
	});
}

/** A row of a field. */
interface Row {
	label: string;
	/** Name of a named value. */
	name: string;
	readonly fields: Shown[];
}

function rowsOf({ field, label, value }: Shown): Row[] {
	const rows = (field.options as INodePropertyCollection[]).flatMap((group) =>
		rowsIn(isObject(value) ? value[group.name] : undefined).map((entry) => ({ group, entry })),
	);
	const isList = field.typeOptions?.multipleValues === true;
	return rows.map(({ group, entry }, index) => {
		const rowLabel = isList ? joinLabels(label, `${group.displayName} ${index + 1}`) : label;
		const name = isObject(entry) ? nonEmptyText(readText(entry.name)) : undefined;
		return {
			label: rowLabel,
			name: name ?? '',
			// One of 10,000 rows has an issue.
			get fields() {
				return shownFields(group.values, entry, rowLabel);
			},
		};
	});
}

/** Returns the fields inside a field. `addable` includes those that the user has not added yet. */
function fieldsIn(shown: Shown, addable: boolean): Shown[] {
	const { field, label, value } = shown;
	if (field.type === 'collection') {
		if (!addable && !isObject(value)) return [];
		return shownFields(field.options as INodeProperties[], value, label);
	}
	if (field.type !== 'fixedCollection') return [];
	const rows = rowsOf(shown);
	if (rows.length > 0 || !addable) return rows.flatMap(({ fields }) => fields);
	return (field.options as INodePropertyCollection[]).flatMap(({ values }) =>
		shownFields(values, {}, label),
	);
}

/** Returns the label of the outermost of several fields with the same name. */
function labelOfName(level: readonly Shown[], name: string, addable: boolean): string | undefined {
	const fields = level.filter(({ field }) => !isGroup(field));
	const match = fields.find(({ field }) => field.name === name);
	if (match !== undefined || fields.length === 0) return match?.label;
	// A webhook field and a request field can have the same name.
	const others = fields.filter(({ field }) => field.name !== 'webhook');
	const inside = others.flatMap((shown) => fieldsIn(shown, addable));
	return labelOfName(inside, name, addable);
}

const joinSteps = (label: string, path: Path): string =>
	path
		.filter((step) => step !== '')
		.reduce<string>(
			(joined, step) => joinLabels(joined, typeof step === 'number' ? step + 1 : step),
			label,
		);

function labelInRows(shown: Shown, [step, ...rest]: Path): string | undefined {
	const row = rowsOf(shown).findLast(({ name }, index) => step === index || step === name);
	return row && (labelOfPath(row.fields, rest) ?? joinSteps(row.label, rest));
}

function labelOfPath(level: readonly Shown[], [step, ...rest]: Path): string | undefined {
	const shown = level.find(({ field }) => field.name === step);
	if (shown === undefined) return undefined;
	const { field, label } = shown;
	if (rest.length === 0) return label;
	const isList = field.type === 'fixedCollection' && field.typeOptions?.multipleValues === true;
	const inside = isList ? labelInRows(shown, rest) : labelOfPath(fieldsIn(shown, true), rest);
	return inside ?? joinSteps(label, rest);
}

/** Returns the labels of a form with the values `raw`. Without values, the form shows all its fields. */
export const labelsOf = (fields: readonly INodeProperties[], raw: JsonObject = {}): LabelOf => {
	const shown = once(() => shownFields(fields, raw));
	return (at) => {
		const level = shown();
		if (typeof at === 'string') {
			return labelOfName(level, at, false) ?? labelOfName(level, at, true);
		}
		// A crawl sends the field *Formats* inside `scrapeOptions`.
		const isFormats = at[0] === 'scrapeOptions' && at[1] === 'formats';
		const [first, ...rest] =
			isFormats && level.some(({ field }) => field.name === 'formats') ? at.slice(1) : at;
		if (first === undefined) return undefined;
		const name = String(first);
		return (
			labelOfPath(level, [first, ...rest]) ??
			joinSteps(labelOfName(shownFields(fields, {}), name, true) ?? name, rest)
		);
	};
};
