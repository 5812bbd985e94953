// The fields of the body that starts an agent run.

import type { INodeProperties } from 'n8n-workflow';
import {
	additionalBodyFieldsField,
	auditMetadataField,
	threatProtectionField,
} from '../common/shared.fields';

export const taskFields: INodeProperties[] = [
	{
		displayName: 'Prompt',
		name: 'prompt',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		required: true,
		placeholder: 'e.g. Find the opening hours of the museum',
		description: 'What the agent has to find out, up to 10,000 characters',
	},
	{
		displayName: 'URLs',
		name: 'urls',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add URL' },
		default: [],
		placeholder: 'e.g. https://example.com',
		description: 'Where the agent begins to look. It finds its own way when this is empty.',
	},
	{
		displayName: 'Output Shape',
		name: 'specifySchema',
		type: 'options',
		default: 'none',
		options: [
			{ name: 'Any', value: 'none', description: 'The agent decides on the shape of the result' },
			{
				name: 'Like an Example',
				value: 'example',
				description: 'The result has the keys and types of an example that you give',
			},
			{ name: 'By JSON Schema', value: 'schema', description: 'The result follows a JSON Schema' },
		],
		description: 'Which shape the result has',
	},
	{
		displayName: 'Schema',
		name: 'schema',
		type: 'json',
		default: '{}',
		description: 'JSON Schema that the result has to follow',
		displayOptions: { show: { specifySchema: ['schema'] } },
	},
	{
		displayName: 'Example',
		name: 'schemaExample',
		type: 'json',
		default: '{}',
		description:
			'JSON that looks like the wished result. Every key of it is required, null allows anything.',
		displayOptions: { show: { specifySchema: ['example'] } },
	},
	{
		displayName: 'Max Credits',
		name: 'maxCredits',
		type: 'string',
		default: '',
		placeholder: 'e.g. 500',
		description:
			'Most credits that the run may cost. The service allows 2,500 when this is empty. A run that hits the limit fails and costs nothing.',
	},
];

const webhookField: INodeProperties = {
	displayName: 'Webhook',
	name: 'webhook',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: 'Address that the service calls when something happens in the run',
	options: [
		{
			displayName: 'Events',
			name: 'events',
			type: 'multiOptions',
			default: [],
			options: [
				{ name: 'Action', value: 'action' },
				{ name: 'Cancelled', value: 'cancelled' },
				{ name: 'Completed', value: 'completed' },
				{ name: 'Failed', value: 'failed' },
				{ name: 'Started', value: 'started' },
			],
			description: 'What to be called for. Everything when none is chosen.',
		},
		{
			displayName: 'Headers',
			name: 'headers',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			default: {},
			placeholder: 'Add Header',
			options: [
				{
					displayName: 'Header',
					name: 'header',
					values: [
						{
							displayName: 'Name',
							name: 'name',
							type: 'string',
							default: '',
							placeholder: 'e.g. X-Token',
							description: 'Name of the header',
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							default: '',
							placeholder: 'e.g. abc',
							description: 'Value of the header',
						},
					],
				},
			],
			description: 'Headers that the service sends along',
		},
		{
			displayName: 'Metadata',
			name: 'metadata',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			default: {},
			placeholder: 'Add Entry',
			options: [
				{
					displayName: 'Entry',
					name: 'entry',
					values: [
						{
							displayName: 'Name',
							name: 'name',
							type: 'string',
							default: '',
							placeholder: 'e.g. team',
							description: 'Name of the entry',
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							default: '',
							placeholder: 'e.g. research',
							description: 'Value of the entry',
						},
					],
				},
			],
			description: 'What the service gives back in every call',
		},
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $execution.resumeUrl }}',
			description: 'Address to call, with http:// or https://',
		},
	],
};

const exchangeField: INodeProperties = {
	displayName: 'Exchange',
	name: 'exchange',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: 'Which catalogued tools the agent may use, and how',
	options: [
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'json',
			default: '{}',
			description: 'JSON with more fields of this object. It wins over the other fields.',
		},
		{
			displayName: 'Enabled',
			name: 'enabled',
			type: 'boolean',
			default: false,
			description: 'Whether the agent may use catalogued tools',
		},
		{
			displayName: 'Max Calls',
			name: 'maxCalls',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 10,
			description: 'Most calls of tools in one run',
		},
		{
			displayName: 'On Terms Required',
			name: 'onTermsRequired',
			type: 'options',
			default: 'skip',
			options: [
				{ name: 'Ask', value: 'ask', description: 'Ask in the result, under pendingApproval' },
				{ name: 'Skip', value: 'skip', description: 'Do without the tool' },
			],
			description: 'What to do when a tool has terms that were not accepted',
		},
		{
			displayName: 'Require Approval',
			name: 'requireApproval',
			type: 'boolean',
			default: false,
			description:
				'Whether somebody has to approve each call of a tool. The result asks for it, under pendingApproval.',
		},
		{
			displayName: 'Toolkits',
			name: 'toolkits',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Toolkit' },
			default: [],
			placeholder: 'e.g. companies',
			description: 'Names of the toolkits to use, up to 5',
		},
	],
};

/** Fields of the start that few need, in the order of their labels. */
const startOptions: INodeProperties[] = [
	additionalBodyFieldsField,
	auditMetadataField,
	{
		displayName: 'Effort',
		name: 'effort',
		type: 'options',
		default: 'medium',
		options: [
			{ name: 'High', value: 'high' },
			{ name: 'Low', value: 'low' },
			{ name: 'Medium', value: 'medium' },
		],
		description: 'How much trouble the agent takes',
	},
	exchangeField,
	{
		displayName: 'Integration',
		name: 'integration',
		type: 'string',
		default: '',
		placeholder: 'e.g. n8n',
		description: 'Name of the integration that the service counts the run under',
	},
	{
		displayName: 'Mode',
		name: 'mode',
		type: 'options',
		default: 'extract',
		options: [
			{ name: 'Chat', value: 'chat', description: 'Answer in a conversation' },
			{ name: 'Extract', value: 'extract', description: 'Return structured data' },
		],
		description: 'What kind of result the run has',
	},
	{
		displayName: 'Model',
		name: 'model',
		type: 'options',
		default: 'spark-2',
		options: [
			{ name: 'Spark 1 Mini', value: 'spark-1-mini' },
			{ name: 'Spark 1 Pro', value: 'spark-1-pro' },
			{ name: 'Spark 2', value: 'spark-2' },
		],
		description: 'Model that the agent runs on',
	},
	{
		displayName: 'Origin',
		name: 'origin',
		type: 'string',
		default: '',
		placeholder: 'e.g. nightly-research',
		description: 'Name of the source that the service counts the run under',
	},
	{
		displayName: 'Stay on URLs',
		name: 'strictConstrainToURLs',
		type: 'boolean',
		default: false,
		description: "Whether the agent may visit nothing but 'URLs'",
	},
	{
		displayName: 'Thread ID',
		name: 'threadId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
		description:
			"ID of the conversation that this run goes on with: 'threadId' in the output of the run before",
	},
	threatProtectionField,
	webhookField,
];

/** The options of a start and those of what comes after it, in the order of their names. */
export const startOptionsWith = (others: readonly INodeProperties[]): INodeProperties[] =>
	// By code units: the first comparison by locale takes 5 ms of the start of n8n, and no label needs it.
	[...startOptions, ...others].sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
