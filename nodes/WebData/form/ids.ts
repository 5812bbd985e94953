import type { ZodTypeAny } from 'zod';
import { fieldOf } from './field';
import { text } from './form';

export const CONTAINS_UUID = '.*[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}.*';

const UUID_EXAMPLE = 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';

/** Field for a required ID that the user selects from a list or enters. */
export const idPicker = <Type extends ZodTypeAny>(
	displayName: string,
	description: string,
	others: {
		searchListMethod: string;
		/** A noun with its article for the kind of object, for example, `a monitor`. */
		select: string;
		placeholder?: string;
		/** Regular expression that an entered ID must match. By default, the ID must contain a UUID. */
		regex?: string;
		errorMessage: string;
		schema: Type;
	},
) => {
	const { placeholder = UUID_EXAMPLE, regex = CONTAINS_UUID, errorMessage } = others;
	const { searchListMethod, select, schema } = others;
	return fieldOf(
		[displayName, description, { required: true }],
		{
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
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
		},
		() => schema,
	);
};

const jobIdTexts = (job: string) => ['Job ID', `Job ID of the ${job}, from Start`] as const;

/** Field for the ID of a job. `searchListMethod` is the name of the method that loads the list of jobs. */
export const jobIdPicker = <Type extends ZodTypeAny>(
	job: string,
	searchListMethod: string,
	schema: Type,
) =>
	idPicker(...jobIdTexts(job), {
		searchListMethod,
		select: `the ${job}`,
		errorMessage: 'Must contain a job ID, which is a UUID',
		schema,
	});

/** Field for the ID of a job that the service does not list. */
export const unlistedJobId = <Type extends ZodTypeAny>(job: string, schema: Type) =>
	text(...jobIdTexts(job), {
		required: true,
		schema,
		placeholder: UUID_EXAMPLE,
		details: 'A URL that contains the job ID also works.',
	});
