import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';
import type { ApiRequest } from '../../client/request';
import { CONTAINS_UUID, idPickerField, jobIdField } from '../../form/ids';
import { jsonSchema, schemaFromExample } from '../../form/jsonSchema';
import { nonEmpty, nonEmptyExpression, uiOnly } from '../../form/marks';
import {
	additionalBodyFieldsField,
	additionalFieldsField,
	auditMetadata,
	auditMetadataField,
	usageFields,
} from '../../form/shared';
import {
	idInPath,
	integration,
	nonBlank,
	pageUrl,
	textUpTo,
	uuidInPath,
	webhookSchema,
	wholeNumber,
} from '../../form/values';
import { webhookField } from '../../operation/jobWait';
import { threatProtection, threatProtectionField } from '../../page/options';
import { agentJob } from './job';
import { startRequest } from './service';

export const agentEvents = ['started', 'action', 'completed', 'failed', 'cancelled'] as const;

/** Settings for paid catalog tools. The node also sends fields of `exchange` that are not listed here. */
const exchange = z
	.object({
		enabled: z.boolean().optional(),
		toolkits: z.array(z.string().min(1)).max(5).optional(),
		maxCalls: wholeNumber.min(1).max(30).optional(),
		requireApproval: z.boolean().optional(),
		onTermsRequired: z.enum(['skip', 'ask']).optional(),
	})
	.passthrough();

const maxCredits = z.preprocess(
	(value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
	z.number({ message: 'must be a number' }).finite('must be a finite number').min(1),
);

/** The service rejects a schema that names a newer dialect than draft 7, although it can use the schema. */
const outputSchema = jsonSchema.transform(({ $schema: _dialect, ...schema }) => schema);

/**
 * Body of a start request. The specification does not document these fields. The fields were observed in the live API.
 */
export const agentRequest = z
	.object({
		prompt: textUpTo(10_000),
		urls: z.array(pageUrl).optional(),
		schema: outputSchema.optional(),
		maxCredits: maxCredits.optional(),
		strictConstrainToURLs: z.boolean().optional(),
		model: z.enum(['spark-1-mini', 'spark-1-pro', 'spark-2']).optional(),
		effort: z.enum(['low', 'medium', 'high']).optional(),
		webhook: webhookSchema(agentEvents).optional(),
		auditMetadata: auditMetadata.type(),
		threatProtection: threatProtection.type(),
		origin: nonBlank.optional(),
		integration: integration.optional(),
		threadId: z.string().uuid('must be a UUID').optional(),
		mode: z.enum(['extract', 'chat']).optional(),
		exchange: exchange.optional(),
	})
	.strict();

/** The service rejects job IDs that are not UUIDs (specification, "Agent errors"). */
export const jobId = uuidInPath('an agent run', 'agent');

export const snapshotId = idInPath('a snapshot', 'snapshots');

const SEGMENT = '[^\\s/\\\\?#%]{1,200}';
const CONTAINS_SNAPSHOT_ID = `(\\s*["'\`]?${SEGMENT}["'\`]?\\s*|.*/snapshots/${SEGMENT}.*|${CONTAINS_UUID})`;

export const agentJobIdField = jobIdField(agentJob.name, 'searchRuns');

export const snapshotIdField = idPickerField({
	displayName: 'Snapshot ID',
	name: 'snapshotId',
	description: "Snapshot ID, from an 'artifact.updated' event in the trace",
	searchListMethod: 'searchSnapshots',
	select: 'a snapshot',
	regex: CONTAINS_SNAPSHOT_ID,
	errorMessage: 'Must contain a snapshot ID',
});

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

export const startValues = agentRequest.extend({ schemaExample: z.unknown().optional() });

type StartValues = z.infer<typeof startValues>;

export const toStartRequest = ({ schemaExample, ...body }: StartValues): ApiRequest =>
	startRequest(
		schemaExample === undefined ? body : { ...body, schema: schemaFromExample(schemaExample) },
	);
