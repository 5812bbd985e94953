import type { INodeProperties } from 'n8n-workflow';
import { commaList } from '../form/marks';
import { additionalFieldsField } from './additionalFields.field';
import { domainsField } from './domains.field';

export const threatProtectionField: INodeProperties = {
	displayName: 'Threat Protection',
	name: 'threatProtection',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: "Settings that override, for this request only, your team's policy on unsafe sites",
	options: [
		additionalFieldsField('{ "mode": "normal" }'),
		domainsField(
			'Blacklist',
			'blacklist',
			'Domains that are always blocked, up to 1,000',
			'*.example.com',
		),
		commaList({
			displayName: 'Blocked TLDs',
			name: 'blockedTlds',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add TLD' },
			default: [],
			placeholder: 'e.g. zip',
			description: 'Top-level domains to block, in lowercase without a dot, up to 1,000',
		}),
		{
			displayName: 'Failure Policy',
			name: 'failurePolicy',
			type: 'options',
			default: 'closed',
			options: [
				{ name: 'Closed', value: 'closed', description: 'Block the page' },
				{ name: 'Open', value: 'open', description: 'Allow the page' },
			],
			description: 'How to handle pages that cannot be checked',
		},
		{
			displayName: 'Mode',
			name: 'mode',
			type: 'options',
			default: 'normal',
			options: [
				{
					name: 'Normal',
					value: 'normal',
					description: 'Check pages against a list of known threats, at 2 credits per URL',
				},
				{
					name: 'Off',
					value: 'off',
					description:
						'Turn off the check. The service rejects this mode if your team enforces its policy.',
				},
				{
					name: 'Zscaler',
					value: 'zscaler',
					description: "Check pages with your team's Zscaler account",
				},
			],
			description: 'How pages are checked before they are loaded',
		},
		{
			displayName: 'Risk Score Threshold',
			name: 'riskScoreThreshold',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 100 },
			default: 75,
			description: 'Block pages with this risk score or higher, from 0 to 100',
		},
		domainsField('Whitelist', 'whitelist', 'Domains that are always allowed, up to 1,000'),
	],
};
