import type { INodeProperties } from 'n8n-workflow';
import { additionalBodyFieldsField } from '../common/additionalBody.field';
import { webhookField } from '../common/webhook.fields';

export const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Competitor prices',
	description: 'Name of the monitor, up to 256 characters',
};

export const goalField: INodeProperties = {
	displayName: 'Goal',
	name: 'goal',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	placeholder: 'e.g. Tell me when a price changes, and ignore new reviews',
	description:
		'Which changes matter to you, up to 2,000 characters. A language model then judges each changed page, for 1 credit. Required if a target is a search.',
};

const emailField: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: 'Emails about changes',
	options: [
		{
			displayName: 'Enabled',
			name: 'enabled',
			type: 'boolean',
			default: false,
			description: 'Whether the service sends emails',
		},
		{
			displayName: 'Include Diffs',
			name: 'includeDiffs',
			type: 'boolean',
			default: false,
			description: 'Whether the emails contain the changed lines',
		},
		{
			displayName: 'Recipients',
			name: 'recipients',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Recipient' },
			default: [],
			placeholder: 'e.g. name@example.com',
			description:
				'Up to 25 addresses. If empty, the members of your team. Others must confirm first.',
		},
	],
};

const slackField: INodeProperties = {
	displayName: 'Slack',
	name: 'slack',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: "Slack messages about changes. Connect Slack in the service's dashboard first.",
	options: [
		{
			displayName: 'Channel ID',
			name: 'channelId',
			type: 'string',
			default: '',
			placeholder: 'e.g. C0123456789',
			description: 'ID of the channel, up to 64 characters',
		},
		{
			displayName: 'Channel Name',
			name: 'channelName',
			type: 'string',
			default: '',
			placeholder: 'e.g. price-changes',
			description: 'Name of the channel, up to 128 characters',
		},
		{
			displayName: 'Enabled',
			name: 'enabled',
			type: 'boolean',
			default: false,
			description: 'Whether the service sends messages',
		},
	],
};

/** Optional fields of Create and Update. */
export const monitorOptions: readonly INodeProperties[] = [
	additionalBodyFieldsField,
	{
		displayName: 'Judge Enabled',
		name: 'judgeEnabled',
		type: 'boolean',
		default: true,
		description:
			"Whether a language model judges changed pages by the 'Goal', for 1 credit each. The service's default is on if there is a goal.",
	},
	{
		displayName: 'Notification',
		name: 'notification',
		type: 'collection',
		default: {},
		placeholder: 'Add Channel',
		description: 'Who is notified of changes, in addition to the webhook',
		options: [emailField, slackField],
	},
	{
		displayName: 'Origin',
		name: 'origin',
		type: 'string',
		default: '',
		placeholder: 'e.g. price-watch',
		description: 'Name of the source, for the usage statistics of the service',
	},
	{
		displayName: 'Retention (Days)',
		name: 'retentionDays',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 365 },
		default: 30,
		description: 'How long the service keeps the results of the checks, from 1 to 365 days',
	},
	webhookField('monitor', [
		{
			name: 'Check Completed',
			value: 'monitor.check.completed',
			description: 'Once per check, with the numbers of changed pages',
		},
		{
			name: 'Page',
			value: 'monitor.page',
			description: 'For each page, with its difference and judgment',
		},
	]),
];
