import type { INodeProperties } from 'n8n-workflow';
import { group } from '../form/marks';

// The first call to `localeCompare` would delay the start of n8n by 5 ms.
const byLabel = (a: INodeProperties, b: INodeProperties): number =>
	a.displayName.toLowerCase() < b.displayName.toLowerCase() ? -1 : 1;

export const sortByLabel = (fields: readonly INodeProperties[]): INodeProperties[] =>
	[...fields].sort(byLabel);

/** Returns an 'Options' collection, sorted by label. */
export const optionsGroup = (options: readonly INodeProperties[]): INodeProperties =>
	group({
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		options: sortByLabel(options),
	});

export const optionsField = (options: readonly INodeProperties[]): INodeProperties => ({
	...optionsGroup(options),
	description: 'Optional fields of the request. Only the fields that you add are sent.',
});

export const optionsOfType = (
	displayName: string,
	type: string,
	options: INodeProperties[],
): INodeProperties => ({
	...optionsGroup(options),
	displayName,
	displayOptions: { show: { type: [type] } },
	options,
});
