import type { INodeProperties } from 'n8n-workflow';
import { group } from '../form/marks';

// `localeCompare` is not used: its first call takes 5 ms when n8n starts, and no label requires it.
const byLabel = (a: INodeProperties, b: INodeProperties): number =>
	a.displayName.toLowerCase() < b.displayName.toLowerCase() ? -1 : 1;

export const sortByLabel = (fields: readonly INodeProperties[]): INodeProperties[] =>
	[...fields].sort(byLabel);

/** Returns an 'Options' collection without a description, sorted by label as n8n's guidelines require. */
export const optionsGroup = (options: readonly INodeProperties[]): INodeProperties =>
	group({
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		options: sortByLabel(options),
	});

/** Returns the 'Options' collection of an operation. */
export const optionsField = (options: readonly INodeProperties[]): INodeProperties => ({
	...optionsGroup(options),
	description: 'Optional fields of the request. Only the fields that you add are sent.',
});

/** Returns the collection of options for one value of 'Type'. */
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
