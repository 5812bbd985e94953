import type { INodeProperties } from 'n8n-workflow';
import { idPickerField, UUID_EXAMPLE } from './idPicker.field';

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
