// The group of options about personal data, unsafe pages, and what the service keeps.

import type { INodeProperties } from 'n8n-workflow';
import { auditMetadataField, threatProtectionField } from '../shared.fields';

const redactPiiOptionsField: INodeProperties = {
	displayName: 'Redact PII Options',
	name: 'redactPIIOptions',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: 'What to redact, and how. Turns redaction on, also with nothing chosen in it.',
	options: [
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'json',
			default: '{}',
			placeholder: 'e.g. { "mode": "fast" }',
			description: 'JSON with more fields of this object. It wins over the other fields.',
		},
		{
			displayName: 'Entities',
			name: 'entities',
			type: 'multiOptions',
			default: [],
			options: [
				{ name: 'Email', value: 'EMAIL' },
				{ name: 'Financial', value: 'FINANCIAL' },
				{ name: 'Location', value: 'LOCATION' },
				{ name: 'Person', value: 'PERSON' },
				{ name: 'Phone', value: 'PHONE' },
				{ name: 'Secret', value: 'SECRET' },
			],
			description: 'What to redact. All of them when none is chosen.',
		},
		{
			displayName: 'Mode',
			name: 'mode',
			type: 'options',
			default: 'accurate',
			options: [
				{ name: 'Accurate', value: 'accurate' },
				{ name: 'Aggressive', value: 'aggressive' },
				{ name: 'Fast', value: 'fast' },
			],
			description: 'How carefully to look for personal data',
		},
		{
			displayName: 'Replace Style',
			name: 'replaceStyle',
			type: 'options',
			default: 'tag',
			options: [
				{ name: 'Mask', value: 'mask', description: 'Put asterisks in place of the text' },
				{ name: 'Remove', value: 'remove', description: 'Take the text out' },
				{ name: 'Tag', value: 'tag', description: 'Put a tag such as &lt;EMAIL&gt; in its place' },
			],
			description: 'What to put in place of personal data',
		},
	],
};

export const privacyField: INodeProperties = {
	displayName: 'Privacy and Security',
	name: 'privacyAndSecurity',
	type: 'collection',
	default: {},
	placeholder: 'Add Option',
	description: 'Personal data, unsafe pages, and what the service keeps',
	options: [
		auditMetadataField,
		{
			displayName: 'Redact PII',
			name: 'redactPII',
			type: 'boolean',
			default: false,
			description: 'Whether to redact personal data in the Markdown',
		},
		redactPiiOptionsField,
		threatProtectionField,
		{
			displayName: 'Zero Data Retention',
			name: 'zeroDataRetention',
			type: 'boolean',
			default: false,
			description:
				'Whether the service keeps nothing of this scrape. Your team needs this feature.',
		},
	],
};
