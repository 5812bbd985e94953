// The group of options for what has no place elsewhere: tools for the page, and fields that the form does not know.

import type { INodeProperties } from 'n8n-workflow';
import { additionalBodyFieldsField } from '../shared.fields';

export const toolsField: INodeProperties = {
	displayName: 'Tools and Extras',
	name: 'toolsAndExtras',
	type: 'collection',
	default: {},
	placeholder: 'Add Option',
	description: 'Catalogued tools for the page, and fields that this form does not know',
	options: [
		additionalBodyFieldsField,
		{
			displayName: 'Domain Tools',
			name: 'domainTools',
			type: 'boolean',
			default: false,
			description:
				"Whether to also list catalogued tools for the page's domain. Free of charge, but your team needs catalog access. Cannot be combined with 'Zero Data Retention' or 'Lockdown'.",
		},
		{
			displayName: 'Tool Detail',
			name: 'toolDetail',
			type: 'options',
			default: 'summary',
			options: [
				{ name: 'Compact', value: 'compact' },
				{ name: 'Full', value: 'full' },
				{ name: 'Summary', value: 'summary' },
			],
			description: "How much to return about each tool that 'Domain Tools' lists",
		},
	],
};
