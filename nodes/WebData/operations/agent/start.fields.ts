import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { agentJob } from '../../api/agent/job';
import { additionalBodyFieldsField } from '../common/additionalBody.field';
import { additionalFieldsField } from '../common/additionalFields.field';
import { auditMetadataField } from '../common/auditMetadata.field';
import { threatProtectionField } from '../common/threatProtection.field';
import { usageFields } from '../common/usage.fields';
import { nonEmpty, nonEmptyExpression, uiOnly } from '../form/marks';
import { webhookField } from '../common/webhook.fields';

export const taskFields: INodeProperties[] = [
	{
		displayName: 'Prompt',
		name: 'prompt',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		required: true,
		placeholder: 'e.g. Find the opening hours of the museum',
		description: 'Task for the agent, up to 10,000 characters',
	},
	{
		displayName: 'URLs',
		name: 'urls',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add URL' },
		default: [],
		placeholder: 'e.g. https://example.com',
		description: 'URLs of the pages where the agent starts. If empty, the agent searches the web.',
	},
	uiOnly({
		displayName: 'Output Shape',
		name: 'specifySchema',
		type: 'options',
		default: 'none',
		options: [
			{ name: 'Any', value: 'none', description: 'The agent chooses the structure of the result' },
			{
				name: 'Like an Example',
				value: 'example',
				description: 'The result uses the keys and types of an example',
			},
			{ name: 'By JSON Schema', value: 'schema', description: 'The result follows a JSON Schema' },
		],
		description: 'Structure of the result',
	}),
	nonEmpty({
		displayName: 'Schema',
		name: 'schema',
		type: 'json',
		default: '{}',
		hint: 'e.g. { "type": "object", "properties": { "opens": { "type": "string" } } }',
		description: 'JSON Schema of the result',
		displayOptions: { show: { specifySchema: ['schema'] } },
	}),
	nonEmpty({
		displayName: 'Example',
		name: 'schemaExample',
		type: 'json',
		default: '{}',
		hint: 'e.g. { "museum": "City Museum", "opens": "09:00" }',
		description: 'Sample result as JSON. Every key is required. The value null allows any type.',
		displayOptions: { show: { specifySchema: ['example'] } },
	}),
	nonEmptyExpression({
		displayName: 'Max Credits',
		name: 'maxCredits',
		type: 'string',
		default: '',
		placeholder: 'e.g. 500',
		description:
			'Maximum credits for the run. If empty, the public service allows 2,500. A run that reaches the limit fails and is not charged.',
	}),
];

const exchangeField: INodeProperties = {
	displayName: 'Exchange',
	name: 'exchange',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: 'Paid catalog tools that the agent may call',
	options: [
		additionalFieldsField('{ "maxCalls": 5 }'),
		{
			displayName: 'Enabled',
			name: 'enabled',
			type: 'boolean',
			default: false,
			description: 'Whether the agent may call catalog tools',
		},
		nonEmptyExpression({
			displayName: 'Max Calls',
			name: 'maxCalls',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 30 },
			default: 10,
			description: 'Maximum number of tool calls in one run, from 1 to 30',
		}),
		{
			displayName: 'On Terms Required',
			name: 'onTermsRequired',
			type: 'options',
			default: 'skip',
			options: [
				{
					name: 'Ask',
					value: 'ask',
					description: "Ask for acceptance in the result's 'pendingApproval' field",
				},
				{ name: 'Skip', value: 'skip', description: 'Do not use the tool' },
			],
			description:
				'How to proceed if the terms of a tool have not been accepted. The public service rejects this field.',
		},
		{
			displayName: 'Require Approval',
			name: 'requireApproval',
			type: 'boolean',
			default: false,
			description:
				"Whether each tool call requires approval. The approval request is in the result's 'pendingApproval' field.",
		},
		{
			displayName: 'Toolkits',
			name: 'toolkits',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Toolkit' },
			default: [],
			placeholder: 'e.g. companies',
			description: 'Names of the toolkits that the agent may use, up to 5',
		},
	],
};

const webhookEvents: INodePropertyOptions[] = [
	{
		name: 'Action',
		value: 'action',
		description: 'The agent performed an action, such as a tool call',
	},
	{ name: 'Canceled', value: 'cancelled', description: 'The agent run was canceled' },
	{
		name: 'Completed',
		value: 'completed',
		description: 'The agent run finished and returned a result',
	},
	{ name: 'Failed', value: 'failed', description: 'The agent run ended without a result' },
	{ name: 'Started', value: 'started', description: 'The agent run was started' },
];

export const startOptions: INodeProperties[] = [
	additionalBodyFieldsField,
	auditMetadataField,
	{
		displayName: 'Effort',
		name: 'effort',
		type: 'options',
		default: 'medium',
		options: [
			{ name: 'High', value: 'high', description: 'More thorough and slower, costs more credits' },
			{ name: 'Low', value: 'low', description: 'Faster, costs fewer credits' },
			{ name: 'Medium', value: 'medium', description: 'Between Low and High' },
		],
		description: 'How much effort the agent puts into the task',
	},
	exchangeField,
	...usageFields,
	{
		displayName: 'Mode',
		name: 'mode',
		type: 'options',
		default: 'extract',
		options: [
			{
				name: 'Chat',
				value: 'chat',
				description: 'Return a text answer that the next run can continue from',
			},
			{ name: 'Extract', value: 'extract', description: 'Return structured data' },
		],
		description: 'Type of result that the agent returns',
	},
	{
		displayName: 'Model',
		name: 'model',
		type: 'options',
		default: 'spark-2',
		options: [
			{
				name: 'Spark 1 Mini',
				value: 'spark-1-mini',
				description: 'First generation, for simple tasks',
			},
			{
				name: 'Spark 1 Pro',
				value: 'spark-1-pro',
				description: 'First generation, for complex tasks',
			},
			{ name: 'Spark 2', value: 'spark-2', description: 'Current model, with trace and snapshots' },
		],
		description:
			'Model of the agent. The public service runs every new task on Spark 2, even if another model is selected.',
	},
	{
		displayName: 'Stay on URLs',
		name: 'strictConstrainToURLs',
		type: 'boolean',
		default: false,
		description: "Whether the agent may visit only the pages in 'URLs'",
	},
	{
		displayName: 'Thread ID',
		name: 'threadId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
		description:
			"ID of the conversation to continue, from 'threadId' in the output of an earlier run",
	},
	threatProtectionField,
	webhookField(agentJob.name, webhookEvents),
];
