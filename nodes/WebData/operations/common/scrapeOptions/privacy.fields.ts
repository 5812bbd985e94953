import type { INodeProperties } from 'n8n-workflow';
import { presence } from '../../form/marks';
import { additionalFieldsField } from '../additionalFields.field';
import { auditMetadataField } from '../auditMetadata.field';
import { threatProtectionField } from '../threatProtection.field';

const redactPiiOptionsField = presence({
	displayName: 'Privacy: Redact PII Options',
	name: 'redactPIIOptions',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description:
		'Settings for redacting personal data. Adding this option turns on redaction, even if the option is empty. Costs 4 additional credits per page.',
	options: [
		additionalFieldsField('{ "mode": "fast" }'),
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
			description: 'Types of personal data to redact. If empty, all types are redacted.',
		},
		{
			displayName: 'Mode',
			name: 'mode',
			type: 'options',
			default: 'accurate',
			options: [
				{ name: 'Accurate', value: 'accurate', description: 'Search with a language model' },
				{
					name: 'Aggressive',
					value: 'aggressive',
					description:
						'Search with a language model and fixed rules. Finds more personal data, but also more false matches.',
				},
				{
					name: 'Fast',
					value: 'fast',
					description: 'Search with fixed rules only, which may miss some personal data',
				},
			],
			description: 'Method for finding personal data',
		},
		{
			displayName: 'Replace Style',
			name: 'replaceStyle',
			type: 'options',
			default: 'tag',
			options: [
				{ name: 'Mask', value: 'mask', description: 'Replace the text with asterisks' },
				{ name: 'Remove', value: 'remove', description: 'Remove the text' },
				{
					name: 'Tag',
					value: 'tag',
					description: 'Replace the text with a tag such as &lt;EMAIL&gt;',
				},
			],
			description: 'Replacement for personal data',
		},
	],
});

export const privacyFields: INodeProperties[] = [
	{
		displayName: 'Privacy: Redact PII',
		name: 'redactPII',
		type: 'boolean',
		default: false,
		description:
			'Whether to redact personal data in the Markdown. Costs 4 additional credits per page.',
	},
	redactPiiOptionsField,
	{ ...auditMetadataField, displayName: 'Security: Audit Metadata' },
	{ ...threatProtectionField, displayName: 'Security: Threat Protection' },
];

export const zeroDataRetentionField: INodeProperties = {
	displayName: 'Privacy: Zero Data Retention',
	name: 'zeroDataRetention',
	type: 'boolean',
	default: false,
	description:
		'Whether to prevent the service from storing data from this request. Your team needs access to this feature.',
};
