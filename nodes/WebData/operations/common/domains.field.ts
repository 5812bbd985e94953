import type { INodeProperties } from 'n8n-workflow';
import { commaList } from '../form/marks';

export const domainsField = (
	displayName: string,
	name: string,
	description: string,
	example = 'example.com',
): INodeProperties =>
	commaList({
		displayName,
		name,
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Domain' },
		default: [],
		placeholder: `e.g. ${example}`,
		description,
	});
