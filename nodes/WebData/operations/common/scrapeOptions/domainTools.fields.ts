import type { INodeProperties } from 'n8n-workflow';

export const domainToolsField: INodeProperties = {
	displayName: 'Catalog: Domain Tools',
	name: 'domainTools',
	type: 'boolean',
	default: false,
	description:
		"Whether to also list the catalog tools for the page's domain, free of charge. Your team needs catalog access. Cannot be combined with 'Privacy: Zero Data Retention' or 'Cache: Lockdown'.",
};

export const toolDetailField: INodeProperties = {
	displayName: 'Catalog: Tool Detail',
	name: 'toolDetail',
	type: 'options',
	default: 'summary',
	options: [
		{ name: 'Compact', value: 'compact', description: 'Name and description of the tool' },
		{
			name: 'Full',
			value: 'full',
			description: 'All details, such as options, examples, and response fields',
		},
		{ name: 'Summary', value: 'summary', description: 'Name, description, price, and options' },
	],
	description: "Level of detail for each tool that 'Catalog: Domain Tools' lists",
};
