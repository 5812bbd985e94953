import type { INodeProperties } from 'n8n-workflow';

export const CONTAINS_UUID = '.*[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}.*';

const UUID_EXAMPLE = 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';

export interface IdPicker {
	displayName: string;
	name: string;
	description: string;
	searchListMethod: string;
	/** A noun with its article for the kind of object, for example, `a monitor`. */
	select: string;
	placeholder?: string;
	/** Regular expression that an entered ID must match. By default, the ID must contain a UUID. */
	regex?: string;
	errorMessage: string;
}

/** Returns a field in which the user selects an ID from a list or enters an ID. */
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

const jobIdTexts = (job: string) => ({
	displayName: 'Job ID',
	name: 'jobId',
	description: `Job ID of the ${job}, from the output of Start. A URL that contains the job ID also works.`,
});

/** Returns the 'Job ID' field without a list, for jobs that the service does not list. */
export const unlistedJobIdField = (job: string): INodeProperties => ({
	...jobIdTexts(job),
	type: 'string',
	default: '',
	required: true,
	placeholder: UUID_EXAMPLE,
});

/** Returns the 'Job ID' field with a list of jobs. `searchListMethod` is the name of the method that loads the list. */
export const jobIdField = (job: string, searchListMethod: string): INodeProperties =>
	idPickerField({
		...jobIdTexts(job),
		searchListMethod,
		select: `the ${job}`,
		errorMessage: 'Must contain a job ID, which is a UUID',
	});
