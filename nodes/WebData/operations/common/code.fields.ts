import type { INodeProperties } from 'n8n-workflow';

export const codeField = (where: string, example: string): INodeProperties => ({
	displayName: 'Code',
	name: 'code',
	type: 'string',
	typeOptions: { rows: 5 },
	default: '',
	required: true,
	placeholder: `e.g. ${example}`,
	description: `Code to run ${where}, up to 100,000 characters`,
});

export const languageField: INodeProperties = {
	displayName: 'Language',
	name: 'language',
	type: 'options',
	default: 'node',
	options: [
		{ name: 'Bash', value: 'bash' },
		{ name: 'Node.js', value: 'node' },
		{ name: 'Python', value: 'python' },
	],
	description: 'Language of the code',
};

export const codeTimeoutField = (subject: string): INodeProperties => ({
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 300 },
	default: 30,
	description: `Maximum time for ${subject}, from 1 to 300 seconds`,
});
