import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { additionalBodyFieldsField } from '../common/additionalBody.field';
import { originField } from '../common/usage.fields';
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
		"Description of the changes that matter to you, up to 2,000 characters. A language model then judges each changed page, at 1 credit per page. Required for search targets, unless 'Judge Enabled' is off.",
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
				'Up to 25 email addresses. If empty, the emails are sent to the members of your team. Other recipients must confirm first.',
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
			description: "ID of the channel, up to 64 characters. Required if 'Enabled' is on.",
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

export const monitorEventOptions: INodePropertyOptions[] = [
	{
		name: 'Check Completed',
		value: 'monitor.check.completed',
		description: 'Sent once per check, with the number of changed pages',
	},
	{
		name: 'Page',
		value: 'monitor.page',
		description: 'Sent for each page, with its differences and judgment',
	},
];

export const monitorOptions: readonly INodeProperties[] = [
	additionalBodyFieldsField,
	{
		displayName: 'Judge Enabled',
		name: 'judgeEnabled',
		type: 'boolean',
		default: true,
		description:
			"Whether a language model judges changed pages against 'Goal', at 1 credit per page. The service's default is on if a goal is set.",
	},
	{
		displayName: 'Notification',
		name: 'notification',
		type: 'collection',
		default: {},
		placeholder: 'Add Channel',
		description: 'Notifications about changes, in addition to the webhook',
		options: [emailField, slackField],
	},
	originField,
	{
		displayName: 'Retention (Days)',
		name: 'retentionDays',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 365 },
		default: 30,
		description: 'Time for which the service keeps the check results, from 1 to 365 days',
	},
	webhookField('monitor', monitorEventOptions),
];
