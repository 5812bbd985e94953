import type { INodeProperties } from 'n8n-workflow';

/** Matches a string that contains a UUID, for example a URL. */
export const CONTAINS_UUID = '.*[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}.*';

export const UUID_EXAMPLE = 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';

export interface IdPicker {
	displayName: string;
	name: string;
	description: string;
	/** Name of the method that loads the list. */
	searchListMethod: string;
	/** What to select from the list, for example `a monitor`. */
	select: string;
	placeholder?: string;
	/** Regular expression that an entered ID must match. By default, the ID must contain a UUID. */
	regex?: string;
	errorMessage: string;
}

/** Returns a field for an ID, which is selected from a list or entered. */
export const idPickerField = ({
	displayName,
	name,
	description,
	searchListMethod,
	select,
	placeholder = UUID_EXAMPLE,
	regex = CONTAINS_UUID,
	errorMessage,
}: IdPicker): INodeProperties => ({
	displayName,
	name,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: `Select ${select}…`,
			typeOptions: { searchListMethod, searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder,
			validation: [{ type: 'regex', properties: { regex, errorMessage } }],
		},
	],
});
