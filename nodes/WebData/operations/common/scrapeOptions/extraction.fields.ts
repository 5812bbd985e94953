import type { INodeProperties } from 'n8n-workflow';
import { nonEmptyExpression } from '../../form/marks';

export const extractionPromptField = (description: string): INodeProperties =>
	nonEmptyExpression({
		displayName: 'Prompt',
		name: 'prompt',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		placeholder: 'e.g. Extract name and price of each product',
		description,
	});

export const extractionSchemaField = (description: string): INodeProperties =>
	nonEmptyExpression({
		displayName: 'Schema',
		name: 'schema',
		type: 'json',
		default: '{}',
		hint: 'e.g. { "type": "object", "properties": { "price": { "type": "number" } } }',
		description,
	});

export const modesField = (jsonDescription: string): INodeProperties => ({
	displayName: 'Modes',
	name: 'modes',
	type: 'multiOptions',
	default: [],
	options: [
		{
			name: 'Git Diff',
			value: 'git-diff',
			description: 'Return the changed lines of the Markdown',
		},
		{ name: 'JSON', value: 'json', description: jsonDescription },
	],
	description: 'Details to return about a change. If empty, only the status is returned.',
});

export const tagField = (example: string, description: string): INodeProperties => ({
	displayName: 'Tag',
	name: 'tag',
	type: 'string',
	default: '',
	placeholder: `e.g. ${example}`,
	description,
});
