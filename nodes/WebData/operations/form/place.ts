import type { INodeProperties } from 'n8n-workflow';
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
}

export const childPlace = (place: Place, key: string | number, label: string): Place => ({
	path: place.path === '' ? String(key) : `${place.path}.${key}`,
	label: joinLabels(place.label, label),
});

export const placeOf = (field: INodeProperties, parent: Place): Place => {
	const place = childPlace(parent, field.name, field.displayName);
	return isGroup(field) ? { path: parent.path, label: place.label } : place;
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
