import type { INodeProperties } from 'n8n-workflow';
import { isObject } from '../../api/http/response';
import { joinLabels } from './labels';
import { isGroup } from './marks';

export interface FormIssue {
	/** Label of the field, preceded by the labels of its parents. */
	label: string;
	/** Rest of the issue's message after the label, such as `repeats the name 'id'`. */
	message: string;
}

export interface FormWalk {
	labels: Map<string, string>;
	issues: FormIssue[];
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
	walk: FormWalk,
): void {
	for (const field of fields) {
		const place = placeOf(field, parent);
		if (isGroup(field)) recordLabels(field.options as INodeProperties[], place, walk);
		else if (!walk.labels.has(place.path)) walk.labels.set(place.path, place.label);
	}
}
