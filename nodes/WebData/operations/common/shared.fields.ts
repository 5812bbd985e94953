// Fields that the forms of several resources have in common.

import type { INodeProperties } from 'n8n-workflow';

export const additionalBodyFieldsField: INodeProperties = {
	displayName: 'Additional Body Fields',
	name: 'additionalBodyFields',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. { "newOption": true }',
	description:
		'JSON that is laid over the body of the request last. It can set anything, also what this form does not know.',
};

export const threatProtectionField: INodeProperties = {
	displayName: 'Threat Protection',
	name: 'threatProtection',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: "Overrides the team's policy for unsafe websites in this request",
	options: [
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'json',
			default: '{}',
			placeholder: 'e.g. { "mode": "normal" }',
			description: 'JSON with more fields of this object. It wins over the other fields.',
		},
		{
			displayName: 'Blacklist',
			name: 'blacklist',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Domain' },
			default: [],
			placeholder: 'e.g. *.example.com',
			description: 'Domains to refuse, up to 1000',
		},
		{
			displayName: 'Blocked TLDs',
			name: 'blockedTlds',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add TLD' },
			default: [],
			placeholder: 'e.g. zip',
			description: 'Endings of domains to refuse, in small letters without a dot, up to 1000',
		},
		{
			displayName: 'Failure Policy',
			name: 'failurePolicy',
			type: 'options',
			default: 'closed',
			options: [
				{ name: 'Closed', value: 'closed', description: 'Refuse the page' },
				{ name: 'Open', value: 'open', description: 'Scrape the page' },
			],
			description: 'What to do when a page cannot be checked',
		},
		{
			displayName: 'Mode',
			name: 'mode',
			type: 'options',
			default: 'normal',
			options: [
				{ name: 'Manual Only', value: 'manual-only' },
				{ name: 'Normal', value: 'normal' },
				{ name: 'Off', value: 'off' },
				{ name: 'Zscaler', value: 'zscaler' },
			],
			description: 'How pages are checked',
		},
		{
			displayName: 'Risk Score Threshold',
			name: 'riskScoreThreshold',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 100 },
			default: 50,
			description: 'Refuse pages with a higher risk score than this, from 0 to 100',
		},
		{
			displayName: 'Whitelist',
			name: 'whitelist',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Domain' },
			default: [],
			placeholder: 'e.g. example.com',
			description: 'Domains to allow, up to 1000',
		},
	],
};

export const auditMetadataField: INodeProperties = {
	displayName: 'Audit Metadata',
	name: 'auditMetadata',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: "What the team's audit log keeps about this request",
	options: [
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'json',
			default: '{}',
			placeholder: 'e.g. { "username": "night-run" }',
			description: 'JSON with more fields of this object. It wins over the other fields.',
		},
		{
			displayName: 'Username',
			name: 'username',
			type: 'string',
			default: '',
			placeholder: 'e.g. night-run',
			description: 'Who asked for it, up to 1024 characters',
		},
	],
};
