import type { INodeProperties } from 'n8n-workflow';
import { group } from '../form/marks';

// The function does not use `localeCompare`, because its first call would delay the start of n8n by 5 ms.
const byLabel = (a: INodeProperties, b: INodeProperties): number =>
	a.displayName.toLowerCase() < b.displayName.toLowerCase() ? -1 : 1;

export const sortByLabel = (fields: readonly INodeProperties[]): INodeProperties[] =>
	[...fields].sort(byLabel);

/** Returns an 'Options' collection without a description. Sorts the options by label, as n8n's guidelines require. */
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
