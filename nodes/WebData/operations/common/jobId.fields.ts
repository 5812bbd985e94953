import type { INodeProperties } from 'n8n-workflow';

/** Matches a text that contains a UUID, for example a URL. */
export const CONTAINS_UUID = '.*[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}.*';

/**
 * Returns the 'Job ID' field for a kind of job that the service does not list. `job` is the name of the kind of job.
 */
export const unlistedJobIdField = (job: string): INodeProperties => ({
	displayName: 'Job ID',
	name: 'jobId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
	description: `Job ID of the ${job}, from the output of Start. A URL that contains the job ID also works.`,
});

/**
 * Returns the 'Job ID' field with a list to select from. `job` is the name of the kind of job; `searchMethod` is the
 * name of the list method.
 */
export const jobIdField = (job: string, searchMethod: string): INodeProperties => ({
	displayName: 'Job ID',
	name: 'jobId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: `Job ID of the ${job}, from the output of Start. A URL that contains the job ID also works.`,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: `Select the ${job}…`,
			typeOptions: { searchListMethod: searchMethod, searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: CONTAINS_UUID,
						errorMessage: 'Must contain a job ID, which is a UUID',
					},
				},
			],
		},
	],
});
