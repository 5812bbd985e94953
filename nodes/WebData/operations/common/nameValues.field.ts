import type { INodeProperties } from 'n8n-workflow';

export interface NameValues {
	displayName: string;
	name: string;
	description: string;
	entry: 'header' | 'entry';
	nameExample: string;
	valueExample: string;
}

export const nameValuesField = ({
	displayName,
	name,
	description,
	entry,
	nameExample,
	valueExample,
}: NameValues): INodeProperties => {
	const label = entry === 'header' ? 'Header' : 'Entry';
	const textField = (part: 'Name' | 'Value', example: string): INodeProperties => ({
		displayName: part,
		name: part.toLowerCase(),
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		description: `${part} of the ${entry}`,
	});
	return {
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		placeholder: `Add ${label}`,
		options: [
			{
				displayName: label,
				name: entry,
				values: [textField('Name', nameExample), textField('Value', valueExample)],
			},
		],
		description,
	};
};
